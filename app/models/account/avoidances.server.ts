import { and, asc, eq, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { avoidances, profiles } from "#app/db/schema.ts";

const isPair = (one: string, other: string) =>
  or(
    and(eq(avoidances.userId, one), eq(avoidances.otherId, other)),
    and(eq(avoidances.userId, other), eq(avoidances.otherId, one)),
  );

/** Returns false where the two are kept apart already, in either direction. */
export async function addAvoidance(
  db: Database,
  [userId, otherId]: readonly [string, string],
  now: Date,
): Promise<boolean> {
  const added = await insertWhere(
    db,
    avoidances,
    { userId, otherId, createdAt: now },
    sql`not exists (select 1 from ${avoidances} where ${isPair(userId, otherId)})`,
  ).returning({ userId: avoidances.userId });
  return added.length === 1;
}

export async function listAvoidances(db: Database, userId?: string) {
  const [one, other] = [alias(profiles, "one"), alias(profiles, "other")];
  return db
    .select({
      userId: avoidances.userId,
      name: sql<string>`${one.firstName}`.as("name"),
      otherId: avoidances.otherId,
      otherName: sql<string>`${other.firstName}`.as("other_name"),
      createdAt: avoidances.createdAt,
    })
    .from(avoidances)
    .innerJoin(one, eq(one.id, avoidances.userId))
    .innerJoin(other, eq(other.id, avoidances.otherId))
    .where(userId ? or(eq(avoidances.userId, userId), eq(avoidances.otherId, userId)) : undefined)
    .orderBy(asc(avoidances.createdAt));
}

export async function removeAvoidance(
  db: Database,
  [one, other]: readonly [string, string],
): Promise<boolean> {
  const removed = await db
    .delete(avoidances)
    .where(isPair(one, other))
    .returning({ userId: avoidances.userId });
  return removed.length > 0;
}
