import type { ReactNode } from "react";
import { Badge } from "#app/components/badge.tsx";
import { ButtonLink } from "#app/components/button.tsx";
import { bookingSeats, type Seat, TableDrawing } from "#app/components/table-drawing.tsx";
import type { EventText, PaymentView } from "./payment-view.ts";

interface DepositStatusProps {
  view: PaymentView;
  bookingId: string | undefined;
  event: EventText | undefined;
  willRefresh: boolean;
}

/** The payment page when there is nothing to pay. */
export function DepositStatus({ view, bookingId, event, willRefresh }: DepositStatusProps) {
  const amount = event?.deposit;
  switch (view.is) {
    case "waiting":
      return (
        <StatusCard title="Waiting for your bank" seats={bookingSeats.pending} isLoading event={event}>
          <p className="text-ink-2">
            {willRefresh
              ? "Your payment is on its way to us. This page refreshes by itself."
              : "This is taking longer than usual."}{" "}
            You can close this page. We’ll email you as soon as the deposit arrives.
          </p>
          {willRefresh || (
            <ButtonLink href={`/payment?booking=${bookingId}&back=paid`}>Check again</ButtonLink>
          )}
        </StatusCard>
      );
    case "paid":
      return (
        <StatusCard title="Your deposit is paid" seats={bookingSeats.pending} event={event}>
          <p className="flex flex-wrap items-center justify-center gap-3">
            <span className="display text-3">{amount}</span>
            <Badge>refundable</Badge>
          </p>
          <p className="text-ink-2">We’ll refund it to your card the day after the dinner. {event?.terms}</p>
          <DashboardLink />
        </StatusCard>
      );
    case "deciding":
      return (
        <StatusCard title="Your deposit is paid" seats={bookingSeats.pending} event={event}>
          <p className="text-ink-2">
            We’ll refund {amount} to your card the day after the dinner. If we hear that you didn’t come,
            we’ll email you first, and you’ll have 7 days to answer.
          </p>
          <DashboardLink />
        </StatusCard>
      );
    case "refunding":
    case "refunded":
      return (
        <StatusCard
          title={view.is === "refunded" ? "We refunded your deposit" : "Your refund is on its way"}
          seats={bookingSeats.canceled}
          event={event}
        >
          <p className="text-ink-2">
            {view.is === "refunded"
              ? `We refunded ${amount} to your card. Most banks show it within 5 to 10 days.`
              : `We’ve started your refund of ${amount}. We’ll email you when it’s done.`}
          </p>
          <DashboardLink />
        </StatusCard>
      );
    case "kept":
      return (
        <StatusCard title="We kept your deposit" seats={bookingSeats.canceled} event={event}>
          <p className="text-ink-2">
            {view.cause === "no-show"
              ? "We heard that your seat stayed empty."
              : "You canceled less than 48 hours before dinner, after the tables were made."}{" "}
            If this is wrong, write to us.
          </p>
          <ButtonLink href="/contact">Contact Us</ButtonLink>
        </StatusCard>
      );
    case "canceled":
    case "over":
      return (
        <StatusCard title="There’s nothing to pay" seats={bookingSeats.canceled} event={event}>
          <p className="text-ink-2">
            {view.is === "canceled" ? "This booking is canceled" : "This dinner is over"}, and nothing was
            charged for it.
          </p>
          <DashboardLink />
        </StatusCard>
      );
    case "standby":
      return (
        <StatusCard title="No deposit on standby" seats={bookingSeats.pending} event={event}>
          <p className="text-ink-2">
            You’re on standby, so there’s no deposit to pay. We’ll look for a seat until {event?.standbyUntil}
            . If we find one, you can pay the deposit then.
          </p>
          <DashboardLink />
        </StatusCard>
      );
    case "not offered":
      return (
        <StatusCard title="No deposit for now" seats={bookingSeats.pending} event={event}>
          <p className="text-ink-2">We take no deposit at the moment. Your booking is valid without one.</p>
          <DashboardLink />
        </StatusCard>
      );
    default:
      return (
        <StatusCard title="There’s nothing to pay" seats={bookingSeats.canceled}>
          <p className="text-ink-2">None of your upcoming dinners needs a deposit.</p>
          <ButtonLink href="/events" variant="primary" size="large">
            Select an Event
          </ButtonLink>
        </StatusCard>
      );
  }
}

interface StatusCardProps {
  title: string;
  seats: Seat[];
  isLoading?: boolean;
  event?: EventText;
  children: ReactNode;
}

function StatusCard({ title, seats, isLoading, event, children }: StatusCardProps) {
  return (
    <>
      <TableDrawing seats={seats} isLoading={isLoading} className="size-24" />
      <h1 className="display text-2">{title}</h1>
      {event && (
        <p className="text-lead">
          {event.date}, {event.time}
          {event.cityBesideTime && `, ${event.cityBesideTime}`}
        </p>
      )}
      {children}
    </>
  );
}

const DashboardLink = () => (
  <ButtonLink href="/dashboard" variant="primary" size="large" className="mt-2">
    Go to Dashboard
  </ButtonLink>
);
