import { getTableName } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { jsonPortions } from "#app/db/json-list.ts";
import * as schema from "#app/db/schema.ts";
import type { Page } from "./backup.server.ts";

export interface RawStatement {
  sql: string;
  params: unknown[];
}

export const raw = (sql: string, ...params: unknown[]): RawStatement => ({ sql, params });

interface Parent {
  column: string;
  table: SQLiteTable;
  key: string;
  onDelete: string | undefined;
}

export const nameOf = ({ keyAsName, name }: SQLiteColumn) => (keyAsName ? toSnakeCase(name) : name);

export const listParents = (table: SQLiteTable): Parent[] =>
  getTableConfig(table).foreignKeys.map((foreignKey) => {
    const { columns, foreignTable, foreignColumns } = foreignKey.reference();
    const [column, key] = [columns[0], foreignColumns[0]].map((each) => nameOf(each as SQLiteColumn));
    return { column: column ?? "", table: foreignTable, key: key ?? "", onDelete: foreignKey.onDelete };
  });

/** Rows of somebody who was erased while a large backup was taken, and whom it has no more, are left out. */
export function insertRows(
  table: SQLiteTable,
  rows: Page["rows"],
  columns: readonly string[],
  rename: (name: string) => string,
): RawStatement[] {
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
  return jsonPortions(rows).map((some) => raw(statement, JSON.stringify(some)));
}
