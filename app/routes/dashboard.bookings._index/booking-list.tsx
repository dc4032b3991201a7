import {
  Actions,
  CalendarLink,
  ChangeAnswerLink,
  DepositLink,
  DirectionsLink,
  FeedbackLink,
  MutualSentence,
  NoDepositNote,
  OpensNote,
  OtherDinnersLink,
  PayDepositButton,
  PendingNote,
  StandbyNote,
  UnsuitedState,
  withFriend,
} from "#app/components/booking/booking-parts.tsx";
import type { BookingView } from "#app/components/booking/describe-booking.server.ts";
import { ButtonLink, QuietLink } from "#app/components/button.tsx";
import { Evening } from "#app/components/evening-drawing.tsx";
import { Face, Party, type PartyMember, WaitingDrawing } from "#app/components/party.tsx";
import { Status } from "#app/components/status.tsx";
import { bookingSeats, SharedDrawing, SharedDrawings } from "#app/components/table-drawing.tsx";
import { describePair, pendingExplanation } from "#app/lib/booking/booking-states.ts";
import { standbyUnlessSuited } from "#app/lib/booking/standby-reasons.ts";
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
  const isWaiting = standby !== null || unsuited !== null;
  const hasDrawing = place !== null || isWaiting || evening !== null;
  return (
    <article
      className={`mt-4 grid overflow-hidden rounded-paper border border-line bg-surface shadow-card lg:mt-6 ${
        hasDrawing ? "@min-[50rem]:grid-cols-[1fr_26.5rem] @min-[50rem]:grid-rows-[auto_1fr]" : ""
      }`}
    >
      {evening && !isWaiting && (
        <div aria-hidden="true" className="floor overflow-hidden xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <div className="grid place-items-center px-4 py-6 max-xl:hidden">
            <Party members={withFriend(party, booking)} tableNumber={null} freeSeat="" />
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
        <div className="floor grid place-items-center px-3 pt-4 pb-3 xl:col-start-2 xl:row-span-2 xl:row-start-1 xl:p-4">
          <Party members={party} tableNumber={place.tableNumber} />
        </div>
      )}
      {isWaiting && you && (
        <div className="grid place-items-center overflow-hidden bg-saffron-wash py-4 [--queue-unit:0.6875rem] xl:py-6 xl:[--queue-unit:1.625rem] xl:col-start-2 xl:row-span-2 xl:row-start-1">
          <WaitingDrawing you={you} isUnsuited={Boolean(unsuited || standby?.answersPath)} />
        </div>
      )}
      <div className="grid content-between gap-5 px-5 pt-3.5 pb-5 lg:px-10 lg:pb-9">
        {place ? (
          <Confirmed booking={booking} place={place} share={share} />
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

interface ConfirmedProps extends Pick<NextBookingProps, "booking" | "share"> {
  place: NonNullable<BookingView["place"]>;
}

function Confirmed({ booking, place, share }: ConfirmedProps) {
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
      {share && <Share>{share}</Share>}
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
              <CancelLink id={id} label={freeUntil ? "Cancel for free" : "Cancel booking"} />
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
  const { id, payBy, freeUntil, pair, friend } = booking;
  const isAsked = pair !== null && !pair.hasAgreed;
  const next = { href: `/dashboard/bookings/${id}`, children: "What comes next" };
  return (
    <>
      <div className="grid gap-2">
        <PendingNote booking={booking} />
        {pair && !friend && <p>{describePair(pair)}</p>}
        {evening && (
          <p>
            <b className="font-strong">The red window is yours:</b> {evening.seats} so far.
          </p>
        )}
      </div>
      <Actions
        main={
          payBy ? (
            <PayDepositButton booking={booking} />
          ) : isAsked ? (
            <ButtonLink href={`/bookings/${id}/together`} variant="primary" size="large">
              Answer {pair.firstName}
            </ButtonLink>
          ) : (
            <ButtonLink variant="primary" size="large" {...next} />
          )
        }
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

const OwnDepositLink = ({ booking: { id, date, deposit } }: { booking: BookingView }) =>
  deposit && <DepositLink bookingId={id} date={date} deposit={deposit} />;

const CancelLink = ({ id, label = "Cancel for free" }: { id: string; label?: string }) => (
  <QuietLink href={`/dashboard/bookings/${id}/cancel`}>{label}</QuietLink>
);

/** What is left of the last dinner: the place, the faces, and a sentence of that table. Older ones are rows in gray. */
export const LastDinner = ({ booking }: { booking: BookingView & { memory: Memory } }) => (
  <article className="mt-4 grid overflow-hidden rounded-paper border border-line bg-surface lg:mt-6 @min-[50rem]:grid-cols-[26.5rem_1fr]">
    <div className="floor grid place-items-center px-3 pt-4 pb-3 xl:p-4">
      <Party members={booking.memory.party} tableNumber={null} freeSeat="" />
    </div>
    <div className="grid content-start gap-4 px-5 pt-4 pb-5 lg:px-10 lg:py-9">
      <header className="grid gap-1">
        <p className="flex flex-wrap items-center justify-between gap-x-4 text-small font-strong">
          <span>Your last dinner</span>
          <Status name={booking.status} isPast />
        </p>
        <h3 className="display mt-1.5 text-[min(clamp(1.75rem,1.4rem+1.4vw,2.5rem),11.5vw)]/[1.08] tracking-[-0.022em]">
          {booking.place?.name}
        </h3>
        <p className="text-ink-2">
          {booking.date}, {booking.time}
          {booking.cityBesideTime && ` · ${booking.cityBesideTime}`} · Table {booking.place?.tableNumber}
        </p>
      </header>
      {booking.memory.share && <Share>{booking.memory.share}</Share>}
      <MutualSentence mutual={booking.mutual} />
      <OpensNote booking={booking} />
      <Actions
        main={
          (booking.feedback.isOpen || booking.feedback.isAnswered) && (
            <FeedbackLink booking={booking} variant="primary" size="large" />
          )
        }
        links={
          <>
            <QuietLink
              href={`/dashboard/bookings/${booking.id}`}
              data-details={booking.id}
              aria-label={`Location on ${booking.date}`}
            >
              Location
            </QuietLink>
            <OwnDepositLink booking={booking} />
          </>
        }
      />
    </div>
  </article>
);

const Share = ({ children }: { children: string }) => (
  <blockquote className="display border-l-3 border-line-strong pl-4 text-3">{children}</blockquote>
);

/** The drawings of all rows, each only once. */
export const RowDrawings = () => (
  <SharedDrawings
    drawings={{
      Confirmed: bookingSeats.confirmed,
      Pending: bookingSeats.pending,
      Canceled: bookingSeats.canceled,
    }}
  />
);

/** What is left of a dinner: who was there, and what they had in common. */
export interface Memory {
  party: PartyMember[];
  share?: string | undefined;
}

const explanationClass = "col-start-2 max-w-measure @min-[34rem]:row-start-2 @min-[34rem]:-mt-2";

interface BookingRowProps {
  booking: BookingView;
  isPast?: boolean | undefined;
  memory?: Memory | undefined;
}

export function BookingRow({ booking, isPast = false, memory }: BookingRowProps) {
  const { id, status, date, time, daysAway, cityBesideTime, standby, place, bookAgainPath, deposit } =
    booking;
  const isPending = status === "Pending" && !isPast;
  const explanation =
    (standby && summarizeStandby(standby)) ??
    (booking.unsuited && `${booking.unsuited.explanation} ${standbyUnlessSuited}`) ??
    (isPending ? pendingExplanation : null);
  return (
    <li
      className={`grid grid-cols-[min(4rem,16vw)_minmax(0,1fr)] items-start gap-x-5 gap-y-3 border-b border-line py-6 @min-[34rem]:grid-cols-[4rem_1fr_11rem_8.5rem] @min-[50rem]:grid-cols-[4rem_1fr_11rem_16rem] ${
        isPast ? "text-ink-3 grayscale [--you:currentColor]" : ""
      }`}
    >
      <SharedDrawing name={status} className="size-14" />
      <div className="grid gap-1">
        <h3 className="display text-3">{date}</h3>
        <p className={isPast ? "" : "text-ink-2"}>
          {time}
          {cityBesideTime && ` · ${cityBesideTime}`}
          {isPast && place && ` · Table ${place.tableNumber}`}
          {daysAway && ` · ${daysAway}`}
        </p>
        {memory && memory.party.length > 0 && place && <MemoryNote name={place.name} memory={memory} />}
        {isPast && <MutualSentence mutual={booking.mutual} />}
        {isPast && <FeedbackLink booking={booking} />}
      </div>
      <p
        className="col-start-2 @min-[34rem]:col-start-auto @min-[34rem]:pt-1"
        title={isPending ? pendingExplanation : undefined}
      >
        <Status name={status} isPast={isPast} note={standby ? "on standby" : undefined} />
      </p>
      {booking.wasEndedByClub && (
        <p className={`${explanationClass} ${isPast ? "" : "text-ink"}`}>We’re sorry. {booking.ending}</p>
      )}
      {booking.isNoShow && (
        <p className={`${explanationClass} text-small`}>
          It looks like you missed this dinner. Things happen.{" "}
          <a
            href={`/bookings/${id}/contest`}
            aria-label={`If you were there, tell us: ${date}`}
            className="underline underline-offset-4"
          >
            If you were there, tell us
          </a>
        </p>
      )}
      {explanation && <p className={`${explanationClass} text-small text-ink-2`}>{explanation}</p>}
      <p className="col-start-2 flex flex-wrap gap-2 @min-[34rem]:col-start-auto @min-[34rem]:-mt-2 @min-[34rem]:justify-end">
        {status === "Canceled" && (
          <ButtonLink href={bookAgainPath} aria-label={`Book Again, ${date}`} size="small">
            Book Again
          </ButtonLink>
        )}
        <ButtonLink
          href={`/dashboard/bookings/${id}`}
          data-details={id}
          aria-label={`Location on ${date}`}
          size="small"
        >
          Location
        </ButtonLink>
      </p>
      {deposit && (
        <p
          className={`col-start-2 -mt-2 ${explanation || booking.wasEndedByClub || booking.isNoShow ? "" : "@min-[34rem]:-mt-4"}`}
        >
          <DepositLink bookingId={id} date={date} deposit={deposit} payBy={booking.payBy} />
        </p>
      )}
    </li>
  );
}

const MemoryNote = ({ name, memory: { party, share } }: { name: string; memory: Memory }) => (
  <div className="mt-1 grid gap-3">
    <p className="display text-[1.25rem]/[1.3]">{name}</p>
    <ul aria-label="Your table" className="grid max-w-80 grid-cols-5 gap-x-2">
      {party.map(({ firstName, isYou, ...face }, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: seats don't change
        <li key={seat} className="grid grid-cols-[minmax(0,1fr)] justify-items-center gap-1">
          <Face {...face} seat={seat} className="aspect-square w-full max-w-12" />
          <span className="w-full truncate text-center text-label">{isYou ? "You" : firstName}</span>
        </li>
      ))}
    </ul>
    {share && <p className="display text-[1.125rem]/[1.35]">{share}</p>}
  </div>
);

const summarizeStandby = ({ explanation, answersPath }: NonNullable<BookingView["standby"]>) =>
  `${explanation} ${answersPath ? "A later dinner may suit you." : "You get a seat if one comes free for you."}`;
