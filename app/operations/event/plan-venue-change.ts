import type { Database } from "#app/db/client.server.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { listLastBookings } from "#app/models/booking/event-bookings.server.ts";
import { countNeeds, type Need } from "#app/models/event/event-overview.server.ts";
import type { EventVenue } from "#app/models/event/event-venues.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { selectLine } from "#app/models/line/line.server.ts";
import type { MatchData } from "#app/models/seating/match-data.server.ts";
import { planVenueTables } from "#app/models/seating/reseating.server.ts";
import type { Reseating } from "#app/models/seating/save-reseating.server.ts";
import { findVenue, listVenues } from "#app/models/venue/venues.server.ts";
import { notFoundError, type OperationContext, refusedError, usageError } from "#app/operations/operation.ts";
import { findVenueAmong, requireTestedSize, type WantedVenue } from "#app/operations/venue/venue-inputs.ts";
import { joinNames, plural } from "#app/operations/words.ts";
import { describeReseating, loadSeating, type ReseatingEffects, toReseating } from "./reseating.ts";
import { listMoves, type MovedDiner } from "./reseating-words.ts";

export interface VenueChange {
  venue: { id: string; name: string };
  /** 0 removes the venue from the event. */
  tables: number;
  previousTables: number;
  /** Set if the event does not have the venue yet. */
  added?: EventVenue;
  /** The venue that comes where another one is taken away. */
  instead?: EventVenue;
}

/** The effects of a change of an event's venues on its diners. */
export interface VenueChangePlan extends Omit<ReseatingEffects, "newTableCount"> {
  /** The bookings that are canceled, if the tables are not made yet. */
  lostBookings: MovedDiner[];
  /** If the tables are made. */
  reseating?: Reseating;
}

export const planVenueChange = (
  context: OperationContext,
  event: EventDetails,
  change: VenueChange,
  say: string | undefined,
): Promise<VenueChangePlan> =>
  event.matchedAt ? planTables(context, event, change, say) : planBookings(context, event, change);

const namedBookers = 3;

async function planBookings(
  { db }: OperationContext,
  { id, taken, capacity, venues }: EventDetails,
  { venue, tables, previousTables, instead }: VenueChange,
): Promise<VenueChangePlan> {
  const moreTables = tables + (instead?.tables ?? 0) - previousTables;
  const newCapacity = capacity + tableSize * moreTables;
  const last = taken > newCapacity ? await listLastBookings(db, id, newCapacity) : [];
  const notes: string[] = [];
  if (moreTables > 0) {
    const [line] = await selectLine(db, id);
    const waiting = (line?.length ?? 0) - (line?.offered ?? 0);
    const served = Math.min(waiting, Math.max(0, newCapacity - taken - (line?.offered ?? 0)));
    if (waiting > 0)
      notes.push(`${served} of the ${waiting} in line ${served === 1 ? "gets" : "get"} a seat offered`);
  }
  if (last.length > 0) {
    const names = joinNames(
      last.slice(0, namedBookers).map(({ name }) => name),
      last.length,
    );
    notes.push(
      `${names} ${last.length === 1 ? "loses their seat and gets" : "lose their seats and get"} an email`,
    );
  }
  if (tables === 0 && taken > 0) {
    const left = [...venues.filter(({ venueId }) => venueId !== venue.id), ...(instead ? [instead] : [])];
    notes.push(...describeUnmetNeeds(await countNeeds(db, id), venues, left));
  }
  const lostBookings = last.map(
    ({ id: bookingId, name: firstName }): MovedDiner => ({ bookingId, firstName, place: "canceled" }),
  );
  return {
    notes,
    details: [listMoves(lostBookings).details ?? []].flat(),
    lostBookings,
    movedDiners: [],
    newlySeated: [],
    toDo: [],
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
  say: string | undefined,
): Promise<VenueChangePlan> {
  const { venue, tables, previousTables, instead } = change;
  const loaded = await loadSeating(context, event);
  const venues = changeVenues(loaded.event.venues, event.id, change);
  const data = { ...loaded, event: { ...loaded.event, venues } };
  const plan = planVenueTables(event.id, data, context.env, { venueId: venue.id, tables });
  const from = { id: venue.id, name: venue.name, isOut: tables === 0 };
  const reseating = toReseating(context, data, { event, from, instead, plan, say });
  const { newTableCount, ...effects } = await describeReseating(context, data, reseating);
  const standbyCount = loaded.diners.filter(({ tableId }) => !tableId).length;
  const isForNobody = tables > previousTables && newTableCount === 0;
  return {
    ...effects,
    notes: [
      ...effects.notes,
      ...(isForNobody ? [describeEmptyTables(reseating.isStandbyOver, standbyCount)] : []),
    ],
    lostBookings: [],
    reseating,
  };
}

const changeVenues = (
  venues: MatchData["event"]["venues"],
  eventId: string,
  { venue, tables, added, instead = added }: VenueChange,
): MatchData["event"]["venues"] => [
  ...venues
    .map((each) => (each.venueId === venue.id ? { ...each, tables } : each))
    .filter((each) => each.tables > 0),
  ...(instead ? [{ ...instead, eventId, tablesAddedAt: null }] : []),
];

function describeEmptyTables(isOver: boolean, standbyCount: number): string {
  const serve = "the new tables serve only those that must move";
  if (isOver) return `${serve}, because standby is over`;
  if (standbyCount === 0) return `${serve}, because nobody is on standby`;
  return `${serve} until five on standby can sit together there`;
}

/** The venue as the operator names it; only one of these fields is set, and `instead` beside `remove`. */
interface Wanted {
  add?: WantedVenue | undefined;
  set?: WantedVenue | undefined;
  remove?: string | undefined;
  instead?: WantedVenue | undefined;
}

export async function findVenueChange(
  { db }: OperationContext,
  event: EventDetails,
  { add, set, remove, instead: replacing }: Wanted,
): Promise<VenueChange> {
  const ofEvent = event.venues.map(({ venueId, ...venue }) => ({ ...venue, id: venueId }));
  if (add) {
    const added = await findNewVenue(db, event, add);
    const { venueId: id, name, tables } = added;
    requireTestedSize([...ofEvent, added]);
    return { venue: { id, name }, tables, previousTables: 0, added };
  }
  const prefix = set?.prefix ?? remove ?? "";
  const gone = !ofEvent.some(({ id }) => id === prefix) && (await findVenue(db, prefix));
  if (gone && gone.cityId === event.cityId)
    throw notFoundError(`${gone.name} is no longer part of this event.`);
  const venue = findVenueAmong(ofEvent, prefix, "at this event");
  if (set) {
    if (set.tables === undefined) throw usageError("--set needs a number of tables.");
    const { tables } = set;
    requireTestedSize(ofEvent.map((each) => (each.id === venue.id ? { tables } : each)));
    return { venue, tables, previousTables: venue.tables };
  }
  const instead = replacing && (await findNewVenue(db, event, replacing));
  if (ofEvent.length === 1 && !instead)
    throw refusedError(
      `${venue.name} is the only venue of this event: name another one with --instead, or use event cancel.`,
    );
  if (instead) requireTestedSize([...ofEvent.filter((each) => each !== venue), instead]);
  return { venue, tables: 0, previousTables: venue.tables, ...(instead && { instead }) };
}

async function findNewVenue(
  db: Database,
  { cityId, cityName, venues }: EventDetails,
  wanted: WantedVenue,
): Promise<EventVenue> {
  const { id, name, address, district, diets, priceLevel, stepFree, ...venue } = findVenueAmong(
    await listVenues(db, cityId),
    wanted.prefix,
    `in ${cityName}`,
  );
  const already = venues.find(({ venueId }) => venueId === id);
  if (already)
    throw refusedError(
      `${name} is a venue of this event already, with ${plural(already.tables, "table")}: change them with --set.`,
    );
  const tables = wanted.tables ?? venue.tables;
  return { venueId: id, name, address, district, diets, priceLevel, stepFree, tables };
}
