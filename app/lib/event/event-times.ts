import { TZDate } from "@date-fns/tz";
import { remember } from "#app/lib/remember.ts";
import { dayMs, hourMs, minuteMs } from "#app/lib/time-units.ts";
import { offerMs } from "./line.ts";

export const eventTimes = {
  /** Booking ends and tables are made at this time; canceling is free until then. */
  closesBeforeMs: 48 * hourMs,
  /** A diner’s dinners are at least this far apart. */
  betweenBookingsMs: 4 * hourMs,
  reminderBeforeMs: 24 * hourMs,
  /** After this time no reminder is sent, because the dinner's page says everything. */
  reminderUntilBeforeMs: 3 * hourMs,
  standbyEndsBeforeMs: 3 * hourMs,
  /** After this time nobody loses a seat because their table has become too small: they are on their way. */
  dissolvesUntilBeforeMs: 2 * hourMs,
  /** From this time on, a diner's page is about the evening: being late, not coming. */
  eveningBeginsBeforeMs: 3 * hourMs,
  /** From this time on, diners can say that they are there. */
  checkInFromBeforeMs: 30 * minuteMs,
  checkInUntilAfterMs: 2 * hourMs,
  /** From this time on, diners can say who is missing. */
  missingAfterMs: 15 * minuteMs,
  hostLinkFromBeforeMs: 6 * hourMs,
  hostLinkUntilAfterMs: 36 * hourMs,
  /** Until this time a host can move diners and close tables. */
  hostMovesUntilAfterMs: 4 * hourMs,
  /** At this time it is decided who came, and deposits are settled. */
  settlesAfterMs: 24 * hourMs,
  /** No job is ever down for longer. After it, nobody is told that they are noted as a no-show. */
  attendanceDecidedWithinMs: 30 * dayMs,
  /** For this long after the email about it, diners can say that they did come. */
  contestForMs: 7 * dayMs,
  /** For this long, from 11:00 on the next day, diners can give feedback. */
  feedbackForMs: 14 * dayMs,
};

export const timeBefore = (date: Date, ms: number) => new Date(date.getTime() - ms);

/** From when until when the host link of an event at this date works. */
export const hostLinkTimes = (date: Date) => ({
  from: new Date(date.getTime() - eventTimes.hostLinkFromBeforeMs),
  until: new Date(date.getTime() + eventTimes.hostLinkUntilAfterMs),
});

const afterMidnightMs = 2 * hourMs;

/** No dinner day reaches farther from its dinner. For most dinners, this saves computing midnight, which is slow. */
const maxDistanceMs = 48 * hourMs;

interface Window {
  beforeMs: number;
  afterMs: number;
}

const afterMs = eventTimes.checkInUntilAfterMs;

/** When diners can say what, before and after the event begins. Statements and pages use the same times. */
export const eveningWindows = {
  cannotCome: { beforeMs: eventTimes.eveningBeginsBeforeMs, afterMs: 0 },
  late: { beforeMs: eventTimes.eveningBeginsBeforeMs, afterMs },
  checkIn: { beforeMs: eventTimes.checkInFromBeforeMs, afterMs },
  /** When diners can leave a phone number for the evening. */
  phone: { beforeMs: dayMs, afterMs },
  /** When somebody without a booking can be given an empty seat at the door. */
  walkIn: { beforeMs: eventTimes.eveningBeginsBeforeMs, afterMs: 3 * hourMs },
  missing: { beforeMs: -eventTimes.missingAfterMs, afterMs },
} satisfies Record<string, Window>;

/** The window is open from its first millisecond, and closed at its last. */
export const isOpen = ({ beforeMs, afterMs }: Window, date: Date, now: Date): boolean =>
  date.getTime() - beforeMs <= now.getTime() && now.getTime() < date.getTime() + afterMs;

export const opensAt = ({ beforeMs }: Window, date: Date) => new Date(date.getTime() - beforeMs);

/** From midnight of the day, in its city, until two hours after the next, and while diners can say something. */
export function isDinnerDay(date: Date, timeZone: string, now: Date): boolean {
  if (Math.abs(date.getTime() - now.getTime()) > maxDistanceMs) return false;
  const local = new TZDate(date.getTime(), timeZone);
  const midnight = (daysLater: number) =>
    new TZDate(local.getFullYear(), local.getMonth(), local.getDate() + daysLater, timeZone).getTime();
  const from = Math.min(midnight(0), date.getTime() - eveningWindows.late.beforeMs);
  const until = Math.max(midnight(1) + afterMidnightMs, date.getTime() + eveningWindows.late.afterMs);
  return from <= now.getTime() && now.getTime() < until;
}

const askingHour = 11;
const tellingHour = 18;

/** Finding a certain hour in a city is slow. */
const askingTime = remember(
  (date: Date, timeZone: string) => `${timeZone} ${date.getTime()}`,
  (date, timeZone) => atHour(date, { timeZone, hour: askingHour, days: 1 }).getTime(),
);

/** When the diners of an event can give feedback: from the next morning, by the city's clock. */
export function feedbackWindow(date: Date, timeZone: string): { opensAt: Date; closesAt: Date } {
  const opensAt = new Date(askingTime(date, timeZone));
  return { opensAt, closesAt: new Date(opensAt.getTime() + eventTimes.feedbackForMs) };
}

/** Later wishes wait for the next one, so that the time of an email never reveals when the other diner answered. */
export function lastTellingTime(now: Date, timeZone: string): Date {
  const today = atHour(now, { timeZone, hour: tellingHour, days: 0 });
  return today <= now ? today : atHour(now, { timeZone, hour: tellingHour, days: -1 });
}

export const nextTellingTime = (now: Date, timeZone: string) =>
  lastTellingTime(new Date(now.getTime() + dayMs), timeZone);

/** The hours by the city's clock in which nobody must answer. */
const night = { begins: 22, ends: 10 };

/** Until when a seat that opens is held for the first in line: for some hours, and over the night. */
export function offeredUntil(now: Date, timeZone: string): Date {
  const until = new Date(now.getTime() + offerMs);
  const at = (hour: number, days = 0) => atHour(until, { timeZone, hour, days });
  if (until < at(night.ends)) return at(night.ends);
  return until < at(night.begins) ? until : at(night.ends, 1);
}

/** By then a restaurant has answered: at noon of the day, or some hours before an early dinner. */
export const answerBy = (date: Date, timeZone: string): Date =>
  new Date(
    Math.min(
      atHour(date, { timeZone, hour: 12, days: 0 }).getTime(),
      date.getTime() - eventTimes.eveningBeginsBeforeMs,
    ),
  );

function atHour(
  date: Date,
  { timeZone, hour, days }: { timeZone: string; hour: number; days: number },
): Date {
  const local = new TZDate(date.getTime(), timeZone);
  const day = local.getDate() + days;
  return new Date(new TZDate(local.getFullYear(), local.getMonth(), day, hour, 0, timeZone).getTime());
}

export interface Weekly {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
  /** "19:00", local time. */
  time: string;
  timeZone: string;
  weeks: number;
  /** 2 for every other week, counted from `firstAt`. */
  every?: number;
  /** None is earlier. */
  firstAt?: Date | null;
}

/** The dates of a schedule in the next `weeks` weeks, by the local clock in summer and winter. */
export function weeklyDates(
  { weekday, time, timeZone, weeks, every = 1, firstAt = null }: Weekly,
  after: Date,
): Date[] {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const today = new TZDate(after.getTime(), timeZone);
  const ahead = (weekday - today.getDay() + 7) % 7;
  const on = (day: number) =>
    new TZDate(today.getFullYear(), today.getMonth(), today.getDate() + day, hours, minutes, timeZone);
  const first = on(ahead).getTime() > after.getTime() ? ahead : ahead + 7;
  const all = Array.from({ length: weeks }, (_, week) => new Date(on(first + 7 * week).getTime()));
  if (!firstAt) return all;
  const weeksSinceFirst = (date: Date) =>
    Math.round((localDay(date, timeZone) - localDay(firstAt, timeZone)) / 7);
  return all.filter((date) => weeksSinceFirst(date) >= 0 && weeksSinceFirst(date) % every === 0);
}

/** Days are counted by the calendar, because a week in which the clocks change is longer or shorter. */
function localDay(date: Date, timeZone: string): number {
  const local = new TZDate(date.getTime(), timeZone);
  return Date.UTC(local.getFullYear(), local.getMonth(), local.getDate()) / dayMs;
}

/** Whether the local clock shows this hour on this day of the week. */
export function isAtWeeklyTime(date: Date, { weekday, time, timeZone }: Omit<Weekly, "weeks">): boolean {
  const local = new TZDate(date.getTime(), timeZone);
  const [hours, minutes] = time.split(":").map(Number);
  return local.getDay() === weekday % 7 && local.getHours() === hours && local.getMinutes() === minutes;
}
