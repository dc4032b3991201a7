import { tableSize } from "#app/lib/table-size.ts";
import { listLastBookings } from "#app/models/booking/event-bookings.server.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import { countNeeds, type Need } from "#app/models/event/event-overview.server.ts";
import type { EventVenue } from "#app/models/event/event-venues.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { isStandbyOver } from "#app/models/seating/event-seats.server.ts";
import { loadMatchData, type MatchData } from "#app/models/seating/match-data.server.ts";
import { planVenueTables, type VenueTablesPlan } from "#app/models/seating/venue-tables.server.ts";
import { listVenues } from "#app/models/venue/venues.server.ts";
import { type OperationContext, refusedError, usageError } from "#app/operations/operation.ts";
import {
  describeMoves,
  describeNewSeats,
  type MovedDiner,
  planClosing,
} from "#app/operations/table/plan-closing.ts";
import {
  findVenueAmong,
  matchVenues,
  requireTestedSize,
  type WantedVenue,
} from "#app/operations/venue/venue-inputs.ts";
import { joinNames, plural } from "#app/operations/words.ts";

export interface VenueChange {
  venue: { id: string; name: string };
  /** 0 removes the venue from the event. */
  tables: number;
  previousTables: number;
  /** Set if the event does not have the venue yet. */
  added?: Omit<EventVenue, "tables">;
}

/** The effects of a change of an event's venues on its diners. */
export interface VenueChangePlan {
  /** The notes for the confirmation question. */
  notes: string[];
  /** The bookings that are canceled, if the tables are not made yet. */
  lostBookings: MovedDiner[];
  /** The moves of tables, if the tables are made. */
  tablesPlan: VenueTablesPlan;
  /** The diners of the tables that are closed. */
  movedDiners: MovedDiner[];
  /** The diners of tables that move to another venue unchanged. */
  movedWithTable: MovedDiner[];
  /** The diners on standby who get a seat at a new table. */
  newlySeated: MovedDiner[];
}

export const planVenueChange = (
  context: OperationContext,
  event: EventDetails,
  change: VenueChange,
): Promise<VenueChangePlan> =>
  event.matchedAt ? planTables(context, event, change) : planBookings(context, event, change);

const namedBookers = 3;

async function planBookings(
  { db }: OperationContext,
  { id, taken, capacity, venues }: EventDetails,
  { venue, tables, previousTables }: VenueChange,
): Promise<VenueChangePlan> {
  const newCapacity = capacity + tableSize * (tables - previousTables);
  const last = taken > newCapacity ? await listLastBookings(db, id, newCapacity) : [];
  const notes: string[] = [];
  if (last.length > 0) {
    const names = joinNames(
      last.slice(0, namedBookers).map(({ firstName }) => firstName),
      last.length,
    );
    notes.push(
      `${names} ${last.length === 1 ? "loses their seat and gets" : "lose their seats and get"} an email`,
    );
  }
  if (tables === 0 && taken > 0) {
    const left = venues.filter(({ venueId }) => venueId !== venue.id);
    notes.push(...describeUnmetNeeds(await countNeeds(db, id), venues, left));
  }
  return {
    notes,
    lostBookings: last.map(({ id: bookingId, firstName }) => ({ bookingId, firstName, place: "canceled" })),
    tablesPlan: { moves: [], closes: [] },
    movedDiners: [],
    movedWithTable: [],
    newlySeated: [],
  };
}

/** Describes the needs that a venue met before and that none meets now. */
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
      ? [`no venue serves ${choice} anymore, which ${diners}`]
      : [`no venue has step-free access anymore, which ${diners}`];
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
  return priceLevel <= position;
}

async function planTables(
  context: OperationContext,
  event: EventDetails,
  change: VenueChange,
): Promise<VenueChangePlan> {
  const { venue, tables, previousTables } = change;
  const loaded = await loadMatchData(context.db, event.id);
  if (!loaded) throw refusedError("The event was deleted in the meantime.");
  const tablesPlan = planVenueTables(event.id, loaded, context.env, { venueId: venue.id, tables });
  const { moves, closes } = tablesPlan;
  const newVenues = new Map(moves.map(({ id, venueId }) => [id, venueId]));
  const data = {
    ...loaded,
    event: { ...loaded.event, venues: changeVenues(loaded.event.venues, event.id, change) },
    tables: loaded.tables.map((table) => ({ ...table, venueId: newVenues.get(table.id) ?? table.venueId })),
  };
  const closing = planClosing(context, {
    eventId: event.id,
    data,
    closing: closes,
    keepsPlace: false,
  });
  const { movedDiners, newTables, newlySeated } = closing;
  const standbyCount = loaded.diners.filter(({ tableId }) => !tableId).length;
  const notes = [
    ...describeTableMoves(moves, event.venues),
    ...(closes.length > 0
      ? [
          `${nameTables(closes)} ${closes.length === 1 ? "is" : "are"} closed for good, ${describeMoves(movedDiners, "planned")}`,
        ]
      : []),
    ...describeNewSeats(closing),
    ...(tables > previousTables && newTables.length === 0
      ? [describeEmptyTables(isStandbyOver(loaded, context.now), standbyCount)]
      : []),
  ];
  const venueNames = new Map(event.venues.map((each) => [each.venueId, each.name]));
  const movedWithTable = moves.flatMap(({ id, number, venueId }) =>
    loaded.diners
      .filter(({ tableId }) => tableId === id)
      .map(({ bookingId, firstName }) => ({
        bookingId,
        firstName,
        place: { table: number, venueName: venueNames.get(venueId) },
      })),
  );
  return { notes, lostBookings: [], tablesPlan, movedDiners, movedWithTable, newlySeated };
}

const changeVenues = (
  venues: MatchData["event"]["venues"],
  eventId: string,
  { venue, tables, added }: VenueChange,
): MatchData["event"]["venues"] => [
  ...venues
    .map((each) => (each.venueId === venue.id ? { ...each, tables } : each))
    .filter((each) => each.tables > 0),
  ...(added ? [{ ...added, eventId, tables, tablesAddedAt: null }] : []),
];

function describeEmptyTables(isOver: boolean, standbyCount: number): string {
  const serve = "the new tables serve only those that must move";
  if (isOver) return `${serve}, because standby is over`;
  if (standbyCount === 0) return `${serve}, because nobody is on standby`;
  return `${serve} until five on standby can sit together there`;
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

/** The venue as the operator names it; only one of these fields is set. */
interface Wanted {
  add?: WantedVenue | undefined;
  set?: WantedVenue | undefined;
  remove?: string | undefined;
}

export async function findVenueChange(
  { db }: OperationContext,
  event: EventDetails,
  { add, set, remove }: Wanted,
): Promise<VenueChange> {
  const ofEvent = event.venues.map(({ venueId, ...venue }) => ({ ...venue, id: venueId }));
  if (add) {
    const venue = findVenueAmong(await listVenues(db, event.cityId), add.prefix, `in ${event.cityName}`);
    const already = ofEvent.find((each) => each.id === venue.id);
    if (already)
      throw refusedError(
        `${venue.name} is a venue of this event already, with ${plural(already.tables, "table")}: change them with --set.`,
      );
    const tables = add.tables ?? venue.tables;
    requireTestedSize([...ofEvent, { tables }]);
    const { id: venueId, name, address, district, diets, priceLevel, stepFree } = venue;
    const added = { venueId, name, address, district, diets, priceLevel, stepFree };
    return { venue, tables, previousTables: 0, added };
  }
  if (set) {
    const venue = findVenueAmong(ofEvent, set.prefix, "at this event");
    if (set.tables === undefined) throw usageError("--set names a number of tables, such as 8c07d2e4=3.");
    const { tables } = set;
    requireTestedSize(ofEvent.map((each) => (each.id === venue.id ? { tables } : each)));
    return { venue, tables, previousTables: venue.tables };
  }
  const prefix = remove ?? "";
  const isOfEvent = matchVenues(ofEvent, prefix).length > 0;
  const removed = isOfEvent ? undefined : await findRemovedVenue(db, event, prefix);
  if (removed) return { venue: removed, tables: 0, previousTables: 0 };
  const venue = findVenueAmong(ofEvent, prefix, "at this event");
  if (ofEvent.length === 1)
    throw refusedError(
      `${venue.name} is the only venue of this event: add another one first, or use event cancel.`,
    );
  return { venue, tables: 0, previousTables: venue.tables };
}

/** Finds a venue that an interrupted command removed from the event, and whose diners have not been moved yet. */
async function findRemovedVenue(
  db: OperationContext["db"],
  event: EventDetails,
  prefix: string,
): Promise<VenueChange["venue"] | undefined> {
  if (!event.matchedAt) return undefined;
  const unfinished = (await listTables(db, event.id)).filter(
    ({ closedAt, diners }) => closedAt && diners.length > 0,
  );
  const [removed] = matchVenues(
    unfinished.map(({ venueId, venueName }) => ({ id: venueId, name: venueName })),
    prefix,
  );
  return removed;
}
