import { sql } from "drizzle-orm";

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
