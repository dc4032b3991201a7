import { and, asc, eq, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import {
  devices,
  identities,
  passkeys,
  recoveries,
  sessions,
  signInAttempts,
  tokens,
  users,
} from "#app/db/schema/account.ts";
import { insertWhere } from "#app/db/statements.ts";
import { maskEmail } from "#app/lib/account/person.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { newLinkId } from "#app/lib/signatures.server.ts";
import { deleteAccountEmails } from "#app/models/outbox/manage-outbox.server.ts";
import { queueEmail } from "#app/models/outbox/queue-emails.server.ts";
import { noteSecurity, type Visit } from "#app/models/security/security-notes.server.ts";
import { emailChanged, emailOf } from "./credentials.server.ts";
import { endCalendarFeed } from "./profiles.server.ts";
import { userExists } from "./users.server.ts";

interface NewRecovery {
  userId: string;
  newEmail: string;
  now: Date;
}

/** Emails both addresses. Returns false if a recovery is already waiting, or the new address has an account. */
export async function startRecovery(db: Database, { userId, newEmail, now }: NewRecovery): Promise<boolean> {
  const linkId = newLinkId();
  const isNew = sql`exists (select 1 from ${recoveries} where ${recoveries.linkId} = ${linkId})`;
  const [{ meta }] = await db.batch([
    insertWhere(
      db,
      recoveries,
      {
        userId: users.id,
        linkId,
        newEmail,
        createdAt: now,
        dueAt: new Date(now.getTime() + keptMs.recovery),
      },
      sql`${users.id} = ${userId} and ${users.emailConfirmedAt} is not null and not ${hasOtherOwner(userId, sql`${newEmail}`)}`,
      users,
    ).onConflictDoNothing(),
    queueEmail(
      db,
      {
        kind: "recovery-started",
        data: sql`json_object('linkId', ${linkId}, 'maskedEmail', ${maskEmail(newEmail)})`,
        to: emailOf(userId),
      },
      now,
      isNew,
    ),
    queueEmail(db, { kind: "recovery-waits", data: { userId }, to: newEmail }, now, isNew),
    noteSecurity(db, { userId, kind: "recovery-started", madeBy: "operator", now }, isNew),
  ]);
  return meta.changes > 0;
}

const hasOtherOwner = (userId: string, email: SQL) =>
  sql`exists (select 1 from users other
    where other.email = ${email} and other.id <> ${userId} and other.email_confirmed_at is not null)`;

type Which = { linkId: string } | { userId: string };

const isWhich = (which: Which) =>
  "linkId" in which ? eq(recoveries.linkId, which.linkId) : eq(recoveries.userId, which.userId);

export const findRecovery = (db: Database, which: Which) =>
  db
    .select({ newEmail: recoveries.newEmail, dueAt: recoveries.dueAt })
    .from(recoveries)
    .where(isWhich(which))
    .get();

interface Stop {
  madeBy: "diner" | "operator";
  /** "Firefox on Android, Budapest, Hungary" */
  from?: string;
  now: Date;
}

/** By the link in the email, the signed-in diner or an operator. Returns false if no recovery waits. */
export async function stopRecovery(db: Database, which: Which, stop: Stop): Promise<boolean> {
  const userId = sql`(select ${recoveries.userId} from ${recoveries} where ${isWhich(which)})`;
  const { last } = await db.batch([
    ...tellStop(db, userId, stop),
    db.delete(recoveries).where(isWhich(which)).returning({ userId: recoveries.userId }),
  ]);
  return last.length > 0;
}

/** For the batch in which somebody shows that the account is theirs. A subquery may find nobody, and nothing happens then. */
export const endRecovery = (db: Database, userId: string | SQL, visit: Visit): Statement[] => [
  ...tellStop(db, userId, { ...visit, madeBy: "diner", isProved: true }),
  db.delete(recoveries).where(eq(recoveries.userId, sql`${userId}`)),
];

const tellStop = (
  db: Database,
  userId: string | SQL,
  { madeBy, from, now, isProved }: Stop & { isProved?: true },
): Statement[] => {
  const waits = sql`exists (select 1 from ${recoveries} where ${recoveries.userId} = ${userId})`;
  return [
    ...emailStopped(db, userId, now, waits, isProved),
    noteSecurity(db, { userId, kind: "recovery-stopped", madeBy, detail: from, now }, waits),
  ];
};

const newEmailOf = (userId: string | SQL) =>
  sql`(select ${recoveries.newEmail} from ${recoveries} where ${recoveries.userId} = ${userId})`;

/** Emails the present address of the account, and the one that it was going to get. */
const emailStopped = (db: Database, userId: string | SQL, now: Date, condition: SQL, isProved = false) => {
  const [email, newEmail] = [emailOf(userId), newEmailOf(userId)];
  const data = sql`json_object('userId', ${userId}, 'isProved', ${Number(isProved)})`;
  return [
    queueEmail(db, { kind: "recovery-stopped", data, to: email }, now, condition),
    queueEmail(
      db,
      { kind: "recovery-stopped", data, to: newEmail },
      now,
      sql`${condition} and ${newEmail} <> ${email}`,
    ),
  ];
};

export async function findDueRecoveries(db: Database, now: Date): Promise<string[]> {
  const due = await db
    .select({ userId: recoveries.userId })
    .from(recoveries)
    .where(lte(recoveries.dueAt, now))
    .orderBy(asc(recoveries.dueAt))
    .limit(100);
  return due.map(({ userId }) => userId);
}

/** The link to choose a password goes to the new address. One that has got an account in the meantime stays with it. */
export async function completeRecovery(db: Database, userId: string, now: Date): Promise<void> {
  const linkId = newLinkId();
  const isDue = sql`exists (select 1 from ${recoveries}
    where ${recoveries.userId} = ${userId} and ${recoveries.dueAt} <= ${now.getTime()})`;
  const [oldEmail, newEmail] = [emailOf(userId), newEmailOf(userId)];
  const isFree = sql`${isDue} and not ${hasOtherOwner(userId, newEmail)}`;
  // Whether the address is free must be checked before the account has it.
  const isDone = sql`${isDue} and ${userExists(and(eq(users.id, userId), sql`${users.email} = ${newEmail}`))}`;
  const isOwn = (column: SQLiteColumn) => sql`${column} = ${userId} and ${isFree}`;
  const maskedEmail = sql`substr(${newEmail}, 1, 1) || '…' || substr(${newEmail}, instr(${newEmail}, '@'))`;
  await db.batch([
    ...emailStopped(db, userId, now, sql`${isDue} and ${hasOtherOwner(userId, newEmail)}`),
    deleteAccountEmails(db, oldEmail, isFree),
    queueEmail(db, emailChanged(userId, maskedEmail), now, isFree),
    noteSecurity(db, { userId, kind: "recovered", madeBy: "software", now }, isFree),
    db.delete(signInAttempts).where(sql`${signInAttempts.email} = ${oldEmail} and ${isFree}`),
    db.delete(sessions).where(isOwn(sessions.userId)),
    db.delete(devices).where(isOwn(devices.userId)),
    db.delete(passkeys).where(isOwn(passkeys.userId)),
    db.delete(identities).where(isOwn(identities.userId)),
    db.delete(tokens).where(isOwn(tokens.userId)),
    endCalendarFeed(db, userId, isFree),
    db
      .delete(users)
      .where(
        sql`${users.email} = ${newEmail} and ${and(isNull(users.emailConfirmedAt), ne(users.id, userId))} and ${isFree}`,
      ),
    db
      .update(users)
      .set({ email: newEmail, passwordHash: null, linkSalt: sql`lower(hex(randomblob(8)))` })
      .where(isOwn(users.id)),
    insertWhere(
      db,
      tokens,
      {
        id: linkId,
        purpose: "reset",
        userId,
        email: newEmail,
        createdAt: now,
        expiresAt: new Date(now.getTime() + keptMs.recoveryLink),
      },
      isDone,
    ),
    queueEmail(
      db,
      { kind: "recovered", data: sql`json_object('linkId', ${linkId})`, to: newEmail },
      now,
      isDone,
    ),
    db.delete(recoveries).where(and(eq(recoveries.userId, userId), lte(recoveries.dueAt, now))),
  ]);
}
