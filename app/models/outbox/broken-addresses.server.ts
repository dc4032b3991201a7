import { eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { brokenAddresses, outbox, users } from "#app/db/schema.ts";
import { insertWhere, jsonList, jsonPortions } from "#app/db/statements.ts";

export type BrokenReason = typeof brokenAddresses.$inferSelect.reason;

export const isBroken = (email: SQLiteColumn | SQL, reason?: BrokenReason): SQL<boolean> =>
  sqlBoolean`exists (select 1 from ${brokenAddresses} where ${brokenAddresses.email} = ${email}
    and ${reason ? eq(brokenAddresses.reason, reason) : sql`true`})`;

export async function addBrokenAddresses(
  db: Database,
  { emails, reason, now }: { emails: string[]; reason: BrokenReason; now: Date },
): Promise<void> {
  const userId = sql`(select id from ${users} where email = value
    union all select ${users.id} from ${outbox} join ${users} on ${users.id} = ${outbox.data} ->> 'userId' where "to" = value limit 1)`;
  await db.batch(
    jsonPortions(emails).map((some) =>
      insertWhere(
        db,
        brokenAddresses,
        { email: sql`value`, userId, reason, at: now },
        sql`true`,
        jsonList(some),
      ).onConflictDoNothing(),
    ),
  );
}

export const findBrokenAddress = (db: Database, email: string) =>
  db.select().from(brokenAddresses).where(eq(brokenAddresses.email, email)).get();

/** Emails are sent to the address again. Returns false if they already were. */
export async function removeBrokenAddress(db: Database, email: string): Promise<boolean> {
  const removed = await db.delete(brokenAddresses).where(eq(brokenAddresses.email, email)).returning();
  return removed.length > 0;
}

export const deleteBrokenAddresses = (db: Database, addresses: SQL) =>
  db.delete(brokenAddresses).where(sql`${brokenAddresses.email} in ${addresses}`);
