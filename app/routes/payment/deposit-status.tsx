import type { ReactNode } from "react";
import { Badge } from "#app/components/badge.tsx";
import { ButtonLink } from "#app/components/button.tsx";
import { type Seat, Table, tables } from "#app/components/table-drawing.tsx";
import { depositAmount, formatForints } from "#app/lib/price.ts";
import type { DinnerWords, View } from "./payment-view.ts";

interface StandingProps {
  view: View;
  bookingId: string | undefined;
  dinner: DinnerWords | undefined;
  looksAgain: boolean;
}

/** Every face of the page on which there is nothing to pay. */
export function Standing({ view, bookingId, dinner, looksAgain }: StandingProps) {
  const amount = formatForints(depositAmount);
  switch (view.is) {
    case "waiting":
      return (
        <Face title="Waiting for your bank" seats={tables.pending} waiting dinner={dinner}>
          <p className="text-ink-2">
            {looksAgain
              ? "Your payment is on its way to us. This page looks again by itself."
              : "This takes longer than usual."}{" "}
            You may close it: we write to you as soon as the deposit is here.
          </p>
          {looksAgain || <ButtonLink href={`/payment?booking=${bookingId}&back=paid`}>Look again</ButtonLink>}
        </Face>
      );
    case "paid":
      return (
        <Face title="Your deposit is paid" seats={tables.pending} dinner={dinner}>
          <p className="flex flex-wrap items-center justify-center gap-3">
            <span className="display text-3">{amount}</span>
            <Badge>refundable</Badge>
          </p>
          <p className="text-ink-2">
            It is returned to your card after the event.{" "}
            {dinner?.freeUntil
              ? `If you cancel after ${dinner.freeUntil}, or don’t come, it is kept.`
              : "If you cancel now, or don’t come, it is kept."}
          </p>
          <ToDashboard />
        </Face>
      );
    case "refunding":
    case "refunded":
      return (
        <Face
          title={view.is === "refunded" ? "Your deposit is returned" : "Your deposit is on its way back"}
          seats={tables.canceled}
          dinner={dinner}
        >
          <p className="text-ink-2">
            {view.is === "refunded"
              ? `${amount} went back to your card. Most banks show it within five to ten days.`
              : `We have told your bank to take back ${amount}. We write to you when it is done.`}
          </p>
          <ToDashboard />
        </Face>
      );
    case "kept":
      return (
        <Face title="Your deposit was kept" seats={tables.canceled} dinner={dinner}>
          <p className="text-ink-2">
            {view.cause === "no-show"
              ? "The restaurant told us that your chair stayed empty."
              : "You canceled less than 48 hours before dinner, when the tables were made."}{" "}
            If that is not how it was, please write to us.
          </p>
          <ButtonLink href="/contact">Contact Us</ButtonLink>
        </Face>
      );
    case "canceled":
    case "over":
      return (
        <Face title="There is nothing to pay" seats={tables.canceled} dinner={dinner}>
          <p className="text-ink-2">
            {view.is === "canceled" ? "This booking is canceled" : "This dinner is over"}, and nothing was
            charged for it.
          </p>
          <ToDashboard />
        </Face>
      );
    case "unoffered":
      return (
        <Face title="No deposit for now" seats={tables.pending} dinner={dinner}>
          <p className="text-ink-2">
            This club takes no deposit at the moment. Your booking stands without one.
          </p>
          <ToDashboard />
        </Face>
      );
    default:
      return (
        <Face title="There is nothing to pay" seats={tables.canceled}>
          <p className="text-ink-2">No dinner ahead of you waits for a deposit.</p>
          <ButtonLink href="/events" look="go" size="large">
            Select an Event
          </ButtonLink>
        </Face>
      );
  }
}

interface FaceProps {
  title: string;
  seats: Seat[];
  waiting?: boolean;
  dinner?: DinnerWords;
  children: ReactNode;
}

function Face({ title, seats, waiting, dinner, children }: FaceProps) {
  return (
    <>
      <Table seats={seats} waiting={waiting} className="size-24" />
      <h1 className="display text-2">{title}</h1>
      {dinner && (
        <p className="text-lead">
          {dinner.date}, <span className="whitespace-nowrap">{dinner.time}</span>
        </p>
      )}
      {children}
    </>
  );
}

const ToDashboard = () => (
  <ButtonLink href="/dashboard" look="go" size="large" className="mt-2">
    Go to Dashboard
  </ButtonLink>
);
