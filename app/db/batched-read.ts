import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { withTimeout } from "#app/lib/timing.ts";
import type { Database } from "./client.server.ts";
import type { Replica } from "./replica.ts";

type Query = BatchItem<"sqlite">;
type Queries = readonly [Query, ...Query[]];

/** Queries that wait for the other reads of a page, and what their rows become. */
export interface BatchedRead<Result> {
  queries: Queries;
  toResult(rows: unknown[]): Result;
}

export const batchedRead = <const Batch extends Queries, Result>(
  queries: Batch,
  toResult: (rows: BatchResponse<Batch>) => Result,
): BatchedRead<Result> => ({ queries, toResult: toResult as BatchedRead<Result>["toResult"] });

/** Far longer than any page's rows take. */
const timeoutMs = 4_000;

interface PendingBatch {
  queries: Query[];
  rows: Promise<unknown[]>;
}

const pendingBatches = new WeakMap<object, PendingBatch>();

interface ReadingContext {
  db: Database;
  /** Where the page may be read from a copy. */
  replica?: Replica | undefined;
}

/** Sends all reads that a page's loaders start together as one D1 batch: a round trip is most of a page's cost. */
export async function loadBatched<Result>(
  context: ReadingContext,
  { queries, toResult }: BatchedRead<Result>,
): Promise<Result> {
  const batch = pendingBatches.get(context) ?? startBatch(context);
  const start = batch.queries.length;
  batch.queries.push(...queries);
  const rows = await batch.rows;
  return toResult(rows.slice(start, start + queries.length));
}

function startBatch(context: ReadingContext): PendingBatch {
  const queries: Query[] = [];
  const rows = Promise.resolve().then(() => {
    pendingBatches.delete(context);
    const { replica, db } = context;
    const reading = (replica?.db ?? db).batch(queries as unknown as [Query]);
    return withTimeout(timeoutMs, reading).catch((error: unknown) => {
      if (replica) replica.isBehind = true;
      throw error;
    });
  });
  const batch = { queries, rows };
  pendingBatches.set(context, batch);
  return batch;
}
