import {
  ChangeAnswerLink,
  NoDepositNote,
  OtherDinnersLink,
  PendingNote,
  StandbyNote,
  UnsuitedState,
} from "#app/components/booking/booking-notes.tsx";
import {
  Actions,
  AskedAlong,
  CalendarLink,
  DepositDue,
  DirectionsLink,
  isAskedAlong,
  OwnDepositLink,
  PartyBefore,
  SharedLead,
} from "#app/components/booking/booking-parts.tsx";
import type { BookingView } from "#app/components/booking/describe-booking.server.ts";
import { ButtonLink, QuietLink } from "#app/components/button.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { Party, type PartyMember, WaitingDrawing } from "#app/components/party.tsx";
import { Status } from "#app/components/status.tsx";
import { describePair, pendingExplanation } from "#app/lib/booking/booking-states.ts";
import type { EveningView } from "#app/lib/event/evening.ts";

interface NextBookingProps {
  booking: BookingView;
  /** Drawn until the tables are made. */
  evening: EveningView | null;
  /** Clockwise from the viewer. */
  party: PartyMember[];
  /** A sentence about the table. */
  share?: string | undefined;
}

export function NextBooking({ booking, evening, party, share }: NextBookingProps) {
  const { place, standby, unsuited, date, time, daysAway, cityBesideTime, status } = booking;
  const [you] = party;
  const isWaiting = standby !== null;
  const isUrgent = booking.payBy !== null || isAskedAlong(booking);
  const hasDrawing = place !== null || isWaiting || evening !== null;
  return (
    <article
      className={`mt-4 grid overflow-hidden rounded-paper border border-line bg-surface shadow-card lg:mt-6 ${
        hasDrawing ? "@min-[50rem]:grid-cols-[1fr_26.5rem] @min-[50rem]:grid-rows-[auto_1fr]" : ""
      }`}
    >
      {evening && !isWaiting && (
        <div
          aria-hidden="true"
          className={`floor grid overflow-hidden xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:grid-rows-[1fr_auto] ${isUrgent ? "max-xl:order-last" : ""}`}
        >
          <div className="grid place-items-center px-4 py-6 max-xl:hidden">
            <PartyBefore party={party} booking={booking} />
          </div>
          <Evening evening={evening.drawing} isYours />
        </div>
      )}
      <header className="grid gap-1 px-5 pt-4 pb-3 lg:px-10 lg:pt-9 lg:pb-4">
        <p className="flex flex-wrap items-center justify-between gap-x-4 text-small font-strong">
          <span>Your next dinner</span>
          <span title={status === "Pending" ? pendingExplanation : undefined}>
            <Status name={status} note={standby ? "on standby" : undefined} />
          </span>
        </p>
        <h3 className="display mt-1.5 text-[min(clamp(1.875rem,1.4rem+1.9vw,3rem),11.5vw)]/[1.06] tracking-[-0.022em]">
          {date}
        </h3>
        <p className="text-[1.125rem]/[1.45] text-ink-2">
          {time}
          {daysAway && ` · ${daysAway}`}
          {cityBesideTime && ` · ${cityBesideTime}`}
        </p>
      </header>
      {place && (
        <div className="floor grid place-items-center content-center gap-2 px-3 pt-4 pb-3 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:p-4">
          <Party members={party} tableNumber={place.tableNumber} />
          {share && <SharedLead>{share}</SharedLead>}
        </div>
      )}
      {isWaiting && you && (
        <div className="grid place-items-center floor overflow-hidden py-4 [--queue-unit:0.8125rem] xl:py-6 xl:[--queue-unit:1.25rem] xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <WaitingDrawing you={you} />
        </div>
      )}
      <div className="grid content-between gap-5 px-5 pt-3.5 pb-5 lg:px-10 lg:pb-9">
        {place ? (
          <Confirmed booking={booking} place={place} />
        ) : standby ? (
          <OnStandby booking={booking} />
        ) : unsuited ? (
          <Unsuited booking={booking} />
        ) : (
          <Pending booking={booking} evening={evening} />
        )}
      </div>
    </article>
  );
}

interface ConfirmedProps {
  booking: BookingView;
  place: NonNullable<BookingView["place"]>;
}

function Confirmed({ booking, place }: ConfirmedProps) {
  const { id, district, freeUntil, isDinnerDay } = booking;
  return (
    <>
      <div className="grid grid-cols-[1fr_auto] items-start gap-5 xl:border-t xl:border-line xl:pt-5">
        <p className="grid text-ink-2">
          <span className="display text-[1.5rem]/[1.18] tracking-[-0.012em] text-ink">{place.name}</span>
          <span className="leading-snug">{place.address}</span>
          {district && <span className="max-lg:hidden">{district}</span>}
        </p>
        <p className="grid min-w-18 justify-items-center border-l border-line pl-5">
          <span className="text-label text-ink-2">Table</span>
          <span className="display figures text-[2.5rem]/none tracking-[-0.03em] lg:text-[3rem]/none">
            {place.tableNumber}
          </span>
        </p>
      </div>
      {isDinnerDay ? (
        <Actions
          main={
            <ButtonLink href={`/dashboard/bookings/${id}`} variant="primary" size="large">
              Your table today
            </ButtonLink>
          }
          others={<DirectionsLink place={place} variant="secondary" />}
          links={<OwnDepositLink booking={booking} />}
        />
      ) : (
        <Actions
          main={<DirectionsLink place={place} size="large" />}
          others={
            <>
              <CalendarLink id={id} />
              <LocationButton booking={booking} />
            </>
          }
          links={
            <>
              <OwnDepositLink booking={booking} />
              <CancelLink id={id} label="Cancel booking" />
            </>
          }
          note={freeUntil && <p className="text-label text-ink-2">Canceling is free until {freeUntil}</p>}
        />
      )}
    </>
  );
}

const OnStandby = ({ booking }: { booking: BookingView }) => (
  <>
    <StandbyNote booking={booking} hasTitle />
    <Actions
      main={<OtherDinnersLink />}
      others={
        <>
          {booking.standby?.answersPath ? (
            <ChangeAnswerLink path={booking.standby.answersPath} />
          ) : (
            <CalendarLink id={booking.id} />
          )}
          <LocationButton booking={booking} />
        </>
      }
      links={
        <>
          <OwnDepositLink booking={booking} />
          <CancelLink id={booking.id} />
        </>
      }
      note={<NoDepositNote booking={booking} />}
    />
  </>
);

const Unsuited = ({ booking }: { booking: BookingView }) => (
  <>
    <UnsuitedState booking={booking} hasTitle />
    <Actions
      main={<OtherDinnersLink />}
      others={
        <>
          {booking.unsuited && <ChangeAnswerLink path={booking.unsuited.answersPath} />}
          <LocationButton booking={booking} />
        </>
      }
      links={
        <>
          <QuietLink href={`/dashboard/bookings/${booking.id}`}>What comes next</QuietLink>
          <OwnDepositLink booking={booking} />
          {booking.freeUntil && <CancelLink id={booking.id} />}
        </>
      }
    />
  </>
);

const Pending = ({ booking, evening }: Pick<NextBookingProps, "booking" | "evening">) => {
  const { id, payBy, freeUntil, pair, friend, deposit } = booking;
  const isAsked = isAskedAlong(booking);
  const next = { href: `/dashboard/bookings/${id}`, children: "What comes next" };
  return (
    <>
      {payBy && <DepositDue booking={booking} hasTitle />}
      {isAsked && <AskedAlong booking={booking} />}
      <div className="grid gap-2">
        <PendingNote booking={booking} />
        {pair && !isAsked && !friend && <p>{describePair(pair)}</p>}
        {evening && (
          <p>
            <b className="font-strong">The red window is yours:</b> {evening.seats} so far.
          </p>
        )}
        {deposit === "refunding" && <p>Your refund is on its way.</p>}
      </div>
      <Actions
        main={!payBy && !isAsked && <ButtonLink variant="primary" size="large" {...next} />}
        others={
          <>
            <CalendarLink id={id} />
            <LocationButton booking={booking} />
          </>
        }
        links={
          <>
            {(payBy || isAsked) && <QuietLink {...next} />}
            {!payBy && <OwnDepositLink booking={booking} />}
            {freeUntil && <CancelLink id={id} />}
          </>
        }
      />
    </>
  );
};

/** With JavaScript, it opens the dialog. */
const LocationButton = ({ booking: { id, date } }: { booking: BookingView }) => (
  <ButtonLink href={`/dashboard/bookings/${id}`} data-details={id} aria-label={`Location on ${date}`}>
    Location
  </ButtonLink>
);

const CancelLink = ({ id, label = "Cancel for free" }: { id: string; label?: string }) => (
  <QuietLink href={`/dashboard/bookings/${id}/cancel`}>{label}</QuietLink>
);
