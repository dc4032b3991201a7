import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { Database } from "./client.server.ts";

type Query = BatchItem<"sqlite">;
type Queries = readonly [Query, ...Query[]];

/** Reads that nobody has sent yet, and what their rows mean. In each, no two columns of one name. */
export interface BatchedRead<Answer> {
  queries: Queries;
  toResult(rows: unknown[]): Answer;
}

export const batchedRead = <const Asked extends Queries, Answer>(
  queries: Asked,
  read: (rows: BatchResponse<Asked>) => Answer,
): BatchedRead<Answer> => ({ queries, toResult: read as BatchedRead<Answer>["toResult"] });

interface PendingBatch {
  queries: Query[];
  rows: Promise<unknown[]>;
}

const pendingBatches = new WeakMap<object, PendingBatch>();

/** What a page's loaders ask in one breath goes to the database together: a trip there is most of what a page costs. */
export async function loadBatched<Answer>(
  context: { db: Database },
  { queries, toResult }: BatchedRead<Answer>,
): Promise<Answer> {
  const trip = pendingBatches.get(context) ?? startBatch(context);
  const from = trip.queries.length;
  trip.queries.push(...queries);
  const rows = await trip.rows;
  return toResult(rows.slice(from, from + queries.length));
}

function startBatch(context: { db: Database }): PendingBatch {
  const queries: Query[] = [];
  const rows = Promise.resolve().then(() => {
    pendingBatches.delete(context);
    return context.db.batch(queries as unknown as [Query]);
  });
  const trip = { queries, rows };
  pendingBatches.set(context, trip);
  return trip;
}
