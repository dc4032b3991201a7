import { getTableName, is, sql } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import { jsonPortions } from "#app/db/json-list.ts";
import * as schema from "#app/db/schema.ts";
import { deriveTables } from "#app/models/booking/tables.server.ts";
import { makePaidDepositsDue } from "#app/models/deposit/settlement.server.ts";
import { deriveEvents } from "#app/models/event/events.server.ts";
import { parkUnsentEmails } from "#app/models/outbox/remove-emails.server.ts";
import { type KeptChange, replayKeptChanges } from "./kept-changes.server.ts";

export type Row = Record<string, string | number | null>;

/** Of a table that is too large for one, there are several. */
export interface Page {
  name: string;
  rows: Row[];
}

const allTables = Object.values(schema).filter((value) => is(value, SQLiteTable)) as SQLiteTable[];
/** Sessions, link tokens, challenges and failed sign-ins must not come back; the others say how a club runs that is not this one. */
const skippedTables: SQLiteTable[] = [
  schema.sessions,
  schema.tokens,
  schema.passkeyChallenges,
  schema.signInAttempts,
  schema.accountActions,
  schema.recoveries,
  schema.tasks,
  schema.heartbeats,
  schema.incidents,
  schema.keptChanges,
];
const backedUpTables = allTables.filter((table) => !skippedTables.includes(table));

type Batch = Parameters<Database["batch"]>[0];

export async function newestMigration(db: Database): Promise<string> {
  const [row] = await db.all<{ name: string }>(
    sql`select name from d1_migrations order by name desc limit 1`,
  );
  return row?.name ?? "";
}

export async function countBackedUpRows({ $client: d1 }: Database): Promise<number> {
  const counts = await d1.batch<{ n: number }>(
    backedUpTables.map((table) => d1.prepare(`select count(*) as n from "${getTableName(table)}"`)),
  );
  return counts.reduce((sum, { results }) => sum + (results[0]?.n ?? 0), 0);
}

/** D1 returns 50 MB at once, of all tables together at the end. */
const maxPageSize = 2_000;

/** Answers have no row ids. */
const keyOf = (table: SQLiteTable) =>
  table === schema.userAnswers
    ? { columns: ["user_id", "question_id"], start: ["", 0] }
    : { columns: ["rowid"], start: [0] };

/**
 * Every row. The newest of each table, which are those that change, are read last and in one transaction: a club whose tables
 * have no more is as of one moment. Older ones are read before, page by page.
 */
export async function* takeBackup({ $client: d1 }: Database, pageSize = maxPageSize): AsyncGenerator<Page> {
  const tables = backedUpTables.map((table) => {
    const { columns, start } = keyOf(table);
    const isKey = (sign: string) => `(${columns}) ${sign} (${columns.map(() => "?")})`;
    return { name: getTableName(table), columns, start, isKey };
  });
  const lastOlder = await d1.batch<Row>(
    tables.map(({ name, columns }) => {
      const order = columns.map((column) => `${column} desc`);
      return d1.prepare(`select ${columns} from "${name}" order by ${order} limit 1 offset ${pageSize}`);
    }),
  );
  const ends = lastOlder.map(({ results: [row] }) => row && Object.values(row));
  const [lastOlderDiner = 0] = ends[backedUpTables.indexOf(schema.users)] ?? [];
  // The order of answers says nothing of their age: those of the newest diners are read with them.
  const isOfNewDiner = `user_id in (select id from users where rowid > ${Number(lastOlderDiner)})`;
  const hasRowIds = (columns: string[]) => columns.includes("rowid");
  for (const [i, { name, columns, start, isKey }] of tables.entries()) {
    const select = `select ${columns.map((column) => `${column} as "key.${column}"`)}, * from "${name}"`;
    for (let [after, end]: unknown[][] = [start, ends[i] ?? start]; `${after}` !== `${end}`; ) {
      const { results } = await d1
        .prepare(
          `${select} where ${isKey(">")} and ${isKey("<=")} ${hasRowIds(columns) ? "" : `and not ${isOfNewDiner}`}
            order by ${columns} limit ${pageSize}`,
        )
        .bind(...(after ?? []), ...(end ?? []))
        .all<Row>();
      const last = results.at(-1);
      after = last ? columns.map((column) => last[`key.${column}`]) : end;
      for (const row of results) for (const column of columns) delete row[`key.${column}`];
      yield { name, rows: results };
    }
  }
  const newest = await d1.batch<Row>(
    tables.map(({ name, columns, start, isKey }, i) =>
      d1
        .prepare(
          `select * from "${name}" where ${isKey(">")} ${hasRowIds(columns) ? "" : `or ${isOfNewDiner}`} order by ${columns}`,
        )
        .bind(...(ends[i] ?? start)),
    ),
  );
  for (const [i, { name }] of tables.entries()) yield { name, rows: newest[i]?.results ?? [] };
}

export async function isEmptyClub(db: Database): Promise<boolean> {
  const [users, events] = [await db.$count(schema.users), await db.$count(schema.events)];
  return users + events === 0;
}

/** A ledger must not be replaced by an older one. */
export async function hasMoney(db: Database): Promise<boolean> {
  return (await db.$count(schema.ledger)) > 0;
}

export async function columnsByTable(db: Database): Promise<Map<string, string[]>> {
  const names = backedUpTables.map(getTableName);
  const rows = (await db.batch(
    names.map((name) => db.all(sql.raw(`select name from pragma_table_info('${name}')`))) as unknown as Batch,
  )) as unknown as { name: string }[][];
  return new Map(names.map((name, i) => [name, (rows[i] ?? []).map((row) => row.name)]));
}

/** Rows of somebody who was erased after a large backup had read them, and before it read that person. */
const removeOrphans = (db: Database) =>
  backedUpTables.flatMap((table) =>
    getTableConfig(table).foreignKeys.flatMap((foreignKey) => {
      const { columns, foreignTable, foreignColumns } = foreignKey.reference();
      const [column, parent] = [columns[0] as SQLiteColumn, foreignColumns[0]];
      const isOrphan = sql`${column} not in (select ${parent} from ${foreignTable})`;
      if (foreignKey.onDelete === "set null")
        return db
          .update(table)
          .set({ [column.name]: null })
          .where(isOrphan);
      return foreignKey.onDelete === "cascade" ? db.delete(table).where(isOrphan) : [];
    }),
  );

/** Replaces all rows in one batch, and makes again what was kept since. Whoever was erased before or after the backup stays erased. */
export async function restoreBackup(
  db: Database,
  pages: Page[],
  changes: KeptChange[],
  now: Date,
): Promise<void> {
  const columns = await columnsByTable(db);
  const kept: SQLiteTable[] = [schema.erasures, schema.keptChanges];
  const emptied = allTables.filter((table) => !kept.includes(table)).map(getTableName);
  const reason = "put back from a backup: it may have been sent since";
  const statements = [
    plain("pragma defer_foreign_keys = on"),
    plain("insert into kept_changes (kind, data) values ('restore begins', '{}')"),
    ...emptied.map((name) => plain(`delete from "${name}"`)),
    ...pages.flatMap(({ name, rows }) =>
      jsonPortions(rows).map((some) => ({
        sql: insertion(name, columns.get(name) ?? []),
        params: [JSON.stringify(some)],
      })),
    ),
    // What is left of erased people is found by their ids, so these go last.
    ...[
      parkUnsentEmails(db, reason, now),
      ...replayKeptChanges(db, changes, now),
      ...removeOrphans(db),
      ...deriveEvents(db),
      deriveTables(db),
      makePaidDepositsDue(db),
    ].map((statement) => (statement as unknown as { toSQL(): ReturnType<typeof plain> }).toSQL()),
    // What these statements did is no change that a restore must keep.
    plain(
      "delete from kept_changes where id >= (select max(id) from kept_changes where kind = 'restore begins')",
    ),
  ];
  // In a batch drizzle does not bind the parameters of raw SQL, so D1 runs it.
  const d1 = db.$client;
  await d1.batch(statements.map(({ sql, params }) => d1.prepare(sql).bind(...params)));
}

const plain = (sql: string) => ({ sql, params: [] as unknown[] });

function insertion(table: string, columns: string[]): string {
  const into = columns.map((column) => `"${column}"`).join(", ");
  const values = columns.map((column) => `value ->> '${column}'`).join(", ");
  // Erasures of both sides stay. Of what was changed while a large backup was taken, the newer row counts.
  const verb = table === getTableName(schema.erasures) ? "insert or ignore" : "insert or replace";
  return `${verb} into "${table}" (${into}) select ${values} from json_each(?)`;
}
