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

/** Runs a list of statements, also an empty one, as one transaction. */
export async function runStatements(db: Database, statements: readonly Statement[]): Promise<unknown[][]> {
  if (statements.length === 0) return [];
  return (await db.batch(statements as unknown as [Statement])) as unknown as unknown[][];
}
