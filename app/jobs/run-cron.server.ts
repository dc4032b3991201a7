import type { JobContext } from "#app/load-context.ts";
import { createFailureLog, log } from "#app/log.ts";
import { recordCronRun } from "#app/models/health/heartbeats.server.ts";
import { handOutDueTasks } from "./hand-out-tasks.server.ts";
import { watchHealth } from "./watch-health.server.ts";

const maxAbsenceMs = 5 * 60_000;

/** After an absence everything is late for a minute, which is no news. */
const isRecent = (time: Date, now: Date) => Math.abs(now.getTime() - time.getTime()) <= maxAbsenceMs;

const failureLog = createFailureLog("cron failed", "cron works again");

/** Finds what is due and hands it to the queue. */
export async function runCron(context: JobContext, now: Date): Promise<void> {
  try {
    const previousRunAt = await recordCronRun(context.db, now);
    await handOutDueTasks(context, now);
    if (previousRunAt && isRecent(previousRunAt, now)) await watchHealth(context, now);
    else if (previousRunAt) log("warning", "cron was away", { since: previousRunAt.toISOString() });
    failureLog.reportSuccess();
  } catch (error) {
    failureLog.reportFailure(error);
  }
}
