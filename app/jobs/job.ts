import type { Database } from "#app/db/client.server.ts";
import type { JobContext } from "#app/job-context.ts";

/**
 * What the cron finds and the queue does. An item may be done twice, late, or be cut short: it does what is due and
 * nothing else.
 */
export interface Job {
  /** What is due: the id of each event, or "all" where one task does everything. */
  findItems(context: JobContext, now: Date): Promise<string[]>;
  /** Returns "more" where it stopped before everything was done, to stay within the limits of one invocation. */
  run(context: JobContext, item: string, now: Date, options: RunOptions): Promise<"more" | undefined>;
}

interface RunOptions {
  /** An earlier attempt at this item was stopped. */
  isRetry: boolean;
}

/** A job that is one call of a model for each id that is due, or for "all". */
export const eachOf = (
  findItems: (db: Database, now: Date) => Promise<string[]>,
  run: (db: Database, id: string, now: Date) => Promise<unknown>,
): Job => ({
  findItems: ({ db }, now) => findItems(db, now),
  async run({ db }, id, now) {
    await run(db, id, now);
    return undefined;
  },
});

/** For jobs whose every run looks for what is due by itself. */
export const everyMinute = async (): Promise<string[]> => ["all"];
