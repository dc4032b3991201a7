import type { ComponentProps, ReactNode } from "react";
import type { NextDinner } from "#app/components/booking/next-dinners.tsx";
import { DinnerDate, NextStep } from "#app/components/booking/next-step.tsx";
import { TableScene, type You } from "#app/components/booking/table-scene.tsx";
import { Button, ButtonLink, QuietLink } from "#app/components/button.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { SignItem, type SignName } from "#app/components/icon.tsx";
import { Badge } from "#app/components/status.tsx";
import type { DepositCause, DepositState } from "#app/lib/booking/booking-states.ts";
import { depositPurpose } from "#app/lib/booking/cancellation-terms.ts";
import { clubText } from "#app/lib/club-texts.ts";
import type { EveningFacts } from "#app/lib/event/evening.ts";
import { eveningWindows } from "#app/lib/event/event-times.ts";
import { unbroken } from "#app/lib/price.ts";

interface FoundBooking {
  canceled: boolean;
  standby: boolean;
  date: Date;
  /** They were told that their seat stayed empty, and have not answered. */
  mayContest: boolean;
  /** They have answered that they came. */
  contestsAbsence: boolean;
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
  /** Until this day the deposit waits for the end of the dinner; null once the day has come. */
  refundOn: string | null;
  /** The cases in which the diner loses the deposit. */
  terms: string;
  /** "6,000–9,000 Ft": what the dinner itself costs, if the city says it. */
  dinnerPrices: string | null;
  evening: EveningFacts;
  seats: "pending" | "confirmed" | "canceled";
  isOnStandby: boolean;
  /** Set while the diner can say how it was, and has not. */
  feedbackPath: string | null;
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
        | "absent"
        | "contested"
        | "disputed";
    }
  | { is: "to pay"; hasAbandonedCheckout: boolean }
  | { is: "refunding" | "refunded" | "kept"; cause: DepositCause | null };

/** This booking is settled, so the page leads to the next dinner. */
export const isEnding = ({ is }: PaymentView): boolean =>
  ["nothing", "canceled", "over", "deciding", "refunding", "refunded", "kept"].includes(is);

/** What it would cost is still of use, and no booking says it. */
const showsAmounts = ({ is }: PaymentView): boolean => ["nothing", "not asked", "not offered"].includes(is);

interface PaymentContext {
  now: Date;
  isOffered: boolean;
  /** What the return URL claims; only the webhook proves a payment. */
  back: string | null;
}

const isAfterDinner = (date: Date, now: Date) =>
  now.getTime() >= date.getTime() + eveningWindows.checkIn.afterMs;

export function choosePaymentView(
  booking: FoundBooking | undefined,
  { now, isOffered, back }: PaymentContext,
): PaymentView {
  if (!booking) return { is: isOffered ? "nothing" : "not offered" };
  const { deposit: state, cause } = booking;
  if (state === "paid" && !booking.canceled && isAfterDinner(booking.date, now))
    return { is: booking.mayContest ? "absent" : booking.contestsAbsence ? "contested" : "deciding" };
  if (state === "paid" || state === "disputed") return { is: state };
  if (state === "refunding" || state === "refunded" || state === "kept") return { is: state, cause };
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
  next: NextDinner | null;
  you: You;
}

interface Status {
  title: string;
  text: ReactNode;
  /** What happens next, line by line. */
  steps?: (false | Step)[];
  /** In small print. */
  terms?: string | undefined;
  /** The booking if undefined. */
  link?: ComponentProps<typeof ButtonLink> | null;
}

/** Says what happened to the deposit, or why there is nothing to pay, and what comes next. */
export function DepositStatus(props: DepositStatusProps) {
  const { view, bookingId, event, refundNote, next } = props;
  const { title, text, steps, terms, link = bookingLink(bookingId) } = describeStatus(props);
  const isQuiet = isEnding(view);
  const feedbackPath = isQuiet ? event?.feedbackPath : null;
  return (
    <>
      <Picture {...props} />
      <h1 className="display text-2">{title}</h1>
      {event && <When event={event} isOff={isOff(view, event)} />}
      {text && <p className="text-balance text-ink-2">{text}</p>}
      {refundNote && <p className="text-ink-2">{refundNote}</p>}
      {steps && <Steps steps={steps} />}
      {feedbackPath && (
        <ButtonLink href={feedbackPath} variant="primary" size="large" className="w-full">
          Choose who to see again
        </ButtonLink>
      )}
      {terms && <p className="text-small text-ink-2">{terms}</p>}
      {isQuiet && link && <QuietLink href={link.href}>{link.children}</QuietLink>}
      {isQuiet ? (
        <NextStep next={next} isPrimary={!feedbackPath} date={event?.date} />
      ) : (
        link && <ButtonLink variant="primary" size="large" className="mt-1 w-full" {...link} />
      )}
      {view.is === "paid" && event?.seats !== "canceled" && (
        <QuietLink href={`/dashboard/bookings/${bookingId}/calendar.ics`}>Add it to your calendar</QuietLink>
      )}
    </>
  );
}

const isOff = (view: PaymentView, event: EventText): boolean =>
  event.seats === "canceled" || ("cause" in view && (view.cause?.startsWith("canceled") ?? false));

/** The seat is empty where nobody sat in it, or nobody will. */
function Picture({ view, event, you }: DepositStatusProps) {
  switch (view.is) {
    case "waiting":
      return <TableScene you={event?.seats === "canceled" ? null : you} isWaiting />;
    case "paid":
    case "not asked":
    case "not offered":
      return event ? (
        <Evening evening={event.evening} isYours className="w-full rounded-paper" />
      ) : (
        <TableScene />
      );
    case "kept":
    case "absent":
      return <TableScene />;
    default:
      return <TableScene you={event?.seats === "confirmed" ? you : null} />;
  }
}

type Step = [SignName, ReactNode];

const Steps = ({ steps }: { steps: (false | Step)[] }) => (
  <ul className="grid w-full gap-3 border-y border-line py-5 text-left text-small">
    {steps
      .filter((step) => step !== false)
      .map(([sign, words]) => (
        <SignItem key={sign} sign={sign}>
          {words}
        </SignItem>
      ))}
  </ul>
);

const When = ({ event, isOff = false }: { event: EventText; isOff?: boolean }) => (
  <DinnerDate isOff={isOff}>
    {[event.date, event.time, event.cityBesideTime].filter(Boolean).join(", ")}
  </DinnerDate>
);

const bookingLink = (id: string | undefined) =>
  id === undefined
    ? { href: "/dashboard", children: "Go to Dashboard" }
    : { href: `/dashboard/bookings/${id}`, children: "See your booking" };

const contactLink = { href: "/contact", children: "Contact Us" };

const thanks = (cause: DepositCause | null) =>
  cause === "canceled-in-time"
    ? "Thank you for telling us in time."
    : cause === "dinner-over"
      ? "We hope it was a good evening."
      : "";

function describeStatus({
  view,
  bookingId,
  deposit,
  event,
  isPartBack,
  willRefresh,
  next,
}: DepositStatusProps): Status {
  const amount = deposit && unbroken(deposit);
  const asks = event?.feedbackPath ? "Who would you like to see again?" : null;
  switch (view.is) {
    case "waiting":
      return {
        title: "Your bank is still confirming",
        text: "You don’t have to pay again. You can close this page. We’ll email you as soon as the deposit arrives.",
        terms: willRefresh ? "This page refreshes by itself." : "This is taking longer than usual.",
        link: willRefresh
          ? { ...bookingLink(bookingId), variant: "secondary" }
          : { href: `/payment?booking=${bookingId}`, children: "Check again" },
      };
    case "paid":
      return {
        title: nameWhatComes(event),
        text: `Your deposit${amount ? ` of ${amount}` : ""} is paid${event?.seats === "confirmed" ? ", and your table is counting on you" : ""}.`,
        steps: [
          event?.seats === "pending" &&
            !event.isOnStandby && ["pin", "We tell you the restaurant when we make the tables."],
          !isPartBack && ["check", "We’ll refund it to your card the day after the dinner."],
          ["calendar", event?.terms ?? ""],
        ],
      };
    case "deciding":
      return {
        title: asks ?? "We hope it was a good evening",
        text: asks && "We hope it was a good evening.",
        steps: [
          [
            "check",
            event?.refundOn
              ? `We’ll refund ${amount} to your card on ${event.refundOn}.`
              : `We’re about to refund ${amount} to your card.`,
          ],
          [
            "clock",
            "If we hear that you didn’t come, we’ll email you first, and you’ll have 7 days to answer.",
          ],
        ],
        link: null,
      };
    case "absent":
      return {
        title: "Were you there?",
        text: `We heard that your seat stayed empty, so your deposit of ${amount} still waits. Mistakes happen: if you were there, tell us.`,
        link: { href: `/bookings/${bookingId}/contest`, children: "Tell us" },
      };
    case "contested":
      return {
        title: "We’ll look at it",
        text: `Thank you for telling us that you came. We’ll hold your deposit of ${amount} until we’ve looked, and email you an answer.`,
      };
    case "refunding":
      return {
        title: "Your refund is on its way",
        text: thanks(view.cause),
        steps: [
          ["check", `We’ve started your refund of ${amount}. We’ll email you when it’s done.`],
          ["calendar", "Most banks show it on the card within 5 to 10\u00a0days."],
        ],
        link: null,
      };
    case "refunded":
      return {
        title: "We refunded your deposit",
        text: thanks(view.cause),
        steps: [
          ["check", `${amount} went back to your card.`],
          ["calendar", "Most banks show it within 5 to 10\u00a0days."],
        ],
        link: null,
      };
    case "kept":
      return {
        title: view.cause === "no-show" ? "We missed you at dinner" : "Plans change",
        text: (
          <>
            {view.cause === "no-show"
              ? "We heard that your seat stayed empty, and you had 7 days to answer our email, so we kept"
              : "You canceled less than 48 hours before dinner, after the tables were made, so we kept"}{" "}
            <Amount>{amount}</Amount>
            {isPartBack ? " of your deposit." : ", your deposit."} We’d love to see you at another table.
          </>
        ),
        link: { href: "/contact", children: "If this is wrong, write to us" },
      };
    case "canceled":
      return {
        title: "Canceled, and nothing to pay",
        text: "We’d be glad to see you at another table.",
        link: null,
      };
    case "over":
      return {
        title: "This dinner is behind you",
        text: asks
          ? `Nothing was charged for it. ${asks}`
          : "Nothing was charged for it. We’d love to see you at the next one.",
        link: asks ? null : { href: `/dashboard/bookings/${bookingId}`, children: "Look back at it" },
      };
    case "standby":
      return {
        title: "We’re looking for a seat for you",
        text: "There’s nothing to pay yet.",
        steps: [
          ["search", `We’ll look for a seat until ${event?.standbyUntil}, and email you either way.`],
          [
            "check",
            `If we find one, you can pay the deposit${amount ? ` of ${amount}` : ""} then. We’ll refund it to your card the day after the dinner.`,
          ],
        ],
      };
    case "disputed":
      return {
        title: "Your bank is looking at your deposit",
        text: "You’ve asked your bank to take the deposit back, so your bank decides about it. If that was a mistake, write to us.",
        link: contactLink,
      };
    case "not asked":
      return {
        title: "No deposit for this dinner",
        text: "This dinner takes no deposit. Your booking is valid without one.",
      };
    case "not offered":
      return {
        title: "No deposit for now",
        text: "We take no deposit at the moment. Your booking is valid without one.",
      };
    default:
      return {
        title: "There’s nothing to pay",
        text: next
          ? "You have no dinner coming up. Here is one with a seat left."
          : "You have no dinner coming up. A deposit comes with the dinner you book.",
        link: null,
      };
  }
}

const Amount = ({ children }: { children: ReactNode }) => <b className="font-strong text-ink">{children}</b>;

/** A booking without a table can still end on standby. */
const nameWhatComes = (event: EventText | undefined): string =>
  event?.seats === "confirmed"
    ? "You’re going"
    : event?.seats === "pending" && !event.isOnStandby
      ? `You’re on the list for ${event.date.split(",")[0]}`
      : "Your deposit is paid";

interface DepositToPayProps {
  hasAbandonedCheckout: boolean;
  amounts: Amounts | undefined;
  event: EventText;
  you: You;
}

/** The table first, and then what it costs. What can be lost is said before the button. */
export function DepositToPay({ hasAbandonedCheckout, amounts, event, you }: DepositToPayProps) {
  const { payBy } = event;
  const title = payBy
    ? "Your seat waits for your deposit"
    : hasAbandonedCheckout
      ? "You’re still booked"
      : nameWhatComes(event);
  return (
    <>
      <TableScene you={you} />
      <div className="grid w-full gap-4">
        <h1 className="display text-2">{title}</h1>
        <When event={event} />
        <p className="mt-2 text-balance text-ink-2">
          {event.seats === "confirmed"
            ? "Your table is made, and it’s counting on you."
            : "Five of you at one table, brought together by your answers."}
          {!payBy
            ? " A deposit is your promise to be there."
            : hasAbandonedCheckout && " Nothing was charged."}
        </p>
        {payBy ? (
          <p className="text-balance">
            We hold your seat until <b className="font-strong">{payBy}</b>. After that, somebody else can book
            it.
          </p>
        ) : (
          <p className="text-balance">
            {hasAbandonedCheckout
              ? "Nothing was charged. Your booking is valid with or without the deposit."
              : "The deposit is optional. Your booking is valid without it."}
          </p>
        )}
      </div>
      <div className="grid w-full gap-3 border-t border-line pt-5 text-left">
        <AmountLines amounts={amounts} />
        {/* A bank reads the same words, as what stood above the button. */}
        <p className="text-small">
          {depositPurpose} {event.terms}
        </p>
      </div>
    </>
  );
}

/** Below the button. */
export const DinnerCosts = ({ prices }: { prices: string }) => (
  <ul className="grid w-full gap-3 border-t border-line pt-5 text-left text-small text-ink-2">
    <SignItem sign="pin">
      Dinner usually costs <span className="whitespace-nowrap">{prices}</span>. You pay it at the restaurant.
    </SignItem>
  </ul>
);

interface AmountsNoteProps {
  view: PaymentView;
  /** Undefined in a club without a city. */
  amounts: Amounts | undefined;
}

/** At the foot of a page on which nothing is to be paid now. */
export const AmountsNote = ({ view, amounts }: AmountsNoteProps) =>
  showsAmounts(view) ? (
    <div className="grid w-full gap-1.5 border-t border-line pt-5 text-small text-ink-2">
      {clubText("price-now") && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 gap-y-1">
          <Price amounts={amounts} isSmall />
          {clubText("price-badge") && <SmallBadge>{clubText("price-badge")}</SmallBadge>}
        </p>
      )}
      {amounts?.deposit !== null && (
        <p className="flex flex-wrap items-center justify-center gap-x-2 gap-y-1">
          <DepositName amounts={amounts} />
          <SmallBadge>refundable</SmallBadge>
        </p>
      )}
      {amounts?.deposit !== null && view.is === "nothing" && <p>{depositPurpose}</p>}
    </div>
  ) : null;

const SmallBadge = ({ children }: { children: ReactNode }) => (
  <span className="rounded-round bg-green-wash px-2.5 text-label font-strong text-green-text">
    {children}
  </span>
);

const DepositName = ({ amounts }: { amounts: Amounts | undefined }) => (
  <span>Deposit{amounts?.deposit && `: ${amounts.deposit}`}</span>
);

const AmountLines = ({ amounts }: { amounts: Amounts | undefined }) => (
  <>
    {clubText("price-now") && (
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="display flex items-baseline gap-x-3 text-3">
          <Price amounts={amounts} />
        </p>
        {clubText("price-badge") && <Badge>{clubText("price-badge")}</Badge>}
      </div>
    )}
    {amounts?.deposit !== null && (
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="display text-[1.25rem] lg:text-3">
          <DepositName amounts={amounts} />
        </h2>
        <Badge>refundable</Badge>
      </div>
    )}
  </>
);

/** What a dinner costs before, struck through, and now. */
const Price = ({ amounts, isSmall }: { amounts: Amounts | undefined; isSmall?: boolean }) => (
  <>
    {amounts && clubText("price-before") && (
      <s className={`${isSmall ? "" : "text-body"} text-ink-2`}>
        <span className="sr-only">{clubText("price-before")} </span>
        {amounts.price}
      </s>
    )}
    <span>{clubText("price-now")}</span>
  </>
);

export const PayDeposit = ({ bookingId, isOptional }: { bookingId: string; isOptional: boolean }) => (
  <>
    <form method="post" action={`/payment?booking=${bookingId}`} className="w-full">
      <input type="hidden" name="booking" value={bookingId} />
      <Button variant="primary" size="large" className="w-full">
        Pay Deposit
      </Button>
    </form>
    <QuietLink href={`/dashboard/bookings/${bookingId}`}>
      {isOptional ? "Keep my booking without it" : "Not now"}
    </QuietLink>
  </>
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
