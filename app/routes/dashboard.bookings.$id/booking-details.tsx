import {
  CalendarLink,
  CallLink,
  DayAfter,
  DepositLine,
  DirectionsLink,
  OnFoot,
  StandbyNote,
  TableTicket,
  UnsuitedNote,
} from "#app/components/booking/booking-parts.tsx";
import type { BookingView, BookingWithTimeline } from "#app/components/booking/describe-booking.server.ts";
import { Timeline } from "#app/components/booking/timeline.tsx";
import { ButtonLink, QuietLink } from "#app/components/button.tsx";
import { Section } from "#app/components/card.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { Party, type PartyMember, StandbyDrawing } from "#app/components/party.tsx";
import { Status } from "#app/components/status.tsx";
import { LogoMark } from "#app/components/table-drawing.tsx";
import { VenuePicture } from "#app/components/venue-picture.tsx";
import { choiceOfObstacle, describePair, pendingExplanation } from "#app/lib/booking/booking-states.ts";
import { standbyAtFirst } from "#app/lib/booking/standby-reasons.ts";
import type { EveningView } from "#app/lib/event/evening.ts";
import { AnswersLink, describeCompany } from "./dinner-page.tsx";

interface NextDinner extends EveningView {
  id: string;
  date: string;
  time: string;
}

interface BookingDetailsProps {
  booking: BookingWithTimeline;
  evening: EveningView;
  /** To book instead of a canceled one. */
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
}

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
}: BookingDetailsProps) {
  const { id, place, standby, isActive, freeUntil } = booking;
  const hasDrawing = place !== null || isActive;
  return (
    <div className="@container">
      <div className="grid gap-x-14 gap-y-6 @min-[50rem]:grid-cols-2 @min-[64rem]:grid-cols-[34rem_1fr] @min-[50rem]:grid-rows-[auto_1fr]">
        <Heading booking={booking} isFirst={!hasDrawing} />
        {hasDrawing && (
          <div className="@container @min-[50rem]:col-start-1 @min-[50rem]:row-span-2 @min-[50rem]:row-start-1">
            <Drawing booking={booking} evening={evening} party={party} isFirstVisit={isFirstVisit} />
          </div>
        )}
        <div className={`grid content-start gap-5 ${hasDrawing ? "@min-[50rem]:col-start-2" : ""}`}>
          {!place && <BeforeTheTables booking={booking} evening={evening} obstacle={obstacle} />}
          {place && isActive && <AtTheRestaurant booking={booking} place={place} />}
          {place && !isActive && <AfterTheDinner booking={booking} place={place} />}
        </div>
        {nextDinners.length > 0 && (
          <div className="mt-3 @min-[50rem]:col-start-2 @min-[50rem]:row-span-2 @min-[50rem]:row-start-1">
            <NextDinners dinners={nextDinners} />
          </div>
        )}
      </div>
      <div className="mt-9 grid gap-x-14 gap-y-9 @min-[50rem]:mt-12 @min-[50rem]:grid-cols-2 @min-[64rem]:grid-cols-[34rem_1fr]">
        {shares.length + company.length > 0 && (
          <Section title="What your table has in common">
            <ul>
              {shares.map((sentence) => (
                <li key={sentence} className="grid grid-cols-[1.5rem_1fr] gap-4 border-b border-line py-3">
                  <LogoMark className="mt-0.5 size-5 text-green-text [--you:currentColor]" />
                  <span className="display text-[1.125rem]/[1.35]">{sentence}</span>
                </li>
              ))}
            </ul>
            {company.map((phrase) => (
              <p key={phrase} className="border-b border-line py-3 text-ink-2">
                {describeCompany(phrase)}
              </p>
            ))}
          </Section>
        )}
        {booking.isPast && <DayAfter booking={booking} />}
        {place && isActive && <WhatHappens booking={booking} />}
      </div>
      {booking.isNoShow && <NoShowNote id={id} />}
      {(isActive || hasReceipt) && (
        <p className="mt-6 flex flex-wrap gap-x-7 border-t border-line pt-3">
          {isActive && (
            <span className="flex flex-wrap items-center gap-x-3">
              <QuietLink href={`/dashboard/bookings/${id}/cancel`}>Cancel booking</QuietLink>{" "}
              {!place && !standby && freeUntil && (
                <span className="text-small text-ink-2">Free until {freeUntil}</span>
              )}
            </span>
          )}
          {isActive && <AnswersLink />}
          {hasReceipt && (
            <QuietLink href={`/dashboard/bookings/${id}/receipt`}>How the tables were made</QuietLink>
          )}
        </p>
      )}
    </div>
  );
}

const WhatHappens = ({ booking }: { booking: BookingWithTimeline }) => (
  <Section title="What happens when">
    <div className="mt-5">
      <Timeline stops={booking.stops} />
    </div>
  </Section>
);

function Heading({ booking, isFirst }: { booking: BookingView; isFirst: boolean }) {
  const { place, cityBesideTime, district, date, time, daysAway, status, isActive, isPast, standby } =
    booking;
  const title = place?.name ?? date;
  return (
    <header className={`grid content-start gap-2 ${isFirst ? "" : "@min-[50rem]:col-start-2"}`}>
      <h2 className="display text-[min(clamp(2.25rem,1.65rem+3vw,4rem),12.5vw)]/[1.02] tracking-[-0.022em]">
        {title}
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
          {place && `${date}, `}
          {time}
          {!place && cityBesideTime && ` in ${cityBesideTime}`}
          {isActive && daysAway && (
            <>
              {" "}
              <span className="whitespace-nowrap">· {daysAway}</span>
            </>
          )}
        </span>
        <span title={status === "Pending" && !isPast ? pendingExplanation : undefined}>
          <Status name={status} isPast={isPast} note={standby ? "on standby" : undefined} />
        </span>
      </p>
    </header>
  );
}

interface DrawingProps {
  booking: BookingWithTimeline;
  evening: EveningView;
  party: PartyMember[];
  isFirstVisit: boolean;
}

/** Before the tables are made, one seat is the diner's, and nobody else's is known. */
function Drawing({ booking: { place, standby }, evening, party, isFirstVisit }: DrawingProps) {
  const [you] = party;
  if (place)
    return (
      <div className="party-room floor grid place-items-center rounded-paper px-2 max-lg:rounded-none py-6 @min-[30rem]:min-h-152">
        <Party
          members={party}
          tableNumber={place.tableNumber}
          className={`party-large ${isFirstVisit ? "party-revealed" : ""}`}
        />
      </div>
    );
  if (standby && you)
    return (
      <div className="grid place-items-center rounded-paper bg-saffron-wash px-2 py-8 @min-[30rem]:min-h-120">
        <StandbyDrawing you={you} />
      </div>
    );
  return (
    <div aria-hidden="true" className="party-room floor overflow-hidden rounded-paper max-lg:rounded-none">
      <div className="grid place-items-center px-2 pt-8 pb-7 @min-[30rem]:min-h-132">
        <Party members={party} tableNumber={null} freeSeat="" className="party-large" />
      </div>
      <Evening evening={evening.drawing} isYours />
    </div>
  );
}

const NoShowNote = ({ id }: { id: string }) => (
  <p className="mt-9 max-w-measure rounded-r-paper border-l-3 border-saffron bg-saffron-wash px-4 py-3.5 text-small">
    It looks like you missed this dinner.{" "}
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
const PairNote = ({ id, pair, obstacle, isOnStandby }: PairNoteProps) => (
  <p className="max-w-measure border-l-3 border-green-text pl-4">
    {obstacle ? `${obstacle} ${choiceOfObstacle}` : describePair(pair)}{" "}
    {(!isOnStandby || (pair.hasAgreed && pair.hasOtherAgreed)) && (
      <a href={`/bookings/${id}/together`} className="font-strong underline underline-offset-[0.22em]">
        {obstacle ? "Choose" : pair.hasAgreed ? "Change" : "Answer"}
      </a>
    )}
  </p>
);

type BeforeTheTablesProps = Pick<BookingDetailsProps, "booking" | "evening" | "obstacle">;

/** For when no restaurant is known, or the booking is over. */
function BeforeTheTables({ booking, evening, obstacle }: BeforeTheTablesProps) {
  const { id, date, status, isPast, isActive, standby, ending, bookAgainPath, deposit } = booking;
  return (
    <>
      {standby && <StandbyNote booking={booking} />}
      {isActive && !standby && <OnTheList booking={booking} evening={evening} />}
      {booking.pair && (
        <PairNote id={id} pair={booking.pair} obstacle={obstacle} isOnStandby={standby !== null} />
      )}
      {booking.wasEndedByClub && <p className="display text-2">We’re sorry.</p>}
      {ending && <p className="max-w-measure text-lead">{ending}</p>}
      {status === "Pending" && isPast && <p className="text-ink-2">This dinner is over.</p>}
      <p className="flex flex-wrap gap-3">
        {isActive && <CalendarLink id={id} />}
        {isActive && !standby && !booking.pair && (
          <ButtonLink href={`/bookings/${id}/together`}>Bring a friend</ButtonLink>
        )}
        {standby && <ButtonLink href="/dashboard/bookings/new">See other dinners</ButtonLink>}
        {status === "Canceled" && (
          <ButtonLink href={bookAgainPath} variant="primary">
            Book Again
          </ButtonLink>
        )}
      </p>
      {standby && booking.asksForDeposit && !deposit && (
        <p className="max-w-measure text-label text-ink-2">
          There’s no deposit to pay while you’re on standby.
        </p>
      )}
      <DepositLine bookingId={id} date={date} deposit={deposit} refundNote={booking.refundNote} />
    </>
  );
}

/** Nobody is promised a seat yet. */
function OnTheList({ booking, evening }: Pick<BookingDetailsProps, "booking" | "evening">) {
  const { payBy, deposit, unsuited, tablesMadeOn } = booking;
  return (
    <>
      <p className="max-w-measure text-lead">
        You’re on the list. <b className="font-strong">The red window is yours:</b> {evening.seats} so far.
        {payBy && deposit === "to pay" && ` Pay the deposit by ${payBy}, to keep your seat.`}
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
      <UnsuitedNote booking={booking} />
      <div className="my-3 grid gap-8">
        <WhatHappens booking={booking} />
        {!unsuited && (
          <Section title="And if you can’t be seated?">
            <p className="mt-3 max-w-measure text-small text-ink-2">{standbyAtFirst}</p>
          </Section>
        )}
      </div>
    </>
  );
}

const NextDinners = ({ dinners }: { dinners: NextDinner[] }) => (
  <Section title={dinners.length === 1 ? "The next dinner" : "The next dinners"}>
    <ul className="mt-4 grid gap-4">
      {dinners.map(({ id, date, time, where, prices, seats, drawing }) => (
        <li key={id} className="rounded-paper border border-line bg-surface">
          <Evening evening={drawing} className="rounded-t-[2px]" />
          <div className="grid gap-1 px-4 py-3.5 lg:px-5">
            <p className="display text-3">{date}</p>
            <p className="text-small text-ink-2">{[time, where].filter(Boolean).join(" · ")}</p>
            <p className="text-small">{[prices, seats].filter(Boolean).join(" · ")}</p>
            <ButtonLink
              href={`/dashboard/bookings/new?event=${id}`}
              aria-label={`Book this one, ${date}`}
              className="mt-2"
            >
              Book this one
            </ButtonLink>
          </div>
        </li>
      ))}
    </ul>
  </Section>
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
      <div className="grid gap-3">
        <DirectionsLink place={place} size="large" className="w-full" />
        <div className="grid grid-cols-2 gap-3 *:px-4! *:only:col-span-2">
          <CalendarLink id={id} />
          {place.phone && <CallLink phone={place.phone} />}
        </div>
        {freeUntil && <p className="text-label text-ink-2">Canceling is free until {freeUntil}.</p>}
        <DepositLine bookingId={id} date={date} deposit={deposit} refundNote={booking.refundNote} />
      </div>
      <OnFoot place={place} />
    </>
  );
}

function AfterTheDinner({ booking, place }: AtPlaceProps) {
  const { id, date, feedback, deposit } = booking;
  return (
    <>
      <p className="text-lead">Table {place.tableNumber}</p>
      <p className="flex flex-wrap gap-3">
        {feedback.isOpen && !feedback.isAnswered && (
          <ButtonLink href={`/bookings/${id}/feedback`} variant="primary" size="large" className="grow">
            How was it?
          </ButtonLink>
        )}
        <DirectionsLink place={place} variant="secondary" />
      </p>
      <DepositLine bookingId={id} date={date} deposit={deposit} refundNote={booking.refundNote} />
    </>
  );
}
