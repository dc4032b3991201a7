import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { countWalkIns } from "#app/db/conditions.ts";
import { avoidances } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { eventVenues } from "#app/db/schema/event.ts";
import { tables } from "#app/db/schema.ts";
import { jsonList, jsonRows } from "#app/db/statements.ts";
import { minTableSize, tableSize } from "#app/lib/table-size.ts";
import type { Diner } from "#app/matching/match-input.ts";
import { findFreeSeats, type SeatedTable } from "#app/matching/reseat.ts";
import { placeTables } from "#app/matching/venues/transport.ts";
import { reseat } from "#app/models/booking/event-transitions.server.ts";
import {
  addTables,
  closeTables,
  hasPlace,
  moveTables,
  updateShares,
} from "#app/models/booking/tables.server.ts";
import { changeEventVenue, type VenueTables } from "#app/models/event/event-venues.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
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

/** What becomes of the diners at a venue that has fewer tables, or none. */
export interface VenueTablesPlan {
  leaving: (LeavingTable & { diners: Diner[] })[];
  places: NewPlace[];
  /** No seat suits them. */
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

/** `loaded` has the venues as they are after the change. */
export function planVenueTables(
  eventId: string,
  loaded: MatchData,
  env: Env,
  wanted: VenueTables,
): VenueTablesPlan {
  const leaving = chooseLeaving(eventId, loaded, env, wanted);
  const data = withoutTables(loaded, leaving);
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
  const left = new Set(leaving);
  const countOf = (table: VenueTablesPlan["leaving"][number], joining: Diner[]) =>
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
  return { leaving, places, withoutSeat: diners.filter((diner) => !isSeated.has(diner)), seats };
}

/** Empty tables leave first, then those for which another venue has a table, then the others; of each, those of the latest bookers. */
function chooseLeaving(
  eventId: string,
  data: MatchData,
  env: Env,
  { venueId, tables: tableCount }: VenueTables,
): VenueTablesPlan["leaving"] {
  const seats = findSeats(eventId, data, env);
  const here = data.tables
    .filter((table) => !table.closedAt && table.venueId === venueId)
    .map(({ id, number }) => ({ id, number, diners: seats.tables.get(id) ?? [] }));
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

const withoutTables = (data: MatchData, leaving: readonly LeavingTable[]): MatchData => ({
  ...data,
  tables: data.tables.map((table) =>
    leaving.some(({ id }) => id === table.id)
      ? { ...table, closedAt: table.closedAt ?? new Date(0), keepsPlace: false }
      : table,
  ),
});

/** The event as it is once this is done. */
export function afterReseating(loaded: MatchData, { leaving, places }: VenueTablesPlan): MatchData {
  const data = withoutTables(
    loaded,
    leaving.filter(({ id }) => !places.some((place) => place.id === id)),
  );
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

interface VenueTablesChange {
  event: EventDetails;
  venue: VenueTables & { name: string };
  plan: VenueTablesPlan;
  isStandbyOver: boolean;
  /** A sentence by the operator for everybody who gets an email. */
  say: string | undefined;
  /** Statements of the same batch, which tell the hosts of the venues that get other diners. */
  tellHosts(venueIds: string[], condition: SQL): Statement[];
  now: Date;
}

/** After the tables are made, in one batch. False where the event, a seat or a booking changed in the meantime. */
export async function applyVenueTables(
  db: Database,
  { event, venue, plan, isStandbyOver, say, tellHosts, now }: VenueTablesChange,
): Promise<boolean> {
  const { leaving, places, withoutSeat, seats } = plan;
  const previousTables = event.venues.find(({ venueId }) => venueId === venue.venueId)?.tables ?? 0;
  const eventId = event.id;
  const closed = leaving.filter(({ id }) => !places.some((place) => place.id === id));
  const isOut = venue.tables === 0;
  const change = (condition: SQL) => [
    ...addTables(
      db,
      places
        .filter(({ is }) => is === "added")
        .map(({ id, number, venueId, joining }) => ({
          id,
          eventId,
          venueId,
          number,
          shares: seats.sharesOf(joining),
        })),
      condition,
    ),
    ...places.flatMap(({ id, is, staying, joining }) => {
      const before = leaving.find((table) => table.id === id)?.diners ?? staying;
      const hasNewcomer = is === "joined" || joining.some((diner) => !before.includes(diner));
      const sharesAfter = {
        shares: seats.sharesOf([...staying, ...joining]),
        joining: staying.length + joining.length - before.length,
      };
      return is === "added" || !hasNewcomer ? [] : [updateShares(db, id, sharesAfter, condition)];
    }),
    ...reseat(
      db,
      {
        venue: { id: venue.venueId, name: venue.name, isOut },
        seats: places.flatMap(({ id, joining }) =>
          joining.map((diner) => ({ bookingId: diner.id, tableId: id })),
        ),
        withoutSeat: { bookingIds: withoutSeat.map(({ id }) => id), isStandbyOver },
        say,
        now,
      },
      condition,
    ),
    ...moveTables(
      db,
      places.filter(({ is }) => is === "moved"),
      condition,
      now,
    ),
    ...(closed.length > 0
      ? closeTables(db, { eventId, tables: closed, keepsPlace: false, now }, condition)
      : []),
    ...tellHosts([...new Set(places.map(({ venueId }) => venueId))], condition),
  ];
  const changed = await changeEventVenue(db, {
    event,
    venue,
    previousTables,
    reseating:
      leaving.length > 0
        ? {
            leavingIds: leaving.map(({ id }) => id),
            isPossible: isAsPlanned(eventId, plan),
            what: isOut
              ? "A restaurant can’t take anybody. Its diners sit elsewhere, where seats suit them."
              : "A restaurant has fewer tables. Their diners sit elsewhere, where seats suit them.",
            change,
          }
        : undefined,
    now,
  });
  return changed !== undefined;
}

/**
 * The same diners sit at the tables that leave and at those that get more diners, these are open, venues have left the tables that
 * are opened, and nobody has come to avoid somebody of their new table.
 */
function isAsPlanned(eventId: string, { leaving, places, withoutSeat }: VenueTablesPlan): SQL {
  const joined = places.filter(({ is }) => is === "joined");
  const there = [
    ...leaving.flatMap(({ id, diners }) => diners.map((diner) => ({ id: diner.id, table: id }))),
    ...joined.flatMap(({ id, staying }) => staying.map((diner) => ({ id: diner.id, table: id }))),
  ];
  const tableIds = [...leaving, ...joined].map(({ id }) => id);
  const seated = places.flatMap(({ id, joining }) => joining.map((diner) => ({ id: diner.id, table: id })));
  const wanted = joined.map(({ id, venueId, joining }) => ({ id, venueId, joining: joining.length }));
  const opened = [
    ...Map.groupBy(
      places.filter(({ is }) => is !== "joined"),
      ({ venueId }) => venueId,
    ),
  ].map(([venueId, { length }]) => ({ venueId, tables: length }));
  const added = places.filter(({ is }) => is === "added").map(({ number }) => number);
  const ofRow = (name: string) => sql.raw(`planned.value ->> '${name}'`);
  const newTableOf = (id: SQL) =>
    sql`(select planned.value ->> 'table' from ${jsonRows(seated)} planned where ${ofRow("id")} = ${id})`;
  return sql`(select count(*) from ${jsonRows(there)} planned join ${bookings} on ${bookings.id} = ${ofRow("id")}
      and ${bookings.tableId} = ${ofRow("table")} and ${bookings.canceled} = 0) = ${there.length}
    and (select count(*) from ${bookings} where ${bookings.tableId} in ${jsonList(tableIds)} and ${bookings.canceled} = 0) = ${there.length}
    and not exists (select 1 from ${jsonRows(wanted)} planned where not exists (select 1 from ${tables}
      where ${tables.id} = ${ofRow("id")} and ${tables.venueId} = ${ofRow("venueId")} and ${tables.closedAt} is null
        and ${tables.closedToNewcomersAt} is null
        and ${tables.taken} + ${countWalkIns(ofRow("id"))} + ${ofRow("joining")} <= ${tableSize}))
    and not exists (select 1 from ${jsonRows(opened)} planned where (select count(*) from ${tables}
        where event_id = ${eventId} and venue_id = ${ofRow("venueId")} and ${hasPlace}
          and ${tables.id} not in ${jsonList(leaving.map(({ id }) => id))}) + ${ofRow("tables")}
      > coalesce((select ${eventVenues.tables} from ${eventVenues}
        where event_id = ${eventId} and venue_id = ${ofRow("venueId")}), 0))
    and not exists (select 1 from ${tables} where event_id = ${eventId} and number in ${jsonList(added)})
    and not exists (select 1 from ${jsonRows(seated)} joining cross join ${bookings} one on one.id = joining.value ->> 'id'
      cross join ${avoidances} on ${avoidances.userId} = one.user_id or ${avoidances.otherId} = one.user_id
      cross join ${bookings} other on other.event_id = ${eventId} and other.canceled = 0
        and other.user_id = iif(${avoidances.userId} = one.user_id, ${avoidances.otherId}, ${avoidances.userId})
      where other.id not in ${jsonList(withoutSeat.map(({ id }) => id))}
        and coalesce(${newTableOf(sql`other.id`)}, other.table_id) = joining.value ->> 'table')`;
}
