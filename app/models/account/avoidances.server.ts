import { and, asc, eq, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import { avoidances, profiles } from "#app/db/schema.ts";

/** Whether it is new, whichever of the two it was said of first. */
export async function addAvoidance(
  db: Database,
  [userId, otherId]: readonly [string, string],
  now: Date,
): Promise<boolean> {
  const added = await db
    .insert(avoidances)
    .select(
      sql`select ${userId}, ${otherId}, ${now.getTime()} where not exists (select 1 from ${avoidances}
        where (user_id = ${userId} and other_id = ${otherId}) or (user_id = ${otherId} and other_id = ${userId}))`,
    )
    .returning({ userId: avoidances.userId });
  return added.length === 1;
}

/** Who is kept from whom: everyone, or of those one diner is among. */
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

/** Whether they were kept apart, whichever of the two it was said of first. */
export async function removeAvoidance(
  db: Database,
  [one, other]: readonly [string, string],
): Promise<boolean> {
  const removed = await db
    .delete(avoidances)
    .where(
      or(
        and(eq(avoidances.userId, one), eq(avoidances.otherId, other)),
        and(eq(avoidances.userId, other), eq(avoidances.otherId, one)),
      ),
    )
    .returning({ userId: avoidances.userId });
  return removed.length > 0;
}
