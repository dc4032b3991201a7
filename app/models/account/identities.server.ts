import { and, eq, sql } from "drizzle-orm";
import { runBatch } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { identities, profiles, tokens, users } from "#app/db/schema.ts";
import { addUser, toUserName, userExists } from "./users.server.ts";

interface Identity {
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
