import { eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { signInAttempts } from "#app/db/schema.ts";

const maxAttempts = 10;
export const attemptWindowMs = 15 * 60_000;

/**
 * Counts a try before anything is hashed, ten a quarter of an hour for each address, whoever sends them and whether or
 * not it has an account. Counting and asking is one statement, so a crowd of tries at once counts exactly.
 */
export async function recordSignInAttempt(db: Database, email: string, now: Date): Promise<boolean> {
  const { meta } = await db.run(
    sql`insert into ${signInAttempts} (email, at) select ${email}, ${now.getTime()}
      where (select count(*) from ${signInAttempts} where email = ${email} and at > ${now.getTime() - attemptWindowMs}) < ${maxAttempts}`,
  );
  return meta.changes === 1;
}

export async function deleteSignInAttempts(db: Database, email: string): Promise<void> {
  await db.delete(signInAttempts).where(eq(signInAttempts.email, email));
}

export async function deleteOldSignInAttempts(db: Database, now: Date): Promise<void> {
  await db.delete(signInAttempts).where(sql`${signInAttempts.at} <= ${now.getTime() - attemptWindowMs}`);
}
