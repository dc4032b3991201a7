import { getTableName, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Statement } from "#app/db/batch.ts";
import type { Database } from "#app/db/client.server.ts";
import { jsonPortions } from "#app/db/json-list.ts";
import * as schema from "#app/db/schema.ts";
import { deriveTables } from "#app/models/booking/tables.server.ts";
import { makePaidDepositsDue } from "#app/models/deposit/settlement.server.ts";
import { deriveEvents } from "#app/models/event/events.server.ts";
import { eraseEntriesOfNobody } from "#app/models/matching/match-entries.server.ts";
import { parkUnsentEmails } from "#app/models/outbox/remove-emails.server.ts";
import { allTables, backedUpTables, type Page } from "./backup.server.ts";
import { type KeptChange, replayKeptChanges } from "./kept-changes.server.ts";

/** A restore does not empty these, and the bucket gets what they say meanwhile. */
const keptTables: SQLiteTable[] = [schema.erasures, schema.keptChanges];
const emptied = allTables.filter((table) => !keptTables.includes(table)).map(getTableName);

/** In a club that is being restored page by page, no statement of the Worker finds its tables: nobody is served half a club. */
const hiddenName = (name: string) => (emptied.includes(name) ? `restoring_${name}` : name);

interface Parent {
  column: string;
  table: SQLiteTable;
  key: string;
  onDelete: string | undefined;
}

const nameOf = ({ keyAsName, name }: SQLiteColumn) => (keyAsName ? toSnakeCase(name) : name);

const listParents = (table: SQLiteTable): Parent[] =>
  getTableConfig(table).foreignKeys.map((foreignKey) => {
    const { columns, foreignTable, foreignColumns } = foreignKey.reference();
    const [column, key] = [columns[0], foreignColumns[0]].map((each) => nameOf(each as SQLiteColumn));
    return { column: column ?? "", table: foreignTable, key: key ?? "", onDelete: foreignKey.onDelete };
  });

/** What others refer to comes first. */
const sorted = new Set<SQLiteTable>();
function addSorted(table: SQLiteTable): void {
  if (sorted.has(table)) return;
  for (const parent of listParents(table)) if (parent.table !== table) addSorted(parent.table);
  sorted.add(table);
}
for (const table of backedUpTables) addSorted(table);
const restored = [...sorted].filter((table) => backedUpTables.includes(table));
export const restoreOrder = restored.map(getTableName);

export async function isEmptyClub(db: Database): Promise<boolean> {
  const [users, events] = [await db.$count(schema.users), await db.$count(schema.events)];
  return users + events === 0;
}

/** A ledger must not be replaced by an older one. */
export async function hasMoney(db: Database): Promise<boolean> {
  return (await db.$count(schema.ledger)) > 0;
}

/** How far a restore page by page has come. */
export interface Restoring {
  sha256: string;
  /** Rows in the order of `restoreOrder`. */
  loaded: number;
}

export async function findRestoring(db: Database): Promise<Restoring | undefined> {
  const tables = await db.all(sql`select 1 from sqlite_master where name = 'restoring'`);
  return tables.length > 0 ? db.get<Restoring>(sql`select sha256, loaded from restoring`) : undefined;
}

export async function columnsByTable({ $client: d1 }: Database, isHidden: boolean) {
  const results = await d1.batch<{ name: string }>(
    restoreOrder.map((name) =>
      d1.prepare("select name from pragma_table_info(?)").bind(isHidden ? hiddenName(name) : name),
    ),
  );
  return new Map(restoreOrder.map((name, i) => [name, (results[i]?.results ?? []).map((row) => row.name)]));
}

interface Plain {
  sql: string;
  params: unknown[];
}

const plain = (sql: string, ...params: unknown[]): Plain => ({ sql, params });

/** What these statements do is no change that a restore must keep. In a batch drizzle does not bind the parameters of raw SQL, so D1 runs it. */
async function runUnkept({ $client: d1 }: Database, statements: Plain[]): Promise<void> {
  await d1.batch(
    [
      plain("pragma defer_foreign_keys = on"),
      plain("insert into kept_changes (kind, data) values ('restore begins', '{}')"),
      ...statements,
      plain(
        "delete from kept_changes where id >= (select max(id) from kept_changes where kind = 'restore begins')",
      ),
    ].map(({ sql, params }) => d1.prepare(sql).bind(...params)),
  );
}

const empty = () => emptied.map((name) => plain(`delete from "${name}"`));

const toPlain = (statements: readonly Statement[]) =>
  statements.map((statement) => (statement as unknown as { toSQL(): Plain }).toSQL());

/** What follows from the rows. */
const derive = (db: Database) =>
  toPlain([eraseEntriesOfNobody(db), ...deriveEvents(db), ...deriveTables(db), makePaidDepositsDue(db)]);

/** What was promised since. */
const repeatChanges = (db: Database, changes: KeptChange[], now: Date) =>
  toPlain([
    parkUnsentEmails(db, "put back from a backup: it may have been sent since", now),
    ...replayKeptChanges(db, changes, now),
  ]);

/** Replaces all rows in one batch, and makes again what was kept since. Whoever was erased before or after the backup stays erased. */
export async function restoreBackup(
  db: Database,
  pages: Page[],
  changes: KeptChange[],
  now: Date,
): Promise<void> {
  const columns = await columnsByTable(db, false);
  const rowsOf = Map.groupBy(pages, ({ name }) => name);
  const inserts = restored.flatMap((table) =>
    (rowsOf.get(getTableName(table)) ?? []).flatMap(({ name, rows }) =>
      insertRows(table, rows, columns.get(name) ?? [], (each) => each),
    ),
  );
  await runUnkept(db, [...empty(), ...inserts, ...derive(db), ...repeatChanges(db, changes, now)]);
}

interface PagedRestore {
  sha256: string;
  /** Without so many rows. */
  readPages(skipped: number): Iterable<Page>;
  /** Once nothing changes any longer. */
  readChanges(): Promise<KeptChange[]>;
  now: Date;
  onLoaded(loaded: number): void;
}

/** For an empty club. Stopped in between, it goes on when it is called again. */
export async function restoreInPages(
  db: Database,
  { sha256, readPages, readChanges, now, onLoaded }: PagedRestore,
): Promise<void> {
  const hide = emptied.map((name) => plain(`alter table "${name}" rename to "${hiddenName(name)}"`));
  const show = emptied.map((name) => plain(`alter table "${hiddenName(name)}" rename to "${name}"`));
  const before = await findRestoring(db);
  if (!before)
    await runUnkept(db, [
      ...empty(),
      ...hide,
      plain("create table restoring (sha256 text not null, loaded integer not null)"),
      plain("insert into restoring (sha256, loaded) values (?, 0)", sha256),
    ]);
  const columns = await columnsByTable(db, true);
  const tables = new Map(restored.map((table) => [getTableName(table), table]));
  let loaded = before?.loaded ?? 0;
  for (const { name, rows } of readPages(loaded)) {
    const inserts = insertRows(tables.get(name) as SQLiteTable, rows, columns.get(name) ?? [], hiddenName);
    loaded += rows.length;
    await runUnkept(db, [...inserts, plain("update restoring set loaded = ?", loaded)]);
    onLoaded(loaded);
  }
  // In a large club each takes seconds, of the thirty that D1 gives a batch.
  for (const statement of derive(db)) await runUnkept(db, [...show, statement, ...hide]);
  const changes = await readChanges();
  await runUnkept(db, [...show, plain("drop table restoring"), ...repeatChanges(db, changes, now)]);
}

/** Rows of somebody who was erased while a large backup was taken, and whom it has no more, are left out. */
function insertRows(
  table: SQLiteTable,
  rows: Page["rows"],
  columns: readonly string[],
  rename: (name: string) => string,
): Plain[] {
  const parents = listParents(table).filter((parent) => parent.table !== table);
  const isThere = ({ column, table: parent, key }: Parent) =>
    `value ->> '${column}' in (select "${key}" from "${rename(getTableName(parent))}")`;
  const values = columns.map((column) => {
    const parent = parents.find((each) => each.column === column && each.onDelete === "set null");
    return parent ? `iif(${isThere(parent)}, value ->> '${column}', null)` : `value ->> '${column}'`;
  });
  const conditions = parents
    .filter(({ onDelete }) => onDelete === "cascade")
    .map((parent) => `(value ->> '${parent.column}' is null or ${isThere(parent)})`);
  // Erasures of both sides stay. Of what was changed while a large backup was taken, the newer row counts.
  const verb = table === schema.erasures ? "insert or ignore" : "insert or replace";
  const into = `"${rename(getTableName(table))}" (${columns.map((column) => `"${column}"`).join(", ")})`;
  const statement = `${verb} into ${into} select ${values.join(", ")} from json_each(?) where ${["true", ...conditions].join(" and ")}`;
  return jsonPortions(rows).map((some) => plain(statement, JSON.stringify(some)));
}
