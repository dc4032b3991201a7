import * as z from "zod";
import { eventTimes, timeBefore } from "#app/lib/event-times.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { type EventDetails, editEvent, moveEvent } from "#app/models/event/events.server.ts";
import type { Venue } from "#app/models/venue/venues.server.ts";
import { defineCommand } from "./command.ts";
import type { CommandContext } from "./command-context.ts";
import { refusedError, usageError } from "./exit-codes.ts";
import { describeEvent, findEventByPrefix, requireWithinTwoYears } from "./find-event.ts";
import { capacity, id } from "./inputs.ts";
import { plural } from "./text-table.ts";
import { formatLocalTime, parseTime } from "./times.ts";
import { findVenueByPrefix } from "./venue-inputs.ts";

const inputSchema = z.object({
  event: id,
  at: z.string().optional(),
  venue: id.optional(),
  seats: capacity.optional(),
  closes: z.string().optional(),
  offered: z.enum(["yes", "no"], "is yes or no").optional(),
});

export const editEventCommand = defineCommand({
  usage: "edit <event>",
  description:
    "Changes the time, venue or size of an event. Diners get an email when the time or the venue changes.",
  example: 'event edit 3f2a91bc --at "2026-12-04 20:00"',
  options: [
    ["--at <time>", "the start, in the venue’s time zone; at most two years ahead"],
    ["--venue <id>", "the venue"],
    ["--seats <number>", `how many can book: ${tableSize} or more, and no fewer than have booked`],
    ["--closes <time>", "when booking ends"],
    ["--offered <yes|no>", "whether diners can book it"],
  ],
  changesData: true,
  input: inputSchema,
  async run(context, { event: prefix, ...wanted }) {
    const event = await findEventByPrefix(context, prefix);
    if (event.canceledAt) throw refusedError(`${describeEvent(event)} is canceled.`);
    if (event.date <= context.now) throw refusedError(`${describeEvent(event)} is in the past.`);
    const venue = await findVenueByPrefix(context, wanted.venue ?? event.venueId);
    const changes = findChanges(event, venue, wanted, context.now);
    const isMoved = "date" in changes || "venueId" in changes;
    const editedEvent = { ...event, ...changes };
    const emailNote = isMoved ? ` and email ${plural(event.taken, "diner")}` : "";
    return {
      summary: `change ${describeEvent(event)} (${describeChanges(changes, venue)})${emailNote}`,
      needsConfirmation: isMoved && event.taken > 0,
      async apply() {
        await applyChanges(context, event, { changes, venue, isMoved });
        return {
          message: `Changed: ${describeEvent({ ...editedEvent, ...getVenueFields(venue) })}.`,
          data: { id: event.id, ...changes },
        };
      },
    };
  },
});

type Changes = Parameters<typeof editEvent>[1]["changes"];

function findChanges(
  event: EventDetails,
  venue: Venue,
  { at, seats, closes, offered }: Omit<z.output<typeof inputSchema>, "event">,
  now: Date,
): Changes {
  const date = at ? parseTime(at, venue.timeZone) : event.date;
  const hasNewDate = date.getTime() !== event.date.getTime();
  const defaultClosesAt =
    hasNewDate && !event.matchedAt ? timeBefore(date, eventTimes.closesBeforeMs) : event.closesAt;
  const closesAt = closes ? parseTime(closes, venue.timeZone) : defaultClosesAt;
  if (hasNewDate) requireWithinTwoYears(date, now);
  if (date <= now) throw refusedError(`${at} is in the past.`);
  if (closesAt >= date) throw refusedError("Booking must end before the event starts.");
  if (closes && event.matchedAt) throw refusedError("The tables are made: booking is already over.");
  if (seats !== undefined && seats < event.taken)
    throw refusedError(`${plural(event.taken, "seat is", "seats are")} taken: the event can’t have fewer.`);
  const changes: Changes = {
    ...(hasNewDate ? { date } : {}),
    ...(venue.id !== event.venueId ? { venueId: venue.id } : {}),
    ...(closesAt.getTime() !== event.closesAt.getTime() ? { closesAt } : {}),
    ...(seats !== undefined && seats !== event.capacity ? { capacity: seats } : {}),
    ...(offered && (offered === "yes") !== event.available ? { available: offered === "yes" } : {}),
  };
  if (Object.keys(changes).length === 0)
    throw usageError("Nothing to change: use an option with a new value, see --help.");
  return changes;
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
    capacity && `${capacity} seats`,
    available !== undefined && (available ? "offered" : "not offered"),
  ]
    .filter(Boolean)
    .join(", ");

async function applyChanges(
  { db, now }: CommandContext,
  event: EventDetails,
  { changes, venue, isMoved }: { changes: Changes; venue: Venue; isMoved: boolean },
): Promise<void> {
  const edit = { id: event.id, changes, now };
  const data = { previousDate: event.date.getTime(), previousTimeZone: event.timeZone };
  try {
    const isChanged = isMoved
      ? await moveEvent(db, { ...edit, email: { kind: "event-moved", data } })
      : await editEvent(db, edit);
    if (isChanged) return;
  } catch (error) {
    if (String((error as Error).cause ?? error).includes("UNIQUE"))
      throw refusedError(`There is already an event at ${venue.name} at that time.`);
    throw error;
  }
  throw refusedError("The event changed in the meantime, or has more bookings now: check it and try again.");
}
