import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { outbox, tokens, users } from "#app/db/schema.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { isWithinEmailLimit, wasEmailed } from "#app/models/outbox/email-limit.server.ts";
import { type AccountEmail, queueEmail } from "#app/models/outbox/queue-emails.server.ts";
import { wasWritten } from "./link-tokens.server.ts";
import { addUser, toUserName, userExists } from "./users.server.ts";

/** A form that is sent again, because nobody heard that it had arrived, comes within these. */
const repeatableForMs = 10 * minuteMs;

interface SignUp {
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string;
  linkId: string;
  linkExpiresAt: Date;
  /** Of the browser, which may confirm without typing the password again. */
  deviceHash: string;
  now: Date;
  /** Now, if left out. */
  emailsDueAt?: Date;
  /** Sent where the address is new or unconfirmed. */
  confirmation: AccountEmail<"confirm-email">;
}

/**
 * Runs the same statements whether or not the address is known, so that an attacker can't tell. An unconfirmed account
 * belongs to nobody: its password signs nobody in, each link keeps what its own sign-up typed, and
 * signing up again keeps it for another week. Who sends the same form again gets no second email: the link of the first one
 * has what was typed last.
 */
export async function signUp(db: Database, person: SignUp): Promise<void> {
  const { email, firstName, lastName, passwordHash, linkId, deviceHash, now, emailsDueAt, confirmation } =
    person;
  const isUnconfirmed = sql`${users.email} = ${email} and ${users.emailConfirmedAt} is null`;
  const isConfirmed = sql`${users.email} = ${email} and ${users.emailConfirmedAt} is not null`;
  const accountExists = { kind: "account-exists" as const, data: {}, to: email };
  const isRecent = (kind: "account-exists" | "confirm-email") =>
    sql`${outbox.to} = ${email} and ${outbox.kind} = ${kind} and ${outbox.createdAt} > ${now.getTime() - repeatableForMs}`;
  /** Links of the same form. */
  const sameLinks = sql`(select signed_up.id from ${outbox} join ${tokens} signed_up on signed_up.id = ${outbox.data} ->> 'linkId'
    where ${isRecent("confirm-email")} and signed_up.first_name = ${firstName} and signed_up.last_name = ${lastName})`;
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
      sql`${isUnconfirmed} and not exists ${sameLinks} and ${isWithinEmailLimit(confirmation, now)}`,
      users,
    ),
    // Links that this browser was sent before work with what it typed last. It may not have got its mark with the first answer.
    db
      .update(tokens)
      .set({ passwordHash, firstName, lastName, deviceHash })
      .where(
        sql`${tokens.purpose} = 'confirm' and (${tokens.deviceHash} = ${deviceHash} or ${tokens.id} in ${sameLinks})
          and ${tokens.userId} in (select ${users.id} from ${users} where ${isUnconfirmed})`,
      ),
    db
      .update(users)
      .set({ passwordHash, firstName, lastName, userName: toUserName(user), createdAt: now })
      .where(sql`${isUnconfirmed} and ${wasWritten(linkId)}`),
    queueEmail(
      db,
      { ...confirmation, dueAt: emailsDueAt },
      now,
      sql`${wasWritten(linkId)} and not ${wasEmailed(confirmation, linkId)}`,
    ),
    queueEmail(
      db,
      { ...accountExists, dueAt: emailsDueAt },
      now,
      sql`${userExists(isConfirmed)} and not exists (select 1 from ${outbox} where ${isRecent("account-exists")})
        and ${isWithinEmailLimit(accountExists, now)}`,
    ),
  ]);
}
