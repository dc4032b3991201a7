import {
  ChangeAnswerLink,
  findUnmetNeed,
  NoDepositNote,
  OtherDinnersLink,
  PendingNote,
  StandbyNote,
  SuggestLink,
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
  YourWindow,
} from "#app/components/booking/booking-parts.tsx";
import type { BookingView } from "#app/components/booking/describe-booking.server.ts";
import { type NextDinner, NextDinners } from "#app/components/booking/next-dinners.tsx";
import { ButtonLink, QuietLink } from "#app/components/button.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { Party, type PartyMember, PlateDrawing, WaitingDrawing } from "#app/components/party.tsx";
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
  /** A dinner with a restaurant for them, where this one has none. */
  suited: NextDinner | null;
  /** They had canceled this dinner before. */
  isBack: boolean;
}

const pictureClass = "floor grid overflow-hidden xl:col-start-2 xl:row-span-3 xl:row-start-1";

/** On a phone, the people come right after the date, and what they eat before it. */
export function NextBooking({ booking, evening, party, share, suited, isBack }: NextBookingProps) {
  const { place, standby, date, time, daysAway, cityBesideTime, status } = booking;
  const [you] = party;
  const unmet = findUnmetNeed(booking);
  const hasPicture = place !== null || unmet !== null || standby !== null || evening !== null;
  return (
    <>
      <article
        className={`mt-4 grid overflow-hidden rounded-paper border border-line bg-surface shadow-card lg:mt-6 ${
          hasPicture ? "@min-[50rem]:grid-cols-[1fr_26.5rem] @min-[50rem]:grid-rows-[auto_auto_1fr]" : ""
        }`}
      >
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
        {place ? (
          <div className={`${pictureClass} place-items-center content-center gap-2 px-3 pt-4 pb-3 xl:p-4`}>
            <Party members={party} tableNumber={place.tableNumber} />
            {share && <SharedLead>{share}</SharedLead>}
          </div>
        ) : unmet ? (
          <PlateDrawing label={unmet.named} className={`${pictureClass} max-xl:-order-1`} />
        ) : standby && you ? (
          <div
            className={`${pictureClass} place-items-center py-4 [--queue-unit:0.8125rem] xl:py-6 xl:[--queue-unit:1.25rem]`}
          >
            <WaitingDrawing you={you} />
          </div>
        ) : (
          evening && (
            <div
              className={`${pictureClass} ${booking.pair ? "xl:grid-rows-[1fr_auto_auto]" : "content-start"}`}
            >
              {booking.pair && (
                <div aria-hidden="true" className="grid place-items-center px-4 pt-5 pb-3 xl:py-6">
                  <PartyBefore party={party} booking={booking} className="party-line" />
                </div>
              )}
              <Evening
                evening={evening.drawing}
                isYours
                isClose
                sky={booking.pair ? 0 : 60}
                className={booking.pair ? "" : "xl:aspect-[190/172]"}
              />
              <YourWindow evening={evening} />
            </div>
          )
        )}
        {(place || unmet) && (
          <div className="grid content-start gap-4 px-5 pt-4 lg:px-10 xl:pt-1">
            {place ? (
              <WhereToGo booking={booking} place={place} />
            ) : (
              <>
                <StandbyNote booking={booking} hasTitle suitedOn={suited?.date} />
                <UnsuitedState booking={booking} hasTitle suitedOn={suited?.date} />
              </>
            )}
          </div>
        )}
        <div
          className={`grid gap-5 px-5 pt-4 pb-5 lg:px-10 lg:pb-9 ${place || unmet ? "xl:content-end" : "content-between"}`}
        >
          {place ? (
            <ActionsWithSeat booking={booking} place={place} />
          ) : unmet ? (
            <ActionsWithoutRestaurant
              booking={booking}
              answersPath={unmet.answersPath}
              hasSuited={suited !== null}
            />
          ) : standby ? (
            <OnStandby booking={booking} />
          ) : (
            <Pending booking={booking} isBack={isBack} />
          )}
        </div>
      </article>
      {suited && (
        <div className="mt-8">
          <NextDinners
            dinners={[suited]}
            isPrimary={!booking.payBy}
            isWide
            areSuited
            hasPriority={standby !== null}
          />
        </div>
      )}
    </>
  );
}

interface SeatProps {
  booking: BookingView;
  place: NonNullable<BookingView["place"]>;
}

const WhereToGo = ({ booking: { id, district, isDinnerDay }, place }: SeatProps) => (
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
      <ButtonLink href={`/dashboard/bookings/${id}`} variant="primary" size="large">
        Your table today
      </ButtonLink>
    ) : (
      <DirectionsLink place={place} size="large" />
    )}
  </>
);

const ActionsWithSeat = ({ booking, place }: SeatProps) =>
  booking.isDinnerDay ? (
    <Actions
      others={<DirectionsLink place={place} variant="secondary" />}
      links={<OwnDepositLink booking={booking} />}
    />
  ) : (
    <Actions
      others={
        <>
          <CalendarLink id={booking.id} />
          <LocationButton booking={booking} />
        </>
      }
      links={
        <>
          <OwnDepositLink booking={booking} />
          <CancelLink id={booking.id} label="Cancel booking" />
        </>
      }
      note={
        booking.freeUntil && (
          <p className="text-label text-ink-2">Canceling is free until {booking.freeUntil}</p>
        )
      }
    />
  );

const OnStandby = ({ booking }: { booking: BookingView }) => (
  <>
    <StandbyNote booking={booking} hasTitle />
    <Actions
      main={<OtherDinnersLink />}
      others={<LocationButton booking={booking} />}
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

interface WithoutRestaurantProps {
  booking: BookingView;
  answersPath: string;
  hasSuited: boolean;
}

const ActionsWithoutRestaurant = ({ booking, answersPath, hasSuited }: WithoutRestaurantProps) => (
  <Actions
    main={!hasSuited && !booking.payBy && <SuggestLink />}
    others={<LocationButton booking={booking} />}
    links={
      <>
        <ChangeAnswerLink path={answersPath} />
        <OwnDepositLink booking={booking} />
        {(booking.standby || booking.freeUntil) && <CancelLink id={booking.id} />}
      </>
    }
    note={<NoDepositNote booking={booking} />}
  />
);

const Pending = ({ booking, isBack }: { booking: BookingView; isBack: boolean }) => {
  const { id, payBy, freeUntil, pair, friend, deposit } = booking;
  const isRefunding = deposit === "refunding";
  const isAsked = isAskedAlong(booking);
  const next = { href: `/dashboard/bookings/${id}`, children: "What’s next" };
  return (
    <>
      {payBy && <DepositDue booking={booking} hasTitle />}
      {isAsked && <AskedAlong booking={booking} />}
      <div className="grid gap-2">
        {isRefunding && (
          <p className="rounded-paper bg-green-wash px-4 py-2.5 text-green-text">
            <a href={`/payment?booking=${id}`} className="underline underline-offset-[0.22em]">
              Your deposit is on its way back.
            </a>{" "}
            Your booking stays.
          </p>
        )}
        {!payBy && <PendingNote booking={booking} isBack={isBack} />}
        {pair && !isAsked && !friend && <p>{describePair(pair)}</p>}
      </div>
      <Actions
        others={
          <>
            {!payBy && !isAsked && <ButtonLink {...next} />}
            <LocationButton booking={booking} />
          </>
        }
        links={
          <>
            {(payBy || isAsked) && <QuietLink {...next} />}
            {!payBy && <QuietLink href={`/dashboard/bookings/${id}/calendar.ics`}>Calendar</QuietLink>}
            {!payBy && !isRefunding && <OwnDepositLink booking={booking} />}
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
