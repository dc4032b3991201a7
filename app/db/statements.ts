import { type Column, eq, getTableColumns, is, or, SQL, type SQLWrapper, sql } from "drizzle-orm";
import { SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { events } from "#app/db/schema/event.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import type { Database } from "./client.server.ts";
import { type GivenTime, toMs } from "./prepare-queries.ts";

/** A list as one parameter: `where id in ${jsonList(ids)}`. */
export const jsonList = (values: readonly (string | number)[]) =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;

/** Rows as one parameter: `select value ->> 'name' from ${jsonRows(rows)}`. */
export const jsonRows = (rows: readonly object[]) => sql`json_each(${JSON.stringify(rows)})`;

/** Half of what D1 allows for a value: names are repeated in each row, and a letter can take several bytes. */
const maxJsonLength = 500_000;

/** Splits a list of any length into portions whose JSON fits into a parameter of D1. */
export function jsonPortions<Row>(rows: readonly Row[], maxLength = maxJsonLength): Row[][] {
  const portions: Row[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const rowLength = JSON.stringify(row).length;
    if (length + rowLength > maxLength) {
      portions.push([]);
      length = 0;
    }
    portions.at(-1)?.push(row);
    length += rowLength;
  }
  return portions;
}

export type RowOf<Table extends SQLiteTable> = {
  [Name in keyof Table["$inferInsert"]]: Table["$inferInsert"][Name] | SQL | SQLiteColumn;
};

/** Inserts one row if the condition holds, or one for each row of `from`. A new nullable column changes no caller. */
export function insertWhere<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  row: RowOf<Table>,
  condition: SQL,
  from?: SQLiteTable | SQL,
) {
  const values = insertedColumns(table).map(([name, column]) =>
    toSql(row[name as keyof RowOf<Table>], column),
  );
  const source = from ? sql`from ${from}` : sql``;
  return db.insert(table).select(sql`select ${sql.join(values, sql`, `)} ${source} where ${condition}`);
}

/** Statements that insert any number of rows if the condition is true, each as large as D1 allows. */
export function insertRows<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  rows: readonly Table["$inferInsert"][],
  condition: SQL = sql`true`,
) {
  const columns = insertedColumns(table);
  const encoded = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(
      columns.map(([name, column]) => [name, encode(valueOrDefault(row[name], column), column)]),
    ),
  );
  const values = columns.map(([name]) => sql`value ->> ${sql.raw(`'${name}'`)}`);
  return jsonPortions(encoded).map((some) =>
    db
      .insert(table)
      .select(sql`select ${sql.join(values, sql`, `)} from ${jsonRows(some)} where ${condition}`),
  );
}

const insertedColumns = (table: SQLiteTable) => Object.entries(getTableColumns(table)) as [string, Column][];

function toSql(value: unknown, column: Column): SQL {
  const given = valueOrDefault(value, column);
  if (given === null || given === undefined) return sql`null`;
  if (is(given, SQL) || is(given, SQLiteColumn)) return sql`${given}`;
  return sql`${sql.param(given, column)}`;
}

const encode = (value: unknown, column: Column) =>
  value === null || value === undefined ? undefined : column.mapToDriverValue(value);

const valueOrDefault = (value: unknown, column: Column): unknown =>
  value === undefined ? (column.defaultFn?.() ?? column.default) : value;

type Identified = SQLiteTable & { id: SQLiteColumn };

/** The ids are in the order of their dates. */
export const findEventIds = async (db: Database, condition: SQL): Promise<string[]> =>
  (await db.select({ id: events.id }).from(events).where(condition).orderBy(events.date)).map(({ id }) => id);

/** Returns the exact match, or up to two ids that begin with `start`. Two mean that the prefix is ambiguous. */
export async function findIdsByPrefix(db: Database, table: Identified, start: string): Promise<string[]> {
  const begins: SQL = sql`${table.id} >= ${start} and ${table.id} < ${`${start}\u{10ffff}`}`;
  const rows = await db
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(or(eq(table.id, start), begins))
    .orderBy(table.id)
    .limit(2);
  const ids = rows.map(({ id }) => id);
  return ids.includes(start) ? [start] : ids;
}

const sixHoursMs = 6 * 60 * minuteMs;

/** Waits 1, 2, 4, … minutes, at most `maxWaitMs`, and up to a quarter longer, so that failed work doesn't all return at once. */
export function nextAttemptAt(now: GivenTime, attempts: SQLWrapper, maxWaitMs = sixHoursMs) {
  const waitMs = sql`min(${minuteMs} * (1 << min(${attempts}, 9)), ${maxWaitMs})`;
  return sql<Date>`cast(${toMs(now)} + ${waitMs} * (1 + abs(random() % 1000) / 4000.0) as integer)`;
}
