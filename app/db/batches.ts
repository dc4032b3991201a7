import { eq } from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { heartbeats } from "#app/db/schema/health.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { withTimeout } from "#app/lib/timing.ts";
import type { Database, Replica } from "./client.server.ts";

export type Statement = BatchItem<"sqlite">;

/** Runs queries as one transaction and returns the rows of each under its name. */
export async function runNamed<Queries extends Record<string, Statement>>(db: Database, queries: Queries) {
  const results = await db.batch(Object.values(queries));
  const named = Object.keys(queries).map((name, i) => [name, results[i]]);
  return Object.fromEntries(named) as { [Name in keyof Queries]: Queries[Name]["_"]["result"] };
}

type Query = BatchItem<"sqlite">;
type Queries = readonly [Query, ...Query[]];

/** Queries that wait for the other reads of a page, and how their rows become a result. */
export interface BatchedRead<Result> {
  queries: Queries;
  toResult(rows: unknown[]): Result;
}

export const batchedRead = <const Batch extends Queries, Result>(
  queries: Batch,
  toResult: (rows: BatchResponse<Batch>) => Result,
): BatchedRead<Result> => ({ queries, toResult: toResult as BatchedRead<Result>["toResult"] });

/** This is far longer than the rows of any page take. */
const timeoutMs = 4_000;

/** If a copy doesn't answer within this time, the primary is asked. */
const copyTimeoutMs = 3_000;

interface PendingBatch {
  queries: Query[];
  rows: Promise<unknown[]>;
}

const pendingBatches = new WeakMap<object, PendingBatch>();

interface ReadingContext {
  db: Database;
  /** Set if the page can be read from a copy. */
  replica?: Replica | undefined;
  /** Whether the page has read that the cron has stopped. Only pages have it and look, because nobody asks a job. */
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
    const looks = context.isCronAway === undefined ? [] : startCronLookup(db);
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

/** Sends the queries that start together as one batch. If one of them fails, each is sent on its own. */
export function collectReads(binding: D1Database): D1Database {
  let waiting: { statement: D1PreparedStatement; answer(result: D1Result | Promise<D1Result>): void }[] = [];
  const send = async () => {
    const some = waiting;
    waiting = [];
    const results = await binding.batch(some.map(({ statement }) => statement)).catch(() => undefined);
    some.forEach(({ statement, answer }, i) => {
      answer(results?.[i] ?? statement.all());
    });
  };
  const ask = (statement: D1PreparedStatement) =>
    new Promise<D1Result>((answer) => {
      if (waiting.push({ statement, answer }) === 1) setTimeout(send);
    });
  const collect = (statement: D1PreparedStatement) => ({
    bind: (...values: unknown[]) => collect(statement.bind(...values)),
    all: () => ask(statement),
    /** None of these queries has two columns with the same name. */
    raw: async () => (await ask(statement)).results.map((row) => Object.values(row as object)),
  });
  return { prepare: (query: string) => collect(binding.prepare(query)) } as unknown as D1Database;
}

/** A cron that has not run for this long has stopped. */
export const maxSilenceMs = 5 * minuteMs;

let lastLookupAt = 0;

/** Returns a statement, once a minute in each isolate, that a page adds to its reads. It says when the cron last ran. */
export function startCronLookup(db: Database) {
  const now = Date.now();
  if (now - lastLookupAt < minuteMs) return [];
  lastLookupAt = now;
  return [db.select({ at: heartbeats.at }).from(heartbeats).where(eq(heartbeats.name, "cron"))];
}

/** A cron that has never run doesn't count as stopped. */
const hasStopped = ([run]: { at: Date }[]) =>
  run !== undefined && run.at.getTime() <= Date.now() - maxSilenceMs;
