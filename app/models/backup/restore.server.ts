import { getTableName, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import * as schema from "#app/db/schema.ts";
import { jsonPortions } from "#app/db/statements.ts";
import { ended, whatSurvives } from "#app/lib/privacy/what-survives.ts";
import { repeatErasures } from "#app/models/account/erase-account.server.ts";
import { deriveTables } from "#app/models/booking/tables.server.ts";
import { makePaidDepositsDue } from "#app/models/deposit/settlement.server.ts";
import { deriveEvents } from "#app/models/event/events.server.ts";
import { stopWritingNews } from "#app/models/message/club-messages.server.ts";
import { parkUnsentEmails } from "#app/models/outbox/manage-outbox.server.ts";
import { eraseEntries } from "#app/models/seating/match-entries.server.ts";
import { allTables, backedUpTables, type Page } from "./backup.server.ts";
import type { NewerRows } from "./kept-changes.server.ts";
import {
  createNewerRows,
  insertRows,
  keptTables,
  keptTriggers,
  listParents,
  newerOwners,
  putBack,
  putBackAccounts,
  type RawStatement,
  raw,
  rowsOfMark,
} from "./kept-rows.ts";

/** A restore does not empty these tables, and the bucket gets their rows in the meantime. */
const stayingTables: SQLiteTable[] = [schema.erasures, schema.keptChanges];
const emptiedNames = allTables.filter((table) => !stayingTables.includes(table)).map(getTableName);

/** While a club is restored page by page, no statement of the Worker finds its tables, so nobody is served half a club. */
const hiddenName = (name: string) => (emptiedNames.includes(name) ? `restoring_${name}` : name);

/** Tables that others refer to come first. */
const parentsFirst = new Set<SQLiteTable>();
function addAfterParents(table: SQLiteTable): void {
  if (parentsFirst.has(table)) return;
  for (const parent of listParents(table)) if (parent.table !== table) addAfterParents(parent.table);
  parentsFirst.add(table);
}
for (const table of allTables) addAfterParents(table);
const restoredTables = [...parentsFirst].filter((table) => backedUpTables.includes(table));
export const restoreOrder = restoredTables.map(getTableName);

export async function isEmptyClub(db: Database): Promise<boolean> {
  const [users, events] = [await db.$count(schema.users), await db.$count(schema.events)];
  return users + events === 0;
}

/** A ledger must not be replaced by an older one. */
export const hasMoney = async (db: Database): Promise<boolean> => (await db.$count(schema.ledger)) > 0;

/** The progress of a restore page by page. */
interface Restoring {
  sha256: string;
  /** Rows in the order of `restoreOrder`; `allLoaded` if the club is served again, which the operator may not know yet. */
  loaded: number;
}

export const allLoaded = -1;

export async function findRestoring(db: Database): Promise<Restoring | undefined> {
  const tables = await db.all(sql`select 1 from sqlite_master where name = 'restoring'`);
  return tables.length > 0 ? db.get<Restoring>(sql`select sha256, loaded from restoring`) : undefined;
}

/** Called when the operator can be told that everything is there. */
export async function forgetRestoring(db: Database): Promise<void> {
  await db.run(sql`drop table if exists restoring`);
}

/** Somebody signed up before a restore page by page began, or two restores run at once. Nothing of the batch is done. */
export const wasOvertaken = (error: unknown): boolean =>
  error instanceof Error && (/\brestoring\b/.test(error.message) || wasOvertaken(error.cause));

export async function columnsByTable({ $client: d1 }: Database, isHidden: boolean) {
  const results = await d1.batch<{ name: string }>(
    restoreOrder.map((name) =>
      d1.prepare("select name from pragma_table_info(?)").bind(isHidden ? hiddenName(name) : name),
    ),
  );
  return new Map(restoreOrder.map((name, i) => [name, (results[i]?.results ?? []).map((row) => row.name)]));
}

/** Drizzle does not bind the parameters of raw SQL in a batch, so D1 runs it. */
async function runRaw({ $client: d1 }: Database, statements: RawStatement[]): Promise<void> {
  await d1.batch(
    [raw("pragma defer_foreign_keys = on"), ...statements].map(({ sql, params }) =>
      d1.prepare(sql).bind(...params),
    ),
  );
}

const emptyTables = () => emptiedNames.map((name) => raw(`delete from "${name}"`));

const toRaw = (statements: readonly Statement[]) =>
  statements.map((statement) => (statement as unknown as { toSQL(): RawStatement }).toSQL());

/** Statements for the columns that follow from other rows. */
const derive = (db: Database) => toRaw([...deriveEvents(db), ...deriveTables(db), makePaidDepositsDue(db)]);

/** Puts back what the bucket has, and what it lacks because it was changed just before; only the latter is still to be kept. */
const keepNewer = (db: Database, newer: NewerRows[], statements: RawStatement[], now: Date) => {
  const withdrawn = sql`(select user_id from ${schema.consents} where withdrawn_at is not null and topic = 'food-and-health'
    and user_id in ${sql.raw(newerOwners("consents"))})`;
  const later = restoreOrder.flatMap((name) => keptTables.filter((kept) => kept.name === name));
  const put = (tables: typeof keptTables) =>
    tables
      .flatMap((kept) => (kept.table === schema.users ? putBackAccounts : putBack)(kept))
      .map((each) => raw(each));
  return [
    raw(createNewerRows),
    raw(`insert into newer_rows select owner, name, at, ${rowsOfMark}, 1 from kept_changes`),
    ...jsonPortions(newer).map((some) =>
      raw(
        `insert into newer_rows select value ->> 'owner', value ->> 'name', value ->> 'at', value ->> 'rows', 0 from json_each(?) where true
          on conflict do update set at = excluded.at, rows = excluded.rows, is_live = 0 where excluded.at >= newer_rows.at`,
        JSON.stringify(some),
      ),
    ),
    ...statements,
    // This comes while the accounts that are gone still have their dinners.
    ...put(later.filter(({ table }) => table === schema.erasures)),
    ...toRaw(repeatErasures(db, now)),
    ...put(later.filter(({ table }) => table !== schema.erasures)),
    ...toRaw([eraseEntries(db, withdrawn)]),
    raw(
      "delete from kept_changes where (owner, name) not in (select owner, name from newer_rows where is_live)",
    ),
    raw("drop table newer_rows"),
  ];
};

const parkEmails = (db: Database, now: Date) =>
  toRaw([
    parkUnsentEmails(db, "put back from a backup: it may have been sent since", now),
    stopWritingNews(db),
  ]);

/** Without a list of newer rows, replaces all. People who were erased before or after the backup stay erased. */
export async function restoreBackup(
  db: Database,
  pages: Page[],
  newer: NewerRows[] | undefined,
  now: Date,
): Promise<void> {
  const columns = await columnsByTable(db, false);
  const rowsOf = Map.groupBy(pages, ({ name }) => name);
  const inserts = restoredTables.flatMap((table) =>
    (rowsOf.get(getTableName(table)) ?? []).flatMap(({ name, rows }) =>
      insertRows(table, rows, columns.get(name) ?? [], (each) => each),
    ),
  );
  const statements = [
    raw("drop table if exists restoring"),
    ...emptyTables(),
    ...inserts,
    ...derive(db),
    ...parkEmails(db, now),
  ];
  await runRaw(
    db,
    newer
      ? keepNewer(db, newer, statements, now)
      : [...statements, ...toRaw(repeatErasures(db, now)), raw("delete from kept_changes")],
  );
}

/** Puts back what came into the bucket while a restore began. */
export const putNewerBack = (db: Database, newer: NewerRows[], now: Date) =>
  runRaw(db, keepNewer(db, newer, [], now));

/** For use after D1 Time Travel, which brings back every row. */
export async function replayAfterTimeTravel(db: Database, newer: NewerRows[], now: Date): Promise<void> {
  const endAll = allTables
    .map(getTableName)
    .filter((name) => whatSurvives[name]?.notInBackup === ended)
    .map((name) => raw(`delete from "${name}"`));
  await runRaw(db, keepNewer(db, newer, endAll, now));
}

interface PagedRestore {
  sha256: string;
  /** The restore that was interrupted, if any. */
  interrupted: Restoring | undefined;
  /** Leaves out this many rows. */
  readPages(skipped: number): Iterable<Page>;
  /** Called once nothing changes any longer. */
  readNewer(): Promise<NewerRows[]>;
  now: Date;
  onLoaded(loaded: number): void;
}

/** For an empty club. If it is interrupted, it continues when it is called again. */
export async function restoreInPages(
  db: Database,
  { sha256, interrupted, readPages, readNewer, now, onLoaded }: PagedRestore,
): Promise<void> {
  const hide = emptiedNames.map((name) => raw(`alter table "${name}" rename to "${hiddenName(name)}"`));
  const show = emptiedNames.map((name) => raw(`alter table "${hiddenName(name)}" rename to "${name}"`));
  // A null makes the statement fail, and with it the batch.
  const advance = (from: number, to: number) =>
    raw("update restoring set loaded = iif(loaded = ? and sha256 = ?, ?, null)", from, sha256, to);
  if (!interrupted)
    await runRaw(db, [
      raw("create table restoring (sha256 text not null, loaded integer not null)"),
      raw(
        "insert into restoring values (?, iif(exists (select 1 from users) or exists (select 1 from events), null, 0))",
        sha256,
      ),
      ...emptyTables(),
      // Nothing that is loaded is a change; and without them names are changed faster.
      ...[...keptTriggers().keys()].map((name) => raw(`drop trigger ${name}`)),
      raw("delete from kept_changes"),
      ...hide,
    ]);
  const columns = await columnsByTable(db, true);
  const tables = new Map(restoredTables.map((table) => [getTableName(table), table]));
  let loaded = interrupted?.loaded ?? 0;
  for (const { name, rows } of readPages(loaded)) {
    const inserts = insertRows(tables.get(name) as SQLiteTable, rows, columns.get(name) ?? [], hiddenName);
    await runRaw(db, [advance(loaded, loaded + rows.length), ...inserts]);
    loaded += rows.length;
    onLoaded(loaded);
  }
  // In a large club each takes seconds, and D1 gives a batch thirty.
  for (const statement of derive(db))
    await runRaw(db, [advance(loaded, loaded), ...show, statement, ...hide]);
  await runRaw(db, [
    advance(loaded, allLoaded),
    ...show,
    ...keepNewer(db, await readNewer(), parkEmails(db, now), now),
    ...[...keptTriggers().values()].map((sql) => raw(sql)),
  ]);
}
