import { minTableSize, tableSize } from "#app/lib/table-size.ts";
import type { Diner } from "#app/matching/match-input.ts";
import { findFreeSeats, type SeatedTable } from "#app/matching/reseat.ts";
import { placeTables } from "#app/matching/venues/transport.ts";
import type { VenueTables } from "#app/models/event/event-venues.server.ts";
import { countSpareTables, type EventSeats, findLastNumber, findSeats } from "./event-seats.server.ts";
import type { MatchData } from "./match-data.server.ts";

interface LeavingTable {
  id: string;
  number: number;
}

/** A table that diners of leaving tables sit at then. */
export interface NewPlace {
  id: string;
  number: number;
  venueId: string;
  /** One with free seats, one of those that leave and go on at another venue, or one more. */
  is: "joined" | "moved" | "added";
  /** Who sits there already. */
  staying: readonly Diner[];
  joining: Diner[];
}

/** What becomes of the diners of tables that leave their venue, or that are closed. */
export interface ReseatingPlan {
  leaving: (LeavingTable & { diners: Diner[] })[];
  /** The tables still are among those that the venue has, and no others take their places. */
  keepsPlaces: boolean;
  places: NewPlace[];
  withoutSeat: Diner[];
  seats: EventSeats;
}

type OpenTable = SeatedTable & { table?: MatchData["tables"][number] };

/** Tables with free seats, and those that venues have left, as many as these diners could need. */
export function listOpenTables(data: MatchData, seats: EventSeats, dinerCount: number): OpenTable[] {
  const free = data.tables.flatMap((table): OpenTable[] => {
    const [venue, diners, walkIns] = [
      seats.venueOf(table.id),
      seats.tables.get(table.id) ?? [],
      seats.walkInsOf(table.id),
    ];
    const isFree = diners.length + walkIns < tableSize && !seats.closedTableIds.has(table.id);
    return venue && isFree ? [{ table, venue, diners, walkIns }] : [];
  });
  const left = [...countSpareTables(data)].flatMap(([venueId, count]): OpenTable[] => {
    const venue = seats.venues.find(({ id }) => id === venueId);
    return venue
      ? Array.from({ length: Math.min(count, Math.ceil(dinerCount / minTableSize)) }, () => ({
          venue,
          diners: [],
        }))
      : [];
  });
  return [...free, ...left];
}

/** Fewer tables of a venue, or none. `data` has the venues as they are after the change. */
export const planVenueTables = (
  eventId: string,
  data: MatchData,
  env: Env,
  wanted: VenueTables,
): ReseatingPlan =>
  planReseating(eventId, data, env, {
    leaving: chooseLeaving(eventId, data, env, wanted),
    keepsPlaces: false,
  });

export const planClosing = (eventId: string, data: MatchData, env: Env, table: LeavingTable): ReseatingPlan =>
  planReseating(eventId, data, env, {
    leaving: withDiners(findSeats(eventId, data, env), [table]),
    keepsPlaces: true,
  });

const withDiners = ({ tables }: EventSeats, some: readonly LeavingTable[]) =>
  some.map(({ id, number }) => ({ id, number, diners: tables.get(id) ?? [] }));

type Leaving = Pick<ReseatingPlan, "leaving" | "keepsPlaces">;

function planReseating(eventId: string, loaded: MatchData, env: Env, out: Leaving): ReseatingPlan {
  const { leaving } = out;
  const data = withoutTables(loaded, out);
  const seats = findSeats(eventId, data, env);
  const diners = leaving.flatMap((table) => table.diners);
  const open = diners.length > 0 ? listOpenTables(data, seats, diners.length) : [];
  const former = leaving.map((table) => table.diners.map(({ id }) => id));
  const moves = findFreeSeats(diners, open, seats.seatingRules, former);
  const seated = open.flatMap(({ table, venue, diners: staying }, i) => {
    const ids = moves.flatMap((move) => (move.table === i ? move.diners : []));
    const joining = diners.filter(({ id }) => ids.includes(id));
    return joining.length > 0 ? [{ table, venueId: venue.id, staying, joining }] : [];
  });
  // Most of a table keep its number.
  const left = new Set(out.keepsPlaces ? [] : leaving);
  const countOf = (table: ReseatingPlan["leaving"][number], joining: Diner[]) =>
    table.diners.filter((diner) => joining.includes(diner)).length;
  let lastNumber = findLastNumber(data);
  const places = seated.map(({ table, ...place }): NewPlace => {
    if (table) return { id: table.id, number: table.number, is: "joined", ...place };
    const [most] = [...left].sort((a, b) => countOf(b, place.joining) - countOf(a, place.joining));
    if (!most || countOf(most, place.joining) === 0)
      return { id: crypto.randomUUID(), number: ++lastNumber, is: "added", ...place };
    left.delete(most);
    return { id: most.id, number: most.number, is: "moved", ...place };
  });
  const isSeated = new Set(places.flatMap(({ joining }) => joining));
  return { ...out, places, withoutSeat: diners.filter((diner) => !isSeated.has(diner)), seats };
}

/** Empty tables leave first, then those for which another venue has a table, then the others; of each, those of the latest bookers. */
function chooseLeaving(
  eventId: string,
  data: MatchData,
  env: Env,
  { venueId, tables: tableCount }: VenueTables,
): ReseatingPlan["leaving"] {
  const seats = findSeats(eventId, data, env);
  const here = withDiners(
    seats,
    data.tables.filter((table) => !table.closedAt && table.venueId === venueId),
  );
  const spareTables = countSpareTables(data);
  const elsewhere = seats.venues
    .filter(({ id }) => id !== venueId)
    .map((venue) => ({ ...venue, tables: spareTables.get(venue.id) ?? 0 }));
  const lastBooking = (diners: readonly Diner[]) => Math.max(0, ...diners.map(({ bookedAt }) => bookedAt));
  const inOrder = here.toSorted(
    (one, other) => lastBooking(other.diners) - lastBooking(one.diners) || other.number - one.number,
  );
  const places = placeTables(
    inOrder.map(({ diners }) => diners),
    elsewhere,
  );
  const canMove = new Map(inOrder.map((table, i) => [table, places[i] !== null]));
  const rankOf = (table: (typeof here)[number]) =>
    table.diners.length === 0 ? 0 : canMove.get(table) ? 1 : 2;
  return inOrder
    .sort((one, other) => rankOf(one) - rankOf(other))
    .slice(0, Math.max(0, here.length - tableCount));
}

const withoutTables = (
  data: MatchData,
  { leaving, keepsPlaces }: { leaving: readonly LeavingTable[]; keepsPlaces: boolean },
): MatchData => ({
  ...data,
  tables: data.tables.map((table) =>
    leaving.some(({ id }) => id === table.id)
      ? { ...table, closedAt: table.closedAt ?? new Date(0), keepsPlace: keepsPlaces }
      : table,
  ),
});

/** Those that go on at no other venue. */
export const listClosed = ({ leaving, places }: ReseatingPlan) =>
  leaving.filter(({ id }) => !places.some((place) => place.id === id));

/** The event as it is once this is done. */
export function afterReseating(loaded: MatchData, plan: ReseatingPlan): MatchData {
  const { leaving, places } = plan;
  const data = withoutTables(loaded, { ...plan, leaving: listClosed(plan) });
  const placeOf = new Map(places.flatMap((place) => place.joining.map(({ id }) => [id, place.id] as const)));
  const wasThere = new Set(leaving.flatMap(({ diners }) => diners.map(({ id }) => id)));
  const [example] = data.tables;
  return {
    ...data,
    tables: [
      ...data.tables.map((table) => ({
        ...table,
        venueId: places.find(({ id }) => id === table.id)?.venueId ?? table.venueId,
      })),
      ...places.flatMap(({ id, number, venueId, is }) =>
        is === "added" && example
          ? [{ ...example, id, number, venueId, closedAt: null, closedToNewcomersAt: null, walkIns: 0 }]
          : [],
      ),
    ],
    diners: data.diners.map((diner) =>
      wasThere.has(diner.bookingId) ? { ...diner, tableId: placeOf.get(diner.bookingId) ?? null } : diner,
    ),
  };
}
