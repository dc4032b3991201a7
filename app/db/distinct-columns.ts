import { Column, getTableColumns, is, SQL, Table } from "drizzle-orm";

/** In a batch D1 returns rows as objects, so of two columns with one name the second replaces the first. */
export function assertDistinctColumns(query: object): void {
  const names = columnNames((query as { _?: { selectedFields?: object } })._?.selectedFields ?? {});
  const repeated = names.find((name, i) => names.indexOf(name) < i);
  if (repeated) throw new Error(`Two columns of a batched query are named ${repeated}: give one an alias`);
}

const columnNames = (fields: object): string[] =>
  Object.values(fields).flatMap((field) => {
    if (is(field, SQL.Aliased)) return [field.fieldAlias.replaceAll("_", "").toLowerCase()];
    if (is(field, Column)) return [field.name.replaceAll("_", "").toLowerCase()];
    if (is(field, Table)) return columnNames(getTableColumns(field));
    if (is(field, SQL)) throw new Error("An SQL column of a batched query has no alias");
    return columnNames(field);
  });
