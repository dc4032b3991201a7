import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { walkInNames } from "#app/db/conditions.ts";
import { avoidances, bookings, profiles, tables, users, venues } from "#app/db/schema.ts";
import { insertRows, jsonList, jsonRows } from "#app/db/statements.ts";
import { withNames } from "#app/lib/account/tell-apart.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { isBeforeEvent } from "./booking-conditions.ts";

export async function listTables(db: Database, eventId: string) {
  const [eventTables, seated] = await db.batch([
    db
      .select({
        id: tables.id,
        number: tables.number,
        shares: tables.shares,
        closedAt: tables.closedAt,
        closedToNewcomersAt: tables.closedToNewcomersAt,
        venueId: tables.venueId,
        venueName: sql<string>`${venues.name}`.as("venue_name"),
        walkIns: walkInNames.as("walk_ins"),
      })
      .from(tables)
      .innerJoin(venues, eq(venues.id, tables.venueId))
      .where(eq(tables.eventId, eventId))
      .orderBy(asc(tables.number)),
    db
      .select({
        tableId: bookings.tableId,
        bookingId: sql<string>`${bookings.id}`.as("booking_id"),
        userId: bookings.userId,
        firstName: profiles.firstName,
        lastName: users.lastName,
        bookedAt: bookings.createdAt,
      })
      .from(bookings)
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .innerJoin(users, eq(users.id, bookings.userId))
      .where(
        sql`${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0 and ${bookings.tableId} is not null`,
      )
      .orderBy(asc(profiles.firstName)),
  ]);
  const dinersByTable = Map.groupBy(withNames(seated), ({ tableId }) => tableId);
  return eventTables.map((table) => ({ ...table, diners: dinersByTable.get(table.id) ?? [] }));
}

export const countTablesByVenue = async (db: Database, eventId: string) =>
  db
    .select({
      venueId: tables.venueId,
      tableCount: sql<number>`count(*)`.as("table_count"),
      dinerCount: sql<number>`sum(${tables.taken})`.as("diner_count"),
    })
    .from(tables)
    .where(sql`${tables.eventId} = ${eventId} and ${tables.closedAt} is null`)
    .groupBy(tables.venueId);

/** In a query of one table's rows: it is open, or its place stays empty. */
export const hasPlace = sql`(closed_at is null or keeps_place = 1)`;

export const addTables = (db: Database, rows: (typeof tables.$inferInsert)[], condition?: SQL) =>
  insertRows(db, tables, rows, condition);

interface SharesAfterJoining {
  /** What the table shares once they have joined. */
  shares: string[];
  joining: number;
}

/**
 * For a table that somebody joins. What is said of company would tell whether the newcomer has it. What the table shared before
 * and still shares stays, but not always, so that a sentence that is gone tells nothing of the newcomer and of the one before.
 * While a seat is free, all of it stays.
 */
export const updateShares = (
  db: Database,
  id: string,
  { shares, joining }: SharesAfterJoining,
  condition: SQL,
) =>
  db
    .update(tables)
    .set({
      shares: sql`iif(${tables.taken} + ${joining} < ${tableSize}, ${tables.shares},
        (select json_group_array(before.value) from json_each(${tables.shares}) before
          where before.value in ${jsonList(shares)} and abs(random() % 3) > 0))`,
      company: {},
    })
    .where(sql`${tables.id} = ${id} and ${condition}`);

/** A statement for the batch that cancels bookings, before it: their tables are to be refilled. Each mark is another one. */
export const markSeatFreed = (db: Database, bookingCondition: SQL, now: Date) =>
  db
    .update(tables)
    .set({ seatFreedAt: sql`max(${now.getTime()}, coalesce(${tables.seatFreedAt}, 0) + 1)` })
    .where(
      sql`${tables.id} in (select ${bookings.tableId} from ${bookings} where ${bookingCondition}) and ${tables.closedAt} is null`,
    );

/** After those that keep users apart or seat them: the next `refillTables` looks at tables where two of them sit. */
export const markKeptApart = (db: Database, bookingCondition: SQL, now: Date) =>
  markSeatFreed(
    db,
    sql`${bookingCondition} and ${bookings.canceled} = 0 and ${isBeforeEvent(now)} and exists (select 1 from bookings mates
      join ${avoidances} on (${avoidances.userId} = ${bookings.userId} and ${avoidances.otherId} = mates.user_id)
        or (${avoidances.userId} = mates.user_id and ${avoidances.otherId} = ${bookings.userId})
      where mates.table_id = ${bookings.tableId} and mates.id <> ${bookings.id} and mates.canceled = 0)`,
    now,
  );

/** Statements for the batch in which a venue drops out: these tables go on at other venues, and are looked at by the next `refillTables`. */
export const moveTables = (
  db: Database,
  moved: readonly { id: string; venueId: string }[],
  condition: SQL,
  now: Date,
): Statement[] =>
  moved.length === 0
    ? []
    : [
        db
          .update(tables)
          .set({ venueId: sql`moved.value ->> 'venueId'`, seatFreedAt: now, company: {} })
          .from(sql`${jsonRows(moved)} moved`)
          .where(sql`${tables.id} = moved.value ->> 'id' and ${condition}`),
      ];

interface FreedTable {
  id: string;
  seatFreedAt: Date | null;
}

/** Unless another seat became free since these marks were read. */
export async function markRefilled(db: Database, freed: FreedTable[]): Promise<void> {
  const marks = jsonRows(freed.map(({ id, seatFreedAt }) => ({ id, at: seatFreedAt?.getTime() })));
  await db
    .update(tables)
    .set({ seatFreedAt: null })
    .where(
      sql`(${tables.id}, ${tables.seatFreedAt}) in (select value ->> 'id', value ->> 'at' from ${marks})`,
    );
}

/** Statements for a restore: a large backup may have read a table at another time than its bookings. */
export const deriveTables = (db: Database) => [
  db.update(tables).set({
    taken: sql`(select count(*) from ${bookings} where ${bookings.tableId} = ${tables.id} and ${bookings.canceled} = 0)`,
  }),
  // Its diners were read before it was closed.
  db
    .update(tables)
    .set({ closedAt: null, keepsPlace: false })
    .where(
      sql`${tables.closedAt} is not null and ${tables.closedToNewcomersAt} is null and ${tables.taken} > 0`,
    ),
  db
    .update(tables)
    .set({ company: {} })
    .where(
      sql`${tables.company} <> '{}' and exists (select 1 from json_each(${tables.company}) mark, json_each(mark.value) member
        where not exists (select 1 from ${bookings} where ${bookings.id} = member.value))`,
    ),
];

interface ClosedTable {
  id: string;
  number: number;
}

const tableNumbers = new Intl.ListFormat("en-GB");

/** "Tables 2 and 3 were closed." */
export function describeClosing(closed: readonly ClosedTable[]): string {
  const names = tableNumbers.format(
    closed
      .map(({ number }) => number)
      .toSorted((a, b) => a - b)
      .map(String),
  );
  return closed.length === 1 ? `Table ${names} was closed.` : `Tables ${names} were closed.`;
}

interface Closing {
  tables: readonly ClosedTable[];
  /** They still are among the tables that the venue has, and no others take their places. */
  keepsPlace: boolean;
  now: Date;
}

/** A statement for the batch that seats their diners elsewhere, after it: from now on nobody is seated at these tables. */
export const closeTables = (db: Database, { tables: closing, keepsPlace, now }: Closing, condition: SQL) =>
  db
    .update(tables)
    .set({ closedAt: now, keepsPlace, closedToNewcomersAt: null, seatFreedAt: now })
    .where(
      sql`${tables.id} in ${jsonList(closing.map(({ id }) => id))} and ${tables.closedAt} is null and ${condition}`,
    )
    .returning({ id: tables.id });

/** After `closeTables`: the tables that leave the venue are first those that are closed. */
export function releasePlaces(
  db: Database,
  { eventId, venueId, tables: tableCount }: { eventId: string; venueId: string; tables: number },
  condition: SQL,
) {
  const here = sql`event_id = ${eventId} and venue_id = ${venueId}`;
  const excess = sql`max(0, (select count(*) from ${tables} where ${here} and ${hasPlace}) - ${tableCount})`;
  return db
    .update(tables)
    .set({ keepsPlace: false })
    .where(
      sql`${tables.id} in (select id from ${tables} where ${here} and keeps_place = 1 order by number limit ${excess})
        and ${condition}`,
    );
}

export type TableDetails = Awaited<ReturnType<typeof listTables>>[number];

/** A statement for the batch that forgets who is told of company at the tables of these diners: it rests on what each answered. */
export const forgetCompany = (db: Database, userIds: SQL) =>
  db
    .update(tables)
    .set({ company: {} })
    .where(sql`${tables.company} <> '{}' and ${tables.id} in
      (select ${bookings.tableId} from ${bookings} where ${bookings.userId} in ${userIds})`);

/** A statement for the batch that forgets the same of these events. */
export const forgetCompanyOfEvents = (db: Database, eventIds: SQL) =>
  db
    .update(tables)
    .set({ company: {} })
    .where(sql`${tables.eventId} in ${eventIds} and ${tables.company} <> '{}'`);
