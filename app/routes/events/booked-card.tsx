import { Status } from "#app/components/status.tsx";
import { bookingSeats, TableDrawing } from "#app/components/table-drawing.tsx";
import { CardCountdown, type CardProps, CardText, cardClass, DateTile } from "./card-parts.tsx";

export function BookedCard({ event, now }: CardProps) {
  return (
    <a
      href={`/dashboard/bookings/${event.bookingId}`}
      className={`${cardClass} event-columns bg-green-wash hover:border-line-strong`}
    >
      <DateTile event={event} />
      <CardText event={event}>
        <Status name="Booked" />
      </CardText>
      <TableDrawing
        seats={bookingSeats.pending}
        stroke={3}
        className="col-start-3 row-start-1 size-8 -translate-x-1.5"
      />
      <span className="col-span-2 col-start-2 mt-0.5 grid text-label text-ink-2">
        <span>
          {event.district && `${event.district} · `}
          <span className="underline decoration-1 underline-offset-[0.25em]">See your booking</span>
        </span>{" "}
        <CardCountdown event={event} now={now} />
      </span>
    </a>
  );
}
