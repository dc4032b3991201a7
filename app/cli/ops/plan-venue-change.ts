import { tableSize } from "#app/lib/table-size.ts";
import { listLastBookings } from "#app/models/booking/event-bookings.server.ts";
import type { EventVenue } from "#app/models/event/event-venues.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { countNeeds, type Need } from "#app/models/event/needs.server.ts";
import { loadMatchData } from "#app/models/matching/match-data.server.ts";
import { planVenueTables, type VenueTablesPlan } from "#app/models/matching/venue-tables.server.ts";
import type { CommandContext } from "./command-context.ts";
import { joinNames } from "./names.ts";
import { describeMoves, findMovedDiners, type MovedDiner } from "./plan-closing.ts";
import { plural } from "./text-table.ts";

export interface VenueChange {
  venue: { id: string; name: string };
  /** None take the venue from the event. */
  tables: number;
  previousTables: number;
}

/** What a change of an event's venues does to its diners. */
export interface VenueChangePlan {
  /** For the question. */
  notes: string[];
  /** Before the tables are made: the bookings that are canceled. */
  lostBookingIds: string[];
  /** After the tables are made. */
  tablesPlan: VenueTablesPlan;
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
  const last = lostBookingCount > 0 ? await listLastBookings(db, id, lostBookingCount) : [];
  const notes: string[] = [];
  if (lostBookingCount > 0) {
    const names = joinNames(
      last.slice(0, namedBookers).map(({ firstName }) => firstName),
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
  return {
    notes,
    lostBookingIds: last.map((booking) => booking.id),
    tablesPlan: { moves: [], closes: [] },
    movedDiners: [],
  };
}

/** The needs that some venue met before, and none meets any more. */
function describeUnmetNeeds(
  needs: Need[],
  before: readonly EventVenue[],
  after: readonly EventVenue[],
): string[] {
  const unmet = needs.filter(
    (need) => before.some((venue) => meets(venue, need)) && !after.some((venue) => meets(venue, need)),
  );
  const notes = unmet.flatMap(({ role, choice, count }) => {
    const diners = plural(count, "diner needs", "diners need");
    if (role === "budget") return [];
    return role === "diet"
      ? [`no venue serves ${choice} any more, which ${diners}`]
      : [`no venue has a way without steps any more, which ${diners}`];
  });
  const tooDearCount = unmet.reduce((sum, { role, count }) => sum + (role === "budget" ? count : 0), 0);
  return tooDearCount === 0
    ? notes
    : [
        ...notes,
        `every venue costs more than ${plural(tooDearCount, "diner wants", "diners want")} to spend`,
      ];
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
  const loaded = await loadMatchData(context.db, event.id);
  const tablesPlan = loaded
    ? planVenueTables(event.id, loaded, context.env, { venueId: venue.id, tables })
    : { moves: [], closes: [] };
  const { moves, closes } = tablesPlan;
  const newVenues = new Map(moves.map(({ id, venueId }) => [id, venueId]));
  const afterMoves = loaded && {
    ...loaded,
    tables: loaded.tables.map((table) => ({ ...table, venueId: newVenues.get(table.id) ?? table.venueId })),
  };
  const movedDiners =
    afterMoves && closes.length > 0
      ? findMovedDiners(context, { eventId: event.id, data: afterMoves, closing: closes })
      : [];
  const notes = [
    ...describeTableMoves(moves, event.venues),
    ...(closes.length > 0
      ? [
          `${nameTables(closes)} ${closes.length === 1 ? "is" : "are"} closed for good, ${describeMoves(movedDiners, "planned")}`,
        ]
      : []),
    ...(tables > previousTables
      ? ["the new tables serve only those that must move, because the tables of this event are made"]
      : []),
  ];
  return { notes, lostBookingIds: [], tablesPlan, movedDiners };
}

const nameTables = (tables: readonly { number: number }[]) =>
  `table${tables.length === 1 ? "" : "s"} ${joinNames(
    tables
      .map(({ number }) => number)
      .sort((one, other) => one - other)
      .map(String),
  )}`;

function describeTableMoves(moves: VenueTablesPlan["moves"], venues: readonly EventVenue[]): string[] {
  const byVenue = Map.groupBy(moves, ({ venueId }) => venueId);
  const phrases = venues.flatMap(({ venueId, name }) => {
    const tables = byVenue.get(venueId) ?? [];
    return tables.length > 0
      ? [`${nameTables(tables)} ${tables.length === 1 ? "moves" : "move"} to ${name}`]
      : [];
  });
  return phrases.length > 0 ? [`${phrases.join(", ")}, and their diners get an email`] : [];
}
