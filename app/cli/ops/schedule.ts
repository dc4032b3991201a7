import * as z from "zod";
import { schedules } from "#app/db/schema.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { addSchedule, endSchedule, listSchedules } from "#app/models/event/schedules.server.ts";
import { type CommandGroup, defineCommand } from "./command.ts";
import { findIdByPrefix } from "./command-context.ts";
import { refusedError } from "./exit-codes.ts";
import { id, noInput, tableCount, wholeNumber } from "./inputs.ts";
import { formatRows, plural, shortId } from "./text-table.ts";
import { findVenueByPrefix } from "./venue-inputs.ts";

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;

/** 1 is Monday: "Mondays". */
function formatWeekday(weekday: number): string {
  const day = weekdays[weekday - 1] ?? "";
  return `${day.charAt(0).toUpperCase()}${day.slice(1)}s`;
}

const listCommand = defineCommand({
  usage: "list",
  description: "Lists the weekly schedules.",
  example: "schedule list",
  input: noInput,
  async run({ db }) {
    const data = await listSchedules(db);
    const rows = data.map(({ id, weekday, time, venueName, capacity, weeks }) => [
      shortId(id),
      formatWeekday(weekday),
      time,
      venueName,
      capacity,
      weeks,
    ]);
    const headings = ["id", "day", "time", "venue", "seats", "weeks ahead"];
    return { message: formatRows(headings, rows, "No schedule yet: add one with schedule add."), data };
  },
});

const addCommand = defineCommand({
  usage: "add",
  description: "Schedules a weekly event. The cron opens the events of the coming weeks.",
  example: "schedule add --venue 3f2a91bc --weekday friday --at 19:00 --tables 10 --weeks 8",
  options: [
    ["--venue <id>", "the venue; venue list shows the ids"],
    ["--weekday <day>", "monday to sunday"],
    ["--at <hour>", "the start, in the venue’s time zone, such as 19:00"],
    ["--tables <number>", `how many tables of ${tableSize} each event has`],
    ["--weeks <number>", "how many weeks ahead diners can book, 8 by default"],
  ],
  changesData: true,
  input: z.object({
    venue: id,
    weekday: z.preprocess(
      (typed) => (typeof typed === "string" ? typed.toLowerCase() : typed),
      z.enum(weekdays, `is one of ${weekdays.join(", ")}`),
    ),
    at: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "is an hour such as 19:00"),
    tables: tableCount,
    weeks: wholeNumber(1, 52).default(8),
  }),
  async run(context, { venue: prefix, weekday: weekdayName, at: time, tables, weeks }) {
    const venue = await findVenueByPrefix(context, prefix);
    const weekday = weekdays.indexOf(weekdayName) + 1;
    const when = `${formatWeekday(weekday)} ${time} at ${venue.name}`;
    return {
      summary: `schedule ${when} with ${plural(tables, "table")}, ${plural(weeks, "week")} ahead`,
      async apply() {
        const newSchedule = { venueId: venue.id, weekday, time, capacity: tables * tableSize, weeks };
        const scheduleId = await addSchedule(context.db, newSchedule, context.now);
        if (!scheduleId) throw refusedError(`There is already a schedule for ${when}.`);
        return {
          message: `Scheduled ${when}: ${scheduleId}. The cron adds its events within a minute.`,
          data: { id: scheduleId },
        };
      },
    };
  },
});

const endCommand = defineCommand({
  usage: "end <schedule>",
  description: "Stops a schedule. Events that are already open stay.",
  example: "schedule end 3f2a91bc",
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
          message: `Ended schedule ${shortId(scheduleId)}. Its open events stay.`,
          data: { id: scheduleId },
        };
      },
    };
  },
});

export const schedule: CommandGroup = {
  description: "Events that repeat every week.",
  commands: [listCommand, addCommand, endCommand],
};
