import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { tokens, users } from "#app/db/schema.ts";
import { isWithinEmailLimit } from "#app/models/outbox/email-limit.server.ts";
import { type AccountEmail, queueEmail } from "#app/models/outbox/queue-emails.server.ts";
import { wasWritten } from "./link-tokens.server.ts";
import { addUser, toUserName, userExists } from "./users.server.ts";

interface SignUp {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  linkId: string;
  linkExpiresAt: Date;
  /** Of the browser, which may confirm without typing the password again. */
  deviceHash: string;
  network: string;
  now: Date;
  /** Now, if left out. */
  emailsDueAt?: Date;
  /** Sent where the address is new or unconfirmed. */
  confirmation: AccountEmail<"confirm-email">;
}

/**
 * Runs the same statements whether or not the address is known, so that an attacker can't tell. An unconfirmed account
 * belongs to nobody: its password signs nobody in, each link keeps what its own sign-up typed, and
 * signing up again keeps it for another week.
 */
export async function signUp(db: Database, person: SignUp): Promise<void> {
  const {
    email,
    firstName,
    lastName,
    passwordHash,
    linkId,
    deviceHash,
    network,
    now,
    emailsDueAt,
    confirmation,
  } = person;
  const isUnconfirmed = sql`${users.email} = ${email} and ${users.emailConfirmedAt} is null`;
  const isConfirmed = sql`${users.email} = ${email} and ${users.emailConfirmedAt} is not null`;
  const hasLink = wasWritten(linkId);
  const accountExists = { kind: "account-exists" as const, data: {}, to: email, network };
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
        id: linkId,
        purpose: "confirm",
        userId: users.id,
        email,
        createdAt: now,
        expiresAt: person.linkExpiresAt,
        passwordHash,
        firstName,
        lastName,
        deviceHash,
      },
      sql`${isUnconfirmed} and ${isWithinEmailLimit(confirmation, network, now)}`,
      users,
    ),
    // Links that this browser was sent before work with what it typed last.
    db
      .update(tokens)
      .set({ passwordHash, firstName, lastName })
      .where(
        sql`${tokens.purpose} = 'confirm' and ${tokens.deviceHash} = ${deviceHash}
          and ${tokens.userId} in (select ${users.id} from ${users} where ${isUnconfirmed})`,
      ),
    db
      .update(users)
      .set({ passwordHash, firstName, lastName, userName: toUserName(user), createdAt: now })
      .where(sql`${isUnconfirmed} and ${hasLink}`),
    queueEmail(db, { ...confirmation, network, dueAt: emailsDueAt }, now, hasLink),
    queueEmail(
      db,
      { ...accountExists, dueAt: emailsDueAt },
      now,
      sql`${userExists(isConfirmed)} and ${isWithinEmailLimit(accountExists, network, now)}`,
    ),
  ]);
}
