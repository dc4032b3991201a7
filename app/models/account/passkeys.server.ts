import { and, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { userOfSession } from "#app/db/conditions.ts";
import { passkeyChallenges, passkeys, users } from "#app/db/schema.ts";
import { insertWhere } from "#app/db/statements.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { queueEmail } from "#app/models/outbox/queue-emails.server.ts";
import { noteOwnChange, type Visit } from "#app/models/security/security-notes.server.ts";
import { emailOf } from "./passwords.server.ts";
import { userExists } from "./users.server.ts";

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

export async function findPasskey(db: Database, credentialId: string) {
  const [passkey] = await db
    .select({ userId: passkeys.userId, publicKey: passkeys.publicKey, userHandle: users.passkeyHandle })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId));
  return passkey;
}

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

/**
 * Tells the owner. Refused if the passkey is already known, or the account has too many. Somebody whose session was ended in the
 * meantime, by a new password, can't add one.
 */
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
