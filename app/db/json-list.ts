import { sql } from "drizzle-orm";

/** A list of any length as one parameter: `where id in ${jsonList(ids)}`. */
export const jsonList = (values: readonly (string | number)[]) =>
  sql`(select value from json_each(${JSON.stringify(values)}))`;

/** Rows of any number as one parameter: `select value ->> 'name' from ${jsonRows(rows)}`. */
export const jsonRows = (rows: readonly object[]) => sql`json_each(${JSON.stringify(rows)})`;

/** D1 limits a value to 2 MB, so long lists go in several statements. */
export const chunk = <Row>(rows: readonly Row[], size = 500): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));
