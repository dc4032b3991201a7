import { and, asc, desc, eq, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { prepareQueriesOfUser } from "#app/db/prepare-queries.ts";
import { avoidances, bookings, cities, events, profiles } from "#app/db/schema.ts";
import { insertWhere, jsonList } from "#app/db/statements.ts";
import { endPairsKeptApart } from "#app/models/booking/pairs.server.ts";
import { markKeptApart } from "#app/models/booking/tables.server.ts";
import { noteOwnChange, type Visit } from "#app/models/security/security-notes.server.ts";
import { accountsOf, accountsOfPerson } from "./account-keys.server.ts";

const isPair = (one: string, other: string) =>
  or(
    and(eq(avoidances.userId, one), eq(avoidances.otherId, other)),
    and(eq(avoidances.userId, other), eq(avoidances.otherId, one)),
  );

/** Called by operators. Returns false if an operator already keeps the two apart, in either direction. */
export async function addAvoidance(
  db: Database,
  [userId, otherId]: readonly [string, string],
  now: Date,
): Promise<boolean> {
  const [added] = await db.batch([
    insertWhere(
      db,
      avoidances,
      { userId: sql`one.id`, otherId: sql`another.id`, createdAt: now },
      sql`one.id <> another.id
      and not exists (select 1 from ${avoidances} where ${isPair(userId, otherId)} and ${avoidances.byOperator} = 1)`,
      sql`${accountsOfPerson(userId)} one, ${accountsOfPerson(otherId)} another`,
    )
      .onConflictDoUpdate({ target: [avoidances.userId, avoidances.otherId], set: { byOperator: true } })
      .returning({ userId: avoidances.userId }),
    ...endPairsKeptApart(db, accountsOfPerson(userId), now),
    markKeptApart(db, sql`${bookings.userId} in ${accountsOfPerson(userId)}`, now),
  ]);
  return (added?.length ?? 0) > 0;
}

interface OwnAvoidances {
  userId: SQL;
  /** Users, some of whom may have deleted their account. */
  otherIds: SQL;
}

/** The diner sees no difference if the other one or an operator already keeps the two apart. */
export const addOwnAvoidances = (
  db: Database,
  { userId, otherIds, eventId }: OwnAvoidances & { eventId: SQL },
  now: Date,
) =>
  insertWhere(
    db,
    avoidances,
    { userId, otherId: sql`other.id`, byOperator: false, eventId, createdAt: now },
    sql`true`,
    sql`${accountsOf(otherIds)} other`,
  ).onConflictDoUpdate({
    target: [avoidances.userId, avoidances.otherId],
    set: { eventId: sql`excluded.event_id` },
  });

/** Statements for the batch in which a diner withdraws the request. What an operator asked for stays. */
export function takeBackAvoidances(db: Database, { userId, otherIds }: OwnAvoidances) {
  const isOwn = sql`${avoidances.userId} = ${userId} and ${avoidances.otherId} in ${accountsOf(otherIds)} and ${avoidances.eventId} is not null`;
  return [
    db.delete(avoidances).where(sql`${isOwn} and ${avoidances.byOperator} = 0`),
    db.update(avoidances).set({ eventId: null }).where(isOwn),
  ] as const;
}

export async function takeBackAvoidance(
  db: Database,
  userId: string,
  otherId: string,
  visit: Visit,
): Promise<void> {
  const pair = { userId: sql`(${userId})`, otherIds: sql`(${otherId})` };
  await db.batch([noteOwnChange(db, userId, "avoidance-taken-back", visit), ...takeBackAvoidances(db, pair)]);
}

/** The name under which the diner met them; "somebody" for a deleted account, even if its owner has returned. */
export const avoidedName = sql<string>`coalesce((select coalesce(met.first_name, ${profiles.firstName}) from bookings met
  where met.user_id = ${avoidances.otherId} and met.event_id = ${avoidances.eventId} and met.canceled = 0), 'somebody')`;

const queryOwnAvoidances = prepareQueriesOfUser([], (db, userId) => [
  db
    .select({
      otherId: avoidances.otherId,
      firstName: avoidedName.as("name_at_dinner"),
      date: events.date,
      timeZone: cities.timeZone,
    })
    .from(avoidances)
    .leftJoin(profiles, eq(profiles.id, avoidances.otherId))
    .innerJoin(events, eq(events.id, avoidances.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(eq(avoidances.userId, userId))
    .orderBy(desc(events.date), asc(avoidedName)),
]);

export const readOwnAvoidances = (db: Database, userId: SQL) =>
  batchedRead(queryOwnAvoidances(db, userId, {}), ([found]) => found);

export async function listAvoidances(db: Database, userId?: string) {
  const [one, other] = [alias(profiles, "one"), alias(profiles, "other")];
  return db
    .select({
      userId: avoidances.userId,
      name: sql<string>`${one.firstName}`.as("name"),
      otherId: avoidances.otherId,
      otherName: sql<string>`${other.firstName}`.as("other_name"),
      byOperator: avoidances.byOperator,
      byDiner: sqlBoolean`${avoidances.eventId} is not null`.as("by_diner"),
      createdAt: avoidances.createdAt,
    })
    .from(avoidances)
    .innerJoin(one, eq(one.id, avoidances.userId))
    .innerJoin(other, eq(other.id, avoidances.otherId))
    .where(userId ? or(eq(avoidances.userId, userId), eq(avoidances.otherId, userId)) : undefined)
    .orderBy(asc(avoidances.createdAt));
}

/** Called by operators, whoever asked for it. */
export async function removeAvoidance(
  db: Database,
  [one, other]: readonly [string, string],
): Promise<boolean> {
  const [theirs, others] = [accountsOfPerson(one), accountsOfPerson(other)];
  const removed = await db
    .delete(avoidances)
    .where(
      sql`(${avoidances.userId} in ${theirs} and ${avoidances.otherId} in ${others})
        or (${avoidances.userId} in ${others} and ${avoidances.otherId} in ${theirs})`,
    )
    .returning({ userId: avoidances.userId });
  return removed.length > 0;
}

export async function listKeptApart(db: Database, userIds: string[]) {
  const some = jsonList(userIds);
  return db
    .select({ userId: avoidances.userId, otherId: avoidances.otherId })
    .from(avoidances)
    .where(sql`${avoidances.userId} in ${some} and ${avoidances.otherId} in ${some}`);
}
