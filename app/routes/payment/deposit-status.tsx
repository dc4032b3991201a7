import type { ComponentProps } from "react";
import { Banner } from "#app/components/banner.tsx";
import { Button, ButtonLink, QuietLink } from "#app/components/button.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { Badge } from "#app/components/status.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import type { DepositCause, DepositState } from "#app/lib/booking/booking-states.ts";
import { clubText } from "#app/lib/club-texts.ts";
import type { EveningFacts } from "#app/lib/event/evening.ts";

interface FoundBooking {
  canceled: boolean;
  standby: boolean;
  date: Date;
  deposit: DepositState | null;
  depositAmount: number;
  cause: DepositCause | null;
}

/** "2500 HUF" and "3000 HUF" */
interface Amounts {
  price: string;
  deposit: string | null;
}

interface EventText {
  date: string;
  time: string;
  cityBesideTime: string | null;
  /** For a diner on standby, the time until which we look for a seat. */
  standbyUntil: string;
  /** The time until which the seat waits for the deposit; null if the booking is valid without it. */
  payBy: string | null;
  /** The cases in which the diner loses the deposit. */
  terms: string;
  /** "6,000–9,000 Ft": what the dinner itself costs, if the city says it. */
  dinnerPrices: string | null;
  evening: EveningFacts;
}

export type PaymentView =
  | {
      is:
        | "nothing"
        | "not offered"
        | "not asked"
        | "standby"
        | "canceled"
        | "over"
        | "waiting"
        | "paid"
        | "deciding"
        | "refunding"
        | "refunded"
        | "disputed";
    }
  | { is: "to pay"; hasAbandonedCheckout: boolean }
  | { is: "kept"; cause: DepositCause | null };

/** True if nothing was paid and nothing can be paid yet. */
export const isUnpaid = ({ is }: PaymentView): boolean => is === "nothing" || is === "standby";

/** Nothing can be paid anymore: what it would cost is no longer of use. */
const isSettled = ({ is }: PaymentView): boolean =>
  ["canceled", "over", "refunding", "refunded", "kept", "disputed"].includes(is);

/** Something happened to the booking or the deposit, so the page begins with that, and else with what a dinner costs. */
export const isNews = (view: PaymentView): boolean =>
  isSettled(view) || ["waiting", "paid", "deciding"].includes(view.is);

interface PaymentContext {
  now: Date;
  isOffered: boolean;
  /** What the return URL claims; only the webhook proves a payment. */
  back: string | null;
}

export function choosePaymentView(
  booking: FoundBooking | undefined,
  { now, isOffered, back }: PaymentContext,
): PaymentView {
  if (!booking) return { is: isOffered ? "nothing" : "not offered" };
  const { deposit: state, cause } = booking;
  if (state === "paid" && !booking.canceled && booking.date <= now) return { is: "deciding" };
  if (state === "paid" || state === "refunding" || state === "refunded" || state === "disputed")
    return { is: state };
  if (state === "kept") return { is: state, cause };
  if (state === "open" && back === "paid") return { is: "waiting" };
  if (booking.canceled) return { is: "canceled" };
  if (booking.date <= now) return { is: "over" };
  if (isOffered && booking.depositAmount === 0) return { is: "not asked" };
  if (booking.standby) return { is: "standby" };
  return isOffered ? { is: "to pay", hasAbandonedCheckout: back === "unpaid" } : { is: "not offered" };
}

interface DepositStatusProps {
  view: PaymentView;
  bookingId: string | undefined;
  /** "3000 HUF" */
  deposit: string | null | undefined;
  /** What went back of it by hand, and why. */
  refundNote: string | null;
  /** The note says what happens to the rest. */
  isPartBack: boolean;
  event: EventText | undefined;
  willRefresh: boolean;
}

interface Status {
  title: string;
  seats: keyof typeof bookingSeats;
  text: string;
  /** "Go to Dashboard" if undefined. */
  link?: ComponentProps<typeof ButtonLink> | null;
}

/** Says what happened to the deposit, or why there is nothing to pay. */
export function DepositStatus(props: DepositStatusProps) {
  const { title, seats, text, link = dashboardLink } = describeStatus(props);
  const Title = isNews(props.view) ? "h1" : "h2";
  return (
    <section className="grid justify-items-center gap-3">
      <TableDrawing seats={bookingSeats[seats]} isLoading={props.view.is === "waiting"} className="size-14" />
      <Title className={`display ${Title === "h1" ? "text-2" : "text-3"}`}>{title}</Title>
      <p className="text-ink-2">{text}</p>
      {props.refundNote && <p className="text-ink-2">{props.refundNote}</p>}
      {link && <ButtonLink className="mt-2 w-full" {...link} />}
    </section>
  );
}

const largeLink = { variant: "primary", size: "large" } as const;
const dashboardLink = { ...largeLink, href: "/dashboard", children: "Go to Dashboard" };
const nextDinnerLink = { ...largeLink, href: "/events", children: "Select an Event" };
const noDeposit = { title: "There’s nothing to pay", seats: "canceled" } as const;

function describeStatus({
  view,
  bookingId,
  deposit: amount,
  event,
  isPartBack,
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
        text: `${isPartBack ? "" : "We’ll refund it to your card the day after the dinner. "}${event?.terms}`,
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
        text: `We’ve started your refund of ${amount}. We’ll email you when it’s done. Most banks show it on the card within 5 to 10 days.`,
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
        text: `${view.cause === "no-show" ? "We heard that your seat stayed empty, and you had 7 days to answer our email." : "You canceled less than 48 hours before dinner, after the tables were made."} If this is wrong, you can still write to us.`,
        link: { href: "/contact", children: "Contact Us" },
      };
    case "canceled":
      return {
        ...noDeposit,
        text: "This booking is canceled, and nothing was charged for it.",
        link: nextDinnerLink,
      };
    case "over":
      return {
        ...noDeposit,
        text: "This dinner is over, and nothing was charged for it.",
        link: nextDinnerLink,
      };
    case "standby":
      return {
        title: "No deposit on standby",
        seats: "pending",
        text: `You’re on standby, so there’s no deposit to pay. We’ll look for a seat until ${event?.standbyUntil}. If we find one, you can pay the deposit then.`,
      };
    case "disputed":
      return {
        title: "Your bank is looking at your deposit",
        seats: "pending",
        text: "You’ve asked your bank to take the deposit back, so your bank decides about it. If that was a mistake, write to us.",
        link: { href: "/contact", children: "Contact Us" },
      };
    case "not asked":
      return {
        title: "No deposit for this dinner",
        seats: "pending",
        text: "This dinner takes no deposit. Your booking is valid without one.",
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
        link: nextDinnerLink,
      };
  }
}

interface DepositCardProps {
  view: PaymentView;
  /** Undefined in a club without a city. */
  amounts: Amounts | undefined;
  event: EventText | undefined;
}

/** Shows what a dinner and the deposit cost; beside it the page says whether it can be paid. */
export function DepositCard({ view, amounts, event }: DepositCardProps) {
  const isToPay = view.is === "to pay";
  const payBy = isToPay && event?.payBy;
  const hasTitle = isNews(view) || Boolean(payBy);
  const hasDeposit = amounts?.deposit !== null;
  return (
    <>
      {isToPay && event && <Evening evening={event.evening} isYours className="rounded-paper" />}
      {payBy && (
        <div className="grid w-full gap-2 text-left">
          <h1 className="display text-2">Your seat waits for your deposit</h1>
          <p>
            Until <b className="font-strong">{payBy}</b>. After that, your seat is free for somebody else.
          </p>
        </div>
      )}
      <div className={`grid w-full gap-4 text-left ${hasTitle ? "border-t border-line pt-5" : ""}`}>
        {!isSettled(view) && (
          <>
            <PriceLine amounts={amounts} isTitle={!hasTitle && !hasDeposit} />
            {hasDeposit && <Deposit view={view} amount={amounts?.deposit} isTitle={!hasTitle} />}
          </>
        )}
        {event && (
          <p className={isSettled(view) ? "text-center" : "border-t border-line pt-4"}>
            {event.date}, {event.time}
            {event.cityBesideTime && `, ${event.cityBesideTime}`}{" "}
            {event.dinnerPrices && !isSettled(view) && (
              <span className="block text-small text-ink-2">
                Dinner usually costs {event.dinnerPrices}. You pay it at the restaurant.
              </span>
            )}
          </p>
        )}
        {isToPay && event && <p className="text-small text-ink-2">{event.terms}</p>}
      </div>
    </>
  );
}

interface PartProps {
  /** It is the heading of the page. */
  isTitle: boolean;
}

function PriceLine({ amounts, isTitle }: PartProps & { amounts: Amounts | undefined }) {
  if (!clubText("price-now")) return isTitle ? <h1 className="display text-2">Your deposit</h1> : null;
  const Line = isTitle ? "h1" : "p";
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <Line className={`display flex items-baseline gap-x-3 ${isTitle ? "text-2" : "text-3"}`}>
        <Price amounts={amounts} />
      </Line>
      <PriceBadge />
    </div>
  );
}

const Deposit = ({
  view,
  amount,
  isTitle,
}: PartProps & { view: PaymentView; amount: string | null | undefined }) => {
  const Line = isTitle ? "h1" : "h2";
  return (
    <>
      <div
        className={`flex flex-wrap items-center justify-between gap-2 ${isTitle ? "border-t border-line pt-5" : ""}`}
      >
        <Line className="display text-[1.25rem] lg:text-3">Deposit{amount && `: ${amount}`}</Line>
        <Badge>refundable</Badge>
      </div>
      {view.is === "to pay" && isTitle && <p>It’s optional. Your booking is valid without it.</p>}
      {!isNews(view) && (
        <p className="text-ink-2">
          The refundable deposit makes sure that everybody comes: four people are counting on you. We’ll
          refund it to your card the day after the dinner.
        </p>
      )}
    </>
  );
};

const PriceBadge = () => (clubText("price-badge") ? <Badge>{clubText("price-badge")}</Badge> : null);

/** What a dinner costs before, struck through, and now. */
const Price = ({ amounts }: { amounts: Amounts | undefined }) => (
  <>
    {amounts && clubText("price-before") && (
      <s className="text-body text-ink-2">
        <span className="sr-only">{clubText("price-before")} </span>
        {amounts.price}
      </s>
    )}
    <span>{clubText("price-now")}</span>
  </>
);

const describeWait = ({ payBy }: EventText) => `Your seat waits for the deposit until ${payBy}.`;

export const AbandonedCheckout = ({ event }: { event: EventText }) => (
  <Banner variant="info">
    Nothing was charged.{" "}
    {event.payBy ? describeWait(event) : "Your booking is valid with or without the deposit."}
  </Banner>
);

export const PayDeposit = ({ bookingId }: { bookingId: string }) => (
  <>
    <form method="post" action={`/payment?booking=${bookingId}`} className="w-full">
      <input type="hidden" name="booking" value={bookingId} />
      <Button variant="primary" size="large" className="w-full">
        Pay Deposit
      </Button>
    </form>
    <ButtonLink href={`/dashboard/bookings/${bookingId}`} variant="plain">
      Not now
    </ButtonLink>
  </>
);

/** The reason is shown below it. */
export const NothingToPay = () => (
  <Button type="button" size="large" aria-disabled className="w-full">
    Pay Deposit
  </Button>
);

export const OtherDeposits = ({ others }: { others: { id: string; date: string }[] }) =>
  others.length > 0 ? (
    <nav aria-label="Your other dinners" className="grid w-full gap-1 border-t border-line pt-5 text-left">
      <p className="text-small text-ink-2">You can also pay the deposit for:</p>
      {others.map(({ id, date }) => (
        <QuietLink key={id} href={`/payment?booking=${id}`}>
          {date}
        </QuietLink>
      ))}
    </nav>
  ) : null;
