import { Banner } from "#app/components/banner.tsx";
import { Button, ButtonLink, QuietLink } from "#app/components/button.tsx";
import { Badge } from "#app/components/status.tsx";
import type { Amounts, EventText } from "./payment-view.ts";

interface DepositCardProps {
  /** Undefined in a club without a city. */
  amounts: Amounts | undefined;
  event: EventText | undefined;
}

/** What a dinner and the deposit cost; whether it can be paid comes below. */
export const DepositCard = ({ amounts, event }: DepositCardProps) => (
  <>
    <div className="grid justify-items-center gap-3">
      <Badge>For a limited time</Badge>
      <h1 className="display flex flex-wrap items-baseline justify-center gap-x-5">
        {amounts && (
          <s className="text-3 text-ink-2">
            <span className="sr-only">Normal price </span>
            {amounts.price}
          </s>
        )}
        <span className="text-[clamp(4.25rem,3.6rem+2.8vw,6rem)] leading-none tracking-[-0.03em]">Free</span>
      </h1>
    </div>
    <div className="grid w-full gap-3 border-y border-line py-5 text-left">
      <h2 className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2">
        <span className="display text-[1.25rem] lg:text-[1.5rem]">
          Deposit{amounts && `: ${amounts.deposit}`}
        </span>
        <Badge>refundable</Badge>
      </h2>
      <p className="text-ink-2">
        The refundable deposit makes sure that everybody comes: four people are counting on you. We’ll refund
        it to your card the day after the dinner.
      </p>
      {event && (
        <p>
          {event.date}, {event.time}
          {event.cityBesideTime && `, ${event.cityBesideTime}`}
        </p>
      )}
    </div>
  </>
);

const describeWait = ({ payBy }: EventText) => `Your seat waits for the deposit until ${payBy}.`;

export const AbandonedCheckout = ({ event }: { event: EventText }) => (
  <Banner variant="info">
    Nothing was charged.{" "}
    {event.payBy ? describeWait(event) : "Your booking is valid with or without the deposit."}
  </Banner>
);

export const PayDeposit = ({ bookingId, event }: { bookingId: string; event: EventText }) => (
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
    <p className="text-small text-ink-2">
      {event.payBy ? describeWait(event) : "It’s optional. Your booking is valid without it."} {event.terms}
    </p>
  </>
);

/** Below it stands why. */
export const NothingToPay = () => (
  <Button type="button" size="large" aria-disabled className="w-full">
    Pay Deposit
  </Button>
);

/** Dinners of the diner whose deposit can be paid too. */
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
