import { and, desc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { userOfSession } from "#app/db/conditions.ts";
import {
  devices,
  identities,
  passkeyChallenges,
  passkeys,
  sessions,
  signInAttempts,
  users,
} from "#app/db/schema/account.ts";
import { outbox } from "#app/db/schema.ts";
import { insertWhere } from "#app/db/statements.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { queueEmail } from "#app/models/outbox/queue-emails.server.ts";
import { noteOwnChange, noteRefusal, type Visit } from "#app/models/security/security-notes.server.ts";
import { ownerOf, userExists } from "./users.server.ts";

interface PasswordChange {
  /** A subquery can find nobody, and then nothing happens. */
  userId: string | SQL;
  passwordHash: string;
  /** The browser that stays signed in, if any. */
  keeps?: { sessionId: string; deviceHash: string };
  /** The part of the email about everything else that opens the account. */
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
    // The first password of somebody whom an operator invited changes nothing.
    queueEmail(
      db,
      { kind: "password-changed", data: emailData, to: email },
      visit.now,
      sql`exists (select 1 from ${users} where ${users.id} = ${userId}
        and (${users.passwordHash} is not null or ${users.emailConfirmedAt} is not null))`,
    ),
    db.update(users).set({ passwordHash }).where(eq(users.id, userId)),
    db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, keeps?.sessionId ?? ""))),
    db.delete(devices).where(and(eq(devices.userId, userId), ne(devices.tokenHash, keeps?.deviceHash ?? ""))),
    noteOwnChange(db, userId, "password-changed", visit),
  ] as const;
}

const otherWays = (userId: string | SQL) => sql`json_object(
  'passkeys', (select json_group_array(${passkeys.name}) from ${passkeys} where ${passkeys.userId} = ${userId}),
  'hasGoogle', exists (select 1 from ${identities} where ${identities.userId} = ${userId}))`;

/** A subquery; null if there is no such user. */
export const emailOf = (userId: string | SQL) =>
  sql`(select ${users.email} from ${users} where ${users.id} = ${userId})`;

/** Goes to the address that the account had until now. */
export const emailChanged = (userId: string, maskedEmail: string | SQL) => ({
  kind: "email-changed" as const,
  data: sql`json_object('maskedEmail', ${maskedEmail}, 'userId', ${userId}, 'hadGoogle',
    exists (select 1 from ${identities} where ${identities.userId} = ${userId}))`,
  to: emailOf(userId),
});

const maxAttempts = 10;

interface Attempt {
  /** A subquery can find none, and then nothing is counted. */
  email: string | SQL;
  deviceHash: string;
  visit: Visit;
}

/** The browser, if the account has signed in there before; all other browsers count as one. */
const knownDevice = ({ email, deviceHash }: Attempt) =>
  sql`coalesce((select ${devices.tokenHash} from ${devices} join ${users} on ${users.id} = ${devices.userId}
    where ${users.email} = ${email} and ${devices.tokenHash} = ${deviceHash}), '')`;

/** Counting and adding is one statement, so attempts sent at once are counted exactly. The owner is told once a day. */
export async function recordSignInAttempt(db: Database, attempt: Attempt): Promise<boolean> {
  const { email, visit } = attempt;
  const { now } = visit;
  const recentCount = (device: SQL) =>
    sql`(select count(*) from ${signInAttempts}
      where email = ${email} and device_hash = ${device} and at > ${now.getTime() - keptMs.signInAttempt})`;
  const device = knownDevice(attempt);
  const wasToldToday = sql`exists (select 1 from ${outbox}
    where "to" = ${email} and kind = 'sign-in-locked' and created_at > ${now.getTime() - dayMs})`;
  const [{ meta }] = await db.batch([
    insertWhere(
      db,
      signInAttempts,
      { email, deviceHash: device, at: now },
      sql`${email} is not null and ${recentCount(device)} < ${maxAttempts}`,
    ),
    queueEmail(
      db,
      { kind: "sign-in-locked", data: {}, to: sql`${email}` },
      now,
      sql`${recentCount(sql`''`)} >= ${maxAttempts} and not ${wasToldToday}
        and exists (select 1 from ${users} where email = ${email} and email_confirmed_at is not null)`,
    ),
    noteRefusal(db, ownerOf(email), "sign-in-locked", visit, sql`${recentCount(sql`''`)} >= ${maxAttempts}`),
  ]);
  return meta.changes === 1;
}

/** Comes before the others in the batch of a sign-in. Deletes the attempts of this browser, or of all unknown ones. */
export const deleteSignInAttempts = (db: Database, attempt: Attempt) =>
  db
    .delete(signInAttempts)
    .where(and(eq(signInAttempts.email, attempt.email), eq(signInAttempts.deviceHash, knownDevice(attempt))));

export const deleteAttemptsOf = (db: Database, addresses: SQL) =>
  db.delete(signInAttempts).where(sql`${signInAttempts.email} in ${addresses}`);

export type PasskeyPurpose = (typeof passkeyChallenges.$inferSelect)["purpose"];

interface Challenge<User> {
  hash: string;
  purpose: PasskeyPurpose;
  /** Null if nobody is signed in. */
  userId: User | null;
  now: Date;
}

/** Returns false if the account was erased in the meantime. */
export async function addChallenge(db: Database, { now, ...challenge }: Challenge<string>): Promise<boolean> {
  const expiresAt = new Date(now.getTime() + keptMs.passkeyChallenge);
  const { userId } = challenge;
  const condition = userId === null ? sql`true` : userExists(eq(users.id, userId));
  const { meta } = await insertWhere(db, passkeyChallenges, { ...challenge, expiresAt }, condition);
  return meta.changes > 0;
}

/** Returns whether this challenge existed. It works once. */
export async function takeChallenge(
  db: Database,
  { hash, purpose, userId, now }: Challenge<string | SQL>,
): Promise<boolean> {
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.hash, hash),
        eq(passkeyChallenges.purpose, purpose),
        sql`${passkeyChallenges.userId} is ${userId}`,
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ hash: passkeyChallenges.hash });
  return taken.length > 0;
}

/** The name of the account for passkeys: `newHandle` unless it has one. Undefined if the account was erased in the meantime. */
export async function openPasskeyHandle(
  db: Database,
  userId: string,
  newHandle: string,
): Promise<string | undefined> {
  const [user] = await db
    .update(users)
    .set({ passkeyHandle: sql`coalesce(${users.passkeyHandle}, ${newHandle})` })
    .where(eq(users.id, userId))
    .returning({ handle: users.passkeyHandle });
  return user?.handle ?? undefined;
}

export const listPasskeys = (db: Database, userId: string | SQL) =>
  db
    .select({
      credentialId: passkeys.credentialId,
      transports: passkeys.transports,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAt));

export const findPasskey = (db: Database, credentialId: string) =>
  db
    .select({ userId: passkeys.userId, publicKey: passkeys.publicKey, userHandle: users.passkeyHandle })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId))
    .get();

interface NewPasskey {
  credentialId: string;
  userId: string;
  publicKey: string;
  counter: number;
  transports: string[];
  name: string;
  sessionId: string;
  visit: Visit;
}

const maxPasskeys = 20;

/** Refused if the passkey is known, or there are too many. Whose session was ended by a new password can't add one. */
export async function addPasskey(
  db: Database,
  { visit, sessionId, ...passkey }: NewPasskey,
): Promise<"added" | "refused" | "signed out"> {
  const { credentialId, userId, name } = passkey;
  const isSignedIn = eq(users.id, userOfSession(sessionId, userId));
  const mayAdd = sql`${userExists(isSignedIn)}
    and not exists (select 1 from ${passkeys} where ${passkeys.credentialId} = ${credentialId})
    and (select count(*) from ${passkeys} where ${passkeys.userId} = ${userId}) < ${maxPasskeys}`;
  const { now } = visit;
  const [, , added, owner] = await db.batch([
    queueEmail(db, { kind: "passkey-added", data: { name }, to: emailOf(userId) }, now, mayAdd),
    noteOwnChange(db, userId, "passkey-added", visit, mayAdd),
    insertWhere(db, passkeys, { ...passkey, createdAt: now }, mayAdd).returning({
      credentialId: passkeys.credentialId,
    }),
    db.select({ id: users.id }).from(users).where(isSignedIn),
  ]);
  if (owner.length === 0) return "signed out";
  return added.length > 0 ? "added" : "refused";
}

interface PasskeyUse {
  credentialId: string;
  counter: number;
  now: Date;
}

/** If the counter does not increase, two devices may have the same key. */
const mayBeUsed = ({ credentialId, counter }: PasskeyUse) => sql`${passkeys.credentialId} = ${credentialId}
  and (${counter} > ${passkeys.counter} or (${counter} = 0 and ${passkeys.counter} = 0))`;

/** A subquery for the owner of this passkey, before its use is recorded; finds nobody if the passkey may not be used. */
export const ownerOfUse = (use: PasskeyUse): SQL =>
  sql`(select ${passkeys.userId} from ${passkeys} where ${mayBeUsed(use)})`;

/** A statement that comes later in the batch of the action that the passkey was used for. */
export const recordPasskeyUse = (db: Database, use: PasskeyUse) =>
  db.update(passkeys).set({ counter: use.counter, lastUsedAt: use.now }).where(mayBeUsed(use));
