import { tableSize } from "#app/lib/table-size.ts";
import { findFreeSeats } from "#app/matching/reseat.ts";
import { toBits } from "#app/matching/venues/needs.ts";
import { countSpareTables, planNewTables } from "#app/models/seating/event-seats.server.ts";
import { findSeats, isStandbyOver } from "./event-seats.server.ts";
import type { MatchData } from "./match-data.server.ts";

interface Seated {
  bookingIds: string[];
  /** Null for a new table. */
  tableId: string | null;
  venueId: string;
}

interface WouldSeat {
  venueId: string;
  /** The position of a diet among its choices, or one more table. */
  change: { diet: number } | "table";
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
  const trials = listTrials(data, left, isStandbyOver(data, now)).slice(0, maxTrials);
  const changes = trials.flatMap(({ venueId, change }): WouldSeat[] => {
    const venues = data.event.venues.map((venue) =>
      venue.venueId !== venueId
        ? venue
        : change === "table"
          ? { ...venue, tables: venue.tables + 1 }
          : { ...venue, diets: [...venue.diets, change.diet] },
    );
    const changed = { ...data, event: { ...data.event, venues } };
    const bookingIds = seatStandby(eventId, changed, env, now)
      .flatMap((each) => each.bookingIds)
      .filter((id) => !isSeated.has(id));
    return bookingIds.length > 0 ? [{ venueId, change, bookingIds }] : [];
  });
  changes.sort((one, other) => other.bookingIds.length - one.bookingIds.length);
  return { seated, changes, isTooLarge: false };
}

function seatStandby(eventId: string, data: MatchData, env: Env, now: Date): Seated[] {
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

/** Diets that a venue with room lacks, and another table. */
function listTrials(
  data: MatchData,
  left: readonly { diets: number }[],
  isOver: boolean,
): Omit<WouldSeat, "bookingIds">[] {
  const spare = countSpareTables(data);
  const hasFreeSeat = (venueId: string) =>
    data.tables.some(
      (table) =>
        table.venueId === venueId &&
        !table.closedAt &&
        data.diners.filter(({ tableId }) => tableId === table.id).length + table.walkIns < tableSize,
    );
  const needed = left.reduce((all, { diets }) => all | diets, 0);
  const positions = Array.from({ length: 31 }, (_, i) => i + 1).filter((i) => needed & toBits([i]));
  return data.event.venues.flatMap(({ venueId, diets }) => [
    ...(hasFreeSeat(venueId) || (spare.get(venueId) ?? 0) > 0
      ? positions
          .filter((position) => !diets.includes(position))
          .map((diet) => ({ venueId, change: { diet } }))
      : []),
    ...(left.length >= tableSize && !isOver ? [{ venueId, change: "table" as const }] : []),
  ]);
}
