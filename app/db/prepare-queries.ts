import { fillPlaceholders, type Placeholder, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "./client.server.ts";
import { assertDistinctColumns } from "./distinct-columns.ts";

type Queries = readonly [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

/** A value, or the place of one that each request fills in. */
export type ValueOrPlaceholder<Value extends string | number> = Value | Placeholder;

interface PreparedQuery {
  getQuery(): { sql: string; params: unknown[] };
}

/**
 * Writes the SQL of a page once for a database, and fills in the values of each request: writing it takes drizzle about as
 * long as rendering the page. `write` sees no values, so nothing of one request can reach another.
 */
export function prepareQueries<Name extends string, const Batch extends Queries>(
  names: readonly Name[],
  write: (db: Database, given: Record<Name, Placeholder<Name>>) => Batch,
): (db: Database, values: Record<Name, string | number>) => Batch {
  const placeholders = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Record<
    Name,
    Placeholder<Name>
  >;
  const written = new WeakMap<Database, PreparedQuery[]>();
  function prepare(db: Database): PreparedQuery[] {
    const prepared = write(db, placeholders).map((query) => {
      assertDistinctColumns(query);
      return (query as unknown as { _prepare(): PreparedQuery })._prepare();
    });
    written.set(db, prepared);
    return prepared;
  }
  return (db, values) =>
    (written.get(db) ?? prepare(db)).map((query) => fillIn(query, values)) as unknown as Batch;
}

/** As drizzle's batch takes it. */
function fillIn(query: PreparedQuery, values: Record<string, string | number>) {
  const { sql, params } = query.getQuery();
  const filled = { sql, params: fillPlaceholders(params, values) };
  const prepared: PreparedQuery = Object.create(query, { getQuery: { value: () => filled } });
  return { _prepare: () => prepared };
}
