import { getTableName, is, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/client.server.ts";
import * as schema from "#app/db/schema.ts";
import { whatSurvives } from "#app/lib/privacy/what-survives.ts";

export type Row = Record<string, string | number | null>;

/** A table that is too large for one page has more. */
export interface Page {
  name: string;
  rows: Row[];
}

export const allTables = Object.values(schema).filter((value) => is(value, SQLiteTable)) as SQLiteTable[];
export const backedUpTables = allTables.filter((table) => !whatSurvives[getTableName(table)]?.notInBackup);

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

/** D1 returns at most 50 MB at once, and the last pages of all tables are read together. */
export const maxPageSize = 2_000;

/** The table of answers has no row ids. */
const keyOf = (table: SQLiteTable) =>
  table === schema.userAnswers
    ? { columns: ["user_id", "question_id"], start: ["", 0] }
    : { columns: ["rowid"], start: [0] };

/** The newest rows, which are those that change, are read last and in one transaction; older ones page by page. */
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
  // The order of answers doesn't show their age, so those of the newest diners are read with them.
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
