import {
  Actions,
  DepositLink,
  FeedbackLink,
  MutualSentence,
  OpensNote,
  OwnDepositLink,
  SharedSentence,
} from "#app/components/booking/booking-parts.tsx";
import type { BookingView } from "#app/components/booking/describe-booking.server.ts";
import { QuietLink } from "#app/components/button.tsx";
import { Face, Party, type PartyMember } from "#app/components/party.tsx";
import { Status } from "#app/components/status.tsx";
import { bookingSeats, SharedDrawing, SharedDrawings } from "#app/components/table-drawing.tsx";
import { pendingExplanation } from "#app/lib/booking/booking-states.ts";
import { standbyUnlessSuited } from "#app/lib/booking/standby-reasons.ts";

/** What comes first on the days after a dinner. */
export const AskAboutLast = ({
  booking,
  isPrimary,
}: {
  booking: BookingView & { memory: Memory };
  isPrimary: boolean;
}) => (
  <section className="mt-6 grid items-center gap-x-10 gap-y-4 rounded-paper bg-green-wash px-5 pt-5 pb-5 @min-[50rem]:grid-cols-[1fr_auto] lg:mt-8 lg:px-10 lg:py-8">
    <div className="grid gap-3">
      <ul aria-label="Your table" className="flex gap-2 @min-[50rem]:gap-4">
        {booking.memory.party.map(
          ({ firstName, isYou, ...face }, seat) =>
            !isYou && (
              // biome-ignore lint/suspicious/noArrayIndexKey: seats don't change
              <li key={seat} className="grid min-w-0 justify-items-center gap-1">
                <Face
                  {...face}
                  seat={seat}
                  className="size-[min(4.5rem,17vw)] @min-[50rem]:size-[min(6rem,17vw)]"
                />
                <span className="w-full truncate text-center text-label">{firstName}</span>
              </li>
            ),
        )}
      </ul>
      <p className="text-small font-strong">
        {booking.date}, at {booking.place?.name}
      </p>
      <h2 className="display text-2 text-balance">Who would you like to meet again?</h2>
      <p>We’ll tell them only if they say the same.</p>
    </div>
    <div className="grid @min-[50rem]:min-w-60">
      <FeedbackLink booking={booking} variant={isPrimary ? "primary" : "dark"} size="large" asksWho />
    </div>
  </section>
);

interface LastDinnerProps {
  booking: BookingView & { memory: Memory };
  /** The same faces are above, with a question. */
  isAsked: boolean;
}

/** What is left of the last dinner: the place, the faces, and a sentence of that table. Older ones are rows in gray. */
export const LastDinner = ({ booking, isAsked }: LastDinnerProps) => (
  <article
    className={`mt-4 grid overflow-hidden rounded-paper border border-line bg-surface lg:mt-6 ${isAsked ? "" : "@min-[50rem]:grid-cols-[26.5rem_1fr]"}`}
  >
    {!isAsked && (
      <div className="floor grid place-items-center px-3 pt-4 pb-3 xl:p-4">
        <Party members={booking.memory.party} tableNumber={null} freeSeat="" />
      </div>
    )}
    <div className="grid content-start gap-4 px-5 pt-4 pb-5 lg:px-10 lg:py-9">
      <header className="grid gap-1">
        <p className="flex flex-wrap items-center justify-between gap-x-4 text-small font-strong">
          <span>{booking.wasThere ? "You were there" : "Your last dinner"}</span>
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
      {booking.memory.share && <SharedSentence>{booking.memory.share}</SharedSentence>}
      <MutualSentence mutual={booking.mutual} />
      <OpensNote booking={booking} />
      <Actions
        main={booking.feedback.isAnswered && <FeedbackLink booking={booking} />}
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
  /** The page says above that the club had to cancel it. */
  isExplained?: boolean;
  memory?: Memory | undefined;
}

export function BookingRow({ booking, isPast = false, isExplained = false, memory }: BookingRowProps) {
  const { id, status, date, time, daysAway, cityBesideTime, standby, place, bookAgainPath, deposit } =
    booking;
  const isPending = status === "Pending" && !isPast;
  const explanation =
    (standby && summarizeStandby(standby)) ??
    (booking.unsuited && `${booking.unsuited.explanation} ${standbyUnlessSuited}`) ??
    (isPending && !booking.payBy
      ? `${booking.titleBelowDate}. ${booking.tablesMadeOn ? `We’ll tell you on ${booking.tablesMadeOn}` : "We’re making the tables"}.`
      : null);
  if (status === "Canceled" && !isPast && (!booking.wasEndedByClub || isExplained))
    return <CanceledRow booking={booking} />;
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
        <p className={`${explanationClass} ${isPast ? "" : "text-ink"}`}>
          {`${booking.title}. ${booking.ending}`}
        </p>
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
      <p className="col-start-2 flex flex-wrap gap-x-5 @min-[34rem]:col-start-auto @min-[34rem]:-mt-2 @min-[34rem]:justify-end">
        {deposit && !booking.payBy && <DepositLink bookingId={id} date={date} deposit={deposit} />}
        {status === "Canceled" && (
          <QuietLink href={bookAgainPath} aria-label={`Book Again, ${date}`}>
            Book Again
          </QuietLink>
        )}
        <QuietLink href={`/dashboard/bookings/${id}`} data-details={id} aria-label={`Location on ${date}`}>
          Location
        </QuietLink>
      </p>
      {deposit && booking.payBy && (
        <p
          className={`col-start-2 -mt-2 ${explanation || booking.wasEndedByClub || booking.isNoShow ? "" : "@min-[34rem]:-mt-4"}`}
        >
          <DepositLink bookingId={id} date={date} deposit={deposit} payBy={booking.payBy} />
        </p>
      )}
    </li>
  );
}

/** In one quiet line: nothing is to be done. */
const CanceledRow = ({
  booking: { id, date, time, daysAway, cityBesideTime, ...booking },
}: BookingRowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-6 border-b border-line py-3 text-ink-2">
    <div className="flex flex-wrap items-baseline gap-x-4">
      <h3 className="display text-[1.125rem]/[1.35]">{date}</h3>
      <p className="text-small">
        {time}
        {cityBesideTime && ` · ${cityBesideTime}`}
        {daysAway && ` · ${daysAway}`}
      </p>
      <p>
        <Status name="Canceled" />
      </p>
    </div>
    <p className="flex flex-wrap gap-x-6">
      {booking.deposit && <DepositLink bookingId={id} date={date} deposit={booking.deposit} />}
      <QuietLink href={booking.bookAgainPath} aria-label={`Book Again, ${date}`}>
        Book Again
      </QuietLink>
      <QuietLink href={`/dashboard/bookings/${id}`} data-details={id} aria-label={`Location on ${date}`}>
        Location
      </QuietLink>
    </p>
  </li>
);

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
