import {
  CalendarLink,
  CallLink,
  DepositLine,
  DirectionsLink,
  TableTicket,
} from "#app/components/booking/booking-parts.tsx";
import type { BookingView } from "#app/components/booking/describe-booking.server.ts";
import { ButtonLink } from "#app/components/button.tsx";

interface AtPlaceProps {
  booking: BookingView;
  place: NonNullable<BookingView["place"]>;
}

/** What to say at the restaurant, and the way there. */
export function AtTheRestaurant({ booking, place }: AtPlaceProps) {
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
        <DepositLine bookingId={id} date={date} deposit={deposit} />
      </div>
    </>
  );
}

export function AfterTheDinner({ booking: { id, date, feedback, deposit }, place }: AtPlaceProps) {
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
      <DepositLine bookingId={id} date={date} deposit={deposit} />
    </>
  );
}
