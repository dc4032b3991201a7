import { ButtonLink } from "#app/components/button.tsx";
import { getsPriority, standbyUnlessSuited } from "#app/lib/booking/standby-reasons.ts";
import type { BookingView } from "./describe-booking.server.ts";

interface NoteProps {
  booking: BookingView;
  /** Where the page doesn’t say it above. */
  hasTitle?: boolean;
}

/** Says why there is no seat, until when one can come, and what happens otherwise. */
export function StandbyNote({ booking, hasTitle = false }: NoteProps) {
  const { standby, hasPaidDeposit, titleBelowDate } = booking;
  if (!standby) return null;
  const { explanation, answersPath, until } = standby;
  const outcome = `${hasPaidDeposit ? ": we’ll refund your deposit in full" : ""}, and ${getsPriority}`;
  return (
    <div className="grid max-w-measure gap-3">
      {hasTitle && <p className="display text-3">{titleBelowDate}</p>}
      {answersPath ? (
        <>
          <p className="text-lead">We’re sorry. {explanation} Another dinner may suit you.</p>
          <p>
            <b className="font-strong">You’re on standby until {until}.</b> Then your booking ends{outcome}
          </p>
        </>
      ) : (
        <>
          <p className="text-lead">
            {explanation} <b className="font-strong">We’ll look for a seat until {until}.</b> You don’t have
            to do anything: just keep the evening free.
          </p>
          <p>
            If one comes free for you, you get it, and an email with the restaurant and the names of the
            people at your table. If none does, your booking ends{outcome}
          </p>
        </>
      )}
    </div>
  );
}

export const OtherDinnersLink = () => (
  <ButtonLink href="/dashboard/bookings/new" variant="primary" size="large">
    See other dinners
  </ButtonLink>
);

export const ChangeAnswerLink = ({ path }: { path: string }) => (
  <ButtonLink href={path}>Change answer</ButtonLink>
);

/** Nobody has to look for the sentence that they need not pay. */
export const NoDepositNote = ({ booking: { standby, deposit, asksForDeposit } }: { booking: BookingView }) =>
  standby &&
  asksForDeposit &&
  !deposit && <p className="text-label text-ink-2">There’s no deposit to pay while you’re on standby.</p>;

/** Before the tables are made, nobody is promised a seat. */
export const PendingNote = ({ booking: { titleBelowDate, payBy, tablesMadeAt } }: NoteProps) => (
  <div className="grid max-w-measure gap-2">
    {!payBy && <p className="display text-3">{titleBelowDate}</p>}
    <p>
      We’ll make the tables on {tablesMadeAt}. If you get a seat, we’ll email you the restaurant and the names
      of the people at your table.
    </p>
  </div>
);

/** Says before the tables are made what keeps the diner from a seat, and what comes of it. */
export const UnsuitedState = ({
  booking: { unsuited, titleBelowDate, payBy, tablesMadeAt },
  hasTitle = false,
}: NoteProps) =>
  unsuited && (
    <div className="grid max-w-measure gap-3">
      {hasTitle && <p className="display text-3">{titleBelowDate}</p>}
      <p className="text-lead">
        {unsuited.explanation} {standbyUnlessSuited}
      </p>
      {payBy && <p className="font-strong">{`Pay the deposit by ${payBy}, to keep your booking.`}</p>}
      <p>
        <b className="font-strong">We’ll make the tables on {tablesMadeAt}.</b> Another dinner may suit you.
      </p>
    </div>
  );

/** The same for somebody who has just booked. */
export const UnsuitedNote = ({ booking: { unsuited } }: NoteProps) =>
  unsuited && (
    <p className="my-2 max-w-measure border-l-3 border-saffron pl-4 text-left">
      {unsuited.explanation} {standbyUnlessSuited} You can{" "}
      <a href={unsuited.answersPath} className="underline underline-offset-2">
        change your answer
      </a>
      , or choose another dinner.
    </p>
  );
