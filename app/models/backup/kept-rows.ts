import { getTableName } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, type SQLiteColumn, type SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#app/db/schema.ts";
import { jsonPortions } from "#app/db/statements.ts";
import { whatSurvives } from "#app/lib/privacy/what-survives.ts";
import { allTables, type Page } from "./backup.server.ts";

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
  // Erasures of both sides stay. If a row changed while a large backup was taken, the newer version counts.
  const verb = table === schema.erasures ? "insert or ignore" : "insert or replace";
  const into = `"${rename(getTableName(table))}" (${columns.map((column) => `"${column}"`).join(", ")})`;
  const statement = `${verb} into ${into} select ${values.join(", ")} from json_each(?) where ${["true", ...conditions].join(" and ")}`;
  return jsonPortions(rows).map((some) => raw(statement, JSON.stringify(some)));
}

/** SQL that is made from the list of what survives: the triggers, what is stored of an owner, and how it is put back. */

const words = (text = "") => text.split(" ").filter(Boolean);

/** The owner of rows that belong to nobody. */
const nobody = "00000000-0000-0000-0000-000000000000";

interface KeptTable {
  table: SQLiteTable;
  name: string;
  owner: string;
  isOwnerOptional: boolean;
  primaryKey: string[];
  columns: string[];
  /** The columns whose newer value wins, and those that name the owner. */
  kept: string[];
  /** The columns whose change is recorded. */
  loud: string[];
  /** Rows come from the backup, and only some of their columns can be newer. */
  isChangedOnly: boolean;
  staysForBackups: boolean;
}

function describe(table: SQLiteTable): KeptTable[] {
  const name = getTableName(table);
  const { owner, backup, quiet, staysForBackups = false } = whatSurvives[name] ?? {};
  if (!owner) return [];
  const config = getTableConfig(table);
  const columns = config.columns.map(nameOf);
  const fromBackup = words(backup);
  const newer = columns.filter((column) => !fromBackup.includes(column));
  const isChangedOnly = fromBackup.includes(owner);
  return [
    {
      ...{ table, name, owner, columns, isChangedOnly, staysForBackups },
      isOwnerOptional: config.columns.some((column) => nameOf(column) === owner && !column.notNull),
      primaryKey: [
        ...config.columns.filter(({ primary }) => primary),
        ...config.primaryKeys.flatMap((key) => key.columns),
      ].map(nameOf),
      kept: isChangedOnly ? [owner, ...newer] : newer,
      loud: newer.filter((column) => !words(quiet).includes(column)),
    },
  ];
}

export const keptTables = allTables.flatMap(describe);

const quote = (names: readonly string[], before = "") => names.map((name) => `${before}"${name}"`).join(", ");

const ownerIn = ({ owner, isOwnerOptional }: KeptTable, row: string) =>
  isOwnerOptional ? `coalesce(${row}."${owner}", '${nobody}')` : `${row}."${owner}"`;

/** Triggers by name. `npm run migration:rewrite` writes them into the migration. */
export function keptTriggers(): Map<string, string> {
  const create = (table: KeptTable, verb: string, when: string, rows: string[]) => {
    const name = `${verb}_${table.name}_are_kept`;
    const values = rows.map(
      (row) => `INSERT INTO kept_changes (owner, name) SELECT ${row}
    ON CONFLICT DO UPDATE SET at = max(excluded.at, at + 1) WHERE at <> excluded.at;`,
    );
    const sql = `CREATE TRIGGER ${name} AFTER ${when} ON ${table.name}\nBEGIN\n  ${values.join("\n  ")}\nEND`;
    return [name, sql] as const;
  };
  return new Map(
    keptTables.flatMap((table) => {
      const [before, after] = [ownerIn(table, "OLD"), ownerIn(table, "NEW")];
      const mark = (owner: string, condition = "true") => `${owner}, '${table.name}' WHERE ${condition}`;
      const mayPass = !table.isChangedOnly && `${table.primaryKey}` !== table.owner;
      return [
        ...(table.isChangedOnly ? [] : [create(table, "added", "INSERT", [mark(after)])]),
        create(table, "changed", `UPDATE OF ${table.loud.join(", ")}`, [
          mark(after),
          ...(mayPass ? [mark(before, `${before} <> ${after}`)] : []),
        ]),
        ...(table.staysForBackups ? [] : [create(table, "removed", "DELETE", [mark(before)])]),
      ];
    }),
  );
}

/** For a row of `kept_changes`: all rows that its owner now has in that table. */
export const rowsOfMark = `case kept_changes.name ${keptTables
  .map(({ name, owner, isOwnerOptional, kept }) => {
    const isTheirs = isOwnerOptional
      ? `"${owner}" is nullif(kept_changes.owner, '${nobody}')`
      : `"${owner}" = kept_changes.owner`;
    const pairs = kept.map((column) => `'${column}', "${column}"`).join(", ");
    return `when '${name}' then (select json_group_array(json_object(${pairs})) from "${name}" where ${isTheirs})`;
  })
  .join(" ")} else '[]' end`;

/** Holds newer rows while they are put back. */
export const createNewerRows = `create table newer_rows (owner text not null, name text not null, at integer not null,
  rows text not null, is_live integer not null, primary key (owner, name)) without rowid`;

export const newerOwners = (name: string) => `(select owner from newer_rows where name = '${name}')`;

const value = (column: string) => `row.value ->> '${column}'`;

/** Statements that put the newer rows of a table back. Rows are left out if the backup lacks their booking or event. */
export function putBack(kept: KeptTable): string[] {
  const { table, name, owner, columns, primaryKey } = kept;
  const from = `from newer_rows n, json_each(n.rows) row`;
  const isOfTable = `n.name = '${name}'`;
  const isNewer = `${ownerIn(kept, `"${name}"`)} in ${newerOwners(name)}`;
  if (kept.isChangedOnly) {
    const newer = kept.kept.filter((column) => column !== owner);
    return [
      `update "${name}" set (${quote(newer)}) = (select ${newer.map(value)} ${from} where ${isOfTable} and n.owner = "${name}"."${owner}")
        where "${owner}" in (select owner from newer_rows where name = '${name}' and rows <> '[]')`,
    ];
  }
  const parents = listParents(table);
  const isThere = ({ column, table: parent, key }: (typeof parents)[number]) =>
    `${value(column)} in (select "${key}" from "${getTableName(parent)}")`;
  const isOptional = (column: string) =>
    getTableConfig(table).columns.some((each) => nameOf(each) === column && !each.notNull);
  const values = columns.map((column) => {
    if (!kept.kept.includes(column)) return `old."${column}"`;
    const parent = parents.find((each) => each.column === column);
    return parent && isOptional(column) ? `iif(${isThere(parent)}, ${value(column)}, null)` : value(column);
  });
  const conditions = [isOfTable, ...parents.filter(({ column }) => !isOptional(column)).map(isThere)];
  const hasOld = kept.kept.length < columns.length;
  const isOld = primaryKey.map((column) => `old."${column}" = ${value(column)}`).join(" and ");
  return [
    `delete from "${name}" where ${isNewer} and (${quote(primaryKey)}) not in (select ${primaryKey.map(value)} ${from} where ${isOfTable})`,
    `insert or replace into "${name}" (${quote(columns)}) select ${values} ${from}
      ${hasOld ? `left join "${name}" old on ${isOld}` : ""} where ${conditions.join(" and ")}`,
  ];
}

const noAddress = "lower(id) || '@address-changed.invalid'";

/** Never replaced, because its dinners would go with it. If two accounts claim one address, the later one gets it. */
export function putBackAccounts({ name, columns }: KeptTable): string[] {
  const from = `from newer_rows n, json_each(n.rows) row where n.name = '${name}'`;
  const isLater = `row_number() over (partition by ${value("email")} order by n.at desc) = 1`;
  const values = columns.map((column) =>
    column === "email"
      ? `iif(${isLater}, ${value("email")}, ${noAddress.replace("id", value("id"))})`
      : value(column),
  );
  return [
    `delete from "${name}" where id in ${newerOwners(name)} and id not in (select ${value("id")} ${from})`,
    `update "${name}" set email = ${noAddress}, passkey_handle = null
      where id in ${newerOwners(name)} or email in (select ${value("email")} ${from})`,
    `insert into "${name}" (${quote(columns)}) select ${values} ${from}
      on conflict (id) do update set ${columns.map((column) => `"${column}" = excluded."${column}"`)}`,
  ];
}
