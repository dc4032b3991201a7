import type { ComponentProps } from "react";
import { ButtonLink } from "#app/components/button.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import type { EventText, PaymentView } from "./payment-view.ts";

interface DepositStatusProps {
  view: PaymentView;
  bookingId: string | undefined;
  /** "3000 HUF" */
  deposit: string | undefined;
  event: EventText | undefined;
  willRefresh: boolean;
}

interface Status {
  title: string;
  seats: keyof typeof bookingSeats;
  text: string;
  /** "Go to Dashboard" otherwise. */
  link?: ComponentProps<typeof ButtonLink> | null;
}

/** What became of the deposit, or why there is nothing to pay. */
export function DepositStatus(props: DepositStatusProps) {
  const { title, seats, text, link = dashboardLink } = describeStatus(props);
  return (
    <section className="grid justify-items-center gap-3">
      <TableDrawing seats={bookingSeats[seats]} isLoading={props.view.is === "waiting"} className="size-14" />
      <h2 className="display text-3">{title}</h2>
      <p className="text-ink-2">{text}</p>
      {link && <ButtonLink {...link} />}
    </section>
  );
}

const largeLink = { variant: "primary", size: "large" } as const;
const dashboardLink = { ...largeLink, href: "/dashboard", className: "mt-2", children: "Go to Dashboard" };
const noDeposit = { title: "There’s nothing to pay", seats: "canceled" } as const;

function describeStatus({
  view,
  bookingId,
  deposit: amount,
  event,
  willRefresh,
}: DepositStatusProps): Status {
  switch (view.is) {
    case "waiting":
      return {
        title: "Your bank is still confirming",
        seats: "pending",
        text: `You don’t have to pay again. ${willRefresh ? "This page refreshes by itself." : "This is taking longer than usual."} You can close this page. We’ll email you as soon as the deposit arrives.`,
        link: willRefresh ? null : { href: `/payment?booking=${bookingId}`, children: "Check again" },
      };
    case "paid":
      return {
        title: "Your deposit is paid",
        seats: "pending",
        text: `We’ll refund it to your card the day after the dinner. ${event?.terms}`,
      };
    case "deciding":
      return {
        title: "Your deposit is paid",
        seats: "pending",
        text: `We’ll refund ${amount} to your card the day after the dinner. If we hear that you didn’t come, we’ll email you first, and you’ll have 7 days to answer.`,
      };
    case "refunding":
      return {
        title: "Your refund is on its way",
        seats: "canceled",
        text: `We’ve started your refund of ${amount}. We’ll email you when it’s done.`,
      };
    case "refunded":
      return {
        title: "We refunded your deposit",
        seats: "canceled",
        text: `We refunded ${amount} to your card. Most banks show it within 5 to 10 days.`,
      };
    case "kept":
      return {
        title: "We kept your deposit",
        seats: "canceled",
        text: `${view.cause === "no-show" ? "We heard that your seat stayed empty." : "You canceled less than 48 hours before dinner, after the tables were made."} If this is wrong, write to us.`,
        link: { href: "/contact", children: "Contact Us" },
      };
    case "canceled":
      return { ...noDeposit, text: "This booking is canceled, and nothing was charged for it." };
    case "over":
      return { ...noDeposit, text: "This dinner is over, and nothing was charged for it." };
    case "standby":
      return {
        title: "No deposit on standby",
        seats: "pending",
        text: `You’re on standby, so there’s no deposit to pay. We’ll look for a seat until ${event?.standbyUntil}. If we find one, you can pay the deposit then.`,
      };
    case "not offered":
      return {
        title: "No deposit for now",
        seats: "pending",
        text: "We take no deposit at the moment. Your booking is valid without one.",
      };
    default:
      return {
        ...noDeposit,
        text: "You pay a deposit for a dinner that you have booked, and none of yours needs one.",
        link: { ...largeLink, href: "/events", children: "Select an Event" },
      };
  }
}
