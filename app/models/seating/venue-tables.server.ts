import type { Database } from "#app/db/client.server.ts";
import type { Diner } from "#app/matching/match-input.ts";
import { placeTables } from "#app/matching/venues/transport.ts";
import { moveTable } from "#app/models/booking/event-transitions.server.ts";
import { changeEventVenue, type VenueTables } from "#app/models/event/event-venues.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { countSpareTables, findSeats } from "./event-seats.server.ts";
import type { MatchData } from "./match-data.server.ts";

interface LeavingTable {
  id: string;
  number: number;
}

/** What becomes of the tables at a venue that has fewer of them, or none. */
export interface VenueTablesPlan {
  /** They move as they are to another venue of the event. */
  moves: (LeavingTable & { venueId: string; bookingIds: string[] })[];
  /** No other venue that suits all of their diners has a table left. */
  closes: LeavingTable[];
}

/** Empty tables leave first, then those that can move as they are, then the others; of each, those of the latest bookers. */
export function planVenueTables(
  eventId: string,
  data: MatchData,
  env: Env,
  { venueId, tables }: VenueTables,
): VenueTablesPlan {
  const seats = findSeats(eventId, data, env);
  const open = data.tables.filter(({ closedAt }) => !closedAt);
  const dinersAt = ({ id }: LeavingTable) => seats.tables.get(id) ?? [];
  const there = open
    .filter((table) => table.venueId === venueId)
    .map((table) => ({ id: table.id, number: table.number, lastBookedAt: findLastBooking(dinersAt(table)) }))
    .sort((one, other) => other.lastBookedAt - one.lastBookedAt || other.number - one.number)
    .map(({ id, number }) => ({ id, number }));
  const leavingCount = Math.max(0, there.length - tables);
  const empty = there.filter((table) => dinersAt(table).length === 0).slice(0, leavingCount);
  const seated = there.filter((table) => dinersAt(table).length > 0);
  const spareTables = countSpareTables(data);
  const spare = seats.venues
    .filter(({ id }) => id !== venueId)
    .map((venue) => ({ ...venue, tables: spareTables.get(venue.id) ?? 0 }));
  const places = placeTables(seated.map(dinersAt), spare);
  const canMove = seated.flatMap((table, i) => {
    const newVenueId = places[i];
    if (!newVenueId) return [];
    // A diner's id in the match input is that of their booking.
    return [{ ...table, venueId: newVenueId, bookingIds: dinersAt(table).map(({ id }) => id) }];
  });
  const moves = canMove.slice(0, leavingCount - empty.length);
  const isMoved = new Set(moves.map(({ id }) => id));
  const closes = [...empty, ...seated.filter(({ id }) => !isMoved.has(id))];
  return { moves, closes: closes.slice(0, leavingCount - moves.length) };
}

const findLastBooking = (diners: readonly Diner[]) =>
  diners.length === 0 ? Number.MAX_SAFE_INTEGER : Math.max(...diners.map(({ bookedAt }) => bookedAt));

interface VenueTablesChange {
  event: EventDetails;
  venue: VenueTables;
  plan: VenueTablesPlan;
  now: Date;
}

/**
 * After the tables are made. Each step can be the last one of a process that was killed: the same change can be made again.
 * The diners of closed tables are seated elsewhere by the next `refillTables`. False where the event changed in the meantime.
 */
export async function applyVenueTables(
  db: Database,
  { event, venue, plan, now }: VenueTablesChange,
): Promise<boolean> {
  for (const { id, venueId, bookingIds } of plan.moves)
    if (!(await moveTable(db, { tableId: id, venueId, bookingIds, now }))) return false;
  const previousTables = event.venues.find(({ venueId }) => venueId === venue.venueId)?.tables ?? 0;
  const change = { event, venue, previousTables, closes: plan.closes, now };
  return (await changeEventVenue(db, change)) !== undefined;
}
