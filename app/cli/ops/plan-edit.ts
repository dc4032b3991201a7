import { tableSize } from "#app/lib/table-size.ts";
import { type EventChanges, type EventDetails, hasEventAt } from "#app/models/event/events.server.ts";
import type { Venue } from "#app/models/venue/venues.server.ts";
import type { CommandContext } from "./command-context.ts";
import { refusedError } from "./exit-codes.ts";
import { requireWithinTwoYears } from "./find-event.ts";
import { plural } from "./text-table.ts";
import { formatLocalTime, parseTime } from "./times.ts";

export interface WantedChanges {
  at?: string | undefined;
  closes?: string | undefined;
  tables?: number | undefined;
  offered?: "yes" | "no" | undefined;
}

/** Refuses what can't be; what stays as it is is left out. */
export async function findChanges(
  { db, now }: CommandContext,
  event: EventDetails,
  venue: Venue,
  { at, closes, tables, offered }: WantedChanges,
): Promise<EventChanges> {
  const date = at === undefined ? event.date : parseTime(at, venue.timeZone);
  const hasNewDate = date.getTime() !== event.date.getTime();
  if (hasNewDate) requireWithinTwoYears(date, now);
  if (date <= now) throw refusedError(`${formatLocalTime(date, venue.timeZone)} is in the past.`);
  if (closes !== undefined && event.matchedAt)
    throw refusedError("The tables are made: booking is already over.");
  const closesAt = closes === undefined ? findClosesAt(event, date, now) : parseTime(closes, venue.timeZone);
  const hasNewEnd = closesAt.getTime() !== event.closesAt.getTime();
  requireBookingEnd(closesAt, { date, timeZone: venue.timeZone, now: hasNewEnd ? now : undefined });
  const isElsewhere = venue.id !== event.venueId;
  if ((hasNewDate || isElsewhere) && (await hasEventAt(db, venue.id, date)))
    throw refusedError(`There is already an event at ${venue.name} at that time.`);
  const capacity = tables === undefined ? event.capacity : tables * tableSize;
  return {
    ...(hasNewDate ? { date } : {}),
    ...(isElsewhere ? { venueId: venue.id } : {}),
    ...(hasNewEnd ? { closesAt } : {}),
    ...(capacity !== event.capacity ? { capacity } : {}),
    ...(offered && (offered === "yes") !== event.available ? { available: offered === "yes" } : {}),
  };
}

/** Moves with the date, so that it stays as long before as the operator set it; booking that has ended stays ended. */
function findClosesAt({ date: oldDate, closesAt, matchedAt }: EventDetails, date: Date, now: Date): Date {
  if (matchedAt || closesAt <= now) return closesAt;
  return new Date(closesAt.getTime() + date.getTime() - oldDate.getTime());
}

/** Without `now`, an end that is over is allowed. */
export function requireBookingEnd(
  closesAt: Date,
  { date, timeZone, now }: { date: Date; timeZone: string; now: Date | undefined },
): void {
  if (closesAt >= date) throw refusedError("Booking must end before the event starts.");
  if (now && closesAt <= now)
    throw refusedError(
      `Booking would have ended at ${formatLocalTime(closesAt, timeZone)}: set a later time with --closes.`,
    );
}

/** "2026-12-04 20:00, booking until 2026-12-02 20:00" */
export const describeChanges = (
  { date, venueId, closesAt, available }: EventChanges,
  { name, timeZone }: Venue,
  tableCount: number | undefined,
) =>
  [
    [date && formatLocalTime(date, timeZone), venueId && name].filter(Boolean).join(" at "),
    closesAt && `booking until ${formatLocalTime(closesAt, timeZone)}`,
    tableCount && `${plural(tableCount, "table")}, ${tableCount * tableSize} seats`,
    available !== undefined && (available ? "offered" : "not offered"),
  ]
    .filter(Boolean)
    .join(", ");
