import type { ReactNode } from "react";

const textColors = {
  Available: "text-green-text",
  Booked: "text-green-text",
  Confirmed: "text-green-text",
  Pending: "text-saffron-text",
  Canceled: "text-ink-3",
  "Sold Out": "text-ink-3",
};

export type StatusName = keyof typeof textColors;

interface StatusProps {
  name: StatusName;
  isPast?: boolean;
  /** Neither colored nor blinking. */
  isMuted?: boolean;
  note?: string;
}

export function Status({ name, isPast = false, isMuted = isPast, note }: StatusProps) {
  const isLive = !isMuted && (name === "Available" || name === "Confirmed");
  const isHollow = name === "Canceled" || name === "Sold Out";
  const fill = isHollow
    ? "border-[1.5px] border-current"
    : name === "Pending" && !isMuted
      ? "bg-saffron"
      : "bg-current";
  return (
    <span
      className={`inline-flex items-center gap-2.5 text-small font-strong ${isMuted ? "text-ink-3" : textColors[name]}`}
    >
      <span
        data-dot={isHollow ? "hollow" : "full"}
        className={`relative size-[9px] shrink-0 rounded-round ${fill}`}
      >
        {isLive && <span className="absolute -inset-1 animate-blink rounded-round bg-current opacity-25" />}
      </span>
      {name}
      {note && ` · ${note}`}
    </span>
  );
}

export const Badge = ({ children }: { children: ReactNode }) => (
  <span className="inline-flex min-h-[30px] items-center rounded-round bg-green-wash px-3.5 text-label font-strong text-green-text">
    {children}
  </span>
);
