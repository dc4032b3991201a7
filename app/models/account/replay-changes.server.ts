import { type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { jsonList, jsonPortions, jsonRows } from "#app/db/json-list.ts";
import {
  accountKeys,
  avoidances,
  blocks,
  devices,
  erasures,
  events,
  identities,
  passkeys,
  profiles,
  users,
} from "#app/db/schema.ts";
import { keepAccountKeys } from "./account-keys.server.ts";

interface KeptChange {
  kind: string;
  data: Record<string, string | number | null>;
}

const field = (name: string) => sql`value ->> ${sql.raw(`'${name}'`)}`;

/** Statements that make again what triggers have kept of accounts, in the order of time. */
export function replayAccountChanges(db: Database, changes: readonly KeptChange[], now: Date): Statement[] {
  const dataOf = (kind: string) => changes.filter((change) => change.kind === kind).map(({ data }) => data);
  /** For each list that fits into a parameter. */
  const forAll = (kind: string, name: string, statementsFor: (values: SQL) => Statement[]) =>
    jsonPortions(dataOf(kind).map((data) => String(data[name]))).flatMap((some) =>
      statementsFor(jsonList(some)),
    );
  /** The last state of each row. */
  const forRows = (kind: string, keys: string[], statementsFor: (rows: SQL, keys: SQL) => Statement[]) => {
    const byKey = new Map(dataOf(kind).map((data) => [keys.map((key) => data[key]).join(), data]));
    return jsonPortions([...byKey.values()]).flatMap((some) =>
      statementsFor(
        jsonRows(some),
        sql`(select ${sql.join(keys.map(field), sql`, `)} from ${jsonRows(some)})`,
      ),
    );
  };
  const isThere = sql`${field("isGone")} is null`;
  return [
    ...forAll("password changed", "userId", (ids) => [
      db.update(users).set({ passwordHash: null }).where(sql`${users.id} in ${ids}`),
    ]),
    ...forAll("passkey removed", "credentialId", (ids) => [
      db.delete(passkeys).where(sql`${passkeys.credentialId} in ${ids}`),
    ]),
    ...forAll("browser forgotten", "tokenHash", (hashes) => [
      db.delete(devices).where(sql`${devices.tokenHash} in ${hashes}`),
    ]),
    ...forAll("google unlinked", "userId", (ids) => [
      db.update(users).set({ googleUnlinkedAt: now }).where(sql`${users.id} in ${ids}`),
      db.delete(identities).where(sql`${identities.userId} in ${ids}`),
    ]),
    ...forAll("address changed", "userId", (ids) => setAside(db, ids, now)),
    ...forRows("reminders", ["userId"], (rows) =>
      [0, 1].map((wantsReminders) =>
        db
          .update(profiles)
          .set({ wantsReminders: wantsReminders === 1 })
          .where(
            sql`${profiles.id} in (select ${field("userId")} from ${rows} where ${field("wantsReminders")} = ${wantsReminders})`,
          ),
      ),
    ),
    ...forRows("block", ["userId"], (rows, keys) => [
      db.delete(blocks).where(sql`${blocks.userId} in ${keys}`),
      insertWhere(
        db,
        blocks,
        {
          userId: field("userId"),
          reason: sql`'blocked before a backup was restored'`,
          createdAt: field("createdAt"),
          endsAt: field("endsAt"),
        },
        isThere,
        rows,
      ),
    ]),
    ...forRows("avoidance", ["userId", "otherId"], (rows, keys) => [
      db.delete(avoidances).where(sql`(${avoidances.userId}, ${avoidances.otherId}) in ${keys}`),
      insertWhere(
        db,
        avoidances,
        {
          userId: field("userId"),
          otherId: field("otherId"),
          byOperator: field("byOperator"),
          eventId: sql`(select id from ${events} where id = ${field("eventId")})`,
          createdAt: field("createdAt"),
        },
        isThere,
        rows,
      ),
    ]),
    ...forRows("account key", ["hash", "userId"], (rows, keys) => [
      db.delete(accountKeys).where(sql`(${accountKeys.hash}, ${accountKeys.userId}) in ${keys}`),
      insertWhere(
        db,
        accountKeys,
        { hash: field("hash"), userId: field("userId"), keptUntil: field("keptUntil") },
        isThere,
        rows,
      ),
    ]),
    // Of accounts that were made after the backup, and so are gone.
    ...keepAccountKeys(
      db,
      sql`(select user_id from ${accountKeys} where kept_until is null
        and not exists (select 1 from ${users} where id = user_id))`,
      now,
    ),
    ...forRows("erased", ["userId"], (rows) => [
      insertWhere(
        db,
        erasures,
        { userId: field("userId"), erasedAt: field("erasedAt"), madeBy: field("madeBy") },
        sql`true`,
        rows,
      ).onConflictDoNothing(),
    ]),
  ];
}

const noAddress = "@address-changed.invalid";

/** The new address is not known, and the old mailbox may be somebody else’s by now. */
const setAside = (db: Database, ids: SQL, now: Date): Statement[] => [
  db
    .update(users)
    .set({
      email: sql`${users.id} || ${noAddress}`,
      passwordHash: null,
      googleUnlinkedAt: now,
      linkSalt: sql`lower(hex(randomblob(8)))`,
    })
    .where(sql`${users.id} in ${ids}`),
  db.delete(passkeys).where(sql`${passkeys.userId} in ${ids}`),
  db.delete(identities).where(sql`${identities.userId} in ${ids}`),
  db.delete(devices).where(sql`${devices.userId} in ${ids}`),
];

export async function listAccountsSetAside(db: Database): Promise<string[]> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.email} = ${users.id} || ${noAddress}`)
    .orderBy(users.id);
  return found.map(({ id }) => id);
}
