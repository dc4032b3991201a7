import { type Column, getTableColumns, is, SQL, sql } from "drizzle-orm";
import { SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "./client.server.ts";
import { jsonPortions, jsonRows } from "./json-list.ts";

export type RowOf<Table extends SQLiteTable> = {
  [Name in keyof Table["$inferInsert"]]: Table["$inferInsert"][Name] | SQL | SQLiteColumn;
};

/**
 * Inserts one row if the condition is true. With `from`, inserts a row for each row of that table or join.
 * Columns are named, so a new nullable column changes no caller.
 */
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
