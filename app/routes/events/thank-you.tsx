import { UnsuitedNote } from "#app/components/booking/booking-parts.tsx";
import type { BookingWithTimeline } from "#app/components/booking/describe-booking.server.ts";
import { Timeline } from "#app/components/booking/timeline.tsx";
import { ArrowLink, ButtonLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import type { TimelineStop } from "#app/lib/event/timeline.ts";

interface ThankYouProps {
  booking: BookingWithTimeline;
  hasNewQuestions: boolean;
  getsReminder: boolean;
  paymentPath: string | null;
  /** "3000 HUF" */
  deposit: string;
}

export function ThankYou({ booking, hasNewQuestions, getsReminder, paymentPath, deposit }: ThankYouProps) {
  const { date, time, cityBesideTime, status, hasPaidDeposit } = booking;
  return (
    <CenteredCard>
      <div className="grid w-full justify-items-center gap-3">
        {/* biome-ignore lint/a11y/noAutofocus: it answers the form */}
        <h1 tabIndex={-1} autoFocus className="display max-w-[7em] text-1 outline-none">
          Thank you for booking!
        </h1>
        <p className="text-lead text-ink-2">
          {date}, {time}
          {cityBesideTime && `, ${cityBesideTime}`}
          {status === "Pending" && (
            <>
              <br />
              You’re on the list.
            </>
          )}
        </p>
        <UnsuitedNote booking={booking} />
        <section className="mt-2 w-full border-y border-line py-5">
          <h2 className="sr-only">What happens next</h2>
          <Timeline stops={getsReminder ? booking.stops.map(addReminder) : booking.stops} />
        </section>
      </div>
      <ButtonLink
        href="/dashboard"
        variant="primary"
        size="large"
        className="w-full max-lg:whitespace-normal"
      >
        Go to Dashboard
      </ButtonLink>
      {hasNewQuestions && <ArrowLink href="/quiz">Answer the new questions</ArrowLink>}
      {hasPaidDeposit && (
        <p className="max-w-80 text-small text-ink-2">
          Your deposit of {deposit} is paid. We’ll refund it the day after the dinner.
        </p>
      )}
      {paymentPath && (
        <div className="grid justify-items-center gap-1">
          <p className="max-w-80 text-small text-ink-2">
            {booking.payBy
              ? `Pay the deposit of ${deposit} by ${booking.payBy}, to keep your seat. We’ll refund it the day after the dinner.`
              : `The deposit is optional. Pay ${deposit} now, and we’ll refund it the day after the dinner.`}
          </p>
          <ArrowLink href={paymentPath}>Pay Deposit</ArrowLink>
        </div>
      )}
    </CenteredCard>
  );
}

const addReminder = (stop: TimelineStop): TimelineStop =>
  stop.kind === "dinner" ? { ...stop, note: "We will send you a reminder before the appointment." } : stop;
