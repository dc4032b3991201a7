import { and, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { type BatchedRead, batchedRead } from "#app/db/batched-read.ts";
import type { Database } from "#app/db/client.server.ts";
import { sessions, users } from "#app/db/schema.ts";

export interface SignedIn {
  userId: string;
  email: string;
  userName: string;
  createdAt: Date;
  expiresAt: Date;
}

interface Token {
  tokenHash: string;
  now: Date;
}

export const readSession = (db: Database, { tokenHash, now }: Token): BatchedRead<SignedIn | null> =>
  batchedRead(
    [
      db
        .select({
          userId: sessions.userId,
          email: users.email,
          userName: users.userName,
          createdAt: sessions.createdAt,
          expiresAt: sessions.expiresAt,
        })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now))),
    ],
    ([[session]]) => session ?? null,
  );

/** A subquery for the user id, so that a page's queries need not wait for the session lookup. */
export const sessionUserId = ({ tokenHash, now }: Token): SQL =>
  sql`(select ${sessions.userId} from ${sessions}
    where ${sessions.tokenHash} = ${tokenHash} and ${sessions.expiresAt} > ${now.getTime()})`;

interface NewSession {
  tokenHash: string;
  userId: string;
  now: Date;
  expiresAt: Date;
  replaces: string | undefined;
}

export async function createSession(
  db: Database,
  { tokenHash, userId, now, expiresAt, replaces }: NewSession,
): Promise<void> {
  await db.batch([
    db.delete(sessions).where(eq(sessions.tokenHash, replaces ?? "")),
    db.insert(sessions).values({ tokenHash, userId, createdAt: now, expiresAt }),
  ]);
}

export async function renewSession(
  db: Database,
  { tokenHash, expiresAt }: { tokenHash: string; expiresAt: Date },
): Promise<void> {
  await db.update(sessions).set({ expiresAt }).where(eq(sessions.tokenHash, tokenHash));
}

export async function endSession(db: Database, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
}

export async function endAllSessions(db: Database, userId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId));
}
