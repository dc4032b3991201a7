import * as z from "zod";
import { tableSize } from "#app/lib/table-size.ts";
import { countUnservedDiners } from "#app/models/event/diets.server.ts";
import { type EventChanges, type EventDetails, editEvent } from "#app/models/event/events.server.ts";
import type { Venue } from "#app/models/venue/venues.server.ts";
import { type CommandResult, defineCommand } from "./command.ts";
import type { CommandContext } from "./command-context.ts";
import { refusedError, usageError } from "./exit-codes.ts";
import { type FewerTables, planFewerTables } from "./fewer-tables.ts";
import { describeEvent, findEventByPrefix } from "./find-event.ts";
import { id, tableCount, text } from "./inputs.ts";
import { describeMoves, emptyClosedTables } from "./plan-closing.ts";
import { describeChanges, findChanges } from "./plan-edit.ts";
import { plural } from "./text-table.ts";
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
      `how many tables of ${tableSize} it has; where there are fewer, the last bookers lose their seats, and once the tables are made, theirs are closed for good; more are possible only before`,
    ],
    [
      "--because <text>",
      "with --tables, before the tables are made: a sentence to add to the email of those whose booking is canceled",
    ],
    ["--closes <time>", "when booking ends; without it, as long before the start as now"],
    ["--offered <yes|no>", "whether diners can book it"],
  ],
  changesData: true,
  input: inputSchema,
  async run(context, { event: prefix, because, ...wanted }) {
    const event = await findEventByPrefix(context, prefix);
    if (event.canceledAt) throw refusedError(`${describeEvent(event)} is canceled.`);
    if (event.date <= context.now) throw refusedError(`${describeEvent(event)} is in the past.`);
    const venue = await findVenueByPrefix(context, wanted.venue ?? event.venueId);
    const fewer = wanted.tables ? await planFewerTables(context, event, wanted.tables) : undefined;
    // Once the tables are made, the number of seats is that of the tables.
    const tables = event.matchedAt && !fewer ? undefined : wanted.tables;
    const changes = await findChanges(context, event, venue, { ...wanted, tables });
    if (Object.keys(changes).length === 0 && !fewer)
      throw usageError("Nothing to change: use an option with a new value, see --help.");
    if (because && !fewer?.lostBookingCount)
      throw usageError(
        "Use --because only where --tables cancels bookings, which it does before the tables are made: emails about closed tables don’t carry it.",
      );
    const isMoved = "date" in changes || "venueId" in changes;
    const notes = [fewer?.summary, changes.venueId && (await describeUnserved(context, event, venue))].filter(
      Boolean,
    );
    const wish = describeChanges(changes, venue, "capacity" in changes || fewer ? tables : undefined);
    const emailNote = `, and email ${plural(event.taken - (fewer?.lostBookingCount ?? 0), "diner")}`;
    return {
      summary: `change ${describeEvent(event)} to ${wish}${notes.length > 0 ? `: ${notes.join(", ")}` : ""}${isMoved ? emailNote : ""}`,
      needsConfirmation: (isMoved && event.taken > 0) || fewer !== undefined,
      isFinishedByCron: (fewer?.closes.length ?? 0) > 0,
      apply: () => applyChanges(context, event, { changes, venue, isMoved, fewer, because }),
    };
  },
});

async function describeUnserved({ db }: CommandContext, { id: eventId }: EventDetails, venue: Venue) {
  const count = await countUnservedDiners(db, eventId, venue.diets);
  if (count === 0) return undefined;
  return `${plural(count, "diner needs", "diners need")} a diet that ${venue.name} can’t serve`;
}

const getVenueFields = (venue: Venue) => ({
  venueName: venue.name,
  venueAddress: venue.address,
  mapsLink: venue.googleMapsLink,
  timeZone: venue.timeZone,
});

interface PlannedEdit {
  changes: EventChanges;
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
    closesAt: changes.closesAt && event.closesAt,
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
