import type { AppLoadContext } from "@remix-run/cloudflare";
import { longDate, timeOfDay } from "#app/lib/dates.ts";
import { weeklyDates } from "#app/lib/event/event-times.ts";
import { findHoliday } from "#app/lib/event/holidays.ts";
import { capitalize } from "#app/lib/text.ts";
import { dayMs } from "#app/lib/time-units.ts";
import type { City } from "#app/models/city/cities.server.ts";
import { type Evening, listEvenings } from "#app/models/event/evening.server.ts";
import { listSchedules } from "#app/models/event/schedules.server.ts";
import { getEventState } from "#app/operations/event/find-event.ts";
import { formatDay, type ListedSchedule, weekdays } from "#app/operations/schedule/find-schedule.ts";
import { operationHref } from "./desk-parts.tsx";

const monthName = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** More than that are of so many cities that one has to be chosen. */
const maxEvenings = 200;

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The weeks of a month, with the events of each day, the dates on which there is none, and holidays. */
export async function loadMonth({ db, now }: AppLoadContext, typed: string | null, cities: City[]) {
  const today = formatDay(now, cities[0]?.timeZone ?? "UTC");
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(typed ?? "") ? `${typed}` : today.slice(0, 7);
  const first = Date.parse(`${month}-01`);
  const monthAway = (count: number) => new Date(first).setUTCMonth(new Date(first).getUTCMonth() + count);
  const end = monthAway(1);
  // Where the clock shows another day, the month begins up to a day earlier or later.
  const period = { from: new Date(first - dayMs), to: new Date(end + dayMs) };
  const slugs = cities.map(({ slug }) => slug);
  const [evenings, schedules] = await Promise.all([
    listEvenings(db, period, slugs, maxEvenings + 1),
    listSchedules(db),
  ]);
  const hasMore = evenings.length > maxEvenings;
  const opened = new Set(evenings.map(({ citySlug, scheduledFor }) => `${citySlug} ${+scheduledFor}`));
  const withoutEvent = (schedule: ListedSchedule) => {
    const city = cities.find(({ id }) => id === schedule.cityId);
    const dates = city ? weeklyDates({ ...schedule, weeks: 6 }, period.from) : [];
    return dates.flatMap((date) =>
      opened.has(`${city?.slug} ${+date}`) ? [] : (describeWithoutEvent(schedule, date, now) ?? []),
    );
  };
  const entries = [
    ...evenings.slice(0, maxEvenings).map((evening) => describeEvening(evening, now)),
    ...(hasMore ? [] : schedules.flatMap(withoutEvent)),
  ].sort((one, other) => one.at - other.at);
  const byDay = Map.groupBy(entries, ({ day }) => day);
  const countries = [...new Set(cities.flatMap(({ country }) => country ?? []))];
  const holidaysOn = (day: string) => {
    const byName = Map.groupBy(countries, (country) => findHoliday(country, day));
    return [...byName].flatMap(([name, of]) =>
      name ? capitalize(of.length < countries.length ? `${name} (${of.join(", ")})` : name) : [],
    );
  };
  const monday = first - ((new Date(first).getUTCDay() + 6) % 7) * dayMs;
  return {
    month,
    before: toDay(monthAway(-1)).slice(0, 7),
    after: toDay(end).slice(0, 7),
    name: monthName.format(first),
    tooMany: hasMore ? `This month has more than ${maxEvenings}: choose a city.` : null,
    weekdays: weekdays.map(capitalize),
    weeks: Array.from({ length: Math.ceil((end - monday) / (7 * dayMs)) }, (_, week) =>
      Array.from({ length: 7 }, (_, i) => {
        const ms = monday + (7 * week + i) * dayMs;
        const day = toDay(ms);
        if (ms < first || ms >= end) return null;
        return { day, isToday: day === today, holidays: holidaysOn(day), entries: byDay.get(day) ?? [] };
      }),
    ),
  };
}

const describeTime = (date: Date, { timeZone, cityName }: Pick<Evening, "timeZone" | "cityName">) => ({
  at: date.getTime(),
  day: formatDay(date, timeZone),
  on: longDate(date, timeZone),
  title: `${timeOfDay(date, timeZone)}, ${cityName}`,
});

const describeEvening = (evening: Evening, now: Date) => ({
  ...describeTime(evening.date, evening),
  says: `${capitalize(getEventState(evening, now))}, ${evening.taken} of ${evening.capacity}`,
  href: `/desk/evenings/${evening.id}`,
});

/** Of a date on which there is no event, or none yet. */
function describeWithoutEvent(schedule: ListedSchedule, date: Date, now: Date) {
  const { id, skipped, pausedUntil } = schedule;
  const time = describeTime(date, schedule);
  const skipHref = (undo: string) => operationHref("schedule skip", { schedule: id, date: time.day, undo });
  if (skipped.includes(date.getTime())) return { ...time, says: "Skipped", href: skipHref("yes") };
  if (date <= now) return undefined;
  return pausedUntil !== null && date < pausedUntil
    ? { ...time, says: "Paused", href: operationHref("schedule resume", { schedule: id }) }
    : { ...time, says: "Opens later", href: skipHref("") };
}
