import { tableSize } from "#app/lib/table-size.ts";
import { placeTables } from "#app/matching/venues/place-tables.ts";
import { listLastBookings } from "#app/models/booking/event-bookings.server.ts";
import { listTables, type TableDetails } from "#app/models/booking/tables.server.ts";
import type { EventVenue } from "#app/models/event/event-venues.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { countNeeds, type Need } from "#app/models/event/needs.server.ts";
import { loadMatchData } from "#app/models/matching/match-data.server.ts";
import { buildMatchInput } from "#app/models/matching/match-input.server.ts";
import type { CommandContext } from "./command-context.ts";
import { joinNames } from "./names.ts";
import { describeMoves, type MovedDiner, planMovedDiners } from "./plan-closing.ts";
import { plural } from "./text-table.ts";

export interface VenueChange {
  venue: { id: string; name: string };
  /** None take the venue from the event. */
  tables: number;
  previousTables: number;
}

export interface TableMove {
  table: TableDetails;
  venue: { id: string; name: string };
}

/** What a change of an event's venues does to its diners. */
export interface VenueChangePlan {
  /** For the question. */
  notes: string[];
  /** Before the tables are made: how many bookings are canceled. */
  lostBookingCount: number;
  /** After the tables are made: tables that go to another venue, their diners together. */
  tableMoves: TableMove[];
  closes: TableDetails[];
  /** The diners of the tables that are closed. */
  movedDiners: MovedDiner[];
}

export const planVenueChange = (
  context: CommandContext,
  event: EventDetails,
  change: VenueChange,
): Promise<VenueChangePlan> =>
  event.matchedAt ? planTables(context, event, change) : planBookings(context, event, change);

const namedBookers = 3;

async function planBookings(
  { db }: CommandContext,
  { id, taken, capacity, venues }: EventDetails,
  { venue, tables, previousTables }: VenueChange,
): Promise<VenueChangePlan> {
  const lostBookingCount = Math.max(0, taken - capacity - tableSize * (tables - previousTables));
  const notes: string[] = [];
  if (lostBookingCount > 0) {
    const last = await listLastBookings(db, id, Math.min(lostBookingCount, namedBookers));
    const names = joinNames(
      last.map(({ firstName }) => firstName),
      lostBookingCount,
    );
    notes.push(
      `${names} ${lostBookingCount === 1 ? "loses their seat and gets" : "lose their seats and get"} an email`,
    );
  }
  if (tables === 0 && taken > 0) {
    const left = venues.filter(({ venueId }) => venueId !== venue.id);
    notes.push(...describeUnmetNeeds(await countNeeds(db, id), venues, left));
  }
  return { notes, lostBookingCount, tableMoves: [], closes: [], movedDiners: [] };
}

/** The needs that some venue met before, and none meets any more. */
function describeUnmetNeeds(
  needs: Need[],
  before: readonly EventVenue[],
  after: readonly EventVenue[],
): string[] {
  return needs.flatMap((need) => {
    const isUnmet = before.some((venue) => meets(venue, need)) && !after.some((venue) => meets(venue, need));
    const diners = plural(need.count, "diner needs", "diners need");
    if (!isUnmet) return [];
    if (need.role === "diet") return [`no venue serves ${need.choice} any more, which ${diners}`];
    if (need.role === "access") return [`no venue has a way without steps any more, which ${diners}`];
    return [`every venue costs more than ${plural(need.count, "diner wants", "diners want")} to spend`];
  });
}

function meets({ diets, stepFree, priceLevel }: EventVenue, { role, position }: Need): boolean {
  if (role === "diet") return diets.includes(position);
  if (role === "access") return stepFree;
  return priceLevel === null || priceLevel <= position;
}

async function planTables(
  context: CommandContext,
  event: EventDetails,
  { venue, tables, previousTables }: VenueChange,
): Promise<VenueChangePlan> {
  const allTables = await listTables(context.db, event.id);
  const open = allTables.filter(({ closedAt }) => !closedAt);
  const there = open.filter(({ venueId }) => venueId === venue.id);
  const count = Math.max(0, there.length - tables);
  const empty = there.filter(({ diners }) => diners.length === 0).slice(0, count);
  const seated = sortByLastBooker(there.filter(({ diners }) => diners.length > 0));
  const leavingCount = count - empty.length;
  const tableMoves =
    leavingCount > 0
      ? (await findNewVenues(context, event, { from: venue.id, leaving: seated, open })).slice(
          0,
          leavingCount,
        )
      : [];
  const moving = new Set(tableMoves.map(({ table }) => table.id));
  const closes = [
    ...empty,
    ...seated.filter(({ id }) => !moving.has(id)).slice(0, leavingCount - tableMoves.length),
  ].toSorted((one, other) => one.number - other.number);
  const movedDiners =
    closes.length > 0
      ? await planMovedDiners(context, event.id, { allTables, closing: closes, tableMoves })
      : [];
  const notes = [
    ...describeTableMoves(tableMoves),
    ...(closes.length > 0
      ? [
          `${nameTables(closes)} ${closes.length === 1 ? "is" : "are"} closed for good, ${describeMoves(movedDiners, "planned")}`,
        ]
      : []),
    ...(tables > previousTables
      ? ["the new tables serve only those that must move, because the tables of this event are made"]
      : []),
  ];
  return { notes, lostBookingCount: 0, tableMoves, closes, movedDiners };
}

interface Leaving {
  from: string;
  leaving: TableDetails[];
  open: TableDetails[];
}

/** The other venues of the event that have a table left for all diners of a table. */
async function findNewVenues(
  { db, env }: CommandContext,
  event: EventDetails,
  { from, leaving, open }: Leaving,
): Promise<TableMove[]> {
  const data = await loadMatchData(db, event.id);
  if (!data) return [];
  const { venues, diners } = buildMatchInput(event.id, data, env);
  const dinersById = new Map(diners.map((diner) => [diner.id, diner]));
  const usedTables = Map.groupBy(open, ({ venueId }) => venueId);
  const spareVenues = venues
    .filter(({ id }) => id !== from)
    .map((venue) => ({ ...venue, tables: venue.tables - (usedTables.get(venue.id)?.length ?? 0) }))
    .filter(({ tables }) => tables > 0);
  const placed = placeTables(
    leaving.map((table) => table.diners.flatMap(({ bookingId }) => dinersById.get(bookingId) ?? [])),
    spareVenues,
  );
  return leaving.flatMap((table, i) => {
    const venue = event.venues.find(({ venueId }) => venueId === placed[i]);
    return venue ? [{ table, venue: { id: venue.venueId, name: venue.name } }] : [];
  });
}

const nameTables = (tables: readonly { number: number }[]) =>
  `table${tables.length === 1 ? "" : "s"} ${joinNames(tables.map(({ number }) => String(number)))}`;

function describeTableMoves(moves: readonly TableMove[]): string[] {
  const phrases = [...Map.groupBy(moves, ({ venue }) => venue.id).values()].map((some) => {
    const tables = some.map(({ table }) => table).toSorted((one, other) => one.number - other.number);
    return `${nameTables(tables)} ${tables.length === 1 ? "moves" : "move"} to ${some[0]?.venue.name}`;
  });
  return phrases.length > 0 ? [`${phrases.join(", ")}, and their diners get an email`] : [];
}

/** Those of the latest bookers first. */
function sortByLastBooker(tables: TableDetails[]): TableDetails[] {
  const lastBookedAt = ({ diners }: TableDetails) =>
    diners.reduce((last, { bookedAt }) => Math.max(last, bookedAt.getTime()), 0);
  return tables
    .map((table) => ({ table, at: lastBookedAt(table) }))
    .toSorted((one, other) => other.at - one.at || other.table.number - one.table.number)
    .map(({ table }) => table);
}
