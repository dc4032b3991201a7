import { sql } from "drizzle-orm";
import { integer, type ReferenceConfig, type SQLiteColumn, text } from "drizzle-orm/sqlite-core";

export const id = () =>
  text()
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());

/** UTC milliseconds in the database, a Date in TypeScript. */
export const timestamp = () => integer({ mode: "timestamp_ms" });

/** The column is 0 until it is set, so one range of an index also covers what was never done. */
export const unsetTime = () =>
  timestamp()
    .notNull()
    .default(sql`0`)
    .$defaultFn(() => new Date(0));

export const flag = () => integer({ mode: "boolean" }).notNull().default(false);

/** The id of a row of another table. */
export const idOf = (column: () => SQLiteColumn, actions: ReferenceConfig["actions"] = {}) =>
  text().notNull().references(column, actions);

type Template = Parameters<typeof sql>;

/** SQL that is true or false. */
export const sqlBoolean = (...template: Template) => sql<boolean>(...template).mapWith(Boolean);

/** SQL that returns JSON. */
export const sqlJson = <Value>(...template: Template) =>
  sql<Value>(...template).mapWith((json: string): Value => JSON.parse(json));
