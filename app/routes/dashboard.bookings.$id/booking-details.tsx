import type { ReactNode } from "react";
import {
  Actions,
  CalendarLink,
  CallLink,
  ChangeAnswerLink,
  DayAfter,
  DepositLine,
  DirectionsLink,
  FeedbackLink,
  type NextDinner,
  NextDinners,
  NoDepositNote,
  OnFoot,
  OpensNote,
  OtherDinnersLink,
  PayDepositButton,
  StandbyNote,
  TableTicket,
  UnsuitedState,
  withFriend,
} from "#app/components/booking/booking-parts.tsx";
import type { BookingView, BookingWithTimeline } from "#app/components/booking/describe-booking.server.ts";
import { Timeline } from "#app/components/booking/timeline.tsx";
import { ButtonLink, QuietLink } from "#app/components/button.tsx";
import { Section } from "#app/components/card.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { Sign } from "#app/components/icon.tsx";
import { Party, type PartyMember, WaitingDrawing } from "#app/components/party.tsx";
import { Status } from "#app/components/status.tsx";
import { LogoMark } from "#app/components/table-drawing.tsx";
import { VenuePicture } from "#app/components/venue-picture.tsx";
import { choiceOfObstacle, describePair, pendingExplanation } from "#app/lib/booking/booking-states.ts";
import { standbyAtFirst } from "#app/lib/booking/standby-reasons.ts";
import type { EveningView } from "#app/lib/event/evening.ts";
import { AnswersLink, DrawnFacesNote, describeCompany } from "./dinner-page.tsx";

interface BookingDetailsProps {
  booking: BookingWithTimeline;
  evening: EveningView;
  /** To book after this one, or instead of it. */
  nextDinners: NextDinner[];
  /** Why the pair of the booking can’t sit at one table. */
  obstacle: string | null;
  /** Clockwise from the viewer. */
  party: PartyMember[];
  shares: string[];
  /** Answers that the viewer shares with somebody at the table. */
  company: string[];
  hasReceipt: boolean;
  isFirstVisit: boolean;
  /** The viewer said so, or the host saw them. */
  wasHere: boolean;
}

/** On a phone, the parts of both columns are in one. */
const columnClass = "contents content-start @min-[50rem]:grid";

export function BookingDetails({
  booking,
  evening,
  nextDinners,
  obstacle,
  party,
  shares,
  company,
  hasReceipt,
  isFirstVisit,
  wasHere,
}: BookingDetailsProps) {
  const { id, place, isActive, isNoShow, unsuited, standby, feedback } = booking;
  const hasDrawing = place !== null || isActive;
  const inCommon = isNoShow ? [] : [...company.map(describeCompany), ...shares];
  const isOnList = isActive && !place && !standby;
  const isSeated = isActive && place !== null;
  return (
    <div className="@container">
      <div className="grid gap-x-14 gap-y-6 @min-[50rem]:grid-cols-2 @min-[64rem]:grid-cols-[34rem_1fr] @min-[50rem]:grid-rows-[auto_1fr]">
        <Heading booking={booking} isFirst={!hasDrawing} />
        {hasDrawing && (
          <div
            className={`${columnClass} @min-[50rem]:col-start-1 @min-[50rem]:row-span-2 @min-[50rem]:row-start-1 gap-9`}
          >
            <div className="@container">
              <Drawing booking={booking} evening={evening} party={party} isFirstVisit={isFirstVisit} />
            </div>
            {isSeated && inCommon.length > 0 && (
              <div className="order-1 @max-[50rem]:mt-3">
                <InCommon sentences={inCommon} />
              </div>
            )}
            {isSeated && (
              <div className="order-3 @max-[50rem]:mt-3">
                <WhatHappens booking={booking} />
              </div>
            )}
          </div>
        )}
        <div className={`${columnClass} gap-9 ${hasDrawing ? "@min-[50rem]:col-start-2" : ""}`}>
          <div className="grid content-start gap-5">
            {!place && <BeforeTheTables booking={booking} evening={evening} obstacle={obstacle} />}
            {place && isActive && <AtTheRestaurant booking={booking} place={place} />}
            {place && !isActive && (
              <AfterTheDinner
                booking={booking}
                place={place}
                wasHere={wasHere}
                hasNext={nextDinners.length > 0}
              >
                {inCommon.length > 0 && <InCommon sentences={inCommon} isPast />}
              </AfterTheDinner>
            )}
          </div>
          {isSeated && place.onFoot && (
            <div className="order-2 @max-[50rem]:mt-3">
              <OnFoot place={place} />
            </div>
          )}
        </div>
        {nextDinners.length > 0 && !hasDrawing && (
          <div className="mt-3 @min-[50rem]:col-start-2 @min-[50rem]:row-span-2 @min-[50rem]:row-start-1">
            <NextDinners dinners={nextDinners} />
          </div>
        )}
      </div>
      {nextDinners.length > 0 && hasDrawing && (
        <div className="mt-9 @min-[50rem]:mt-12">
          <NextDinners dinners={nextDinners} isPrimary={!feedback.isOpen || feedback.isAnswered} isWide />
        </div>
      )}
      {isOnList && (
        <div className="mt-9 grid gap-x-14 gap-y-9 @min-[50rem]:mt-12 @min-[50rem]:grid-cols-2 @min-[64rem]:grid-cols-[34rem_1fr]">
          <WhatHappens booking={booking} />
          {!unsuited && (
            <Section title="And if you can’t be seated?">
              <p className="mt-3 max-w-measure text-small text-ink-2">{standbyAtFirst}</p>
            </Section>
          )}
        </div>
      )}
      {((isActive && !standby) || hasReceipt) && (
        <p className="mt-6 flex flex-wrap gap-x-7 border-t border-line pt-3">
          {isActive && !standby && <AnswersLink />}
          {hasReceipt && (
            <QuietLink href={`/dashboard/bookings/${id}/receipt`}>How the tables were made</QuietLink>
          )}
        </p>
      )}
    </div>
  );
}

const InCommon = ({ sentences, isPast = false }: { sentences: string[]; isPast?: boolean }) => (
  <Section title={`What your table ${isPast ? "had" : "has"} in common`}>
    <ul>
      {sentences.map((sentence) => (
        <li key={sentence} className="grid grid-cols-[1.5rem_1fr] gap-4 border-b border-line py-3">
          <LogoMark className="mt-0.5 size-5 text-green-text [--you:currentColor]" />
          <span className="display text-[1.125rem]/[1.35]">{sentence}</span>
        </li>
      ))}
    </ul>
  </Section>
);

const WhatHappens = ({ booking }: { booking: BookingWithTimeline }) => (
  <Section title="What happens when">
    <div className="mt-5">
      <Timeline stops={booking.stops} />
    </div>
  </Section>
);

function Heading({ booking, isFirst }: { booking: BookingView; isFirst: boolean }) {
  const {
    place,
    cityBesideTime,
    district,
    date,
    time,
    daysAway,
    status,
    isActive,
    isPast,
    isNoShow,
    standby,
  } = booking;
  return (
    <header className={`grid content-start gap-2 ${isFirst ? "" : "@min-[50rem]:col-start-2"}`}>
      <h2
        className={`display tracking-[-0.022em] ${
          place
            ? "text-[min(clamp(2.25rem,1.65rem+3vw,4rem),12.5vw)]/[1.02]"
            : "text-[min(clamp(2rem,1.6rem+2vw,3.25rem),11.5vw)]/[1.06]"
        }`}
      >
        {place?.name ?? booking.title}
      </h2>
      {(place?.address || district) && (
        <p className="text-lead text-ink-2">
          {place?.address}
          {place?.address && district && <br />}
          {district}
        </p>
      )}
      {place?.photo && <VenuePicture photo={place.photo} className="my-1 h-30 @min-[50rem]:h-44" />}
      <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-lead">
        <span>
          {date}, {time}
          {!place && cityBesideTime && ` in ${cityBesideTime}`}
          {isActive && daysAway && (
            <>
              {" "}
              <span className="whitespace-nowrap">· {daysAway}</span>
            </>
          )}
          {place && !isActive && (
            <>
              {" "}
              <span className="whitespace-nowrap">· Table {place.tableNumber}</span>
            </>
          )}
        </span>
        {!isNoShow && (
          <span title={status === "Pending" && !isPast ? pendingExplanation : undefined}>
            <Status name={status} isPast={isPast} note={standby ? "on standby" : undefined} />
          </span>
        )}
      </p>
      {isNoShow && <NoShowNote id={booking.id} />}
    </header>
  );
}

interface DrawingProps {
  booking: BookingWithTimeline;
  evening: EveningView;
  party: PartyMember[];
  isFirstVisit: boolean;
}

/** Before the tables are made, one seat is the diner's, and of the others only a friend's is known. */
function Drawing({ booking, evening, party, isFirstVisit }: DrawingProps) {
  const { place, standby, unsuited, isPast, isNoShow } = booking;
  const [you] = party;
  if (place)
    return (
      <div className="party-room floor grid place-items-center content-center gap-2 rounded-paper px-2 max-lg:rounded-none py-6 @min-[30rem]:min-h-152">
        <Party
          members={party}
          tableNumber={isPast ? null : place.tableNumber}
          {...(isPast ? { freeSeat: "" } : {})}
          isWithoutYou={isNoShow}
          className={`party-large ${isFirstVisit ? "party-revealed" : ""}`}
        />
        {!isPast && <DrawnFacesNote faces={party} />}
      </div>
    );
  if ((standby || unsuited) && you)
    return (
      <div className="grid place-items-center rounded-paper bg-saffron-wash py-6 [--queue-unit:0.875rem] @min-[30rem]:min-h-120 @min-[30rem]:[--queue-unit:1.625rem]">
        <WaitingDrawing you={you} isUnsuited={Boolean(unsuited || standby?.answersPath)} />
      </div>
    );
  return (
    <div aria-hidden="true" className="party-room floor overflow-hidden rounded-paper max-lg:rounded-none">
      <div className="grid place-items-center px-2 pt-8 pb-7 @min-[30rem]:min-h-132">
        <Party members={withFriend(party, booking)} tableNumber={null} freeSeat="" className="party-large" />
      </div>
      <Evening evening={evening.drawing} isYours />
    </div>
  );
}

const NoShowNote = ({ id }: { id: string }) => (
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
  /** The page has a button for the answer. */
  hasButton: boolean;
}

/** Says with whom the diner would sit at one table, and links to the page for changing it. */
const PairNote = ({ id, pair, obstacle, isOnStandby, hasButton }: PairNoteProps) => (
  <p className="max-w-measure border-l-3 border-green-text pl-4">
    {obstacle ? `${obstacle} ${choiceOfObstacle}` : describePair(pair)}{" "}
    {!hasButton && (!isOnStandby || (pair.hasAgreed && pair.hasOtherAgreed)) && (
      <a href={`/bookings/${id}/together`} className="font-strong underline underline-offset-[0.22em]">
        {obstacle ? "Choose" : pair.hasAgreed ? "Change" : "Answer"}
      </a>
    )}
  </p>
);

type BeforeTheTablesProps = Pick<BookingDetailsProps, "booking" | "evening" | "obstacle">;

/** For when no restaurant is known, or the booking is over. */
function BeforeTheTables({ booking, evening, obstacle }: BeforeTheTablesProps) {
  const { id, standby, ending } = booking;
  return (
    <>
      <StandbyNote booking={booking} />
      <UnsuitedState booking={booking} />
      {booking.pair && (
        <PairNote
          id={id}
          pair={booking.pair}
          obstacle={obstacle}
          isOnStandby={standby !== null}
          hasButton={isAskedAlong(booking)}
        />
      )}
      {booking.isActive && !standby && !booking.unsuited && <OnTheList booking={booking} evening={evening} />}
      {ending && (
        <p className="max-w-measure text-lead">
          {booking.wasEndedByClub && "We’re sorry. "}
          {ending}
        </p>
      )}
      <ActionsBefore booking={booking} />
    </>
  );
}

/** Nothing on the page is more urgent than the answer to who asked for one table. */
const isAskedAlong = (booking: BookingView) =>
  booking.pair !== null && !booking.pair.hasAgreed && !booking.standby && !booking.unsuited && !booking.payBy;

/** Nobody is promised a seat yet. */
function OnTheList({ booking, evening }: Pick<BookingDetailsProps, "booking" | "evening">) {
  const { payBy, tablesMadeOn } = booking;
  return (
    <>
      <p className="max-w-measure text-lead">
        {payBy && `Pay the deposit by ${payBy}, to keep your seat. `}
        <b className="font-strong">The red window is yours:</b> {evening.seats} so far.
      </p>
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
    </>
  );
}

function ActionsBefore({ booking }: { booking: BookingView }) {
  const { id, date, isActive, pair, standby, unsuited, deposit, freeUntil } = booking;
  const changePath = unsuited?.answersPath ?? standby?.answersPath;
  const depositLine = deposit && (
    <DepositLine bookingId={id} date={date} deposit={deposit} refundNote={booking.refundNote} />
  );
  if (!isActive)
    return (
      <Actions
        main={
          <ButtonLink
            href={booking.status === "Canceled" ? booking.bookAgainPath : "/dashboard/bookings/new"}
            variant="primary"
            size="large"
          >
            {booking.status === "Canceled" ? "Book Again" : "Book another dinner"}
          </ButtonLink>
        }
        links={depositLine}
      />
    );
  const isOnList = !standby && !unsuited;
  const mustPay = isOnList && booking.payBy !== null;
  const friend = isOnList && !pair && `/bookings/${id}/together`;
  return (
    <Actions
      main={
        changePath || standby ? (
          <OtherDinnersLink />
        ) : mustPay ? (
          <PayDepositButton booking={booking} />
        ) : isAskedAlong(booking) ? (
          <ButtonLink href={`/bookings/${id}/together`} variant="primary" size="large">
            Answer {pair?.firstName}
          </ButtonLink>
        ) : (
          friend && (
            <ButtonLink href={friend} variant="primary" size="large">
              Bring a friend
            </ButtonLink>
          )
        )
      }
      others={
        <>
          {changePath && <ChangeAnswerLink path={changePath} />}
          <CalendarLink id={id} />
          {mustPay && friend && <ButtonLink href={friend}>Bring a friend</ButtonLink>}
        </>
      }
      links={
        <>
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

function AtTheRestaurant({ booking, place }: AtPlaceProps) {
  const { id, date, freeUntil, deposit } = booking;
  return (
    <>
      <TableTicket place={place} />
      <Actions
        main={<DirectionsLink place={place} size="large" />}
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
    </>
  );
}

interface AfterTheDinnerProps extends AtPlaceProps, Pick<BookingDetailsProps, "wasHere"> {
  /** A dinner that can be booked is on the page. */
  hasNext: boolean;
  children: ReactNode;
}

function AfterTheDinner({ booking, place, wasHere, hasNext, children }: AfterTheDinnerProps) {
  const { id, date, feedback, deposit } = booking;
  const isAsked = feedback.isOpen && !feedback.isAnswered;
  return (
    <>
      {wasHere && (
        <p className="flex items-center gap-3 rounded-paper bg-green-wash px-5 py-4 font-strong text-green-text">
          <Sign name="check" />
          You were there.
        </p>
      )}
      <OpensNote booking={booking} />
      {isAsked && <FeedbackLink booking={booking} variant="primary" size="large" />}
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
            <DirectionsLink place={place} variant="quiet" />
            <QuietLink href="/contact">Anything wrong? Tell us</QuietLink>
            <DepositLine bookingId={id} date={date} deposit={deposit} refundNote={booking.refundNote} />
          </>
        }
      />
    </>
  );
}
