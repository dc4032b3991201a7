import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { countWalkIns, hostSaysMissing } from "#app/db/conditions.ts";
import { accountOrigins, profiles, users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { events } from "#app/db/schema/event.ts";
import { quizQuestions } from "#app/db/schema/quiz.ts";
import { tables } from "#app/db/schema.ts";
import { maxOfCrowdAtTable } from "#app/lib/table-size.ts";
import { selectEventVenues } from "#app/models/event/event-venues.server.ts";
import { addAnswersAndPairs, selectRelations } from "./answers-and-pairs.server.ts";
import { selectTermPoints } from "./table-terms.server.ts";

/** Everybody of an event, or who sits at some of its tables. */
export async function loadMatchData(db: Database, which: string | SQL, tableIds?: SQL) {
  const eventId = sql`(${which})`;
  const ofTables = (column: SQL) => (tableIds ? sql`${column} in ${tableIds}` : sql`true`);
  // Who sits at some tables is few, so that what is known of them needs no further trip.
  const atTables = sql`(select user_id from bookings where table_id in ${tableIds} and canceled = 0)`;
  const relationsOfTables = tableIds ? [selectRelations(db, eventId, atTables)] : [];
  const loaded = await db.batch([
    db
      .select({
        eventId: sql<string>`${events.id}`.as("event_id"),
        date: events.date,
        canceledAt: events.canceledAt,
        capacity: events.capacity,
        timeZone: cities.timeZone,
      })
      .from(events)
      .innerJoin(cities, eq(cities.id, events.cityId))
      .where(eq(events.id, eventId)),
    selectEventVenues(db, eventId),
    db.select().from(quizQuestions),
    db
      .select({
        userId: bookings.userId,
        bookingId: sql<string>`${bookings.id}`.as("booking_id"),
        bookedAt: bookings.createdAt,
        tableId: bookings.tableId,
        togetherId: bookings.togetherId,
        firstName: profiles.firstName,
        crowdId: accountOrigins.crowdId,
        lastName: users.lastName,
        isMissing: sqlBoolean`${hostSaysMissing(sql`${bookings.id}`)}`.as("is_missing"),
        /** On standby since then, where they lost a seat. */
        seatLostAt: sql<number | null>`iif(${bookings.standbyReason} = 'table closed', ${bookings.movedAt},
          null)`.as("seat_lost_at"),
        /** How often they were on standby without a seat since they last had one. */
        standbyCount:
          sql<number>`(select count(*) from bookings p where p.user_id = ${bookings.userId} and p.standby = 1
          and p.table_id is null and p.created_at > coalesce((select max(q.created_at) from bookings q
            where q.user_id = ${bookings.userId} and q.table_id is not null), 0))`.as("standby_count"),
      })
      .from(bookings)
      .innerJoin(users, eq(users.id, bookings.userId))
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .leftJoin(accountOrigins, eq(accountOrigins.userId, bookings.userId))
      .where(
        sql`${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0 and ${ofTables(sql`${bookings.tableId}`)}`,
      ),
    db
      .select({
        id: tables.id,
        number: tables.number,
        venueId: tables.venueId,
        closedAt: tables.closedAt,
        keepsPlace: tables.keepsPlace,
        closedToNewcomersAt: tables.closedToNewcomersAt,
        seatFreedAt: tables.seatFreedAt,
        walkIns: countWalkIns(sql`tables.id`).as("walk_ins"),
      })
      .from(tables)
      .where(sql`${tables.eventId} = ${eventId} and ${ofTables(sql`${tables.id}`)}`)
      .orderBy(asc(tables.number)),
    selectTermPoints(db),
    ...relationsOfTables,
  ]);
  const [[event], eventVenues, questions, rows, eventTables, [termPoints]] = loaded;
  if (!event) return undefined;
  const relations = tableIds && (loaded.at(-1) as Awaited<ReturnType<typeof selectRelations>>);
  return {
    event: { ...event, venues: eventVenues },
    questions,
    termPoints,
    diners: keepCrowdsApart(await addAnswersAndPairs(db, event.eventId, rows, relations)),
    tables: eventTables,
    freedTables: eventTables
      .filter(({ seatFreedAt }) => seatFreedAt)
      .map(({ id, seatFreedAt }) => ({ id, seatFreedAt })),
    addedTables: eventVenues.flatMap(({ venueId, tablesAddedAt }) =>
      tablesAddedAt ? [{ venueId, tablesAddedAt }] : [],
    ),
  };
}

export type MatchData = NonNullable<Awaited<ReturnType<typeof loadMatchData>>>;
export type MatchDiner = MatchData["diners"][number];

interface CrowdDiner {
  bookingId: string;
  crowdId: string | null;
  tableId: string | null;
  togetherId: string | null;
  avoided: string[];
}

/** At most two of a crowd sit at one table. The matcher knows pairs only, so each may sit with one other of them. */
export function keepCrowdsApart<Diner extends CrowdDiner>(diners: readonly Diner[]): Diner[] {
  const crowds = Map.groupBy(diners, ({ crowdId }) => crowdId);
  crowds.delete(null);
  const apart = new Map<Diner, string[]>();
  for (const crowd of crowds.values()) {
    if (crowd.length <= maxOfCrowdAtTable) continue;
    const sets = pairUp(crowd);
    // Of each pair one has the other, since that counts for both.
    for (const [i, set] of sets.entries()) {
      const others = sets.slice(i + 1).flatMap((other) => other.map(({ bookingId }) => bookingId));
      for (const diner of set) apart.set(diner, others);
    }
  }
  return diners.map((diner) => ({ ...diner, avoided: [...diner.avoided, ...(apart.get(diner) ?? [])] }));
}

/** Who may sit at one table: those who do, then two who booked together, then any two. */
function pairUp<Diner extends CrowdDiner>(crowd: readonly Diner[]): Diner[][] {
  const inOrder = crowd.toSorted((one, other) => (one.bookingId < other.bookingId ? -1 : 1));
  const tables = [...Map.groupBy(inOrder, ({ tableId, bookingId }) => tableId ?? bookingId).values()];
  const seated = tables.filter((some) => some.length >= maxOfCrowdAtTable);
  const left = tables.filter((some) => some.length < maxOfCrowdAtTable).flat();
  const together = [...Map.groupBy(left, ({ togetherId, bookingId }) => togetherId ?? bookingId).values()];
  const pairs = together.filter((some) => some.length === maxOfCrowdAtTable);
  const alone = together.filter((some) => some.length !== maxOfCrowdAtTable).flat();
  return [...seated, ...pairs, ...inTwos(alone)];
}

const inTwos = <Diner>(diners: readonly Diner[]) =>
  diners.flatMap((_, i) => (i % maxOfCrowdAtTable === 0 ? [diners.slice(i, i + maxOfCrowdAtTable)] : []));
