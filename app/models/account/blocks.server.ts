import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { isBlocked } from "#app/db/conditions.ts";
import { blocks, devices, sessions, users } from "#app/db/schema/account.ts";
import { insertWhere } from "#app/db/statements.ts";
import { revokeHostLinksOf } from "#app/models/host/host-links.server.ts";
import { noteSecurity } from "#app/models/security/security-notes.server.ts";
import { accountsOfPerson } from "./account-keys.server.ts";

export const findBlock = (db: Database, userId: string | SQL, now: Date) =>
  db
    .select()
    .from(blocks)
    .where(sql`${blocks.userId} = ${userId} and ${isBlocked(userId, now)}`)
    .get();

interface NewBlock {
  userId: string;
  reason: string;
  endsAt: Date | null;
  now: Date;
}

/** Changes blocks that are in force, signs the person out everywhere, from each of their accounts, and ends their host links. Returns these. */
export async function blockAccount(
  db: Database,
  { userId, reason, endsAt, now }: NewBlock,
): Promise<string[]> {
  const theirs = accountsOfPerson(userId);
  const [blocked] = await db.batch([
    insertWhere(
      db,
      blocks,
      { userId: users.id, reason, endsAt, createdAt: now },
      sql`${users.id} in ${theirs}`,
      users,
    )
      .onConflictDoUpdate({
        target: blocks.userId,
        set: {
          reason,
          endsAt,
          createdAt: sql`iif(${blocks.endsAt} <= ${now.getTime()}, ${now.getTime()}, ${blocks.createdAt})`,
        },
      })
      .returning({ userId: blocks.userId }),
    db.delete(sessions).where(sql`${sessions.userId} in ${theirs}`),
    db.delete(devices).where(sql`${devices.userId} in ${theirs}`),
    revokeHostLinksOf(db, theirs, now),
    noteSecurity(db, { userId, kind: "blocked", madeBy: "operator", now }),
  ]);
  return blocked.map((block) => block.userId);
}

/** Returns false if the account was not blocked. */
export async function unblockAccount(db: Database, userId: string, now: Date): Promise<boolean> {
  const isThere = sql`exists (select 1 from ${blocks} where ${blocks.userId} = ${userId})`;
  const [, lifted] = await db.batch([
    noteSecurity(db, { userId, kind: "unblocked", madeBy: "operator", now }, isThere),
    db
      .delete(blocks)
      .where(sql`${blocks.userId} in ${accountsOfPerson(userId)}`)
      .returning({ userId: blocks.userId }),
  ]);
  return lifted.length > 0;
}
