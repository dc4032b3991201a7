import { eq, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.server.ts";
import { events } from "./schema.ts";

type Identified = SQLiteTable & { id: SQLiteColumn };

/** The ids are in the order of their dates. */
export const findEventIds = async (db: Database, condition: SQL): Promise<string[]> =>
  (await db.select({ id: events.id }).from(events).where(condition).orderBy(events.date)).map(({ id }) => id);

/** Returns the exact match, or up to two ids that begin with `start`. Two mean that the prefix is ambiguous. */
export async function findIdsByPrefix(db: Database, table: Identified, start: string): Promise<string[]> {
  const begins: SQL = sql`${table.id} >= ${start} and ${table.id} < ${`${start}\u{10ffff}`}`;
  const rows = await db
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(or(eq(table.id, start), begins))
    .orderBy(table.id)
    .limit(2);
  const ids = rows.map(({ id }) => id);
  return ids.includes(start) ? [start] : ids;
}
