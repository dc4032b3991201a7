import { timeLeft, twoDigits } from "#app/lib/event/countdown.ts";

interface CountdownProps {
  until: Date;
  now: Date;
  /** Counts to next Friday in the visitor's own time zone instead of to `until`. */
  isToFriday?: boolean;
}

export function Countdown({ until, now, isToFriday = false }: CountdownProps) {
  const parts = Object.entries(timeLeft(until.getTime(), now.getTime()));
  return (
    <div
      role="timer"
      data-countdown={isToFriday ? "friday" : until.getTime()}
      className="figures flex flex-wrap"
    >
      {parts.map(([unit, count]) => (
        <div
          key={unit}
          className="grid border-l border-line px-[clamp(.5rem,3.5vw,1.75rem)] first:border-0 first:pl-0"
        >
          <b className="display text-2 tracking-[-0.03em] lg:text-[3.25rem]/none">{twoDigits(count)}</b>{" "}
          <span className="mt-1.5 text-label text-ink-2">{unit}</span>
        </div>
      ))}
    </div>
  );
}
