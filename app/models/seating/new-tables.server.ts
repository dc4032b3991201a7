import { tableSize } from "#app/lib/table-size.ts";
import { compareByBoost, compareByPriority } from "#app/matching/match-input.ts";
import type { Table } from "#app/matching/seating.ts";
import { match } from "#app/matching/solve.ts";
import { isStandbyOver } from "./event-seats.server.ts";
import type { MatchData } from "./match-data.server.ts";
import { buildMatchInput } from "./match-input.server.ts";
import { byBooking, findTable, listShares } from "./told-to-tables.ts";

/** How many more tables each venue has, by its id. A table that keeps its place after it was closed is not spare. */
export function countSpareTables({ event, tables }: MatchData): Map<string, number> {
  const placed = tables.filter(({ closedAt, keepsPlace }) => !closedAt || keepsPlace);
  const byVenue = Map.groupBy(placed, ({ venueId }) => venueId);
  return new Map(
    event.venues.map((venue) => [
      venue.venueId,
      Math.max(0, venue.tables - (byVenue.get(venue.venueId)?.length ?? 0)),
    ]),
  );
}

/** The highest number of a table; 0 without tables. */
export const findLastNumber = ({ tables }: MatchData) => tables.at(-1)?.number ?? 0;

/** The tables that the matcher makes of the diners on standby at spare tables. */
export function planNewTables(eventId: string, data: MatchData, env: Env, now: Date): Table[] {
  const standby = data.diners.filter(({ tableId }) => !tableId);
  const spareTables = countSpareTables(data);
  const venues = data.event.venues.flatMap((venue) => {
    const tables = spareTables.get(venue.venueId) ?? 0;
    return tables > 0 ? [{ ...venue, tables }] : [];
  });
  if (isStandbyOver(data, now) || standby.length < tableSize || venues.length === 0) return [];
  const input = buildMatchInput(eventId, { ...data, event: { ...data.event, venues }, diners: standby }, env);
  // A diner's id in the match input is that of their booking.
  const seatLostAt = new Map(standby.map((diner) => [diner.bookingId, diner.seatLostAt ?? 0]));
  const inOrder = input.diners.toSorted(
    (one, other) =>
      (seatLostAt.get(one.id) ?? 0) - (seatLostAt.get(other.id) ?? 0) ||
      other.priority - one.priority ||
      compareByBoost(one, other) ||
      compareByPriority(one, other),
  );
  const { tables } = match({ ...input, diners: inOrder.map((diner, i) => ({ ...diner, priority: -i })) });
  const bookings = byBooking(standby);
  return tables.map((table) => ({
    ...table,
    explanation: listShares(input.questions, findTable(bookings, table.diners)),
  }));
}
