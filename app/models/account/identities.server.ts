import { and, eq, type SQL, sql } from "drizzle-orm";
import { runBatch } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { identities, profiles, tokens, users } from "#app/db/schema.ts";
import { queueEmail } from "#app/models/outbox/outbox.server.ts";
import { addUser, toUserName, userExists } from "./users.server.ts";

export interface Identity {
  provider: "google";
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
  now: Date;
}

/**
 * Returns the user of a verified identity: the linked one, else the one with its address, else a new one. It takes over
 * an unconfirmed account without its password, since a stranger may have signed up with the address.
 */
export async function signInWithIdentity(db: Database, identity: Identity): Promise<string> {
  const { provider, subject, email, firstName, lastName, now } = identity;
  const isThisIdentity = and(eq(identities.provider, provider), eq(identities.subject, subject));
  const isUnlinked = sql`not exists (select 1 from ${identities} where ${isThisIdentity})`;
  const isUnconfirmed = sql`${users.email} = ${email} and ${users.emailConfirmedAt} is null and ${isUnlinked}`;
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
  const [linked] = await runBatch(
    db,
    [
      queueEmail(
        db,
        { kind: "google-linked", data: {}, to: email },
        now,
        sql`${isUnlinked} and ${userExists(sql`${users.email} = ${email} and ${users.emailConfirmedAt} is not null`)}`,
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
          emailConfirmedAt: now,
        })
        .where(isUnconfirmed),
      ...addUser(db, user, sql`${isUnlinked} and not ${userExists(eq(users.email, email))}`),
      insertWhere(
        db,
        identities,
        { provider, subject, userId: users.id, createdAt: now },
        sql`${isUnlinked} and ${users.email} = ${email} and ${users.emailConfirmedAt} is not null`,
        users,
      ),
    ],
    db.select({ userId: identities.userId }).from(identities).where(isThisIdentity),
  );
  if (!linked) throw new Error("A verified identity has no user");
  return linked.userId;
}

/**
 * Whether the identity belongs to this user. One that belongs to nobody is linked where it has the user's own address, and
 * the user is told.
 */
export async function linkIdentity(db: Database, userId: string, identity: Identity): Promise<boolean> {
  const { provider, subject, email, now } = identity;
  const isThisIdentity = and(eq(identities.provider, provider), eq(identities.subject, subject));
  const isFree = sql`not exists (select 1 from ${identities} where ${isThisIdentity})
    and ${userExists(and(eq(users.id, userId), eq(users.email, email)))}`;
  const [linked] = await runBatch(
    db,
    [
      queueEmail(db, { kind: "google-linked", data: {}, to: email }, now, isFree),
      insertWhere(db, identities, { provider, subject, userId, createdAt: now }, isFree),
    ],
    db.select({ userId: identities.userId }).from(identities).where(isThisIdentity),
  );
  return linked?.userId === userId;
}

/** A statement for the batch that changes how a user signs in. */
export const unlinkIdentities = (db: Database, userId: string, condition: SQL) =>
  db.delete(identities).where(and(eq(identities.userId, userId), condition));
