import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { devices, identities, passkeys, sessions, users } from "#app/db/schema.ts";
import { queueEmail } from "#app/models/outbox/queue-emails.server.ts";
import { noteOwnChange, type Visit } from "#app/models/security/security-notes.server.ts";

interface PasswordChange {
  /** A subquery may find nobody; nothing happens then. */
  userId: string | SQL;
  passwordHash: string;
  /** The browser that stays signed in, if any. */
  keeps?: { sessionId: string; deviceHash: string };
  /** What the email says of everything else that opens the account. */
  emailData?: SQL;
  visit: Visit;
}

/** Statements for the batch that changes a password: other browsers are signed out and forgotten, and the owner is told. */
export function changePassword(
  db: Database,
  { userId, passwordHash, keeps, emailData = otherWays(userId), visit }: PasswordChange,
) {
  const email = emailOf(userId);
  return [
    db.update(users).set({ passwordHash }).where(eq(users.id, userId)),
    db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keeps?.sessionId ?? ""))),
    db.delete(devices).where(and(eq(devices.userId, userId), ne(devices.tokenHash, keeps?.deviceHash ?? ""))),
    queueEmail(
      db,
      { kind: "password-changed", data: emailData, to: email },
      visit.now,
      sql`${email} is not null`,
    ),
    noteOwnChange(db, userId, "password-changed", visit),
  ] as const;
}

const otherWays = (userId: string | SQL) => sql`json_object(
  'passkeys', (select json_group_array(${passkeys.name}) from ${passkeys} where ${passkeys.userId} = ${userId}),
  'hasGoogle', exists (select 1 from ${identities} where ${identities.userId} = ${userId}))`;

/** A subquery, null where there is no such user. */
export const emailOf = (userId: string | SQL) =>
  sql`(select ${users.email} from ${users} where ${users.id} = ${userId})`;

/** To the address that the account had until now. */
export const emailChanged = (userId: string, maskedEmail: string | SQL) => ({
  kind: "email-changed" as const,
  data: sql`json_object('maskedEmail', ${maskedEmail}, 'userId', ${userId}, 'hadGoogle',
    exists (select 1 from ${identities} where ${identities.userId} = ${userId}))`,
  to: emailOf(userId),
});
