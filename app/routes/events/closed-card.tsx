import { Status } from "#app/components/status.tsx";
import { CardCountdown, type CardProps, cardClass, DateTile } from "./card-parts.tsx";

/** On a phone one line: nobody can choose it. */
export function ClosedCard({ event, now }: CardProps) {
  const { id, date, shortDate, time, daysAway, isOpen, reason } = event;
  const status = isOpen ? "Available" : "Sold Out";
  return (
    <label className={`${cardClass} event-columns relative text-ink-3 max-lg:grid-cols-1! max-lg:py-2.5!`}>
      <DateTile event={event} className="max-lg:hidden" />
      <span className="flex flex-wrap items-center gap-x-1 text-label lg:gap-x-3 lg:gap-y-0.5">
        <span
          data-short={shortDate}
          className="closed-date font-strong lg:display lg:basis-full lg:text-[1.5rem]/[1.2] lg:font-normal"
        >
          {date}
        </span>{" "}
        <span>
          {time}
          {daysAway && <span className="max-lg:hidden">{` · ${daysAway}`}</span>}
        </span>{" "}
        <span className="max-lg:ml-auto">
          <Status name={status} isMuted />
        </span>
      </span>{" "}
      <input
        type="radio"
        name="event"
        value={id}
        disabled
        aria-label={[date, time, status, reason].filter(Boolean).join(", ")}
        className="col-start-3 row-start-1 size-[1.625rem] appearance-none rounded-round border border-dashed border-line-strong max-lg:absolute max-lg:opacity-0"
      />
      <span className="text-label lg:col-span-2 lg:col-start-2 lg:mt-0.5">
        {reason} <CardCountdown event={event} now={now} />
      </span>
    </label>
  );
}
