import { eq, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { signInAttempts } from "#app/db/schema.ts";

const maxAttempts = 10;
export const attemptWindowMs = 15 * 60_000;

/**
 * Returns false where the address, with or without an account, has used up its attempts. Counting and adding is one
 * statement, so attempts sent at once are counted exactly.
 */
export async function recordSignInAttempt(db: Database, email: string, now: Date): Promise<boolean> {
  const recent = sql`(select count(*) from ${signInAttempts}
    where email = ${email} and at > ${now.getTime() - attemptWindowMs})`;
  const { meta } = await insertWhere(db, signInAttempts, { email, at: now }, sql`${recent} < ${maxAttempts}`);
  return meta.changes === 1;
}

export async function deleteSignInAttempts(db: Database, email: string): Promise<void> {
  await db.delete(signInAttempts).where(eq(signInAttempts.email, email));
}

export const deleteAttemptsOf = (db: Database, addresses: SQL) =>
  db.delete(signInAttempts).where(sql`${signInAttempts.email} in ${addresses}`);

export async function deleteOldSignInAttempts(db: Database, now: Date): Promise<void> {
  await db.delete(signInAttempts).where(lte(signInAttempts.at, new Date(now.getTime() - attemptWindowMs)));
}
