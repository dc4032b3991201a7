import { TZDate } from "@date-fns/tz";
import { hourMs } from "#app/lib/time-units.ts";
import { eventTimes } from "./event-times.ts";

/** An evening goes on after midnight. */
const afterMidnightMs = 2 * hourMs;

/** No dinner day reaches farther from its dinner, so that midnight needn’t be computed for most dinners: it takes long. */
const maxDistanceMs = 48 * hourMs;

interface Window {
  beforeMs: number;
  afterMs: number;
}

const afterMs = eventTimes.checkInUntilAfterMs;

/** When diners can say what, before and after the event begins. Statements and pages use the same. */
export const eveningWindows = {
  cannotCome: { beforeMs: eventTimes.eveningBeginsBeforeMs, afterMs: 0 },
  late: { beforeMs: eventTimes.eveningBeginsBeforeMs, afterMs },
  checkIn: { beforeMs: eventTimes.checkInFromBeforeMs, afterMs },
  missing: { beforeMs: -eventTimes.missingAfterMs, afterMs },
} satisfies Record<string, Window>;

/** Open from its first millisecond, and closed at its last. */
export const isOpen = ({ beforeMs, afterMs }: Window, date: Date, now: Date): boolean =>
  date.getTime() - beforeMs <= now.getTime() && now.getTime() < date.getTime() + afterMs;

/** When the windows of an event open. */
export const opensAt = ({ beforeMs }: Window, date: Date) => new Date(date.getTime() - beforeMs);

/**
 * The details of a booking are the dinner's page from midnight of its day, in its city, until two hours after the next
 * midnight; and in any case while diners can say something.
 */
export function isDinnerDay(date: Date, timeZone: string, now: Date): boolean {
  if (Math.abs(date.getTime() - now.getTime()) > maxDistanceMs) return false;
  const local = new TZDate(date.getTime(), timeZone);
  const midnight = (daysLater: number) =>
    new TZDate(local.getFullYear(), local.getMonth(), local.getDate() + daysLater, timeZone).getTime();
  const from = Math.min(midnight(0), date.getTime() - eveningWindows.late.beforeMs);
  const until = Math.max(midnight(1) + afterMidnightMs, date.getTime() + eveningWindows.late.afterMs);
  return from <= now.getTime() && now.getTime() < until;
}
