import { getTableName, is, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import * as schema from "#app/db/schema.ts";
import { parkUnsentEmails } from "#app/models/outbox/remove-emails.server.ts";
import { type KeptChange, replayKeptChanges } from "./kept-changes.server.ts";

export type Row = Record<string, string | number | null>;

export interface Backup {
  /** The newest migration when it was taken. */
  migration: string;
  tables: { name: string; rows: Row[] }[];
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

export async function takeBackup(db: Database): Promise<Backup> {
  const results = (await db.batch([
    db.all(sql`select name from d1_migrations order by name desc limit 1`),
    ...backedUpTables.map((table) => db.all(sql`select * from ${table}`)),
  ] as unknown as Batch)) as unknown as Row[][];
  const [[migration] = [], ...tables] = results;
  return {
    migration: String(migration?.name ?? ""),
    tables: backedUpTables.map((table, i) => ({ name: getTableName(table), rows: tables[i] ?? [] })),
  };
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

/** D1 limits a parameter to 2 MB. */
const maxParameterBytes = 500_000;

/** What triggers count for an event goes first: they would count it again where the event is there already. */
const inOrder = (tables: Backup["tables"]) => {
  const counted: string[] = [schema.eventVenues, schema.bookings].map(getTableName);
  const isFirst = ({ name }: Backup["tables"][number]) => counted.includes(name);
  return [...tables.filter(isFirst), ...tables.filter((table) => !isFirst(table))];
};

/** Replaces all rows in one batch, and makes again what was kept since. Whoever was erased before or after the backup stays erased. */
export async function restoreBackup(
  db: Database,
  { tables }: Backup,
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
    ...inOrder(tables).flatMap(({ name, rows }) =>
      toJsonChunks(rows).map((piece) => ({ sql: insertion(name, columns.get(name) ?? []), params: [piece] })),
    ),
    parkUnsentEmails(db, reason, now).toSQL(),
    ...replayKeptChanges(db, changes, now).map((statement) =>
      (statement as unknown as { toSQL(): ReturnType<typeof plain> }).toSQL(),
    ),
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
  // Erasures of both sides stay; in any other table a row that stands twice means a damaged file.
  const verb = table === getTableName(schema.erasures) ? "insert or ignore" : "insert";
  return `${verb} into "${table}" (${into}) select ${values} from json_each(?)`;
}

function toJsonChunks(rows: Row[]): string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const json = JSON.stringify(row);
    piece.push(json);
    bytes += json.length;
    if (bytes > maxParameterBytes) {
      pieces.push(`[${piece.join(",")}]`);
      [piece, bytes] = [[], 0];
    }
  }
  return piece.length > 0 ? [...pieces, `[${piece.join(",")}]`] : pieces;
}
