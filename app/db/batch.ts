import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "./client.server.ts";

export type Statement = BatchItem<"sqlite">;

/** Runs all statements as one transaction and returns the rows of the last one. */
export async function runBatch<Last extends Statement>(
  db: Database,
  before: readonly Statement[],
  last: Last,
): Promise<Last["_"]["result"]> {
  const results = await db.batch([...before, last] as unknown as [Statement]);
  return results.at(-1) as Last["_"]["result"];
}

/** Runs queries as one transaction, and returns the rows of each by its name. */
export async function runNamed<Queries extends Record<string, Statement>>(db: Database, queries: Queries) {
  const results = await runStatements(db, Object.values(queries));
  const named = Object.keys(queries).map((name, i) => [name, results[i]]);
  return Object.fromEntries(named) as { [Name in keyof Queries]: Queries[Name]["_"]["result"] };
}

/** Runs a list of statements, also an empty one, as one transaction. */
export async function runStatements(db: Database, statements: readonly Statement[]): Promise<unknown[][]> {
  if (statements.length === 0) return [];
  return (await db.batch(statements as unknown as [Statement])) as unknown as unknown[][];
}
