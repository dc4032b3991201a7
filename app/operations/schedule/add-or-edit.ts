import * as z from "zod";
import { eventTimes, type Weekly, weeklyDates } from "#app/lib/event/event-times.ts";
import { hasSeveralCities } from "#app/models/city/cities.server.ts";
import {
  addSchedule,
  countEventsAtTime,
  editSchedule,
  listSchedules,
} from "#app/models/event/schedules.server.ts";
import { describeWeeklyOverlaps } from "#app/operations/event/find-event.ts";
import { cityOption, citySlug, findCityOrOnlyOne, id, wholeNumber } from "#app/operations/inputs.ts";
import { defineOperation, type OptionHelp, refusedError, usageError } from "#app/operations/operation.ts";
import {
  findVenueTables,
  movedVenueError,
  nameVenues,
  venueOption,
  wantedVenues,
} from "#app/operations/venue/venue-inputs.ts";
import { joinNames, plural } from "#app/operations/words.ts";
import {
  day,
  farWeeks,
  findSchedule,
  formatDay,
  formatRhythm,
  formatWeekday,
  listHolidays,
  nameSchedule,
  noHolidaysKnown,
  weekdays,
} from "./find-schedule.ts";

const everyOption: OptionHelp = ["<number>", "2 for every other week"];

/** When a schedule repeats. */
export const weeklyFields = {
  on: z.preprocess(
    (typed) => (typeof typed === "string" ? typed.toLowerCase() : typed),
    z.enum(weekdays, `is one of ${weekdays.join(", ")}`),
  ),
  at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "is an hour such as 19:00"),
};

export const addScheduleOperation = defineOperation({
  verb: "add",
  description: "Schedules a weekly event of a city. The cron opens the events of the coming weeks.",
  example: "schedule add --on friday --at 19:00 --venue 3f2a91bc=4 --venue 77aa01fe=6",
  concerns: "nobody",
  deskRole: "city",
  unticked: "keep",
  options: {
    city: cityOption,
    on: ["<day>", "monday to sunday"],
    at: ["<hour>", "the start, in the city’s time zone, such as 19:00"],
    venue: venueOption,
    weeks: ["<number>", "how many weeks ahead diners can book, 8 by default"],
    every: everyOption,
    first: ["<day>", "the first of them, such as 2026-12-11; the next one if you leave it out"],
    keep: [
      "<days...>",
      "the public holidays of the next twelve months on which it takes place all the same: days such as 2026-12-25, or all; the others are left out",
    ],
  },
  changesData: true,
  input: z.object({
    ...weeklyFields,
    city: citySlug.optional(),
    venue: wantedVenues,
    weeks: wholeNumber(1, 52).default(8),
    every: wholeNumber(1, 52).default(1),
    first: day.optional(),
    keep: z.array(day.or(z.literal("all"))).default([]),
  }),
  async run(context, { city: slug, on, at: time, venue: wanted, weeks, every, first, keep }) {
    const city = await findCityOrOnlyOne(context, slug);
    const venues = await findVenueTables(context, city, wanted);
    const weekday = weekdays.indexOf(on) + 1;
    const firstAt =
      every > 1 || first
        ? findFirst({ weekday, time, timeZone: city.timeZone, weeks }, first, context.now)
        : null;
    const day = `${formatRhythm(weekday, every)} ${time}${firstAt ? ` from ${formatDay(firstAt, city.timeZone)}` : ""}`;
    const place = (await hasSeveralCities(context.db)) ? ` in ${city.name}` : "";
    const tables = venues.reduce((sum, venue) => sum + venue.tables, 0);
    const when = `${day}${place} at ${nameVenues(venues)}`;
    const { country, timeZone } = city;
    const weekly = { weekday, time, timeZone, weeks, every, firstAt };
    const openCount = await countEventsAtTime(context.db, { ...weekly, cityId: city.id }, context.now);
    const venueIds = venues.map(({ venueId }) => venueId);
    const overlaps = await describeWeeklyOverlaps(context, { ...weekly, venueIds }, formatWeekday);
    const holidays = listHolidays({ ...weekly, country, skipped: [], pausedUntil: null }, context.now);
    const other = keep.find((on) => on !== "all" && !holidays?.some((holiday) => holiday.day === on));
    if (other) throw usageError(`--keep names holidays on which there would be an event: ${other} is none.`);
    const isKept = (on: string) => keep.includes("all") || keep.includes(on);
    const left = (holidays ?? []).filter((holiday) => !isKept(holiday.day));
    return {
      details: holidays ? [] : [noHolidaysKnown(country)],
      choices: {
        heading: "Left out, because they are public holidays",
        advice: "--keep with a day, or with all, keeps one.",
        rows: (holidays ?? []).map(({ day: value, says }) => ({ value, says, isTicked: !isKept(value) })),
      },
      summary: `schedule ${when} with ${plural(tables, "table")}, ${plural(weeks, "week")} ahead${overlaps ? `; ${overlaps}` : ""}`,
      needsConfirmation: overlaps !== undefined,
      canBeUndone: true,
      async apply() {
        const scheduleId = await addSchedule(
          context.db,
          {
            cityId: city.id,
            weekday,
            time,
            weeks,
            every,
            firstAt,
            skipped: left.map(({ date }) => date.getTime()),
            venues: venues.map(({ venueId, tables }) => ({ venueId, tables })),
          },
          context.now,
        );
        if (!scheduleId) {
          const isTaken = (await listSchedules(context.db)).some(
            (each) => each.cityId === city.id && each.weekday === weekday && each.time === time,
          );
          throw isTaken
            ? refusedError(`There is already a schedule for ${day}${place}.`)
            : movedVenueError(city);
        }
        return {
          message: [
            `Scheduled ${when}: ${scheduleId}. The cron adds its events within a minute.${describeKeptEvents(openCount)}`,
            ...left.map(({ says }) => `${says}, and left out.`),
          ],
          data: { id: scheduleId },
        };
      },
    };
  },
});

function findFirst(weekly: Weekly, wanted: string | undefined, now: Date): Date {
  const earliest = new Date(now.getTime() + eventTimes.closesBeforeMs);
  const dates = weeklyDates({ ...weekly, weeks: farWeeks }, earliest);
  const found = wanted ? dates.find((date) => formatDay(date, weekly.timeZone) === wanted) : dates[0];
  if (!found)
    throw usageError(
      `--first is one of its days, two days from now at the earliest: ${joinNames(dates.slice(0, 3).map((date) => formatDay(date, weekly.timeZone)))}.`,
    );
  return found;
}

const describeKeptEvents = (openCount: number) =>
  openCount === 0
    ? ""
    : ` ${plural(openCount, "event is", "events are")} open at that time already, and ${openCount === 1 ? "keeps its" : "keep their"} venues: change them with event venues.`;

export const editOperation = defineOperation({
  verb: "edit",
  arguments: "<schedule>",
  description:
    "Changes the venues and tables of a schedule, or how often it repeats, for the events that it opens from now on. Open events keep theirs: change these with event venues.",
  example: "schedule edit 3f2a91bc --venue 77aa01fe=6",
  concerns: "nobody",
  deskRole: "city",
  options: {
    venue: venueOption,
    every: everyOption,
    first: [
      "<day>",
      "the first of those that are not every week, such as 2026-12-11; the next one if you leave it out",
    ],
  },
  changesData: true,
  input: z.object({
    schedule: id,
    venue: wantedVenues,
    every: wholeNumber(1, 52).optional(),
    first: day.optional(),
  }),
  async readCurrent(context, named) {
    const { venues, every } = await findSchedule(context, named);
    return {
      venue: venues.map(({ venueId, tables }) => `${venueId}=${tables}`).join("\n"),
      every: String(every),
    };
  },
  async run(context, { schedule: prefix, venue: wanted, every: wantedEvery, first }) {
    const { db, now } = context;
    const found = await findSchedule(context, prefix);
    if (!wanted && !wantedEvery && !first)
      throw usageError("Nothing to change: name all venues with --venue, or how often with --every.");
    const every = wantedEvery ?? found.every;
    const isNewRhythm = first !== undefined || every !== found.every;
    const weekly = { weekday: found.weekday, time: found.time, timeZone: found.timeZone, weeks: found.weeks };
    const firstAt = !isNewRhythm ? found.firstAt : every > 1 || first ? findFirst(weekly, first, now) : null;
    const venues = wanted
      ? await findVenueTables(context, { id: found.cityId, name: found.cityName }, wanted)
      : found.venues;
    const changes = [
      wanted && joinNames(venues.map(({ name, tables }) => `${name} (${plural(tables, "table")})`)),
      isNewRhythm &&
        `${formatRhythm(found.weekday, every)}${firstAt ? ` from ${formatDay(firstAt, found.timeZone)}` : ""}`,
    ].filter(Boolean);
    const what = `${nameSchedule(found)} to ${changes.join(", ")}`;
    const openCount = await countEventsAtTime(db, found, now);
    const overlaps = await describeWeeklyOverlaps(
      context,
      { ...found, every, firstAt, scheduleId: found.id, venueIds: venues.map(({ venueId }) => venueId) },
      formatWeekday,
    );
    return {
      summary: `change ${what}, for events that open from now on${overlaps ? `; ${overlaps}` : ""}`,
      needsConfirmation: overlaps !== undefined,
      canBeUndone: true,
      async apply() {
        const changed = venues.map(({ venueId, tables }) => ({ venueId, tables }));
        if (!(await editSchedule(db, found, { venues: changed, every, firstAt })))
          throw refusedError(
            "The schedule has ended, or a venue is in another city now: nothing was changed.",
          );
        return {
          message: `Changed ${what}.${describeKeptEvents(openCount)}`,
          data: { id: found.id, venues: changed, every },
        };
      },
    };
  },
});
