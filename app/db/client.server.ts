import { drizzle } from "drizzle-orm/d1";

export type Database = ReturnType<typeof connect>;

const connect = (binding: D1Database) => drizzle(binding, { casing: "snake_case" });

/** The query builder holds nothing of a request, so an isolate builds it once. */
const openDatabases = new WeakMap<D1Database, Database>();

export function openDatabase(binding: D1Database): Database {
  const known = openDatabases.get(binding);
  if (known) return known;
  const database = connect(binding);
  openDatabases.set(binding, database);
  return database;
}
