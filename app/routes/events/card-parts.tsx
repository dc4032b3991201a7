import type { ReactNode } from "react";
import { timeLeft, twoDigits } from "#app/lib/event/countdown.ts";
import type { EventCard } from "./event-card.ts";

export interface CardProps {
  event: EventCard;
  now: number;
}

export const cardClass = "group content-start rounded-paper border border-line p-3 transition-colors lg:p-5";

export function DateTile({
  event: { month, dayOfMonth },
  className = "",
}: {
  event: EventCard;
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      className={`${className} row-span-2 grid overflow-hidden rounded-paper border border-line bg-paper text-center group-has-checked:border-ink`}
    >
      <span className="bg-sunk text-label font-strong text-ink-2 group-has-checked:bg-ink group-has-checked:text-paper">
        {month}
      </span>{" "}
      <span className="display figures py-0.5 text-[1.875rem]/[1.25] tracking-[-0.02em] lg:py-1 lg:text-[2.25rem]/[1.2]">
        {dayOfMonth}
      </span>{" "}
    </span>
  );
}

interface CardTextProps {
  event: EventCard;
  /** Gray as the card. */
  isMuted?: boolean;
  children: ReactNode;
}

export function CardText({ event, isMuted = false, children }: CardTextProps) {
  const { date, time, daysAway } = event;
  return (
    <span className={`grid gap-0.5 ${isMuted ? "" : "text-ink-2"}`}>
      <span className={`display text-[1.25rem]/[1.2] lg:text-[1.5rem]/[1.2] ${isMuted ? "" : "text-ink"}`}>
        {date}
      </span>{" "}
      {/* Under the radio, the line is as wide as the card. */}
      <span className="-mr-10 flex flex-wrap items-center gap-x-3 lg:-mr-[2.875rem]">
        <span className="text-label">
          {time}
          {daysAway && <span className="card-days">{` · ${daysAway}`}</span>}
        </span>{" "}
        {children}
      </span>{" "}
    </span>
  );
}

/** Large on the chosen card, and quiet on the others. */
export const CardCountdown = ({ event: { startsAt }, now }: CardProps) => (
  <span role="timer" data-countdown={startsAt} className="card-countdown figures">
    {Object.entries(timeLeft(startsAt, now)).map(([unit, count]) => (
      <span key={unit}>
        <b>{twoDigits(count)}</b> {unit}{" "}
      </span>
    ))}
  </span>
);
