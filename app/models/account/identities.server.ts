import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { identities, profiles, sessions, tokens, users } from "#app/db/schema/account.ts";
import { insertWhere } from "#app/db/statements.ts";
import type { AccountKeys } from "#app/lib/account/account-key.server.ts";
import { toNameKey } from "#app/lib/account/name-key.ts";
import { queueEmail } from "#app/models/outbox/queue-emails.server.ts";
import {
  countAction,
  isAllowed,
  noteOwnChange,
  noteRefusal,
} from "#app/models/security/security-notes.server.ts";
import { joinEarlierAccounts } from "./account-keys.server.ts";
import { endRecovery } from "./recoveries.server.ts";
import { setVerified } from "./sessions.server.ts";
import { addUser, ownerOf, toUserName, userExists } from "./users.server.ts";

export interface Identity {
  provider: "google";
  subject: string;
  email: string;
  /** Nobody but the owner of the address has this identity. */
  isOwnersForSure: boolean;
  firstName: string;
  lastName: string;
  /** The browser in which somebody signed in with it. */
  from: string;
  now: Date;
}

/**
 * Returns the user of a verified identity: the linked one, else the one with its address, else a new one. It takes over
 * an unconfirmed account without its password, since a stranger may have signed up with the address. Returns nothing where
 * the owner has unlinked it, or where it may be somebody else's by now.
 */
export async function signInWithIdentity(
  db: Database,
  identity: Identity,
  keys: AccountKeys,
): Promise<string | undefined> {
  const { provider, subject, email, isOwnersForSure, firstName, lastName, now } = identity;
  const isThisIdentity = and(eq(identities.provider, provider), eq(identities.subject, subject));
  const isUnlinked = sql`not exists (select 1 from ${identities} where ${isThisIdentity})`;
  const isUnconfirmed = sql`${users.email} = ${email} and ${users.emailConfirmedAt} is null and ${isUnlinked}`;
  const isOwn = sql`${isUnlinked} and ${users.email} = ${email} and ${users.emailConfirmedAt} is not null
    and ${users.googleUnlinkedAt} is null`;
  const isLinkable = sql`${isOwn} and ${Number(isOwnersForSure)}`;
  /** Or it begins with this identity. */
  const isNew = sql`${isOwn} and ${users.emailConfirmedAt} = ${now.getTime()}`;
  const unconfirmedIds = sql`(select ${users.id} from ${users} where ${isUnconfirmed})`;
  const user = {
    id: crypto.randomUUID(),
    email,
    firstName,
    lastName,
    passwordHash: null,
    emailConfirmedAt: now,
    createdAt: now,
  };
  const { last } = await db.batch([
    queueEmail(db, { kind: "google-linked", data: {}, to: email }, now, userExists(isLinkable)),
    noteOwnChange(
      db,
      sql`(select linkable.id from users linkable where linkable.email = ${email})`,
      "google-linked",
      identity,
      isLinkable,
    ),
    db.delete(tokens).where(sql`${tokens.userId} in ${unconfirmedIds}`),
    db.update(profiles).set({ firstName }).where(sql`${profiles.id} in ${unconfirmedIds}`),
    db
      .update(users)
      .set({
        passwordHash: null,
        firstName,
        lastName,
        userName: toUserName(user),
        nameKey: toNameKey(user),
        emailConfirmedAt: now,
      })
      .where(isUnconfirmed),
    ...addUser(db, user, sql`${isUnlinked} and not ${userExists(eq(users.email, email))}`),
    insertWhere(
      db,
      identities,
      { provider, subject, userId: users.id, createdAt: now },
      sql`(${isLinkable} or ${isNew})`,
      users,
    ),
    db.update(identities).set({ lastUsedAt: now }).where(isThisIdentity),
    ...joinEarlierAccounts(db, newOwner(identity), keys, now),
    ...endRecovery(db, ownerOfIdentity(identity), identity),
    noteRefusal(db, ownerOf(email), "google-refused", identity, sql`${ownerOfIdentity(identity)} is null`),
    db.select({ userId: identities.userId }).from(identities).where(isThisIdentity),
  ]);
  const [linked] = last;
  return linked?.userId;
}

/** A subquery; null if the identity belongs to nobody. */
export const ownerOfIdentity = ({ provider, subject }: Identity, condition = sql`true`) =>
  sql`(select ${identities.userId} from ${identities} where ${identities.provider} = ${provider}
    and ${identities.subject} = ${subject} and ${condition})`;

/** The owner, if the identity is new to its account. */
const newOwner = (identity: Identity) => ownerOfIdentity(identity, eq(identities.createdAt, identity.now));

interface Prover {
  sessionId: string;
  userId: string;
  /** They have already proved who they are in another way. */
  isVerified: boolean;
}

/**
 * A linked identity proves who is there. A free one with the user's own address is linked only for somebody who has already proved
 * that and is still signed in, and the user is told. Returns undefined after one of the two, else the reason.
 */
export async function proveOrLink(
  db: Database,
  { sessionId, userId, isVerified }: Prover,
  identity: Identity,
  keys: AccountKeys,
): Promise<"other-account" | "not-linked" | "failed" | undefined> {
  const { provider, subject, email, now } = identity;
  const owner = ownerOfIdentity(identity);
  const counted = { userId, action: "change-sign-in", now } as const;
  const isTheirs = and(eq(users.id, userId), eq(users.email, email));
  const isFree = sql`${owner} is null and ${isAllowed(counted)} and ${userExists(isTheirs)}
    and exists (select 1 from ${sessions} where ${sessions.id} = ${sessionId} and ${sessions.userId} = ${userId})`;
  const link = [
    queueEmail(db, { kind: "google-linked", data: {}, to: email }, now, isFree),
    noteOwnChange(db, userId, "google-linked", identity, isFree),
    db.update(users).set({ googleUnlinkedAt: null }).where(and(isTheirs, isFree)),
    insertWhere(db, identities, { provider, subject, userId, createdAt: now }, isFree),
    countAction(db, counted, sql`${newOwner(identity)} = ${userId}`),
    ...joinEarlierAccounts(db, newOwner(identity), keys, now),
  ];
  const { last } = await db.batch([
    setVerified(db, sessionId, now, sql`${sessions.userId} = ${owner}`),
    db
      .update(identities)
      .set({ lastUsedAt: now })
      .where(
        and(
          eq(identities.provider, provider),
          eq(identities.subject, subject),
          eq(identities.userId, userId),
        ),
      ),
    ...(isVerified ? link : []),
    ...endRecovery(db, sql`iif(${owner} = ${userId}, ${userId}, null)`, identity),
    noteRefusal(db, userId, "google-refused", identity, sql`${owner} is not ${userId}`),
    db
      .select({
        linkedTo: sql<string | null>`${owner}`.as("linked_to"),
        isAllowed: sql<number>`${isAllowed(counted)}`.as("is_allowed"),
      })
      .from(sessions)
      .where(eq(sessions.id, sessionId)),
  ]);
  const [found] = last;
  if (found?.linkedTo === userId) return undefined;
  if (found?.linkedTo) return "other-account";
  if (!isVerified) return "not-linked";
  return found?.isAllowed ? "other-account" : "failed";
}

/** Statements for the batch that changes how a user signs in. */
export const unlinkIdentities = (db: Database, userId: string, condition: SQL, now: Date) =>
  [
    db
      .update(users)
      .set({ googleUnlinkedAt: now })
      .where(and(eq(users.id, userId), condition)),
    db.delete(identities).where(and(eq(identities.userId, userId), condition)),
  ] as const;
