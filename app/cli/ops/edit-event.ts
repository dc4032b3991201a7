import * as z from "zod";
import { eventTimes, timeBefore } from "#app/lib/event-times.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { type EventDetails, editEvent } from "#app/models/event/events.server.ts";
import type { Venue } from "#app/models/venue/venues.server.ts";
import { type CommandResult, defineCommand } from "./command.ts";
import type { CommandContext } from "./command-context.ts";
import { refusedError, usageError } from "./exit-codes.ts";
import { type FewerTables, planFewerTables } from "./fewer-tables.ts";
import { describeEvent, findEventByPrefix, requireWithinTwoYears } from "./find-event.ts";
import { id, tableCount, text } from "./inputs.ts";
import { describeMoves, emptyClosedTables } from "./plan-closing.ts";
import { plural } from "./text-table.ts";
import { formatLocalTime, parseTime } from "./times.ts";
import { findVenueByPrefix } from "./venue-inputs.ts";

const inputSchema = z.object({
  event: id,
  at: z.string().optional(),
  venue: id.optional(),
  tables: tableCount.optional(),
  because: text(500).optional(),
  closes: z.string().optional(),
  offered: z.enum(["yes", "no"], "is yes or no").optional(),
});

export const editEventCommand = defineCommand({
  usage: "edit <event>",
  description:
    "Changes the time, venue or size of an event. Diners get an email when the time or the venue changes, and when they lose their seats.",
  example: 'event edit 3f2a91bc --at "2026-12-04 20:00"',
  options: [
    ["--at <time>", "the start, in the venue’s time zone; at most two years ahead"],
    ["--venue <id>", "the venue"],
    [
      "--tables <number>",
      `how many tables of ${tableSize} it has; where there are fewer, the last bookers lose their seats, and once the tables are made, theirs are closed`,
    ],
    ["--because <text>", "a sentence to add to the email of those whose booking is canceled"],
    ["--closes <time>", "when booking ends"],
    ["--offered <yes|no>", "whether diners can book it"],
  ],
  changesData: true,
  input: inputSchema,
  async run(context, { event: prefix, because, ...wanted }) {
    const event = await findEventByPrefix(context, prefix);
    if (event.canceledAt) throw refusedError(`${describeEvent(event)} is canceled.`);
    if (event.date <= context.now) throw refusedError(`${describeEvent(event)} is in the past.`);
    const venue = await findVenueByPrefix(context, wanted.venue ?? event.venueId);
    const changes = findChanges(event, venue, wanted, context.now);
    const fewer = wanted.tables ? await planFewerTables(context, event, wanted.tables) : undefined;
    if (Object.keys(changes).length === 0 && !fewer)
      throw usageError("Nothing to change: use an option with a new value, see --help.");
    if (because && !fewer?.lostBookingCount)
      throw usageError("Use --because only with --tables, where diners lose their bookings.");
    const isMoved = "date" in changes || "venueId" in changes;
    const staying = event.taken - (fewer?.lostBookingCount ?? 0);
    const notes = [fewer && `: ${fewer.summary}`, isMoved && ` and email ${plural(staying, "diner")}`];
    return {
      summary: `change ${describeEvent(event)} (${describeChanges(changes, venue)})${notes.filter(Boolean).join(",")}`,
      needsConfirmation: (isMoved && event.taken > 0) || fewer !== undefined,
      apply: () => applyChanges(context, event, { changes, venue, isMoved, fewer, because }),
    };
  },
});

type Changes = Parameters<typeof editEvent>[1]["changes"];

function findChanges(
  event: EventDetails,
  venue: Venue,
  { at, tables, closes, offered }: Omit<z.output<typeof inputSchema>, "event" | "because">,
  now: Date,
): Changes {
  const date = at ? parseTime(at, venue.timeZone) : event.date;
  const hasNewDate = date.getTime() !== event.date.getTime();
  const defaultClosesAt =
    hasNewDate && !event.matchedAt ? timeBefore(date, eventTimes.closesBeforeMs) : event.closesAt;
  const closesAt = closes ? parseTime(closes, venue.timeZone) : defaultClosesAt;
  const capacity = tables === undefined ? event.capacity : tables * tableSize;
  if (hasNewDate) requireWithinTwoYears(date, now);
  if (date <= now) throw refusedError(`${at} is in the past.`);
  if (closesAt >= date) throw refusedError("Booking must end before the event starts.");
  if (closes && event.matchedAt) throw refusedError("The tables are made: booking is already over.");
  return {
    ...(hasNewDate ? { date } : {}),
    ...(venue.id !== event.venueId ? { venueId: venue.id } : {}),
    ...(closesAt.getTime() !== event.closesAt.getTime() ? { closesAt } : {}),
    ...(capacity !== event.capacity ? { capacity } : {}),
    ...(offered && (offered === "yes") !== event.available ? { available: offered === "yes" } : {}),
  };
}

const getVenueFields = (venue: Venue) => ({
  venueName: venue.name,
  venueAddress: venue.address,
  mapsLink: venue.googleMapsLink,
  timeZone: venue.timeZone,
});

const describeChanges = (
  { date, venueId, closesAt, capacity, available }: Changes,
  { name, timeZone }: Venue,
) =>
  [
    date && formatLocalTime(date, timeZone),
    venueId && `at ${name}`,
    closesAt && `booking ends ${formatLocalTime(closesAt, timeZone)}`,
    capacity && `${plural(capacity / tableSize, "table")}, ${capacity} seats`,
    available !== undefined && (available ? "offered" : "not offered"),
  ]
    .filter(Boolean)
    .join(", ") || "as many tables as it has seats for";

interface PlannedEdit {
  changes: Changes;
  venue: Venue;
  isMoved: boolean;
  fewer: FewerTables | undefined;
  because: string | undefined;
}

async function applyChanges(
  context: CommandContext,
  event: EventDetails,
  { changes, venue, isMoved, fewer, because }: PlannedEdit,
): Promise<CommandResult> {
  const { id: eventId, matchedAt } = event;
  const data = { previousDate: event.date.getTime(), previousTimeZone: event.timeZone };
  const canceled = await editEvent(context.db, {
    id: eventId,
    changes,
    matchedAt,
    email: isMoved ? { kind: "event-moved", data } : undefined,
    cancelsLast: fewer?.lostBookingCount ? { because } : undefined,
    closes: fewer?.closes ?? [],
    now: context.now,
  }).catch((error: Error) => {
    if (String(error.cause ?? error).includes("UNIQUE"))
      throw refusedError(`There is already an event at ${venue.name} at that time.`);
    throw error;
  });
  if (canceled === undefined)
    throw refusedError(
      "The event changed in the meantime, or has more bookings now: check it and try again.",
    );
  const closed = fewer?.closes ?? [];
  const moved = closed.length > 0 ? await emptyClosedTables(context, eventId, fewer?.moves ?? []) : [];
  const sentences = [
    `Changed: ${describeEvent({ ...event, ...changes, ...getVenueFields(venue) })}.`,
    canceled > 0 && `${plural(canceled, "booking was", "bookings were")} canceled.`,
    closed.length > 0 &&
      `${plural(closed.length, "table was", "tables were")} closed: ${describeMoves(moved, "done")}.`,
  ];
  return {
    message: sentences.filter(Boolean).join(" "),
    data: { id: eventId, ...changes, canceled, closedTables: closed.map(({ number }) => number), moved },
  };
}
