import type { Database } from "#app/db/client.server.ts";
import type { JobContext } from "#app/job-context.ts";

/** What the cron finds and the queue does. An item can be done twice, late or half, so it does only what is due. */
export interface Job {
  /** What is due: the id of each event, or "all" if one task does everything. */
  findItems(context: JobContext, now: Date): Promise<string[]>;
  /** Returns "more" if it stopped before everything was done, to stay within the limits of one invocation. */
  run(context: JobContext, item: string, now: Date, options: RunOptions): Promise<"more" | undefined>;
}

interface RunOptions {
  /** An earlier attempt at this item was stopped. */
  isRetry: boolean;
}

/** A job that calls one function of a model for each id that is due, or for "all". */
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

/** For jobs that look for due work themselves in every run. */
export const everyMinute = async (): Promise<string[]> => ["all"];
