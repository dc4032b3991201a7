import {
  CalendarLink,
  DepositLine,
  PendingNote,
  StandbyNote,
} from "#app/components/booking/booking-parts.tsx";
import type { BookingView } from "#app/components/booking/describe-booking.server.ts";
import { ButtonLink } from "#app/components/button.tsx";
import { describePair } from "#app/lib/booking/booking-states.ts";

interface PairNoteProps {
  id: string;
  pair: NonNullable<BookingView["pair"]>;
  isChangeable: boolean;
}

/** With whom the diner would sit at one table, and where to say so or take it back. */
const PairNote = ({ id, pair, isChangeable }: PairNoteProps) => (
  <p className="max-w-measure border-l-3 border-green-text pl-4">
    {describePair(pair)}{" "}
    {isChangeable && (
      <a href={`/bookings/${id}/together`} className="font-strong underline underline-offset-[0.22em]">
        {pair.hasAgreed ? "Change" : "Answer"}
      </a>
    )}
  </p>
);

/** Only the city is known, or the booking is over. */
export function BeforeTheTables({ booking }: { booking: BookingView }) {
  const { id, date, status, isPast, isActive, standby, ending, bookAgainPath, deposit } = booking;
  return (
    <>
      {standby && <StandbyNote booking={booking} />}
      {isActive && !standby && (
        <div className="grid max-w-measure gap-2">
          <PendingNote booking={booking} />
        </div>
      )}
      {booking.pair && <PairNote id={id} pair={booking.pair} isChangeable={!standby} />}
      {ending && <p className="max-w-measure text-ink-2">{ending}</p>}
      {status === "Canceled" && (
        <p className="max-w-measure text-ink-2">
          It has no location: we choose the restaurants when we make the tables
          {!isPast && `, on ${booking.tablesMadeAt}`}.
        </p>
      )}
      {status === "Pending" && isPast && <p className="text-ink-2">This dinner is over.</p>}
      <p className="flex flex-wrap gap-3">
        {isActive && <CalendarLink id={id} />}
        {standby && <ButtonLink href="/dashboard/bookings/new">See other dinners</ButtonLink>}
        {status === "Canceled" && <ButtonLink href={bookAgainPath}>Book Again</ButtonLink>}
      </p>
      {standby && !deposit && (
        <p className="max-w-measure text-label text-ink-2">
          There’s no deposit to pay while you’re on standby.
        </p>
      )}
      <DepositLine bookingId={id} date={date} deposit={deposit} />
    </>
  );
}
