import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { profiles, tokens, users } from "#app/db/schema.ts";
import { type Email, mayEmail, queueEmail } from "#app/models/outbox/outbox.server.ts";

interface SignUp {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  tokenHash: string;
  tokenExpiresAt: Date;
  now: Date;
  /** To a new address. */
  confirmation: Email;
  /** To an address that has an account already. */
  alreadyKnown: Email;
}

/**
 * One batch, the same statements whether or not the address is known: the database decides which of them do
 * anything, so that nobody outside can tell. Until an address is confirmed it belongs to nobody, and whoever signs up
 * with it again is mailed a link of their own.
 */
export async function signUp(db: Database, person: SignUp): Promise<void> {
  const { email, firstName, lastName, passwordHash, tokenHash, tokenExpiresAt, now } = person;
  const id = crypto.randomUUID();
  const isNew = sql`exists (select 1 from ${users} where ${users.id} = ${id})`;
  const userName = firstName || email.split("@")[0] || email;
  const unconfirmed = sql`${users.email} = ${email} and ${users.emailConfirmedAt} is null`;
  const isLinked = sql`exists (select 1 from ${tokens} where ${tokens.tokenHash} = ${tokenHash})`;
  const isConfirmed = sql`exists (select 1 from ${users}
    where ${users.email} = ${email} and ${users.emailConfirmedAt} is not null)`;
  await db.batch([
    db
      .insert(users)
      .values({ id, email, firstName, lastName, userName, passwordHash, createdAt: now })
      .onConflictDoNothing({ target: users.email }),
    db.insert(profiles).select(sql`select ${id}, ${firstName}, null, 0, 1 where ${isNew}`),
    db.insert(tokens).select(
      sql`select ${tokenHash}, 'confirm', ${users.id}, ${email}, ${now.getTime()}, ${tokenExpiresAt.getTime()},
        ${passwordHash}, ${firstName}, ${lastName} from ${users}
        where ${unconfirmed} and ${mayEmail(email, person.confirmation.kind, now)}`,
    ),
    db
      .update(users)
      .set({ passwordHash, firstName, lastName, userName })
      .where(sql`${unconfirmed} and ${isLinked}`),
    queueEmail(db, person.confirmation, now, isLinked),
    queueEmail(
      db,
      person.alreadyKnown,
      now,
      sql`${isConfirmed} and ${mayEmail(email, person.alreadyKnown.kind, now)}`,
    ),
  ]);
}

export interface Account {
  id: string;
  firstName: string;
  lastName: string;
  passwordHash: string | null;
  emailConfirmedAt: Date | null;
}

export async function findAccount(db: Database, email: string): Promise<Account | undefined> {
  const [account] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      passwordHash: users.passwordHash,
      emailConfirmedAt: users.emailConfirmedAt,
    })
    .from(users)
    .where(eq(users.email, email));
  return account;
}

interface NewPasswordHash {
  id: string;
  former: string;
  passwordHash: string;
}

/** The same password, hashed anew; unless it was changed meanwhile. */
export async function replacePasswordHash(
  db: Database,
  { id, former, passwordHash }: NewPasswordHash,
): Promise<void> {
  await db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, id), eq(users.passwordHash, former)));
}
