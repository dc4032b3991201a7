import { eventTimes, timeBefore } from "#app/lib/event/event-times.ts";
import { minTableSize, tableSize } from "#app/lib/table-size.ts";
import { compareByBoost, compareByPriority, type Diner, type Venue } from "#app/matching/match-input.ts";
import { findFreeSeats, findSwaps, type SeatingRules } from "#app/matching/reseat.ts";
import type { Table } from "#app/matching/seating.ts";
import { match } from "#app/matching/solve.ts";
import type { MatchData, MatchDiner } from "./match-data.server.ts";
import { buildMatchInput } from "./match-input.server.ts";
import { byBooking, findTable, listShares } from "./told-to-tables.ts";

/** The seating of an event whose tables are made. */
export interface EventSeats {
  tables: Map<string, Diner[]>;
  /** Nobody is seated there. */
  closedTableIds: Set<string>;
  standby: Diner[];
  /** By booking id, as all diners here. */
  bookings: Map<string, MatchDiner>;
  venues: readonly Venue[];
  /** Nothing where it has left the event. */
  venueOf(tableId: string): Venue | undefined;
  numberOf(tableId: string): number;
  /** How many seats somebody without a booking has taken. */
  walkInsOf(tableId: string): number;
  seatingRules: SeatingRules;
  sharesOf(diners: readonly Diner[]): string[];
}

export function findSeats(eventId: string, data: MatchData, env: Env): EventSeats {
  const { venues, diners, relax = [], ...others } = buildMatchInput(eventId, data, env);
  const bookings = byBooking(data.diners);
  const venueByTable = new Map(
    data.tables.flatMap(({ id, venueId }) => {
      const venue = venues.find((each) => each.id === venueId);
      return venue ? [[id, venue] as const] : [];
    }),
  );
  const tableIdOf = ({ id }: Diner) => bookings.get(id)?.tableId;
  const seated = diners.filter((diner) => tableIdOf(diner));
  return {
    tables: Map.groupBy(seated, (diner) => tableIdOf(diner) as string),
    closedTableIds: new Set(
      data.tables
        .filter(({ closedAt, closedToNewcomersAt }) => closedAt || closedToNewcomersAt)
        .map(({ id }) => id),
    ),
    standby: diners.filter((diner) => !tableIdOf(diner)),
    bookings,
    venues,
    venueOf: (tableId) => venueByTable.get(tableId),
    numberOf: (tableId) => data.tables.find(({ id }) => id === tableId)?.number ?? 0,
    walkInsOf: (tableId) => data.tables.find(({ id }) => id === tableId)?.walkIns ?? 0,
    seatingRules: { ...others, relaxed: relax },
    sharesOf: (table) =>
      listShares(
        others.questions,
        table.flatMap(({ id }) => bookings.get(id) ?? []),
        () => true,
      ),
  };
}

/** Where somebody new can sit. */
export const listTablesWithFreeSeats = ({ tables, closedTableIds, venueOf, walkInsOf }: EventSeats) =>
  [...tables].flatMap(([id, diners]) => {
    const [venue, walkIns] = [venueOf(id), walkInsOf(id)];
    return venue && diners.length + walkIns < tableSize && !closedTableIds.has(id)
      ? [{ id, venue, diners, walkIns }]
      : [];
  });

export const isStandbyOver = ({ event }: MatchData, now: Date) =>
  now >= timeBefore(event.date, eventTimes.standbyEndsBeforeMs);

interface PlannedMove {
  /** One, or all who belong together. */
  diners: Diner[];
  /** Null if no table has seats for them. */
  to: { tableId: string; tableMates: Diner[] } | null;
}

export function planMoves(
  tableId: string,
  { tables, closedTableIds, venueOf, walkInsOf, seatingRules }: EventSeats,
): PlannedMove[] {
  const diners = tables.get(tableId) ?? [];
  const others = [...tables].flatMap(([id, table]) => {
    const venue = venueOf(id);
    const isOpen = id !== tableId && table.length >= minTableSize && !closedTableIds.has(id);
    return venue && isOpen ? [{ id, venue, diners: table, walkIns: walkInsOf(id) }] : [];
  });
  const moves = findFreeSeats(diners, others, seatingRules);
  return moves.map(({ diners: ids, table }) => {
    const to = others[table];
    return {
      diners: diners.filter(({ id }) => ids.includes(id)),
      to: to ? { tableId: to.id, tableMates: to.diners } : null,
    };
  });
}

export interface SwapSide {
  tableId: string;
  venueId: string;
  /** Everybody at the table. */
  diners: Diner[];
  leaving: Diner[];
}

/** With all who belong together with them, for as many of another table. The table with the lower number is first. */
export function planSwap(
  tableId: string,
  { tables, closedTableIds, venueOf, seatingRules, numberOf }: EventSeats,
): [SwapSide, SwapSide] | undefined {
  const diners = tables.get(tableId) ?? [];
  const venue = venueOf(tableId);
  if (!venue || closedTableIds.has(tableId)) return undefined;
  const others = [...tables].flatMap(([id, table]) => {
    const theirs = venueOf(id);
    return theirs && id !== tableId && !closedTableIds.has(id) ? [{ id, venue: theirs, diners: table }] : [];
  });
  const avoided = diners.filter(({ id }) => diners.some(({ avoid }) => avoid.includes(id)));
  for (const { id } of avoided) {
    const group = seatingRules.together?.find((ids) => ids.includes(id)) ?? [id];
    const leaving = diners.filter((diner) => group.includes(diner.id));
    const [swap] = findSwaps({ venue, diners }, leaving, others, seatingRules);
    const other = swap && others[swap.table];
    if (!other) continue;
    const sides: [SwapSide, SwapSide] = [
      { tableId, venueId: venue.id, diners, leaving },
      {
        tableId: other.id,
        venueId: other.venue.id,
        diners: other.diners,
        leaving: other.diners.filter((diner) => swap.diners.includes(diner.id)),
      },
    ];
    return sides.sort((a, b) => numberOf(a.tableId) - numberOf(b.tableId));
  }
  return undefined;
}

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
