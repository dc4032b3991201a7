import { Status } from "#app/components/status.tsx";
import { CardCountdown, type CardProps, CardText, cardClass, DateTile } from "./card-parts.tsx";

/** Nobody can choose it. */
export function ClosedCard({ event, now }: CardProps) {
  const { id, date, time, isOpen, reason } = event;
  const status = isOpen ? "Available" : "Sold Out";
  return (
    <label className={`${cardClass} event-columns text-ink-3`}>
      <DateTile event={event} />
      <CardText event={event} isMuted>
        <Status name={status} isMuted />
      </CardText>
      <input
        type="radio"
        name="event"
        value={id}
        disabled
        aria-label={[date, time, status, reason].filter(Boolean).join(", ")}
        className="col-start-3 row-start-1 size-[1.625rem] appearance-none rounded-round border border-dashed border-line-strong"
      />
      <span className="col-span-2 col-start-2 mt-0.5 text-label">
        {reason} <CardCountdown event={event} now={now} />
      </span>
    </label>
  );
}
