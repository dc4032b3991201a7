import { drizzle } from "drizzle-orm/d1";
import { assertDistinctColumns } from "./distinct-columns.ts";

export type Database = ReturnType<typeof connect>;

/** Rows, and the files that some of them name. */
export interface Store {
  db: Database;
  bucket: R2Bucket;
}

export function connect(binding: D1Database) {
  const database = drizzle(binding, { casing: "snake_case" });
  const batch = database.batch.bind(database);
  database.batch = (queries) => {
    queries.forEach(assertDistinctColumns);
    return batch(queries);
  };
  return database;
}

/** The query builder keeps nothing of a request, so an isolate builds it once. */
const openDatabases = new WeakMap<D1Database, Database>();

export function openDatabase(binding: D1Database): Database {
  const known = openDatabases.get(binding);
  if (known) return known;
  const database = connect(binding);
  openDatabases.set(binding, database);
  return database;
}
