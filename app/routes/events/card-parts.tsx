import type { ReactNode } from "react";
import { timeLeft, twoDigits } from "#app/lib/event/countdown.ts";
import type { EveningView } from "#app/lib/event/evening.ts";

export interface EventCard {
  id: string;
  startsAt: number;
  /** "Friday, November 27" */
  date: string;
  /** "7:00 PM", with the city if the visitor's clock shows another time. */
  time: string;
  cityBesideTime: string | null;
  /** True if it has free seats and booking has not ended. */
  isOpen: boolean;
  hasClash: boolean;
  bookingId: string | null;
  /** The reason why it can't be booked, if it helps the visitor. */
  reason: string | null;
  /** Set if all seats are taken: where the visitor is in line, if they are. */
  line: { href: string | null } | null;
  evening: EveningView;
  /** What is said of it while it is chosen: a label and a line each. */
  terms: [string, string][];
  /** Set if it can be booked but none of its venues suits the visitor. */
  warning: { text: string; shortText: string } | null;
}

export interface CardProps {
  event: EventCard;
  now: number;
}

export const isClosed = ({ isOpen, hasClash, bookingId }: EventCard) => !bookingId && (!isOpen || hasClash);

export const cardClass =
  "group grid grid-rows-[auto_1fr] overflow-hidden rounded-paper border border-line transition-colors lg:grid-cols-[19rem_minmax(0,1fr)]";

export const CardCountdown = ({ event: { startsAt, bookingId }, now }: CardProps) => (
  <span
    role="timer"
    data-countdown={startsAt}
    className={`figures text-label tracking-[-0.02em] group-has-checked:text-ink-2 ${bookingId ? "text-ink-2" : "text-ink-3"}`}
  >
    {Object.entries(timeLeft(startsAt, now)).map(([unit, count]) => (
      <span key={unit} className="whitespace-nowrap">
        <b className="[font-weight:inherit]">{twoDigits(count)}</b> {unit}{" "}
      </span>
    ))}
  </span>
);

/** A line with something at each end, which wraps where it must. */
export const Ends = ({ children, className = "" }: { children: ReactNode; className?: string }) => (
  <span className={`flex flex-wrap items-center justify-between gap-x-2 ${className}`}>{children}</span>
);

/** The quiz asks with a sentence, but a list needs a single word. */
const shortNames: Record<string, string> = { "Fish, but no meat": "Pescatarian" };

export const listDiets = (diets: readonly string[]) =>
  diets
    .map((diet) => shortNames[diet] ?? diet)
    .join(", ")
    .toLowerCase();

export type Shared = ReturnType<typeof findShared>;

/** What a card leaves out until it is chosen, because it is the same for all. */
export function findShared(cards: readonly Pick<EventCard, "date" | "evening" | "warning">[]) {
  const prices = new Set(cards.map(({ evening }) => evening.prices));
  const warnings = new Set(cards.map(({ warning }) => warning?.shortText));
  return {
    hasWarning: cards.length > 1 && warnings.size === 1 && !warnings.has(undefined),
    prices: prices.size === 1 ? ([...prices][0] ?? null) : null,
    /** Dinners of one evening are told apart by where they are. */
    dates: cards.map(({ date }) => date).filter((date, i, dates) => dates.indexOf(date) !== i),
  };
}
