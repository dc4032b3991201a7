import * as z from "zod";
import { eventTimes, timeBefore } from "#app/lib/event-times.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { addEvent, closeEvent, hasEventAt, listEventsWithCounts } from "#app/models/event/events.server.ts";
import { cancelEventCommand } from "./cancel-event.ts";
import { type CommandGroup, defineCommand } from "./command.ts";
import { editEventCommand } from "./edit-event.ts";
import { refusedError } from "./exit-codes.ts";
import { describeEvent, findEventByPrefix, getEventState, requireWithinTwoYears } from "./find-event.ts";
import { id, tableCount } from "./inputs.ts";
import { requireBookingEnd } from "./plan-edit.ts";
import { describeStandby, showEvent } from "./show-event.ts";
import { formatRows, plural, shortId } from "./text-table.ts";
import { formatLocalTime, parseTime } from "./times.ts";
import { findVenueByPrefix } from "./venue-inputs.ts";

const listCommand = defineCommand({
  usage: "list",
  description: "Lists upcoming events, with their bookings and why diners are on standby.",
  example: "event list --json",
  options: [["--past", "include past events"]],
  input: z.object({ past: z.boolean().default(false) }),
  async run({ db, now }, { past }) {
    const events = await listEventsWithCounts(db, past ? new Date(0) : now);
    const data = events.map((event) => ({ ...event, state: getEventState(event, now) }));
    const rows = data.map((event) => [
      shortId(event.id),
      formatLocalTime(event.date, event.timeZone),
      event.venueName,
      event.capacity,
      event.bookings.seated,
      describeStandby(event.bookings),
      event.bookings.pending,
      event.bookings.canceled,
      event.state,
      formatLocalTime(event.closesAt, event.timeZone),
    ]);
    const bookingStates = ["seated", "standby", "pending", "canceled"];
    const headings = ["id", "time", "venue", "seats", ...bookingStates, "state", "booking ends"];
    return { message: formatRows(headings, rows, "No upcoming event: add one with event add."), data };
  },
});

const addCommand = defineCommand({
  usage: "add",
  description: "Adds an event. By default, diners can book it until two days before.",
  example: 'event add --venue 3f2a91bc --at "2026-12-04 19:00" --tables 10',
  options: [
    ["--venue <id>", "the venue; venue list shows the ids"],
    ["--at <time>", "the start, in the venue’s time zone; at most two years ahead"],
    ["--tables <number>", `how many tables of ${tableSize} it has`],
    ["--closes <time>", "when booking ends, two days before by default"],
  ],
  changesData: true,
  input: z.object({
    venue: id,
    at: z.string(),
    tables: tableCount,
    closes: z.string().optional(),
  }),
  async run(context, { venue: prefix, at, tables, closes }) {
    const venue = await findVenueByPrefix(context, prefix);
    const date = parseTime(at, venue.timeZone);
    const closesAt =
      closes === undefined ? timeBefore(date, eventTimes.closesBeforeMs) : parseTime(closes, venue.timeZone);
    requireWithinTwoYears(date, context.now);
    if (date <= context.now) throw refusedError(`${at} is in the past.`);
    requireBookingEnd(closesAt, { date, timeZone: venue.timeZone, now: context.now });
    const duplicateError = () => refusedError(`There is already an event at ${venue.name} at that time.`);
    if (await hasEventAt(context.db, venue.id, date)) throw duplicateError();
    return {
      summary: `add an event on ${formatLocalTime(date, venue.timeZone)} at ${venue.name} with ${plural(tables, "table")}`,
      async apply() {
        const capacity = tables * tableSize;
        const eventId = await addEvent(context.db, { venueId: venue.id, date, closesAt, capacity });
        if (!eventId) throw duplicateError();
        return {
          message: `Added ${formatLocalTime(date, venue.timeZone)} at ${venue.name}: ${eventId}`,
          data: { id: eventId },
        };
      },
    };
  },
});

const closeCommand = defineCommand({
  usage: "close <event>",
  description: "Ends booking now. The cron makes the tables within a minute.",
  example: "event close 3f2a91bc",
  changesData: true,
  input: z.object({ event: id }),
  async run(context, { event: prefix }) {
    const event = await findEventByPrefix(context, prefix);
    const state = getEventState(event, context.now);
    const closedError = () => refusedError(`Booking for ${describeEvent(event)} has already ended.`);
    if (event.closesAt <= context.now || event.canceledAt) throw closedError();
    return {
      summary: `end booking for ${describeEvent(event)}, which is ${state} with ${plural(event.taken, "seat")} taken`,
      needsConfirmation: true,
      async apply() {
        if (!(await closeEvent(context.db, event.id, context.now))) throw closedError();
        return { message: `Booking for ${describeEvent(event)} has ended.`, data: { id: event.id } };
      },
    };
  },
});

export const event: CommandGroup = {
  description: "Events: when and where dinners take place.",
  commands: [listCommand, showEvent, addCommand, editEventCommand, closeCommand, cancelEventCommand],
};
