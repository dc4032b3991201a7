import { drizzle } from "drizzle-orm/d1";

export type Database = ReturnType<typeof connect>;

const connect = (binding: D1Database) => drizzle(binding, { casing: "snake_case" });

/** The query builder holds nothing of a request, so an isolate builds it once. */
const open = new WeakMap<D1Database, Database>();

export function openDatabase(binding: D1Database): Database {
  const known = open.get(binding);
  if (known) return known;
  const database = connect(binding);
  open.set(binding, database);
  return database;
}
