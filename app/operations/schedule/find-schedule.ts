import * as z from "zod";
import { schedules } from "#app/db/schema/event.ts";
import { longDate } from "#app/lib/dates.ts";
import { type Weekly, weeklyDates } from "#app/lib/event/event-times.ts";
import { countriesWithHolidays, findHoliday } from "#app/lib/event/holidays.ts";
import { capitalize } from "#app/lib/text.ts";
import { findRunningSchedule, type listSchedules } from "#app/models/event/schedules.server.ts";
import { findIdByPrefix, type OperationContext, refusedError } from "#app/operations/operation.ts";
import { formatLocalTime, shortId } from "#app/operations/words.ts";

export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

/** 1 is Monday: "Mondays". */
export const formatWeekday = (weekday: number) => `${capitalize(weekdays[weekday - 1] ?? "")}s`;

export const formatRhythm = (weekday: number, every: number) =>
  `${formatWeekday(weekday)}${every > 1 ? `, every ${every} weeks` : ""}`;

export type ListedSchedule = Awaited<ReturnType<typeof listSchedules>>[number];

export const formatDay = (date: Date, timeZone: string) => formatLocalTime(date, timeZone).slice(0, 10);

export async function findSchedule(context: OperationContext, prefix: string): Promise<ListedSchedule> {
  const scheduleId = await findIdByPrefix(context, schedules, "schedule", prefix);
  const found = await findRunningSchedule(context.db, scheduleId);
  if (!found) throw endedError(scheduleId);
  return found;
}

export const endedError = (id: string) => refusedError(`Schedule ${shortId(id)} has already ended.`);

/** "Fridays, every 2 weeks 19:00 in Budapest" */
export const nameSchedule = ({
  weekday,
  every,
  time,
  cityName,
}: Pick<ListedSchedule, "weekday" | "every" | "time" | "cityName">) =>
  `${formatRhythm(weekday, every)} ${time} in ${cityName}`;

export const day = z.string().regex(/^\d{4}-\d\d-\d\d$/, "is a day such as 2026-12-25");

/** Looks two years ahead. */
export const farWeeks = 104;

const weeksOfYear = 53;

/** The dates of the next twelve months that meet a public holiday, and are not left out; undefined if the country’s aren’t known. */
export function listHolidays(
  {
    country,
    skipped,
    pausedUntil,
    ...weekly
  }: Pick<ListedSchedule, "country" | "skipped" | "pausedUntil"> & Weekly,
  now: Date,
) {
  if (!country || !countriesWithHolidays.includes(country)) return undefined;
  const from = pausedUntil && pausedUntil > now ? pausedUntil : now;
  return weeklyDates({ ...weekly, weeks: weeksOfYear }, now)
    .filter((date) => date >= from && !skipped.includes(date.getTime()))
    .flatMap((date) => {
      const on = formatDay(date, weekly.timeZone);
      const name = findHoliday(country, on);
      return name ? [{ date, day: on, says: `${longDate(date, weekly.timeZone)} is ${name}` }] : [];
    });
}

export const noHolidaysKnown = (country: string | null) =>
  `We know no holidays of ${country ? nameCountry(country) : "this city: say in which country it is"}.`;

const nameCountry = (country: string) =>
  new Intl.DisplayNames("en", { type: "region" }).of(country) ?? country;
