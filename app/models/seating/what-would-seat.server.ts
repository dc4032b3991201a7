import { minTableSize, tableSize } from "#app/lib/table-size.ts";
import type { Diner } from "#app/matching/match-input.ts";
import { findFreeSeats } from "#app/matching/reseat.ts";
import { toBits } from "#app/matching/venues/needs.ts";
import { countSpareTables, planNewTables } from "#app/models/seating/event-seats.server.ts";
import { findSeats, isStandbyOver } from "./event-seats.server.ts";
import type { MatchData } from "./match-data.server.ts";
import { listOpenTables } from "./venue-tables.server.ts";

interface Seated {
  bookingIds: string[];
  /** Null for a new table. */
  tableId: string | null;
  venueId: string;
}

export interface WouldSeat {
  venueId: string;
  /** The position of a diet among its choices, a lower price level, or one more table. */
  change: { diet: number } | { price: number } | "table";
  /** Who would get a seat and gets none as it is. */
  bookingIds: string[];
}

/** Larger plans take too long for a page. */
const maxStandby = 60;
const maxTrials = 24;

/** Who on standby fits at a free seat, and which change of a venue would seat others. */
export function planWhatWouldSeat(eventId: string, data: MatchData, env: Env, now: Date) {
  const seats = findSeats(eventId, data, env);
  if (seats.standby.length === 0 || seats.standby.length > maxStandby)
    return { seated: [], changes: [], isTooLarge: seats.standby.length > maxStandby };
  const seated = seatStandby(eventId, data, env, now);
  const isSeated = new Set(seated.flatMap(({ bookingIds }) => bookingIds));
  const left = seats.standby.filter(({ id }) => !isSeated.has(id));
  const tableFor = isStandbyOver(data, now) ? Number.POSITIVE_INFINITY : tableSize;
  const changes = tryChanges(data, left, { tableFor, hasRoom: hasRoomAt(data) }, (changed) =>
    seatStandby(eventId, changed, env, now).flatMap(({ bookingIds }) => bookingIds),
  );
  return { seated, changes, isTooLarge: false };
}

/** The same for diners who lose their table, and who may open tables that are not full. */
export function planWhatWouldReseat(eventId: string, data: MatchData, env: Env): WouldSeat[] {
  const { standby } = findSeats(eventId, data, env);
  if (standby.length > maxStandby) return [];
  return tryChanges(data, standby, { tableFor: minTableSize, hasRoom: hasRoomAt(data) }, (changed) => {
    const seats = findSeats(eventId, changed, env);
    const open = listOpenTables(changed, seats, standby.length);
    return findFreeSeats(seats.standby, open, seats.seatingRules, []).flatMap(({ diners, table }) =>
      table < 0 ? [] : diners,
    );
  });
}

interface Trials {
  /** One more table is tried for so many. */
  tableFor: number;
  hasRoom(venueId: string): boolean;
}

/** What would seat those who are left, most of them first. `seat` returns whom a seating with the change seats. */
export function tryChanges(
  data: MatchData,
  left: readonly Diner[],
  trials: Trials,
  seat: (data: MatchData) => string[],
): WouldSeat[] {
  const isLeft = new Set(left.map(({ id }) => id));
  const changes = listTrials(data, left, trials).flatMap(({ venueId, change }): WouldSeat[] => {
    const venues = data.event.venues.map((venue) =>
      venue.venueId !== venueId
        ? venue
        : change === "table"
          ? { ...venue, tables: venue.tables + 1 }
          : "price" in change
            ? { ...venue, priceLevel: change.price }
            : { ...venue, diets: [...venue.diets, change.diet] },
    );
    const bookingIds = seat({ ...data, event: { ...data.event, venues } }).filter((id) => isLeft.has(id));
    return bookingIds.length > 0 ? [{ venueId, change, bookingIds }] : [];
  });
  return changes.sort((one, other) => other.bookingIds.length - one.bookingIds.length);
}

/** Where the next `refillTables` seats them. */
export function seatStandby(eventId: string, data: MatchData, env: Env, now: Date): Seated[] {
  const { tables, standby, closedTableIds, venueOf, walkInsOf, seatingRules } = findSeats(eventId, data, env);
  const open = [...tables].flatMap(([id, diners]) => {
    const venue = venueOf(id);
    const walkIns = walkInsOf(id);
    return venue && diners.length + walkIns < tableSize && !closedTableIds.has(id)
      ? [{ id, venue, diners, walkIns }]
      : [];
  });
  const moves = findFreeSeats(standby, open, seatingRules).flatMap(({ diners, table }): Seated[] => {
    const to = open[table];
    return to ? [{ bookingIds: diners, tableId: to.id, venueId: to.venue.id }] : [];
  });
  const isSeated = new Set(moves.flatMap(({ bookingIds }) => bookingIds));
  const rest = { ...data, diners: data.diners.filter(({ bookingId }) => !isSeated.has(bookingId)) };
  const made = planNewTables(eventId, rest, env, now).map(
    ({ diners, venue }): Seated => ({ bookingIds: [...diners], tableId: null, venueId: venue }),
  );
  return [...moves, ...made];
}

function hasRoomAt(data: MatchData): Trials["hasRoom"] {
  const spare = countSpareTables(data);
  const taken = Map.groupBy(data.diners, ({ tableId }) => tableId);
  return (venueId) =>
    (spare.get(venueId) ?? 0) > 0 ||
    data.tables.some(
      ({ id, venueId: at, closedAt, walkIns }) =>
        at === venueId && !closedAt && (taken.get(id)?.length ?? 0) + walkIns < tableSize,
    );
}

/** Diets that a venue with room lacks, lower prices there, and another table. */
function listTrials(
  { event }: MatchData,
  left: readonly Diner[],
  { tableFor, hasRoom }: Trials,
): Omit<WouldSeat, "bookingIds">[] {
  const needed = left.reduce((all, { diets }) => all | diets, 0);
  const positions = Array.from({ length: 31 }, (_, i) => i + 1).filter((i) => needed & toBits([i]));
  const prices = [...new Set(left.flatMap(({ maxPrice }) => maxPrice ?? []))].sort((a, b) => b - a);
  const all = event.venues.flatMap(({ venueId, diets, priceLevel }) => {
    const withRoom = [
      ...positions.filter((position) => !diets.includes(position)).map((diet) => ({ diet })),
      ...prices.filter((price) => price < priceLevel).map((price) => ({ price })),
    ];
    const changes = [
      ...(hasRoom(venueId) ? withRoom : []),
      ...(left.length >= tableFor ? ["table" as const] : []),
    ];
    return changes.map((change) => ({ venueId, change }));
  });
  return all.slice(0, maxTrials);
}
