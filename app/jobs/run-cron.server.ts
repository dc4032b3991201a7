import type { JobContext } from "#app/load-context.ts";
import { log, logError } from "#app/log.ts";
import { recordCronRun } from "#app/models/health/heartbeats.server.ts";
import { handOutTasks } from "./hand-out-tasks.server.ts";
import { watchHealth } from "./watch-health.server.ts";

const maxAbsenceMs = 5 * 60_000;

/** After an absence everything is late for a minute, which is no news. */
const isRecent = (time: Date, now: Date) => Math.abs(now.getTime() - time.getTime()) <= maxAbsenceMs;

/** While the database is away nothing can be stored, so this isolate remembers that it has said so. */
let isFailing = false;

/** Finds what is due and hands it to the queue. */
export async function runCron(context: JobContext, now: Date): Promise<void> {
  try {
    const previousRunAt = await recordCronRun(context.db, now);
    await handOutTasks(context, now);
    if (previousRunAt && isRecent(previousRunAt, now)) await watchHealth(context, now);
    else log("warning", "cron was away", { since: previousRunAt?.toISOString() });
    if (isFailing) log("error", "cron works again");
    isFailing = false;
  } catch (error) {
    if (!isFailing) logError("cron failed", error);
    isFailing = true;
  }
}
