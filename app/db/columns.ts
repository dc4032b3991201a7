import { integer, text } from "drizzle-orm/sqlite-core";

/** The columns every table is made of, so that one kind of thing is stored in one way. */
export const id = () =>
  text()
    .primaryKey()
    .$defaultFn(() => crypto.randomUUID());

/** A moment: UTC milliseconds in the database, a Date in TypeScript. */
export const timestamp = () => integer({ mode: "timestamp_ms" });

export const flag = () => integer({ mode: "boolean" }).notNull().default(false);
