import { timeLeft, twoDigits } from "#app/lib/event/countdown.ts";

const sizes = {
  large: { unit: "px-[clamp(.5rem,3.5vw,1.75rem)]", figure: "text-2 lg:text-[3.25rem]/none" },
  small: { unit: "px-2.5 sm:px-4", figure: "text-[1.5rem]/none" },
};

interface CountdownProps {
  until: Date;
  now: Date;
  size?: keyof typeof sizes;
  /** Counts to next Friday in the visitor's own time zone instead of to `until`. */
  isToFriday?: boolean;
}

export function Countdown({ until, now, size = "large", isToFriday = false }: CountdownProps) {
  const parts = Object.entries(timeLeft(until.getTime(), now.getTime()));
  const classes = sizes[size];
  return (
    <div
      role="timer"
      data-countdown={isToFriday ? "friday" : until.getTime()}
      className="figures flex flex-wrap"
    >
      {parts.map(([unit, count]) => (
        <div key={unit} className={`grid border-l border-line first:border-0 first:pl-0 ${classes.unit}`}>
          <b className={`display min-w-[1.2em] tracking-[-0.03em] ${classes.figure}`}>{twoDigits(count)}</b>{" "}
          <span className="mt-1.5 text-label text-ink-2">{unit}</span>
        </div>
      ))}
    </div>
  );
}
