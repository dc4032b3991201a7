import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { Database } from "./client.server.ts";

type Query = BatchItem<"sqlite">;
type Queries = readonly [Query, ...Query[]];

/** Reads that nobody has sent yet, and what their rows mean. In each, no two columns of one name. */
export interface Question<Answer> {
  queries: Queries;
  read(rows: unknown[]): Answer;
}

export const question = <const Asked extends Queries, Answer>(
  queries: Asked,
  read: (rows: BatchResponse<Asked>) => Answer,
): Question<Answer> => ({ queries, read: read as Question<Answer>["read"] });

interface Trip {
  queries: Query[];
  rows: Promise<unknown[]>;
}

const boarding = new WeakMap<object, Trip>();

/** What a page's loaders ask in one breath goes to the database together: a trip there is most of what a page costs. */
export async function ask<Answer>(
  context: { db: Database },
  { queries, read }: Question<Answer>,
): Promise<Answer> {
  const trip = boarding.get(context) ?? setOut(context);
  const from = trip.queries.length;
  trip.queries.push(...queries);
  const rows = await trip.rows;
  return read(rows.slice(from, from + queries.length));
}

function setOut(context: { db: Database }): Trip {
  const queries: Query[] = [];
  const rows = Promise.resolve().then(() => {
    boarding.delete(context);
    return context.db.batch(queries as unknown as [Query]);
  });
  const trip = { queries, rows };
  boarding.set(context, trip);
  return trip;
}
