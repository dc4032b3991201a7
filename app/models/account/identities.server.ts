import { and, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { identities, profiles, tokens, users } from "#app/db/schema.ts";

interface Identity {
  provider: "google";
  subject: string;
  email: string;
  firstName: string;
  lastName: string;
  now: Date;
}

/**
 * Whose account a verified identity opens: the one it is linked to; else the one with its address; else a new one. An
 * account that was never confirmed may be a stranger's trap: the owner of the address takes it over, and what the
 * stranger typed is forgotten.
 */
export async function signInWithIdentity(db: Database, identity: Identity): Promise<string> {
  const { provider, subject, email, firstName, lastName, now } = identity;
  const id = crypto.randomUUID();
  const at = now.getTime();
  const userName = firstName || email.split("@")[0] || email;
  const unlinked = sql`not exists (select 1 from ${identities} where provider = ${provider} and subject = ${subject})`;
  const owner = and(eq(identities.provider, provider), eq(identities.subject, subject));
  const unconfirmed = sql`${users.email} = ${email} and ${users.emailConfirmedAt} is null and ${unlinked}`;
  const results = await db.batch([
    db.delete(tokens).where(sql`${tokens.userId} in (select ${users.id} from ${users} where ${unconfirmed})`),
    db
      .update(profiles)
      .set({ firstName })
      .where(sql`${profiles.id} in (select ${users.id} from ${users} where ${unconfirmed})`),
    db
      .update(users)
      .set({ passwordHash: null, firstName, lastName, userName, emailConfirmedAt: now })
      .where(unconfirmed),
    db.insert(users).select(
      sql`select ${id}, ${email}, ${firstName}, ${lastName}, ${userName}, null, ${at}, ${at}
          where ${unlinked} and not exists (select 1 from ${users} where email = ${email})`,
    ),
    db
      .insert(profiles)
      .select(
        sql`select ${id}, ${firstName}, null, 0, 1 where exists (select 1 from ${users} where id = ${id})`,
      ),
    db.insert(identities).select(
      sql`select ${provider}, ${subject}, id, ${at} from ${users}
        where ${unlinked} and email = ${email} and email_confirmed_at is not null`,
    ),
    db.select({ userId: identities.userId }).from(identities).where(owner),
  ]);
  const [found] = results[6];
  if (!found) throw new Error("A verified identity opened no account");
  return found.userId;
}
