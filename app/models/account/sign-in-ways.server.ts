import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { type BatchedRead, batchedRead } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { userOfSession } from "#app/db/conditions.ts";
import { type GivenTime, prepareQueriesOfUser, toMs } from "#app/db/prepare-queries.ts";
import { identities, passkeys, tokens, users } from "#app/db/schema/account.ts";
import { jsonList } from "#app/db/statements.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { queueEmail } from "#app/models/outbox/queue-emails.server.ts";
import { noteOwnChange, type Visit } from "#app/models/security/security-notes.server.ts";
import { changePassword, emailOf } from "./credentials.server.ts";
import { unlinkIdentities } from "./identities.server.ts";
import { endRecovery } from "./recoveries.server.ts";
import { userExists } from "./users.server.ts";

interface SignInWays {
  hasPassword: boolean;
  hasGoogle: boolean;
  hasPasskey: boolean;
  /** The name under which password managers know the account. */
  passkeyHandle: string | null;
  /** The address that is going to replace the account's, while the link in the email to it works. */
  requestedEmail: string | null;
}

const querySignInWays = prepareQueriesOfUser(["now"], (db, userId, { now }) => [
  db
    .select({
      hasPassword: sqlBoolean`${hasPassword}`.as("has_password"),
      hasGoogle: sqlBoolean`${hasGoogle}`.as("has_google"),
      hasPasskey: sqlBoolean`${hasPasskey()}`.as("has_passkey"),
      passkeyHandle: users.passkeyHandle,
      requestedEmail: requestedEmail(now).as("requested_email"),
    })
    .from(users)
    .where(eq(users.id, userId)),
]);

export const readSignInWays = (
  db: Database,
  { userId, now }: { userId: string | SQL; now: Date },
): BatchedRead<SignInWays> =>
  batchedRead(querySignInWays(db, userId, { now: now.getTime() }), ([[ways]]) => ways ?? noWays);

const noWays: SignInWays = {
  hasPassword: false,
  hasGoogle: false,
  hasPasskey: false,
  passkeyHandle: null,
  requestedEmail: null,
};

const requestedEmail = (now: GivenTime) => sql<string | null>`(select requested.email from ${tokens} requested
  where requested.user_id = "users"."id" and requested.purpose = 'change-email'
    and requested.expires_at > ${toMs(now)}
  order by requested.created_at desc limit 1)`;

const hasPassword = sql`${users.passwordHash} is not null`;
const hasGoogle = sql`exists (select 1 from ${identities} where ${identities.userId} = ${users.id})`;
const hasPasskey = (exceptCredentialId = "") => sql`exists (select 1 from ${passkeys}
  where ${passkeys.userId} = ${users.id} and ${passkeys.credentialId} <> ${exceptCredentialId})`;

const longMs = 365 * dayMs;

/** Added more than a year ago and used since: an owner who did not know it would have noticed by now. */
const isLongUsed = (way: typeof passkeys | typeof identities, now: Date) =>
  sql`(${way.createdAt} <= ${now.getTime() - longMs} and coalesce(${way.lastUsedAt}, 0) > ${now.getTime() - longMs})`;

/** The other ways to open the account without its password, and whether each stays after a reset whatever the owner chooses. */
export const readOtherWays = (db: Database, userId: SQL, now: Date) =>
  batchedRead(
    [
      db
        .select({
          value: passkeys.credentialId,
          name: sql<string>`'Passkey: ' || ${passkeys.name}`.as("way_name"),
          createdAt: passkeys.createdAt,
          lastUsedAt: passkeys.lastUsedAt,
          stays: sqlBoolean`${isLongUsed(passkeys, now)}`.as("stays"),
        })
        .from(passkeys)
        .where(eq(passkeys.userId, userId))
        .orderBy(desc(passkeys.createdAt)),
      db
        .select({
          value: sql<string>`'google:' || ${identities.subject}`.as("way_value"),
          name: sql<string>`'Google'`.as("way_name"),
          createdAt: identities.createdAt,
          lastUsedAt: identities.lastUsedAt,
          stays: sqlBoolean`${isLongUsed(identities, now)}`.as("stays"),
        })
        .from(identities)
        .where(eq(identities.userId, userId)),
    ],
    (found) => found.flat(),
  );

/** A stranger may have added a way in, so it goes unless the owner keeps it, or it has been used for more than a year. */
export function removeOtherWaysAtReset(db: Database, userId: SQL, kept: string[], visit: Visit) {
  const { now } = visit;
  const goes = (way: typeof passkeys | typeof identities, value: SQL) =>
    sql`(${value} not in ${jsonList(kept)} and not ${isLongUsed(way, now)})`;
  const passkeyGoes = goes(passkeys, sql`${passkeys.credentialId}`);
  const googleGoes = goes(identities, sql`'google:' || ${identities.subject}`);
  const names = (condition: SQL) => sql`(select json_group_array(${passkeys.name}) from ${passkeys}
    where ${passkeys.userId} = ${userId} and ${condition})`;
  const hasPasskeyWhere = (condition: SQL) => sql`exists (select 1 from ${passkeys}
    where ${passkeys.userId} = ${userId} and ${condition})`;
  const hasGoogleWhere = (condition: SQL) => sql`exists (select 1 from ${identities}
    where ${identities.userId} = ${userId} and ${condition})`;
  return {
    emailData: sql`json_object(
      'passkeys', ${names(sql`not ${passkeyGoes}`)}, 'hasGoogle', ${hasGoogleWhere(sql`not ${googleGoes}`)},
      'removedPasskeys', ${names(passkeyGoes)}, 'hadGoogle', ${hasGoogleWhere(googleGoes)})`,
    statements: [
      noteOwnChange(db, userId, "passkey-removed", visit, hasPasskeyWhere(passkeyGoes)),
      noteOwnChange(db, userId, "google-unlinked", visit, hasGoogleWhere(googleGoes)),
      db.delete(passkeys).where(and(eq(passkeys.userId, userId), passkeyGoes)),
      // Otherwise the next sign-in with Google would link it again.
      db
        .update(users)
        .set({ googleUnlinkedAt: now })
        .where(and(eq(users.id, userId), hasGoogleWhere(googleGoes))),
      db.delete(identities).where(and(eq(identities.userId, userId), googleGoes)),
    ],
  };
}

/** Nobody may lose their last way to sign in. */
const canStillSignIn = (userId: string, ways: SQL) => userExists(sql`${users.id} = ${userId} and (${ways})`);

interface OwnPasswordChange {
  userId: string;
  passwordHash: string;
  /** This session stays signed in; all others are signed out. */
  sessionId: string;
  deviceHash: string;
  visit: Visit;
}

/** Returns false if the session was ended in the meantime: a stranger's must not undo what the owner has just done. */
export async function setPassword(
  db: Database,
  { userId, passwordHash, sessionId, deviceHash, visit }: OwnPasswordChange,
): Promise<boolean> {
  const signedIn = userOfSession(sessionId, userId);
  const { last } = await db.batch([
    ...endRecovery(db, signedIn, visit),
    ...changePassword(db, { userId: signedIn, passwordHash, keeps: { sessionId, deviceHash }, visit }),
    // This includes a link that would change the address.
    db.delete(tokens).where(eq(tokens.userId, signedIn)),
    db.select({ id: users.id }).from(users).where(eq(users.id, signedIn)),
  ]);
  return last.length > 0;
}

/** Returns false if it is the only way to sign in. A second press gets the same answer as the first. */
export async function removePassword(db: Database, userId: string, visit: Visit): Promise<boolean> {
  const mayGo = sql`${hasPassword} and ${canStillSignIn(userId, sql`${hasGoogle} or ${hasPasskey()}`)}`;
  const { last: left } = await db.batch([
    queueEmail(
      db,
      { kind: "password-changed", data: { isRemoved: true }, to: emailOf(userId) },
      visit.now,
      userExists(and(eq(users.id, userId), mayGo)),
    ),
    noteOwnChange(db, userId, "password-removed", visit, mayGo),
    db
      .update(users)
      .set({ passwordHash: null })
      .where(and(eq(users.id, userId), mayGo)),
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), hasPassword)),
  ]);
  return left.length === 0;
}

/** Returns false if Google is the only way to sign in and therefore stays. A second press gets the same answer as the first. */
export async function unlinkGoogle(db: Database, userId: string, visit: Visit): Promise<boolean> {
  const keepsOther = canStillSignIn(userId, sql`${hasPassword} or ${hasPasskey()}`);
  const isLinked = userExists(and(eq(users.id, userId), hasGoogle));
  const email = { kind: "google-unlinked", data: {}, to: emailOf(userId) } as const;
  const { last: left } = await db.batch([
    queueEmail(db, email, visit.now, sql`${isLinked} and ${keepsOther}`),
    noteOwnChange(db, userId, "google-unlinked", visit, sql`${isLinked} and ${keepsOther}`),
    ...unlinkIdentities(db, userId, keepsOther, visit.now),
    db.select({ subject: identities.subject }).from(identities).where(eq(identities.userId, userId)),
  ]);
  return left.length === 0;
}

/** Returns false if the passkey is the only way to sign in. */
export async function removePasskey(
  db: Database,
  userId: string,
  credentialId: string,
  visit: Visit,
): Promise<boolean> {
  const keepsOther = canStillSignIn(
    userId,
    sql`${hasPassword} or ${hasGoogle} or ${hasPasskey(credentialId)}`,
  );
  const isThis = and(eq(passkeys.userId, userId), eq(passkeys.credentialId, credentialId));
  const data = sql`json_object('name', (select ${passkeys.name} from ${passkeys} where ${isThis}))`;
  const email = { kind: "passkey-removed", data, to: emailOf(userId) } as const;
  const isRemoved = sql`exists (select 1 from ${passkeys} where ${isThis}) and ${keepsOther}`;
  const { last: left } = await db.batch([
    queueEmail(db, email, visit.now, isRemoved),
    noteOwnChange(db, userId, "passkey-removed", visit, isRemoved),
    db.delete(passkeys).where(and(isThis, keepsOther)),
    db.select({ name: passkeys.name }).from(passkeys).where(isThis),
  ]);
  return left.length === 0;
}

/** For what the owner does not recognize after a new password. Without a password it returns false, and removes nothing. */
export async function removeOtherWays(
  db: Database,
  userId: string,
  { credentialIds, google }: { credentialIds: string[]; google: boolean },
  visit: Visit,
): Promise<boolean> {
  const keepsPassword = canStillSignIn(userId, hasPassword);
  const areChosen = sql`${passkeys.userId} = ${userId} and ${passkeys.credentialId} in ${jsonList(credentialIds)} and ${keepsPassword}`;
  const hasChosen = sql`exists (select 1 from ${passkeys} where ${areChosen})`;
  const isUnlinked = sql`${google ? 1 : 0} and ${keepsPassword}`;
  const { now } = visit;
  const isLinked = userExists(and(eq(users.id, userId), hasGoogle));
  const to = emailOf(userId);
  const names = sql`json_object('name', (select group_concat(${passkeys.name}, ', ') from ${passkeys} where ${areChosen}))`;
  const { last } = await db.batch([
    queueEmail(db, { kind: "passkey-removed", data: names, to }, now, hasChosen),
    queueEmail(db, { kind: "google-unlinked", data: {}, to }, now, sql`${isLinked} and ${isUnlinked}`),
    noteOwnChange(db, userId, "passkey-removed", visit, hasChosen),
    noteOwnChange(db, userId, "google-unlinked", visit, sql`${isLinked} and ${isUnlinked}`),
    db.delete(passkeys).where(areChosen),
    ...unlinkIdentities(db, userId, isUnlinked, now),
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), hasPassword)),
  ]);
  return last.length > 0;
}
