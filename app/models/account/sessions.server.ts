import { and, desc, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import { batchedRead, type Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { isBlocked, type SessionLookup } from "#app/db/conditions.ts";
import { prepareQueries } from "#app/db/prepare-queries.ts";
import { devices, identities, passkeys, recoveries, securityNotes, sessions, users } from "#app/db/schema.ts";
import { insertWhere } from "#app/db/statements.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { isBroken } from "#app/models/outbox/broken-addresses.server.ts";
import { queueEmail } from "#app/models/outbox/queue-emails.server.ts";
import { noteOwnChange, noteRefusal } from "#app/models/security/security-notes.server.ts";
import { emailOf } from "./credentials.server.ts";
import { type Origin, recordOrigin } from "./crowds.server.ts";
import { userExists } from "./users.server.ts";

const querySession = prepareQueries(["tokenHash", "now"], (db, { tokenHash, now }) => [
  db
    .select({
      sessionId: sessions.id,
      userId: sessions.userId,
      email: users.email,
      userName: users.userName,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      lastSeenAt: sessions.lastSeenAt,
      verifiedAt: sessions.verifiedAt,
      isAddressBroken: isBroken(users.email).as("is_address_broken"),
      /** When the account gets another address, if somebody has asked for that. */
      recoveryDueAt: recoveries.dueAt,
      /** After this session only a link in an email can sign the user in. */
      hasNoSignInWay: sqlBoolean`${users.passwordHash} is null
        and not exists (select 1 from ${identities} where ${identities.userId} = ${users.id})
        and not exists (select 1 from ${passkeys}
        where ${passkeys.userId} = ${users.id})`.as("has_no_sign_in_way"),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(recoveries, eq(recoveries.userId, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now))),
]);

export const readSession = (db: Database, { tokenHash, now }: SessionLookup) =>
  batchedRead(querySession(db, { tokenHash, now: now.getTime() }), ([[session]]) => session ?? null);

export type SignedIn = NonNullable<ReturnType<ReturnType<typeof readSession>["toResult"]>>;

export const hasOtherWays =
  sqlBoolean`(exists (select 1 from ${identities} where ${identities.userId} = ${users.id})
  or exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id}))`.as("has_other_ways");

/** The session of one of these tokens, if it began after `since`, and whether more than a password opens the account. */
export const findNewSession = (db: Database, tokenHashes: string[], since: Date) =>
  db
    .select({
      tokenHash: sessions.tokenHash,
      passwordHash: users.passwordHash,
      hasOtherWays,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.tokenHash, tokenHashes), gt(sessions.createdAt, since)))
    .get();

/** A new session, before its user is known. */
export interface NewSession {
  tokenHash: string;
  deviceHash: string;
  origin: Origin;
  browser: string;
  place: string | null;
  now: Date;
  expiresAt: Date;
  replaces: string | undefined;
}

/** Somebody who has proved that the account is theirs. */
export interface KnownOwner {
  /** A subquery can find nobody by then. */
  userId: string | SQL;
  /** Other statements of the batch, for the action that the proof was needed for. */
  first?: readonly Statement[];
  last?: readonly Statement[];
}

/** Returns false if the account was erased in the meantime, or is blocked. */
export async function createSession(
  db: Database,
  session: NewSession,
  { userId, first = [], last = [] }: KnownOwner,
): Promise<boolean> {
  const { last: started } = await db.batch([
    ...first,
    ...addSession(db, userId, session),
    ...last,
    db.select({ id: sessions.id }).from(sessions).where(eq(sessions.tokenHash, session.tokenHash)),
  ]);
  return started.length > 0;
}

const maxEmailsPerDay = 20;

/**
 * Statements for a batch that signs somebody in; a subquery can find nobody, and then nothing happens. Emails the owner if the
 * account has signed in elsewhere before, but never from this browser: at most twenty times a day. The history lists the others.
 */
export function addSession(db: Database, userId: string | SQL, session: NewSession) {
  const { tokenHash, deviceHash, origin, browser, place, now, expiresAt, replaces } = session;
  const hasUser = sql`${userExists(sql`${users.id} = ${userId}`)} and not ${isBlocked(userId, now)}`;
  const hasDevice = (condition: SQL) =>
    sql`exists (select 1 from ${devices} where ${devices.userId} = ${userId} and ${condition})`;
  const isNewBrowser = sql`${hasUser} and not ${hasDevice(eq(devices.tokenHash, deviceHash))}`;
  const hasOtherSession = sql`exists (select 1 from ${sessions}
    where ${sessions.userId} = ${userId} and ${sessions.tokenHash} <> ${tokenHash})`;
  const wasToldOften = sql`exists (select 1 from ${securityNotes}
    where user_id = ${userId} and kind = 'new-sign-in' and at > ${now.getTime() - dayMs}
    limit 1 offset ${maxEmailsPerDay - 1})`;
  const visit = { from: [browser, place].filter(Boolean).join(", "), now };
  return [
    noteRefusal(db, userId, "sign-in-blocked", visit, isBlocked(userId, now)),
    db.delete(sessions).where(and(eq(sessions.tokenHash, replaces ?? ""), hasUser)),
    insertWhere(
      db,
      sessions,
      { tokenHash, userId, createdAt: now, expiresAt, browser, place, deviceHash, lastSeenAt: now },
      hasUser,
    ),
    queueEmail(
      db,
      { kind: "new-sign-in", data: { browser, place, at: now.getTime() }, to: emailOf(userId) },
      now,
      sql`${isNewBrowser} and (${hasDevice(sql`true`)} or ${hasOtherSession}) and not ${wasToldOften}`,
    ),
    noteOwnChange(db, userId, "new-sign-in", visit, isNewBrowser),
    insertWhere(
      db,
      devices,
      { tokenHash: deviceHash, userId, createdAt: now, lastUsedAt: now },
      hasUser,
    ).onConflictDoUpdate({ target: [devices.userId, devices.tokenHash], set: { lastUsedAt: now } }),
    ...recordOrigin(db, userId, origin, now),
  ] as const;
}

export async function renewSession(
  db: Database,
  { tokenHash, expiresAt }: { tokenHash: string; expiresAt: Date },
): Promise<void> {
  await db.update(sessions).set({ expiresAt }).where(eq(sessions.tokenHash, tokenHash));
}

export async function markSeen(db: Database, sessionId: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, sessionId));
}

export const setVerified = (db: Database, sessionId: string, now: Date, condition: SQL | undefined) =>
  db
    .update(sessions)
    .set({ verifiedAt: now })
    .where(and(eq(sessions.id, sessionId), condition))
    .returning({ id: sessions.id });

/** Returns false if the session is not this user's. */
export async function markVerified(
  db: Database,
  sessionId: string,
  now: Date,
  { userId, first = [], last = [] }: Partial<KnownOwner> = {},
): Promise<boolean> {
  const isTheirs = userId === undefined ? undefined : eq(sessions.userId, userId);
  const results = await db.batch([...first, setVerified(db, sessionId, now, isTheirs), ...last]);
  return results[first.length]?.length === 1;
}

export const listSessions = (db: Database, userId: SQL, now: Date) =>
  db
    .select({
      id: sessions.id,
      browser: sessions.browser,
      place: sessions.place,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.lastSeenAt));

export async function endSession(db: Database, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** The session's browser counts as new from then on. */
export async function endSessionOf(db: Database, userId: string, sessionId: string): Promise<void> {
  const ended = and(eq(sessions.userId, userId), eq(sessions.id, sessionId));
  await db.batch([
    db
      .delete(devices)
      .where(
        sql`${devices.userId} = ${userId} and ${devices.tokenHash} in (select ${sessions.deviceHash} from ${sessions} where ${ended})`,
      ),
    db.delete(sessions).where(ended),
  ]);
}

export async function endAllSessions(db: Database, userId: string): Promise<void> {
  await db.batch([
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.delete(devices).where(eq(devices.userId, userId)),
  ]);
}
