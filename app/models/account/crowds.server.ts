/** A crowd: accounts that may be one person's. At most two of it sit at one table, unless an operator tells them apart. */
import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { accountOrigins, users } from "#app/db/schema/account.ts";
import { insertWhere, jsonList } from "#app/db/statements.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { maxOfCrowdAtTable } from "#app/lib/table-size.ts";
import { dayMs } from "#app/lib/time-units.ts";

/** Friends who sign up in one café are fewer, or don't all do it within an hour. */
const minOfNetwork = 4;

/** Where an account was made; both values are hashes. */
export interface Origin {
  browser: string;
  network: string;
}

/** Statements for the batch that signs somebody in. They only have an effect for the first session of an account. */
export function recordOrigin(db: Database, userId: string | SQL, { browser, network }: Origin, now: Date) {
  const since = now.getTime() - keptMs.accountNetwork;
  const ofNetwork = sql`network = ${network} and made_at > ${since}`;
  const same = sql`(select user_id from ${accountOrigins} where browser = ${browser}
    union select user_id from ${accountOrigins} where ${ofNetwork}
      and (select count(*) from ${accountOrigins} where ${ofNetwork}) >= ${minOfNetwork})`;
  const crowdsOfSame = sql`(select crowd_id from ${accountOrigins} where user_id in ${same} and crowd_id is not null)`;
  return [
    insertWhere(
      db,
      accountOrigins,
      { userId, browser, network, madeAt: now },
      sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.emailConfirmedAt} = ${now.getTime()})`,
    ).onConflictDoNothing(),
    db
      .update(accountOrigins)
      .set({ crowdId: sql`coalesce((select min(crowd_id) from ${crowdsOfSame}), ${crypto.randomUUID()})` })
      .where(
        sql`(${accountOrigins.userId} in ${same} or ${accountOrigins.crowdId} in ${crowdsOfSame})
          and (select count(*) from ${same}) > 1
          and exists (select 1 from ${accountOrigins} new where new.user_id = ${userId} and new.made_at = ${now.getTime()})`,
      ),
  ] as const;
}

/** The number of accounts in its crowd, including itself. */
export const countCrowd = (userId: SQL) =>
  sql<number>`(select count(*) from ${accountOrigins} where crowd_id = (select crowd_id from ${accountOrigins} where user_id = ${userId}))`;

const largeCrowds = sql`(select crowd_id from ${accountOrigins} where crowd_id is not null
  group by crowd_id having count(*) > ${maxOfCrowdAtTable})`;

/** Accounts of crowds that have grown within a day, so that an operator is told of each once. */
export const countNewCrowds = (now: Date) =>
  sql<number>`(select count(*) from ${accountOrigins} where crowd_id in (
    select recent.crowd_id from ${accountOrigins} recent where recent.made_at > ${now.getTime() - dayMs}
      and exists (select 1 from ${accountOrigins} mates where mates.crowd_id = recent.crowd_id
        limit 1 offset ${maxOfCrowdAtTable})))`;

const maxListed = 500;

export const listCrowds = async (db: Database) =>
  db
    .select({
      crowdId: sql<string>`${accountOrigins.crowdId}`.as("crowd"),
      browser: accountOrigins.browser,
      madeAt: accountOrigins.madeAt,
      userId: accountOrigins.userId,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(accountOrigins)
    .innerJoin(users, eq(users.id, accountOrigins.userId))
    .where(sql`${accountOrigins.crowdId} in ${largeCrowds}`)
    .orderBy(
      sql`(select max(made_at) from account_origins mates where mates.crowd_id = ${accountOrigins.crowdId}) desc`,
      asc(accountOrigins.crowdId),
      asc(accountOrigins.madeAt),
    )
    .limit(maxListed);

/** Those of these accounts that share a crowd with others; with `all`, the others too. */
export async function listCrowdOf(db: Database, userIds: readonly string[], { all = false } = {}) {
  const some = jsonList(userIds);
  const crowds = sql`(select crowd_id from ${accountOrigins} where user_id in ${some})`;
  return db
    .select({ userId: accountOrigins.userId, crowdId: accountOrigins.crowdId })
    .from(accountOrigins)
    .where(
      all
        ? sql`${accountOrigins.crowdId} in ${crowds}`
        : sql`${accountOrigins.userId} in ${some} and ${accountOrigins.crowdId} is not null`,
    );
}

/** The accounts are known to belong to different people, who are also different from everybody else. */
export async function forgetOrigins(db: Database, userIds: readonly string[]): Promise<number> {
  const { meta } = await db
    .delete(accountOrigins)
    .where(sql`${accountOrigins.userId} in ${jsonList(userIds)}`);
  return meta.changes;
}
