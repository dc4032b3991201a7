import { tellApart } from "#app/lib/account/tell-apart.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { capitalize } from "#app/lib/text.ts";
import type { Diner } from "#app/matching/match-input.ts";
import { listUnmetNeeds, toBits } from "#app/matching/venues/needs.ts";
import { listLastBookings } from "#app/models/booking/event-bookings.server.ts";
import { countNeeds, type Need } from "#app/models/event/event-overview.server.ts";
import type { EventVenue } from "#app/models/event/event-venues.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { listVenuesWithoutHost } from "#app/models/host/host-links.server.ts";
import { findLastNumber, isStandbyOver } from "#app/models/seating/event-seats.server.ts";
import { loadMatchData, type MatchData } from "#app/models/seating/match-data.server.ts";
import {
  afterReseating,
  type NewPlace,
  planVenueTables,
  type VenueTablesPlan,
} from "#app/models/seating/venue-tables.server.ts";
import {
  planWhatWouldReseat,
  planWhatWouldSeat,
  seatStandby,
  type WouldSeat,
} from "#app/models/seating/what-would-seat.server.ts";
import { listDiets, listVenues } from "#app/models/venue/venues.server.ts";
import {
  type Message,
  type OperationContext,
  type PeopleList,
  refusedError,
  usageError,
} from "#app/operations/operation.ts";
import { listMoves, type MovedDiner } from "#app/operations/table/plan-closing.ts";
import { findVenueAmong, requireTestedSize, type WantedVenue } from "#app/operations/venue/venue-inputs.ts";
import { joinNames, plural } from "#app/operations/words.ts";
import { describeChanges, describeLack } from "./event-seats.ts";

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
  /** Who goes where, and what would seat the others. */
  details: Message;
  /** The bookings that are canceled, if the tables are not made yet. */
  lostBookings: MovedDiner[];
  /** If the tables are made. */
  seating?: { plan: VenueTablesPlan; isStandbyOver: boolean };
  /** The diners of the tables that leave the venue. */
  movedDiners: MovedDiner[];
  /** The diners on standby who get a seat. */
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
  const lostBookings = last.map(
    ({ id: bookingId, firstName }): MovedDiner => ({ bookingId, firstName, place: "canceled" }),
  );
  return {
    notes,
    details: listMoves(lostBookings).details ?? [],
    lostBookings,
    movedDiners: [],
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
  { db, env, now }: OperationContext,
  event: EventDetails,
  change: VenueChange,
): Promise<VenueChangePlan> {
  const { venue, tables, previousTables } = change;
  const loaded = await loadMatchData(db, event.id);
  if (!loaded) throw refusedError("The event was deleted in the meantime.");
  const data = {
    ...loaded,
    event: { ...loaded.event, venues: changeVenues(loaded.event.venues, event.id, change) },
  };
  const plan = planVenueTables(event.id, data, env, { venueId: venue.id, tables });
  const leaving = plan.leaving.flatMap(({ diners }) => diners);
  const after = afterReseating(data, plan);
  const isOver = isStandbyOver(loaded, now);
  const fromStandby = isOver ? [] : seatStandby(event.id, after, env, now);
  const isLeaving = new Set(leaving.map(({ id }) => id));
  const isConcerned = ({ tableId, bookingId }: MatchData["diners"][number]) =>
    tableId !== null || isLeaving.has(bookingId);
  const changes =
    plan.withoutSeat.length === 0
      ? []
      : isOver
        ? planWhatWouldReseat(event.id, { ...after, diners: after.diners.filter(isConcerned) }, env)
        : planWhatWouldSeat(event.id, after, env, now).changes;
  const evening: Evening = { event, plan, names: tellApart(loaded.diners), data, diets: await listDiets(db) };
  const numberOf = new Map(after.tables.map(({ id, number }) => [id, number]));
  let lastNumber = findLastNumber(after);
  const places = new Map<string, MovedDiner["place"]>([
    ...plan.withoutSeat.map(({ id }) => [id, isOver ? "canceled" : "standby"] as const),
    ...plan.places.flatMap(({ number, venueId, joining }) =>
      joining.map(({ id }) => [id, { table: number, venueName: nameVenue(evening, venueId) }] as const),
    ),
    ...fromStandby.flatMap(({ bookingIds, tableId, venueId }) => {
      const table = tableId ? (numberOf.get(tableId) ?? 0) : ++lastNumber;
      return bookingIds.map((id) => [id, { table, venueName: nameVenue(evening, venueId) }] as const);
    }),
  ]);
  const placed = loaded.diners.flatMap((diner): MovedDiner[] => {
    const place = places.get(diner.bookingId);
    return place ? [{ bookingId: diner.bookingId, firstName: evening.names.get(diner) ?? "", place }] : [];
  });
  const movedDiners = placed.filter(({ bookingId }) => isLeaving.has(bookingId));
  const newlySeated = placed.filter(({ bookingId }) => !isLeaving.has(bookingId));
  const newTableCount = fromStandby.filter(({ tableId }) => !tableId).length;
  const seatedCount = movedDiners.filter(({ place }) => typeof place === "object").length;
  const lostCount = leaving.length - seatedCount;
  const hostVenues = [...new Set(plan.places.map(({ venueId }) => venueId))];
  const withoutHost = await listVenuesWithoutHost(db, hostVenues);
  const emailCount = leaving.length + newlySeated.length;
  return {
    notes: [
      ...(leaving.length > 0
        ? [
            `${seatedCount} of ${plural(leaving.length, "diner")} ${seatedCount === 1 ? "sits" : "sit"} elsewhere`,
            ...(lostCount > 0
              ? [
                  isOver
                    ? plural(lostCount, "loses their seat", "lose their seats")
                    : plural(lostCount, "goes on standby", "go on standby"),
                ]
              : []),
          ]
        : []),
      ...(newlySeated.length > 0
        ? [
            `${plural(newlySeated.length, "diner")} on standby would be seated${newTableCount > 0 ? ` at ${plural(newTableCount, "new table")}` : ""}, and each gets an email`,
          ]
        : []),
      ...(leaving.length > 0
        ? [
            `${plural(emailCount, "email")} to diners${hostVenues.length > withoutHost.length ? ` and ${hostVenues.length - withoutHost.length} to hosts` : ""}`,
          ]
        : []),
      ...(tables > previousTables && newTableCount === 0
        ? [describeEmptyTables(isOver, loaded.diners.filter(({ tableId }) => !tableId).length)]
        : []),
    ],
    details:
      leaving.length > 0
        ? [
            ...listPlaces(evening),
            ...listWithoutSeat(
              evening,
              movedDiners.filter(({ place }) => typeof place !== "object"),
              changes,
              isOver,
            ),
            ...(newlySeated.length > 0 ? [{ heading: "From standby", rows: newlySeated.map(toRow) }] : []),
            ...(withoutHost.length > 0
              ? [
                  `No address of a host: ${withoutHost.map((id) => nameVenue(evening, id)).join(", ")}. Tell them yourself, or make a link with host-link create.`,
                ]
              : []),
          ]
        : (listMoves([], newlySeated).details ?? []),
    lostBookings: [],
    seating: { plan, isStandbyOver: isOver },
    movedDiners,
    newlySeated,
  };
}

interface Evening {
  event: EventDetails;
  plan: VenueTablesPlan;
  names: Map<MatchData["diners"][number], string>;
  /** With the venues as they will be. */
  data: MatchData;
  diets: readonly string[];
}

const nameVenue = ({ event, data }: Evening, venueId: string) =>
  [...data.event.venues, ...event.venues].find((venue) => venue.venueId === venueId)?.name ?? "";

function nameDiners({ names, plan }: Evening, diners: readonly Pick<Diner, "id">[]): string[] {
  return diners.flatMap(({ id }) => {
    const diner = plan.seats.bookings.get(id);
    return (diner && names.get(diner)) ?? [];
  });
}

const toRow = ({ firstName, place }: MovedDiner) => ({
  title: typeof place === "object" ? `${place.venueName}, table ${place.table}` : "",
  names: [firstName],
});

/** Each table with new diners, who sits there already, and why they are there. */
function listPlaces(evening: Evening): PeopleList[] {
  const { leaving, places } = evening.plan;
  const rows = places
    .toSorted((one, other) => one.number - other.number)
    .map(({ venueId, number, staying, joining }) => {
      const parts = leaving.flatMap((table) => {
        const some = table.diners.filter((diner) => joining.includes(diner));
        if (some.length === 0) return [];
        if (some.length === table.diners.length && some.length > 1)
          return [`table ${table.number} stays together`];
        if (some.length > 1) return [`${some.length} of table ${table.number}`];
        const main = places
          .filter((place) => place.venueId !== venueId)
          .toSorted((a, b) => countOf(b, table) - countOf(a, table))[0];
        const lacks = some.flatMap((diner) => (main ? listLacks(evening, diner, main.venueId) : []));
        return [`${nameDiners(evening, some)} from table ${table.number}`, ...lacks];
      });
      return {
        title: `${nameVenue(evening, venueId)}, table ${number}`,
        names: nameDiners(evening, joining),
        staying: nameDiners(evening, staying),
        text: `${capitalize(parts.join("; "))}.`,
      };
    });
  return rows.length > 0 ? [{ heading: "Who moves", rows }] : [];
}

const countOf = ({ joining }: NewPlace, { diners }: { diners: Diner[] }) =>
  diners.filter((diner) => joining.includes(diner)).length;

/** "no vegan kitchen at Casa" */
function listLacks(evening: Evening, diner: Diner, venueId: string): string[] {
  const venue = evening.plan.seats.venues.find(({ id }) => id === venueId);
  if (!venue) return [];
  const name = nameVenue(evening, venueId);
  const missing = evening.diets.filter((_, i) => diner.diets & ~venue.diets & toBits([i + 1]));
  return listUnmetNeeds([venue], diner).flatMap((need) => {
    if (need === "diet") return missing.map((diet) => describeLack.diet(name, diet));
    return need === "venue" ? [] : [describeLack[need](name)];
  });
}

/** Those who get no seat and why, and what would seat them. */
function listWithoutSeat(
  evening: Evening,
  moved: readonly MovedDiner[],
  changes: readonly WouldSeat[],
  isOver: boolean,
): PeopleList[] {
  if (moved.length === 0) return [];
  const { event, data, plan, diets } = evening;
  const reasons = Map.groupBy(moved, ({ bookingId }) => {
    const diner = plan.withoutSeat.find(({ id }) => id === bookingId);
    const lacks = plan.seats.venues.map((venue) => (diner ? listLacks(evening, diner, venue.id) : []));
    const isSuited = lacks.some((each) => each.length === 0);
    return isSuited ? "no other seat suits them" : [...new Set(lacks.flat())].join(", ");
  });
  const getsBack = isOver
    ? "They get an apology, their deposit back, and the next dinners."
    : "They are on standby.";
  const nameAll = (ids: readonly string[]) =>
    joinNames(
      nameDiners(
        evening,
        ids.map((id) => ({ id })),
      ),
    );
  return [
    {
      heading: "Without a seat",
      aside: String(moved.length),
      rows: [
        ...[...reasons].map(([reason, some]) => ({
          title: "",
          names: some.map(({ firstName }) => firstName),
          text: `${capitalize(reason)}. ${getsBack}`,
          hasNoSeat: true,
        })),
        ...describeChanges(changes, { event: { ...event, venues: data.event.venues }, diets, nameAll }).map(
          ({ title, count, names, command }) => ({ title: `${title}, +${count}`, text: names, command }),
        ),
      ],
    },
  ];
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
  const venue = findVenueAmong(ofEvent, prefix, "at this event");
  if (ofEvent.length === 1)
    throw refusedError(
      `${venue.name} is the only venue of this event: add another one first, or use event cancel.`,
    );
  return { venue, tables: 0, previousTables: venue.tables };
}
