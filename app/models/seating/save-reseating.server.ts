import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { countWalkIns, isUpcoming } from "#app/db/conditions.ts";
import { avoidances, bookings, eventVenues, tables } from "#app/db/schema.ts";
import { jsonList, jsonRows } from "#app/db/statements.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { reseat } from "#app/models/booking/event-transitions.server.ts";
import { tellTable } from "#app/models/booking/seat-transitions.server.ts";
import { findRecorded, isRecorded, recordTableChange } from "#app/models/booking/table-changes.server.ts";
import {
  addTables,
  closeTables,
  describeClosing,
  hasPlace,
  moveTables,
  updateShares,
} from "#app/models/booking/tables.server.ts";
import { changeEventVenue, type VenueTables } from "#app/models/event/event-venues.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { listClosed, type ReseatingPlan } from "./reseating.server.ts";

export interface Reseating {
  event: EventDetails;
  /** Where the tables leave or are closed. */
  from: { id: string; name: string; isOut: boolean };
  /** The venue that comes where that one drops out. */
  instead?: VenueTables | undefined;
  plan: ReseatingPlan;
  isStandbyOver: boolean;
  /** A sentence by the operator for everybody who gets an email. */
  say: string | undefined;
  /** Statements of the same batch, which tell the hosts of the venues that get other diners. */
  tellHosts(venueIds: string[], condition: SQL): Statement[];
  now: Date;
}

/** Statements for the batch that saves the plan, where the line is recorded. */
function changeSeats(
  db: Database,
  { event, from, plan, isStandbyOver, say, tellHosts, now }: Reseating,
  isRecorded: SQL,
): Statement[] {
  const { leaving, places, withoutSeat, seats, keepsPlaces } = plan;
  // A batch that arrives again finds its line, but no table that is still to leave.
  const condition = sql`${isRecorded} and ${areOpenAt(from.id, leaving)}`;
  return [
    ...addTables(
      db,
      places
        .filter(({ is }) => is === "added")
        .map(({ id, number, venueId, joining }) => ({
          id,
          eventId: event.id,
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
        venue: from,
        seats: places.flatMap(({ id, venueId, joining }) =>
          joining.map((diner) => ({ bookingId: diner.id, tableId: id, venueId })),
        ),
        withoutSeat: { bookingIds: withoutSeat.map(({ id }) => id), isStandbyOver },
        say,
        now,
      },
      condition,
    ),
    ...places
      .filter(({ is, joining }) => is === "joined" && joining.length > 0)
      .map(({ id, joining }) =>
        tellTable(db, { tableId: id, movingIds: joining.map((diner) => diner.id), now }, condition),
      ),
    ...tellHosts([...new Set(places.map(({ venueId }) => venueId))], condition),
    ...moveTables(
      db,
      places.filter(({ is }) => is === "moved"),
      isRecorded,
      now,
    ),
    closeTables(db, { tables: listClosed(plan), keepsPlace: keepsPlaces, now }, isRecorded),
  ];
}

const areOpenAt = (venueId: string, leaving: readonly { id: string }[]) =>
  sql`(select count(*) from ${tables} where ${tables.id} in ${jsonList(leaving.map(({ id }) => id))}
    and ${tables.venueId} = ${venueId} and ${tables.closedAt} is null) = ${leaving.length}`;

/** Gives a venue another number of tables, in one batch. False where the event, a seat or a booking changed in the meantime. */
export async function saveVenueTables(
  db: Database,
  reseating: Reseating,
  tableCount: number,
): Promise<boolean> {
  const { event, from, instead, plan, now } = reseating;
  const previousTables = event.venues.find(({ venueId }) => venueId === from.id)?.tables ?? 0;
  const closed = listClosed(plan);
  const why = from.isOut ? "A restaurant can’t take anybody. Its" : "A restaurant has fewer tables. Their";
  const what = `${why} diners sit elsewhere, where seats suit them.`;
  const changed = await changeEventVenue(db, {
    event,
    venue: { venueId: from.id, tables: tableCount },
    previousTables,
    instead,
    reseating:
      plan.leaving.length > 0
        ? {
            leavingIds: plan.leaving.map(({ id }) => id),
            isPossible: isAsPlanned(reseating),
            what: closed.length > 0 ? `${what} ${describeClosing(closed)}` : what,
            change: (condition) => changeSeats(db, reseating, condition),
          }
        : undefined,
    now,
  });
  return changed !== undefined;
}

/** Closes a table, under the same conditions. */
export async function saveClosing(db: Database, reseating: Reseating): Promise<boolean> {
  const { event, plan, now } = reseating;
  const line = {
    id: crypto.randomUUID(),
    eventId: event.id,
    what: describeClosing(plan.leaving),
    madeBy: "operator",
    now,
  } as const;
  const { last: recorded } = await db.batch([
    recordTableChange(db, line, sql`${isUpcoming(now)} and ${isAsPlanned(reseating)}`),
    ...changeSeats(db, reseating, isRecorded(line.id, event.id)),
    findRecorded(db, line.id, event.id),
  ]);
  return recorded.length > 0;
}

/**
 * The same diners sit at the tables that leave and at those that get more diners, all are open, venues have left the tables that
 * are opened, and nobody has come to avoid somebody of their new table.
 */
function isAsPlanned({ event: { id: eventId }, from, instead, plan }: Reseating): SQL {
  const { leaving, keepsPlaces, places, withoutSeat } = plan;
  const joined = places.filter(({ is }) => is === "joined");
  const there = [
    ...leaving.flatMap(({ id, diners }) => diners.map((diner) => ({ id: diner.id, table: id }))),
    ...joined.flatMap(({ id, staying }) => staying.map((diner) => ({ id: diner.id, table: id }))),
  ];
  const leavingIds = leaving.map(({ id }) => id);
  const tableIds = [...leavingIds, ...joined.map(({ id }) => id)];
  const seated = places.flatMap(({ id, joining }) => joining.map((diner) => ({ id: diner.id, table: id })));
  const wanted = joined.map(({ id, venueId, joining }) => ({ id, venueId, joining: joining.length }));
  const opened = [
    ...Map.groupBy(
      places.filter(({ is }) => is !== "joined"),
      ({ venueId }) => venueId,
    ),
  ].map(([venueId, { length }]) => ({
    venueId,
    tables: length - (instead?.venueId === venueId ? instead.tables : 0),
  }));
  const added = places.filter(({ is }) => is === "added").map(({ number }) => number);
  const ofRow = (name: string) => sql.raw(`planned.value ->> '${name}'`);
  const newTableOf = (id: SQL) =>
    sql`(select planned.value ->> 'table' from ${jsonRows(seated)} planned where ${ofRow("id")} = ${id})`;
  return sql`${areOpenAt(from.id, leaving)}
    and (select count(*) from ${jsonRows(there)} planned join ${bookings} on ${bookings.id} = ${ofRow("id")}
      and ${bookings.tableId} = ${ofRow("table")} and ${bookings.canceled} = 0) = ${there.length}
    and (select count(*) from ${bookings} where ${bookings.tableId} in ${jsonList(tableIds)} and ${bookings.canceled} = 0) = ${there.length}
    and not exists (select 1 from ${jsonRows(wanted)} planned where not exists (select 1 from ${tables}
      where ${tables.id} = ${ofRow("id")} and ${tables.venueId} = ${ofRow("venueId")} and ${tables.closedAt} is null
        and ${tables.closedToNewcomersAt} is null
        and ${tables.taken} + ${countWalkIns(ofRow("id"))} + ${ofRow("joining")} <= ${tableSize}))
    and not exists (select 1 from ${jsonRows(opened)} planned where (select count(*) from ${tables}
        where event_id = ${eventId} and venue_id = ${ofRow("venueId")} and ${hasPlace}
          and ${tables.id} not in ${jsonList(keepsPlaces ? [] : leavingIds)}) + ${ofRow("tables")}
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
