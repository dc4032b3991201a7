import * as z from "zod";
import { schedules } from "#app/db/schema.ts";
import { capitalize } from "#app/lib/text.ts";
import { hasSeveralCities } from "#app/models/city/cities.server.ts";
import {
  addSchedule,
  countEventsAtTime,
  endSchedule,
  listSchedules,
  setScheduleVenues,
} from "#app/models/event/schedules.server.ts";
import { describeWeeklyOverlaps } from "./event/find-event.ts";
import {
  cityFilterOption,
  cityOption,
  citySlug,
  findCityFilter,
  findCityOrOnlyOne,
  id,
  wholeNumber,
} from "./inputs.ts";
import { defineOperation, findIdByPrefix, type Noun, refusedError, usageError } from "./operation.ts";
import {
  findVenueTables,
  movedVenueError,
  nameVenues,
  venueOption,
  wantedVenues,
} from "./venue/venue-inputs.ts";
import { joinNames, plural, shortId } from "./words.ts";

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** 1 is Monday: "Mondays". */
export const formatWeekday = (weekday: number) => `${capitalize(weekdays[weekday - 1] ?? "")}s`;

const listOperation = defineOperation({
  verb: "list",
  description: "Lists the weekly schedules.",
  example: "schedule list",
  concerns: "nobody",
  deskRole: "city",
  options: { city: cityFilterOption },
  input: z.object({ city: citySlug.optional() }),
  async run(context, { city: slug }) {
    const city = await findCityFilter(context, slug);
    const showsCity = !city && (await hasSeveralCities(context.db));
    const data = (await listSchedules(context.db)).filter(({ cityId }) => !city || cityId === city.id);
    const rows = data.map(({ id, cityName, weekday, time, venues, weeks }) => [
      shortId(id),
      ...(showsCity ? [cityName] : []),
      formatWeekday(weekday),
      time,
      joinNames(venues.map(({ name, tables }) => `${name} (${tables})`)),
      venues.reduce((sum, { tables }) => sum + tables, 0),
      weeks,
    ]);
    const headings = [
      "id",
      ...(showsCity ? ["city"] : []),
      ...["day", "time", "venues", "tables", "weeks ahead"],
    ];
    const empty = "No schedule yet: add one with schedule add.";
    return { message: { headings, rows, empty, advice: "name a city with --city" }, data };
  },
});

const addOperation = defineOperation({
  verb: "add",
  description: "Schedules a weekly event of a city. The cron opens the events of the coming weeks.",
  example: "schedule add --on friday --at 19:00 --venue 3f2a91bc=4 --venue 77aa01fe=6",
  concerns: "nobody",
  deskRole: "city",
  options: {
    city: cityOption,
    on: ["<day>", "monday to sunday"],
    at: ["<hour>", "the start, in the city’s time zone, such as 19:00"],
    venue: venueOption,
    weeks: ["<number>", "how many weeks ahead diners can book, 8 by default"],
  },
  changesData: true,
  input: z.object({
    city: citySlug.optional(),
    on: z.preprocess(
      (typed) => (typeof typed === "string" ? typed.toLowerCase() : typed),
      z.enum(weekdays, `is one of ${weekdays.join(", ")}`),
    ),
    at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "is an hour such as 19:00"),
    venue: wantedVenues,
    weeks: wholeNumber(1, 52).default(8),
  }),
  async run(context, { city: slug, on, at: time, venue: wanted, weeks }) {
    const city = await findCityOrOnlyOne(context, slug);
    const venues = await findVenueTables(context, city, wanted);
    const weekday = weekdays.indexOf(on) + 1;
    const day = `${formatWeekday(weekday)} ${time}`;
    const place = (await hasSeveralCities(context.db)) ? ` in ${city.name}` : "";
    const tables = venues.reduce((sum, venue) => sum + venue.tables, 0);
    const when = `${day}${place} at ${nameVenues(venues)}`;
    const openCount = await countEventsAtTime(
      context.db,
      { cityId: city.id, weekday, time, timeZone: city.timeZone },
      context.now,
    );
    const overlaps = await describeWeeklyOverlaps(
      context,
      { weekday, time, timeZone: city.timeZone, weeks, venueIds: venues.map(({ venueId }) => venueId) },
      formatWeekday,
    );
    return {
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
          message: `Scheduled ${when}: ${scheduleId}. The cron adds its events within a minute.${describeKeptEvents(openCount)}`,
          data: { id: scheduleId },
        };
      },
    };
  },
});

const describeKeptEvents = (openCount: number) =>
  openCount === 0
    ? ""
    : ` ${plural(openCount, "event is", "events are")} open at that time already, and ${openCount === 1 ? "keeps its" : "keep their"} venues: change them with event venues.`;

const editOperation = defineOperation({
  verb: "edit",
  arguments: "<schedule>",
  description:
    "Changes the venues and tables of a schedule, for the events that it opens from now on. Open events keep theirs: change these with event venues.",
  example: "schedule edit 3f2a91bc --venue 77aa01fe=6",
  concerns: "nobody",
  deskRole: "city",
  options: { venue: venueOption },
  changesData: true,
  input: z.object({ schedule: id, venue: wantedVenues }),
  async run(context, { schedule: prefix, venue: wanted }) {
    const { db, now } = context;
    const scheduleId = await findIdByPrefix(context, schedules, "schedule", prefix);
    const found = (await listSchedules(db)).find(({ id }) => id === scheduleId);
    if (!found) throw refusedError(`Schedule ${shortId(scheduleId)} has already ended.`);
    if (!wanted) throw usageError("Name all venues of the schedule with --venue.");
    const venues = await findVenueTables(context, { id: found.cityId, name: found.cityName }, wanted);
    const what = `${formatWeekday(found.weekday)} ${found.time} to ${joinNames(venues.map(({ name, tables }) => `${name} (${plural(tables, "table")})`))}`;
    const openCount = await countEventsAtTime(db, found, now);
    const overlaps = await describeWeeklyOverlaps(
      context,
      { ...found, scheduleId, venueIds: venues.map(({ venueId }) => venueId) },
      formatWeekday,
    );
    return {
      summary: `change the venues of ${what}, for events that open from now on${overlaps ? `; ${overlaps}` : ""}`,
      needsConfirmation: overlaps !== undefined,
      canBeUndone: true,
      async apply() {
        const changed = venues.map(({ venueId, tables }) => ({ venueId, tables }));
        if (!(await setScheduleVenues(db, found, changed)))
          throw refusedError(
            "The schedule has ended, or a venue is in another city now: nothing was changed.",
          );
        return {
          message: `Changed the venues of ${what}.${describeKeptEvents(openCount)}`,
          data: { id: scheduleId, venues: changed },
        };
      },
    };
  },
});

const endOperation = defineOperation({
  verb: "end",
  arguments: "<schedule>",
  description:
    "Stops a schedule. Events that are already open stay. For other venues, use schedule edit instead.",
  example: "schedule end 3f2a91bc",
  concerns: "nobody",
  deskRole: "city",
  changesData: true,
  input: z.object({ schedule: id }),
  async run(context, { schedule: prefix }) {
    const scheduleId = await findIdByPrefix(context, schedules, "schedule", prefix);
    const endedError = () => refusedError(`Schedule ${shortId(scheduleId)} has already ended.`);
    if (!(await listSchedules(context.db)).some(({ id }) => id === scheduleId)) throw endedError();
    return {
      summary: `end schedule ${shortId(scheduleId)}`,
      async apply() {
        if (!(await endSchedule(context.db, scheduleId, context.now))) throw endedError();
        return {
          message: `Ended schedule ${shortId(scheduleId)}. Its open events stay, with their venues.`,
          data: { id: scheduleId },
        };
      },
    };
  },
});

export const schedule: Noun = {
  description: "Events that repeat every week.",
  operations: [listOperation, addOperation, editOperation, endOperation],
};
