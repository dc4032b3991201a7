import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { withTimeout } from "#app/lib/timing.ts";
import type { Database } from "./client.server.ts";
import { hasStopped, takeCronLook } from "./cron-watch.ts";
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

/** Where a copy does not answer, the primary is asked. */
const copyTimeoutMs = 3_000;

interface PendingBatch {
  queries: Query[];
  rows: Promise<unknown[]>;
}

const pendingBatches = new WeakMap<object, PendingBatch>();

interface ReadingContext {
  db: Database;
  /** Where the page may be read from a copy. */
  replica?: Replica | undefined;
  /** Set where the page has read that the cron has stopped. */
  isCronAway?: boolean;
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
  const rows = Promise.resolve().then(async () => {
    pendingBatches.delete(context);
    const { replica, db } = context;
    const looks = takeCronLook(db);
    try {
      const reading = (replica?.db ?? db).batch([...queries, ...looks] as unknown as [Query]);
      const limitMs = replica ? copyTimeoutMs : timeoutMs;
      const rows: unknown[] = await withTimeout(limitMs, reading);
      if (looks.length > 0) context.isCronAway = hasStopped(rows.pop() as { at: Date }[]);
      return rows;
    } catch (error) {
      if (replica) replica.isBehind = true;
      replica?.rest();
      throw error;
    }
  });
  const batch = { queries, rows };
  pendingBatches.set(context, batch);
  return batch;
}
