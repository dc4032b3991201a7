import { useEffect, useRef } from "react";
import { keepTicking } from "#app/browser/countdown.ts";
import { timeLeft, twoDigits } from "#app/lib/countdown.ts";

const looks = {
  large: { unit: "px-[clamp(.85rem,2vw,1.75rem)]", figure: "text-2 lg:text-[3.25rem]/none" },
  small: { unit: "px-2.5 sm:px-4", figure: "text-[1.5rem]/none" },
};

interface CountdownProps {
  until: Date;
  now: Date;
  size?: keyof typeof looks;
  /** Counts to the coming Friday of whoever looks, wherever they are, not to one moment for all. */
  toFriday?: boolean;
}

/** Right when it leaves the server, and ticking where JavaScript runs, with React or without. */
export function Countdown({ until, now, size = "large", toFriday = false }: CountdownProps) {
  const timer = useRef<HTMLDivElement>(null);
  useEffect(() => (timer.current ? keepTicking(timer.current) : undefined), []);

  const left = Object.entries(timeLeft(until.getTime(), now.getTime()));
  const look = looks[size];
  return (
    <div
      ref={timer}
      role="timer"
      data-countdown={toFriday ? "friday" : until.getTime()}
      className="figures flex"
    >
      {left.map(([unit, count]) => (
        <div key={unit} className={`grid border-l border-line first:border-0 first:pl-0 ${look.unit}`}>
          <b suppressHydrationWarning className={`display min-w-[1.2em] tracking-[-0.03em] ${look.figure}`}>
            {twoDigits(count)}
          </b>
          <span className="mt-1.5 text-label text-ink-2">{unit}</span>
        </div>
      ))}
    </div>
  );
}
