import { DepositLink, FeedbackLink, MutualSentence } from "#app/components/booking/booking-parts.tsx";
import type { BookingView } from "#app/components/booking/describe-booking.server.ts";
import { ButtonLink } from "#app/components/button.tsx";
import { Status } from "#app/components/status.tsx";
import { bookingSeats, SharedDrawing, SharedDrawings } from "#app/components/table-drawing.tsx";
import { pendingExplanation } from "#app/lib/booking/booking-states.ts";
import { standbyUnlessSuited } from "#app/lib/booking/standby-reasons.ts";

interface BookingRowProps {
  booking: BookingView;
  isPast?: boolean;
}

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

export function BookingRow({ booking, isPast = false }: BookingRowProps) {
  const { id, status, date, time, daysAway, cityBesideTime, standby, place, bookAgainPath, deposit } =
    booking;
  const isPending = status === "Pending" && !isPast;
  const explanation =
    (standby && summarizeStandby(standby)) ??
    (booking.wasEndedByClub ? booking.ending : null) ??
    (booking.unsuited && `${booking.unsuited.explanation} ${standbyUnlessSuited}`) ??
    (isPending ? pendingExplanation : null);
  return (
    <li
      className={`grid grid-cols-[4rem_1fr] items-start gap-x-5 gap-y-3 border-b border-line py-6 lg:grid-cols-[4rem_1fr_11rem_8.5rem] lg:items-center ${
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
        {isPast && <MutualSentence mutual={booking.mutual} />}
        {isPast && <FeedbackLink booking={booking} />}
        {booking.isNoShow && (
          <p className="text-small">
            It looks like you missed this dinner.{" "}
            <a
              href={`/bookings/${id}/contest`}
              aria-label={`If you were there, tell us: ${date}`}
              className="underline underline-offset-4"
            >
              If you were there, tell us
            </a>
          </p>
        )}
      </div>
      <p className="col-start-2 lg:col-start-auto" title={isPending ? pendingExplanation : undefined}>
        <Status name={status} isPast={isPast} note={standby ? "on standby" : undefined} />
      </p>
      {explanation && (
        <p className="col-start-2 max-w-measure text-small text-ink-2 lg:row-start-2 lg:-mt-2">
          {explanation}
        </p>
      )}
      <p className="col-start-2 flex flex-wrap gap-2 lg:col-start-auto lg:justify-end">
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
        <p className={`col-start-2 -mt-2 ${explanation ? "" : "lg:-mt-4"}`}>
          <DepositLink bookingId={id} date={date} deposit={deposit} payBy={booking.payBy} />
        </p>
      )}
    </li>
  );
}

const summarizeStandby = ({ explanation, answersPath }: NonNullable<BookingView["standby"]>) =>
  `${explanation} ${answersPath ? "A later dinner may suit you." : "You get a seat if one comes free for you."}`;
