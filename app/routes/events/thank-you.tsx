import { useEffect, useRef } from "react";
import { ArrowLink, ButtonLink } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/centered-card.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";

interface ThankYouProps {
  date: string;
  time: string;
  cityBesideTime: string | null;
  /** Null once they are made. */
  tablesMadeAt: string | null;
  hasNewQuestions: boolean;
  paymentPath: string | null;
  /** "3000 HUF" */
  deposit: string;
}

export function ThankYou({
  date,
  time,
  cityBesideTime,
  tablesMadeAt,
  hasNewQuestions,
  paymentPath,
  deposit,
}: ThankYouProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <CenteredCard>
      <TableDrawing seats={bookingSeats.pending} className="size-40" stroke={1} />
      <h1 ref={heading} tabIndex={-1} className="display max-w-[7em] text-1 outline-none">
        Thank you for booking!
      </h1>
      <p className="text-lead">
        {date}, <span className="whitespace-nowrap">{time}</span>
        {cityBesideTime && `, ${cityBesideTime}`}
      </p>
      {tablesMadeAt && (
        <p className="max-w-80 text-ink-2">
          You are on the list. We make the tables on {tablesMadeAt}, and then tell you where you eat and with
          whom.
        </p>
      )}
      <p className="max-w-72 text-ink-2">We will send you a reminder before the appointment.</p>
      <ButtonLink href="/dashboard" variant="primary" size="large" className="mt-2 max-sm:whitespace-normal">
        Go to Dashboard
      </ButtonLink>{" "}
      {hasNewQuestions && <ArrowLink href="/quiz">Answer the new questions</ArrowLink>}
      {paymentPath && (
        <div className="mt-2 grid w-full justify-items-center gap-1 border-t border-line pt-5">
          <p className="max-w-80 text-small text-ink-2">
            A refundable deposit of {deposit} makes sure that everyone comes. Paying it is up to you.
          </p>
          <ArrowLink href={paymentPath}>Pay Deposit</ArrowLink>
        </div>
      )}
    </CenteredCard>
  );
}
