import { TZDate } from "@date-fns/tz";
import { dayMs, weekMs } from "./time-units.ts";

/** The Monday of the date's week by the local clock, as midnight UTC: the same key for the same week in every time zone. */
export function weekOf(date: Date, timeZone: string): number {
  const local = new TZDate(date.getTime(), timeZone);
  const day = Date.UTC(local.getFullYear(), local.getMonth(), local.getDate());
  return day - ((local.getDay() + 6) % 7) * dayMs;
}

/** Calendar weeks up to that of `now`, the earliest first. */
export function lastWeeks(count: number, now: Date, timeZone: string): number[] {
  const last = weekOf(now, timeZone);
  return Array.from({ length: count }, (_, i) => last - (count - 1 - i) * weekMs);
}

/** As calendars number them, by ISO 8601: the week with the year's first Thursday is 1. */
export function numberWeek(week: number): { year: number; number: number } {
  const thursday = new Date(week + 3 * dayMs);
  const year = thursday.getUTCFullYear();
  const dayOfYear = (thursday.getTime() - Date.UTC(year, 0, 1)) / dayMs;
  return { year, number: 1 + Math.floor(dayOfYear / 7) };
}
