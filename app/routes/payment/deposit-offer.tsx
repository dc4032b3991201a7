import { Badge } from "#app/components/badge.tsx";
import { Banner } from "#app/components/banner.tsx";
import { Button, ButtonLink } from "#app/components/button.tsx";
import type { EventText } from "./payment-view.ts";

interface DepositOfferProps {
  bookingId: string;
  event: EventText;
  hasAbandonedCheckout: boolean;
}

export function DepositOffer({ bookingId, event, hasAbandonedCheckout }: DepositOfferProps) {
  const waits = `Your seat waits for the deposit until ${event.payBy}.`;
  return (
    <>
      {hasAbandonedCheckout && (
        <Banner variant="info">
          Nothing was charged. {event.payBy ? waits : "Your booking is valid with or without the deposit."}
        </Banner>
      )}
      <div className="grid justify-items-center gap-3">
        <Badge>For a limited time</Badge>
        <h1 className="display flex flex-wrap items-baseline justify-center gap-x-5">
          <s className="text-3 text-ink-2">
            <span className="sr-only">Normal price </span>
            {event.price}
          </s>
          <span className="text-[clamp(4.25rem,3.6rem+2.8vw,6rem)] leading-none tracking-[-0.03em]">
            Free
          </span>
        </h1>
      </div>
      <div className="grid w-full gap-3 border-y border-line py-5 text-left">
        <h2 className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2">
          <span className="display text-[1.25rem] lg:text-[1.5rem]">Deposit: {event.deposit}</span>
          <Badge>refundable</Badge>
        </h2>
        <p className="text-ink-2">
          The refundable deposit makes sure that everybody comes: four people are counting on you. We’ll
          refund it to your card the day after the dinner.
        </p>
        <p>
          {event.date}, {event.time}
          {event.cityBesideTime && `, ${event.cityBesideTime}`}
        </p>
      </div>
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
        {event.payBy ? waits : "It’s optional. Your booking is valid without it."} {event.terms}
      </p>
    </>
  );
}
