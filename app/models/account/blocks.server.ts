import { eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { isBlocked } from "#app/db/is-blocked.ts";
import { blocks, devices, sessions, users } from "#app/db/schema.ts";
import { noteSecurity } from "#app/models/security/security-notes.server.ts";

/** The one that is in force. */
export async function findBlock(db: Database, userId: string, now: Date) {
  const [block] = await db
    .select()
    .from(blocks)
    .where(sql`${blocks.userId} = ${userId} and ${isBlocked(userId, now)}`);
  return block;
}

interface NewBlock {
  userId: string;
  reason: string;
  endsAt: Date | null;
  now: Date;
}

/** Changes a block that is in force, replaces one that has ended, and signs the account out everywhere. */
export async function blockAccount(db: Database, { now, ...block }: NewBlock): Promise<void> {
  const { userId, reason, endsAt } = block;
  await db.batch([
    insertWhere(
      db,
      blocks,
      { ...block, createdAt: now },
      sql`exists (select 1 from ${users} where id = ${userId})`,
    ).onConflictDoUpdate({
      target: blocks.userId,
      set: {
        reason,
        endsAt,
        createdAt: sql`iif(${blocks.endsAt} <= ${now.getTime()}, ${now.getTime()}, ${blocks.createdAt})`,
      },
    }),
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.delete(devices).where(eq(devices.userId, userId)),
    noteSecurity(db, { userId, kind: "blocked", madeBy: "operator", now }),
  ]);
}

/** Returns false where it was not blocked. */
export async function unblockAccount(db: Database, userId: string, now: Date): Promise<boolean> {
  const isThere = sql`exists (select 1 from ${blocks} where ${blocks.userId} = ${userId})`;
  const [, lifted] = await db.batch([
    noteSecurity(db, { userId, kind: "unblocked", madeBy: "operator", now }, isThere),
    db.delete(blocks).where(eq(blocks.userId, userId)).returning({ userId: blocks.userId }),
  ]);
  return lifted.length > 0;
}
