import * as z from "zod";
import { weeklyDates } from "#app/lib/event/event-times.ts";
import { hasSeveralCities } from "#app/models/city/cities.server.ts";
import {
  countEventsAtTime,
  endSchedule,
  listOpened,
  listSchedules,
  openSkippedDate,
  pauseSchedule,
  resumeSchedule,
  skipDate,
} from "#app/models/event/schedules.server.ts";
import { cityFilterOption, citySlug, findCityFilter, id, text } from "#app/operations/inputs.ts";
import { defineOperation, type Noun, refusedError, usageError } from "#app/operations/operation.ts";
import { joinNames, parseTime, plural, shortId } from "#app/operations/words.ts";
import { addScheduleOperation, editOperation } from "./add-or-edit.ts";
import {
  day,
  endedError,
  farWeeks,
  findSchedule,
  formatDay,
  formatRhythm,
  type ListedSchedule,
  listHolidays,
  nameSchedule,
  noHolidaysKnown,
} from "./find-schedule.ts";

/** "2026-12-25; paused until 2027-01-08: the kitchen is being repaired" */
const describeExceptions = (
  { skipped, pausedUntil, pausedBecause, timeZone }: ListedSchedule,
  now: Date,
): string =>
  [
    skipped
      .filter((date) => date > now.getTime())
      .map((date) => formatDay(new Date(date), timeZone))
      .join(", "),
    pausedUntil && pausedUntil > now
      ? `paused until ${formatDay(pausedUntil, timeZone)}: ${pausedBecause}`
      : "",
  ]
    .filter(Boolean)
    .join("; ");

/** The date of the schedule on this day. */
function findDate(schedule: ListedSchedule, wanted: string, now: Date): Date {
  const dates = weeklyDates({ ...schedule, weeks: farWeeks }, now);
  const found = dates.find((date) => formatDay(date, schedule.timeZone) === wanted);
  if (found) return found;
  const next = dates.slice(0, 3).map((date) => formatDay(date, schedule.timeZone));
  throw usageError(`It has no event on ${wanted}: its next dates are ${joinNames(next)}.`);
}

const holidaysOperation = defineOperation({
  verb: "holidays",
  description:
    "Lists the dates of the next twelve months on which a schedule meets a public holiday of its country. schedule skip leaves one out.",
  example: "schedule holidays",
  concerns: "nobody",
  deskRole: "city",
  options: { city: cityFilterOption },
  input: z.object({ city: citySlug.optional() }),
  async run(context, { city: slug }) {
    const city = await findCityFilter(context, slug);
    const all = (await listSchedules(context.db)).filter(({ cityId }) => !city || cityId === city.id);
    const data = all.flatMap((each) =>
      (listHolidays(each, context.now) ?? []).map((holiday) => ({ schedule: each.id, ...holiday })),
    );
    const unknown = all
      .filter((each) => !listHolidays(each, context.now))
      .map(({ country }) => noHolidaysKnown(country));
    const rows = data.map(({ schedule: scheduleId, day: on, says }) => [shortId(scheduleId), on, says]);
    const table = {
      headings: ["schedule", "date", "holiday"],
      rows,
      empty: "No date meets a holiday that we know.",
    };
    return { message: [table, ...new Set(unknown)], data };
  },
});
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
    const notes = data.map((schedule) => describeExceptions(schedule, context.now));
    const showsNotes = notes.some(Boolean);
    const rows = data.map(({ id, cityName, weekday, time, venues, weeks, every }, i) => [
      shortId(id),
      ...(showsCity ? [cityName] : []),
      formatRhythm(weekday, every),
      time,
      joinNames(venues.map(({ name, tables }) => `${name} (${tables})`)),
      venues.reduce((sum, { tables }) => sum + tables, 0),
      weeks,
      ...(showsNotes ? [notes[i] ?? ""] : []),
    ]);
    const headings = [
      "id",
      ...(showsCity ? ["city"] : []),
      ...["day", "time", "venues", "tables", "weeks ahead"],
      ...(showsNotes ? ["not on"] : []),
    ];
    const empty = "No schedule yet: add one with schedule add.";
    return { message: { headings, rows, empty, advice: "name a city with --city" }, data };
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
    const found = await findSchedule(context, prefix);
    return {
      summary: `end the schedule of ${nameSchedule(found)}`,
      async apply() {
        if (!(await endSchedule(context.db, found.id, context.now))) throw endedError(found.id);
        return {
          message: `Ended the schedule of ${nameSchedule(found)}. Its open events stay, with their venues.`,
          data: { id: found.id },
        };
      },
    };
  },
});

const skipOperation = defineOperation({
  verb: "skip",
  arguments: "<schedule>",
  description: "Leaves out one date of a schedule that it has not opened yet, such as a holiday.",
  example: "schedule skip 3f2a91bc --date 2026-12-25",
  concerns: "nobody",
  deskRole: "city",
  options: { date: ["<day>", "the day, such as 2026-12-25"], undo: "open it after all" },
  changesData: true,
  input: z.object({ schedule: id, date: day, undo: z.boolean().default(false) }),
  async run(context, { schedule: prefix, date: wanted, undo }) {
    const { db, now } = context;
    const found = await findSchedule(context, prefix);
    const date = findDate(found, wanted, now);
    const isSkipped = found.skipped.includes(date.getTime());
    const what = `${wanted} of ${nameSchedule(found)}`;
    if (undo && !isSkipped) throw refusedError(`${wanted} is not left out.`);
    if (!undo && isSkipped) throw refusedError(`${wanted} is left out already.`);
    const findOpened = async () => (await listOpened(db, found.cityId, [date])).get(date.getTime());
    const openError = (eventId = "") =>
      refusedError(
        `The event of ${wanted} is open already, or was: ${eventId ? `event cancel ${shortId(eventId)}` : "event cancel"} cancels it, and it does not come again.`,
      );
    const opened = undo ? undefined : await findOpened();
    if (opened !== undefined) throw openError(opened);
    return {
      summary: undo ? `open ${what} after all` : `leave out ${what}`,
      canBeUndone: true,
      async apply() {
        if (undo) {
          if (!(await openSkippedDate(db, found.id, date))) throw refusedError(`${wanted} is not left out.`);
        } else if (!(await skipDate(db, { id: found.id, cityId: found.cityId, date, now })))
          throw openError(await findOpened());
        return {
          message: undo
            ? `${wanted} is a date again. The cron opens it when it is ${plural(found.weeks, "week")} ahead.`
            : `${wanted} is left out. schedule skip ${shortId(found.id)} --date ${wanted} --undo takes that back.`,
          data: { id: found.id, date },
        };
      },
    };
  },
});

const pauseOperation = defineOperation({
  verb: "pause",
  arguments: "<schedule>",
  description:
    "Opens no event of a schedule before a day. Where its city has nothing to book meanwhile, diners read why. Open events stay.",
  example: 'schedule pause 3f2a91bc --until 2027-01-15 --because "We’re taking a break over the holidays."',
  concerns: "nobody",
  deskRole: "city",
  options: {
    until: ["<day>", "the first day on which it opens events again, such as 2027-01-15"],
    because: ["<text>", "a sentence that diners read"],
  },
  changesData: true,
  input: z.object({ schedule: id, until: day, because: text(200) }),
  async run(context, { schedule: prefix, until: wanted, because }) {
    const { db, now } = context;
    const found = await findSchedule(context, prefix);
    const until = parseTime(`${wanted} 00:00`, found.timeZone);
    if (until <= now) throw usageError("--until is in the past.");
    const openCount = await countEventsAtTime(db, found, now, until);
    const what = nameSchedule(found);
    return {
      summary: `pause ${what} until ${wanted}: “${because}”`,
      details:
        openCount > 0
          ? [
              `${plural(openCount, "event is", "events are")} open before that, and ${openCount === 1 ? "stays" : "stay"}: event cancel cancels one.`,
            ]
          : [],
      canBeUndone: true,
      async apply() {
        if (!(await pauseSchedule(db, { id: found.id, until, because }))) throw endedError(found.id);
        return {
          message: `Paused ${what} until ${wanted}. schedule resume takes it back.`,
          data: { id: found.id, until },
        };
      },
    };
  },
});

const resumeOperation = defineOperation({
  verb: "resume",
  arguments: "<schedule>",
  description: "Ends the pause of a schedule: the cron opens its events again.",
  example: "schedule resume 3f2a91bc",
  concerns: "nobody",
  deskRole: "city",
  changesData: true,
  input: z.object({ schedule: id }),
  async run(context, { schedule: prefix }) {
    const found = await findSchedule(context, prefix);
    const notPausedError = () => refusedError(`Schedule ${shortId(found.id)} is not paused.`);
    if (!found.pausedUntil) throw notPausedError();
    return {
      summary: `end the pause of ${nameSchedule(found)}`,
      canBeUndone: true,
      async apply() {
        if (!(await resumeSchedule(context.db, found.id))) throw notPausedError();
        return { message: "The cron opens its events within a minute.", data: { id: found.id } };
      },
    };
  },
});

export const schedule: Noun = {
  description: "Events that repeat every week.",
  operations: [
    listOperation,
    addScheduleOperation,
    holidaysOperation,
    editOperation,
    skipOperation,
    pauseOperation,
    resumeOperation,
    endOperation,
  ],
};
