import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { tokens, users } from "#app/db/schema.ts";
import { type AccountEmail, isWithinEmailLimit, queueEmail } from "#app/models/outbox/outbox.server.ts";
import { addUser, toUserName, userExists } from "./users.server.ts";

interface SignUp {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  tokenHash: string;
  tokenExpiresAt: Date;
  now: Date;
  /** Sent where the address is new or unconfirmed. */
  confirmation: AccountEmail<"confirm-email">;
}

/**
 * Runs the same statements whether or not the address is known, so that an attacker can't tell. An unconfirmed account
 * belongs to nobody: signing up again replaces its name and password, and it is kept for another week.
 */
export async function signUp(db: Database, person: SignUp): Promise<void> {
  const { email, firstName, lastName, passwordHash, tokenHash, now, confirmation } = person;
  const isUnconfirmed = sql`${users.email} = ${email} and ${users.emailConfirmedAt} is null`;
  const isConfirmed = sql`${users.email} = ${email} and ${users.emailConfirmedAt} is not null`;
  const hasToken = sql`exists (select 1 from ${tokens} where ${tokens.tokenHash} = ${tokenHash})`;
  const user = {
    id: crypto.randomUUID(),
    email,
    firstName,
    lastName,
    passwordHash,
    emailConfirmedAt: null,
    createdAt: now,
  };
  await db.batch([
    ...addUser(db, user, sql`true`),
    insertWhere(
      db,
      tokens,
      {
        tokenHash,
        purpose: "confirm",
        userId: users.id,
        email,
        createdAt: now,
        expiresAt: person.tokenExpiresAt,
        passwordHash,
        firstName,
        lastName,
      },
      sql`${isUnconfirmed} and ${isWithinEmailLimit(email, confirmation.kind, now)}`,
      users,
    ),
    db
      .update(users)
      .set({ passwordHash, firstName, lastName, userName: toUserName(user), createdAt: now })
      .where(sql`${isUnconfirmed} and ${hasToken}`),
    queueEmail(db, confirmation, now, hasToken),
    queueEmail(
      db,
      { kind: "account-exists", data: {}, to: email },
      now,
      sql`${userExists(isConfirmed)} and ${isWithinEmailLimit(email, "account-exists", now)}`,
    ),
  ]);
}
