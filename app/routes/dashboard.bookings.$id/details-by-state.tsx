import type { ReactNode } from "react";
import {
  ChangeAnswerLink,
  NoDepositNote,
  OtherDinnersLink,
  StandbyNote,
  SuggestLink,
  UnsuitedState,
} from "#app/components/booking/booking-notes.tsx";
import {
  Actions,
  CalendarLink,
  CallLink,
  DayAfter,
  DepositLine,
  OpensNote,
} from "#app/components/booking/booking-parts.tsx";
import type { BookingView } from "#app/components/booking/describe-booking.server.ts";
import { ButtonLink, QuietLink } from "#app/components/button.tsx";
import { choiceOfObstacle, describePair } from "#app/lib/booking/booking-states.ts";
import type { EveningView } from "#app/lib/event/evening.ts";

export const NoShowNote = ({ id }: { id: string }) => (
  <p className="mt-1 max-w-measure rounded-r-paper border-l-3 border-saffron bg-saffron-wash px-4 py-3.5 text-small">
    It looks like you missed this dinner. Things happen.{" "}
    <a href={`/bookings/${id}/contest`} className="font-strong underline underline-offset-[0.22em]">
      If you were there, tell us
    </a>
  </p>
);

interface PairNoteProps {
  id: string;
  pair: NonNullable<BookingView["pair"]>;
  obstacle: string | null;
  isOnStandby: boolean;
}

/** Says with whom the diner would sit at one table, and links to the page for changing it. */
export const PairNote = ({ id, pair, obstacle, isOnStandby }: PairNoteProps) => (
  <p
    className={`max-w-measure border-l-3 border-green-text pl-4 ${obstacle ? "" : "display text-[1.25rem]/[1.3]"}`}
  >
    {obstacle ? `${obstacle} ${choiceOfObstacle}` : describePair(pair)}{" "}
    {(!isOnStandby || (pair.hasAgreed && pair.hasOtherAgreed)) && (
      <a href={`/bookings/${id}/together`} className="font-strong underline underline-offset-[0.22em]">
        {obstacle ? "Choose" : pair.hasAgreed ? "Change" : "Answer"}
      </a>
    )}
  </p>
);

interface BeforeTheTablesProps {
  booking: BookingView;
  evening: EveningView;
  /** The date of the next dinner that suits the diner. */
  suitedOn: string | undefined;
  /** A dinner that can be booked is on the page. */
  hasNext: boolean;
  /** What comes right after the reason why there is no seat. */
  children: ReactNode;
}

/** For when no restaurant is known, or the booking is over. */
export function BeforeTheTables({ booking, evening, suitedOn, hasNext, children }: BeforeTheTablesProps) {
  const { standby, ending } = booking;
  return (
    <>
      <StandbyNote booking={booking} suitedOn={suitedOn}>
        {children}
      </StandbyNote>
      <UnsuitedState booking={booking} suitedOn={suitedOn}>
        {children}
      </UnsuitedState>
      {booking.isActive && !standby && !booking.unsuited && <OnTheList booking={booking} evening={evening} />}
      {ending && (
        <p className="max-w-measure text-lead">
          {booking.cost} {ending}
        </p>
      )}
      {booking.isStillOpen && booking.cost && (
        <p className="flex flex-wrap items-center gap-x-2">
          Changed your mind? <QuietLink href={booking.bookAgainPath}>Book Again</QuietLink>
        </p>
      )}
      <ActionsBefore booking={booking} hasNext={hasNext} />
    </>
  );
}

/** Nobody is promised a seat yet. */
function OnTheList({ booking, evening }: Pick<BeforeTheTablesProps, "booking" | "evening">) {
  const { tablesMadeOn } = booking;
  return (
    <div className="grid gap-1 rounded-paper border border-line bg-surface px-5 py-4">
      <h3 className="text-label text-ink-2">Where, and with whom</h3>
      <p className="display text-3">
        {tablesMadeOn ? `We’ll tell you on ${tablesMadeOn}` : "We’re making the tables"}
      </p>
      <p className="text-small text-ink-2">
        If you get a seat, we’ll email you the restaurant and the names of the people at your table.
      </p>
      <p className="text-small text-ink-2">
        {[evening.where, evening.prices && `${evening.prices}, paid there`].filter(Boolean).join(" · ")}
      </p>
    </div>
  );
}

function ActionsBefore({ booking, hasNext }: Pick<BeforeTheTablesProps, "booking" | "hasNext">) {
  const { id, date, isActive, pair, standby, unsuited, deposit, freeUntil } = booking;
  const changePath = unsuited?.answersPath ?? standby?.answersPath;
  const depositLine = deposit && (
    <DepositLine bookingId={id} date={date} deposit={deposit} refundNote={booking.refundNote} />
  );
  if (!isActive)
    return (
      <Actions
        main={
          !hasNext &&
          !(booking.isStillOpen && booking.cost) && (
            <ButtonLink
              href={booking.status === "Canceled" ? booking.bookAgainPath : "/dashboard/bookings/new"}
              variant="primary"
              size="large"
            >
              {booking.status === "Canceled" ? "Book Again" : "Book another dinner"}
            </ButtonLink>
          )
        }
        links={depositLine}
      />
    );
  const isOnList = !standby && !unsuited;
  const mustPay = isOnList && booking.payBy !== null;
  const friend = isOnList && !pair && `/bookings/${id}/together`;
  return (
    <Actions
      main={!hasNext && (changePath ? !booking.payBy && <SuggestLink /> : standby && <OtherDinnersLink />)}
      others={
        <>
          {!changePath && !mustPay && <CalendarLink id={id} />}
          {friend && !mustPay && <ButtonLink href={friend}>Bring a friend</ButtonLink>}
        </>
      }
      links={
        <>
          {changePath && <ChangeAnswerLink path={changePath} />}
          <CancelLink id={id} isFree={standby !== null} />
          {!mustPay && depositLine}
        </>
      }
      note={
        standby ? (
          <NoDepositNote booking={booking} />
        ) : (
          freeUntil && <p className="text-label text-ink-2">Canceling is free until {freeUntil}.</p>
        )
      }
    />
  );
}

const CancelLink = ({ id, isFree = false }: { id: string; isFree?: boolean }) => (
  <QuietLink href={`/dashboard/bookings/${id}/cancel`}>
    {isFree ? "Cancel for free" : "Cancel booking"}
  </QuietLink>
);

interface AtPlaceProps {
  booking: BookingView;
  place: NonNullable<BookingView["place"]>;
}

export function AtTheRestaurant({ booking, place }: AtPlaceProps) {
  const { id, date, freeUntil, deposit } = booking;
  return (
    <Actions
      others={
        <>
          <CalendarLink id={id} />
          {place.phone && <CallLink phone={place.phone} />}
        </>
      }
      links={
        <>
          <CancelLink id={id} />
          <DepositLine bookingId={id} date={date} deposit={deposit} refundNote={booking.refundNote} />
        </>
      }
      note={freeUntil && <p className="text-label text-ink-2">Canceling is free until {freeUntil}.</p>}
    />
  );
}

interface AfterTheDinnerProps {
  booking: BookingView;
  /** Nobody else of their table came. */
  isAlone: boolean;
  /** A dinner that can be booked is on the page. */
  hasNext: boolean;
  children: ReactNode;
}

export function AfterTheDinner({ booking, isAlone, hasNext, children }: AfterTheDinnerProps) {
  const { id, date, feedback, deposit } = booking;
  const isAsked = feedback.isOpen && !feedback.isAnswered;
  return (
    <>
      <OpensNote booking={booking} isAlone={isAlone} />
      {!isAsked && !hasNext && (
        <ButtonLink href="/dashboard/bookings/new" variant="primary" size="large">
          Book another dinner
        </ButtonLink>
      )}
      <DayAfter booking={booking} />
      {children && <div className="mt-3">{children}</div>}
      <Actions
        links={
          <>
            <QuietLink href="/contact">Something on your mind? Tell us</QuietLink>
            <DepositLine bookingId={id} date={date} deposit={deposit} refundNote={booking.refundNote} />
          </>
        }
      />
    </>
  );
}
