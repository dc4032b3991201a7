import { integer, text } from "drizzle-orm/sqlite-core";

export const id = () =>
  text()
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());

/** UTC milliseconds in the database, a Date in TypeScript. */
export const timestamp = () => integer({ mode: "timestamp_ms" });

export const flag = () => integer({ mode: "boolean" }).notNull().default(false);
