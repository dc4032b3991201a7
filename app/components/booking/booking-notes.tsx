import type { ReactNode } from "react";
import { ButtonLink, QuietLink } from "#app/components/button.tsx";
import { getsPriority, standbyUnlessSuited } from "#app/lib/booking/standby-reasons.ts";
import type { BookingView } from "./describe-booking.server.ts";

interface NoteProps {
  booking: BookingView;
  /** Where the page doesn’t say it above. */
  hasTitle?: boolean;
  /** The date of a dinner that suits the diner and is on the page. */
  suitedOn?: string | undefined;
  /** These dinners, before what comes of this one. */
  children?: ReactNode;
}

/** The good news before what comes of this dinner. */
const sayWhatSuits = (suitedOn: string | undefined) =>
  suitedOn ? `${suitedOn} has one that suits you.` : "No other dinner that you can book suits you yet.";

/** Says why there is no seat, until when one can come, and what happens otherwise. */
export function StandbyNote({ booking, hasTitle = false, suitedOn, children }: NoteProps) {
  const { standby, hasPaidDeposit, titleBelowDate } = booking;
  if (!standby) return null;
  const { explanation, answersPath, until } = standby;
  const outcome = `${hasPaidDeposit ? ": we’ll refund your deposit in full" : ""}, and ${getsPriority}`;
  return (
    <div className="grid max-w-measure gap-3">
      {hasTitle && <p className="display text-3">{titleBelowDate}</p>}
      {answersPath ? (
        <>
          <p className={hasTitle ? "" : "text-lead"}>
            {explanation} {sayWhatSuits(suitedOn)}
          </p>
          {children}
          <p className="text-ink-2">
            Unless a restaurant here suits you by {until}, this booking ends{outcome}
          </p>
        </>
      ) : (
        <>
          <p className={hasTitle ? "" : "text-lead"}>
            {explanation} <b className="font-strong">We’ll look for a seat until {until}.</b> You don’t have
            to do anything: just keep the evening free.
          </p>
          <ul className="grid gap-2">
            <Outcome isSeated>
              If one comes free for you, you get it, and an email with the restaurant and the names of the
              people at your table.
            </Outcome>
            <Outcome>If none does, your booking ends{outcome}</Outcome>
          </ul>
        </>
      )}
    </div>
  );
}

const Outcome = ({ isSeated = false, children }: { isSeated?: boolean; children: ReactNode }) => (
  <li className="grid grid-cols-[1.5rem_1fr] gap-3 text-small text-ink-2">
    <span
      aria-hidden="true"
      className={`mt-0.5 size-4.5 rounded-round border-2 border-paprika-text ${isSeated ? "bg-paprika-text" : "border-dashed"}`}
    />
    <span>{children}</span>
  </li>
);

/** Not what to do next: nothing must be done, or none of them suits the diner. */
export const OtherDinnersLink = () => (
  <ButtonLink href="/dashboard/bookings/new" size="large">
    See other dinners
  </ButtonLink>
);

/** Where no dinner suits the diner, they can still help the club to find a restaurant. */
export const SuggestLink = () => (
  <>
    <ButtonLink href="/contact" variant="primary" size="large">
      Know a place? Tell us
    </ButtonLink>
    <QuietLink href="/dashboard/bookings/new" className="justify-self-center">
      See other dinners
    </QuietLink>
  </>
);

/** Small: the restaurants have to suit the diner, and not the other way round. */
export const ChangeAnswerLink = ({ path }: { path: string }) => (
  <QuietLink href={path}>Change answer</QuietLink>
);

/** What keeps the diner from a seat, if it is that no restaurant of the dinner suits them. */
export const findUnmetNeed = ({ unsuited, standby }: BookingView) =>
  unsuited ?? (standby?.answersPath ? { ...standby, answersPath: standby.answersPath } : null);

/** Nobody has to look for the sentence that they need not pay. */
export const NoDepositNote = ({ booking: { standby, deposit, asksForDeposit } }: { booking: BookingView }) =>
  standby &&
  asksForDeposit &&
  !deposit && <p className="text-label text-ink-2">There’s no deposit to pay while you’re on standby.</p>;

interface PendingNoteProps extends NoteProps {
  /** The diner had canceled this dinner before. */
  isBack: boolean;
}

/** Before the tables are made, nobody is promised a seat. */
export const PendingNote = ({
  booking: { titleBelowDate, friend, tablesMadeAt },
  isBack,
}: PendingNoteProps) => (
  <div className="grid max-w-measure gap-2">
    <p className="display text-3">
      {isBack && !friend ? "Good to have you back on the list" : titleBelowDate}
    </p>
    <p>
      <b className="font-strong">We’ll make the tables on {tablesMadeAt}.</b> If you get a seat, we’ll email
      you the restaurant and the names of the people at your table.
    </p>
  </div>
);

/** Says before the tables are made what keeps the diner from a seat, and what comes of it. */
export const UnsuitedState = ({
  booking: { unsuited, titleBelowDate, payBy, tablesMadeAt },
  hasTitle = false,
  suitedOn,
  children,
}: NoteProps) =>
  unsuited && (
    <div className="grid max-w-measure gap-3">
      {hasTitle && <p className="display text-3">{titleBelowDate}</p>}
      <p className={hasTitle ? "" : "text-lead"}>
        {unsuited.explanation} {sayWhatSuits(suitedOn)}
      </p>
      {children}
      <p className="text-ink-2">
        We’ll make the tables on {tablesMadeAt}. {standbyUnlessSuited}
      </p>
      {payBy && <p className="font-strong">{`Pay the deposit by ${payBy}, to keep your booking.`}</p>}
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
