/** Blocks and avoidances apply again to whoever deletes their account and signs up again: their keys recognize them. */
import { and, type Column, eq, gte, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { isBlocked } from "#app/db/conditions.ts";
import { accountKeys, avoidances, blocks, erasures, identities, sessions, users } from "#app/db/schema.ts";
import { insertRows, insertWhere, jsonList } from "#app/db/statements.ts";
import {
  type AccountKeys,
  currentKeyName,
  makeAccountKeys,
  type Secrets,
} from "#app/lib/account/account-key.server.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import {
  deleteOldSeats,
  hasErasedSeat,
  ownersOfOldSeats,
  passErasedSeats,
} from "#app/models/booking/erased-seats.server.ts";

/** A query of all accounts of these people, who can have more than one. */
export const accountsOf = (userIds: SQL) => sql`(select id from ${users} where id in ${userIds} union
  select same.user_id from ${accountKeys} own join ${accountKeys} same on same.hash = own.hash where own.user_id in ${userIds})`;

export const accountsOfPerson = (userId: string) => accountsOf(sql`(${userId})`);

/** A statement for the batch that gives an account an address or a Google account. */
const addAccountKeys = (db: Database, userId: SQL, { current }: AccountKeys) =>
  insertWhere(
    db,
    accountKeys,
    { hash: sql`value`, userId: users.id },
    sql`${users.id} = ${userId}`,
    sql`${users}, json_each(${JSON.stringify(current)})`,
  ).onConflictDoNothing();

/** For the batch that gives an account an address or Google account: what applied to earlier accounts applies to it. */
export function joinEarlierAccounts(db: Database, userId: SQL, keys: AccountKeys, now: Date): Statement[] {
  const earlier = sql`(select user_id from ${accountKeys} where hash in ${jsonList(keys.known)} and user_id <> ${userId})`;
  const deleted = sql`(select user_id from ${accountKeys} where hash in ${jsonList(keys.known)}
    and user_id <> ${userId} and not exists (select 1 from ${users} where id = user_id))`;
  const ofEarlier = (side: "user_id" | "other_id", other: "user_id" | "other_id") =>
    insertWhere(
      db,
      avoidances,
      {
        userId: side === "user_id" ? userId : sql`before.user_id`,
        otherId: side === "other_id" ? userId : sql`before.other_id`,
        byOperator: sql`before.by_operator`,
        eventId: sql`before.event_id`,
        createdAt: sql`before.created_at`,
      },
      sql`before.${sql.raw(side)} in ${earlier} and before.${sql.raw(other)} <> ${userId}`,
      sql`${avoidances} before`,
    ).onConflictDoNothing();
  return [
    insertWhere(
      db,
      blocks,
      {
        userId,
        reason: sql`iif(before.reason = '', 'blocked before this account was made', before.reason)`,
        createdAt: sql`before.created_at`,
        endsAt: sql`before.ends_at`,
      },
      sql`true`,
      sql`(select * from ${blocks} where user_id in ${earlier} and (ends_at is null or ends_at > ${now.getTime()})
        order by ends_at is not null, ends_at desc limit 1) before`,
    ).onConflictDoNothing(),
    db.delete(sessions).where(sql`${sessions.userId} = ${userId} and ${isBlocked(userId, now)}`),
    ofEarlier("user_id", "other_id"),
    ofEarlier("other_id", "user_id"),
    addAccountKeys(db, userId, keys),
    insertWhere(
      db,
      accountKeys,
      { hash: sql`before.hash`, userId },
      sql`before.user_id in ${deleted}`,
      sql`${accountKeys} before`,
    ).onConflictDoNothing(),
    passErasedSeats(db, deleted, userId),
    db
      .delete(avoidances)
      .where(sql`${avoidances.userId} in ${deleted} or ${avoidances.otherId} in ${deleted}`),
    db.delete(blocks).where(sql`${blocks.userId} in ${deleted}`),
    db.delete(accountKeys).where(sql`${accountKeys.userId} in ${deleted}`),
  ];
}

/** For the batch that erases users: keys stay of those who are blocked, kept apart, or of whom their table may yet speak. */
export function keepAccountKeys(db: Database, userIds: SQL, now: Date) {
  const erasedAt = sql`coalesce((select erased_at from ${erasures} where user_id = "account_keys"."user_id"), ${now.getTime()})`;
  const end = sql`(select max(coalesce(ends_at, ${erasedAt} + ${keptMs.accountKeyOfEndlessBlock}), ${erasedAt} + ${keptMs.accountKey})
    from ${blocks} where user_id = "account_keys"."user_id" and (ends_at is null or ends_at > ${now.getTime()}))`;
  const isKeptApart = sql`(exists (select 1 from ${avoidances} where user_id = "account_keys"."user_id")
    or exists (select 1 from ${avoidances} where other_id = "account_keys"."user_id"))`;
  return [
    db
      .update(accountKeys)
      .set({
        keptUntil: sql`coalesce(${end}, iif(${isKeptApart}, ${erasedAt} + ${keptMs.accountKey}, null))`,
      })
      .where(sql`${accountKeys.userId} in ${userIds} and ${accountKeys.keptUntil} is null`),
    db.delete(accountKeys).where(
      sql`${accountKeys.userId} in ${userIds} and ${accountKeys.keptUntil} is null
          and not ${hasErasedSeat(sql`${accountKeys.userId}`, now)}`,
    ),
    db.update(blocks).set({ reason: "" }).where(sql`${blocks.userId} in ${userIds}`),
  ] as const;
}

/** Also deletes blocks and avoidances of people whom nothing recognizes any longer, all within about four hours. */
export async function deleteOldAccountKeys(db: Database, now: Date): Promise<void> {
  const old = sql`(select user_id from ${accountKeys} where kept_until <= ${now.getTime()})`;
  const prefix = (Math.floor(now.getTime() / minuteMs) % 256).toString(16).padStart(2, "0");
  const isInPart = (id: Column) => sql`${id} >= ${prefix} and ${id} < ${`${prefix}~`}`;
  const isNobody = (
    id: Column,
  ) => sql`${isInPart(id)} and not exists (select 1 from ${users} where id = ${id})
    and not exists (select 1 from ${accountKeys} where user_id = ${id})`;
  await db.batch([
    ...keepAccountKeys(db, ownersOfOldSeats(now), now),
    deleteOldSeats(db, now),
    db
      .delete(blocks)
      .where(sql`${isInPart(blocks.userId)} and ends_at <= ${now.getTime()} or ${isNobody(blocks.userId)}`),
    db.delete(avoidances).where(isNobody(avoidances.userId)),
    db.delete(avoidances).where(isNobody(avoidances.otherId)),
    db.delete(avoidances).where(sql`${avoidances.userId} in ${old} or ${avoidances.otherId} in ${old}`),
    db.delete(blocks).where(sql`${blocks.userId} in ${old}`),
    db.delete(accountKeys).where(sql`${accountKeys.keptUntil} <= ${now.getTime()}`),
  ]);
}

const maxAdded = 500;

/** For accounts without keys, or with only those of an earlier secret, whose id begins with the prefix. */
export async function addMissingAccountKeys(db: Database, secrets: Secrets, prefix: string): Promise<void> {
  const isKnown = sql`exists (select 1 from ${accountKeys} where user_id = ${users.id}
    and hash glob ${`${currentKeyName(secrets)}.*`})`;
  const owners = await db
    .select({ userId: users.id, email: users.email, subject: identities.subject })
    .from(users)
    .leftJoin(identities, eq(identities.userId, users.id))
    .where(
      and(
        gte(users.id, prefix),
        lt(users.id, `${prefix}~`),
        isNotNull(users.emailConfirmedAt),
        sql`not ${isKnown}`,
      ),
    )
    .limit(maxAdded);
  const rows = owners.flatMap(({ userId, email, subject }) =>
    makeAccountKeys(secrets, { email, subjects: [subject] }).current.map((hash) => ({ hash, userId })),
  );
  for (const statement of insertRows(
    db,
    accountKeys,
    rows,
    sql`exists (select 1 from ${users} where id = value ->> 'userId')`,
  ))
    await statement.onConflictDoNothing();
}
