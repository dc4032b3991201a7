import type { JobContext } from "#app/job-context.ts";
import { commandForProblem } from "#app/lib/problem-commands.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { createFailureLog, describeError, log } from "#app/log.ts";
import { recordCronRun } from "#app/models/health/heartbeats.server.ts";
import { handOutDueTasks } from "./hand-out-tasks.server.ts";
import { sendAlarm } from "./send-alarm.server.ts";
import { watchHealth } from "./watch-health.server.ts";

const maxAbsenceMs = 5 * minuteMs;

const failureLog = createFailureLog("cron failed", "cron works again");

/** Finds what is due and hands it to the queue. Without the queue it still watches, or nobody would hear of that. */
export async function runCron(context: JobContext, now: Date): Promise<void> {
  const noted = noteRun(context, now);
  const watched = noted.catch(() => {}).then(() => watchHealth(context, now));
  const results = await Promise.allSettled([noted, handOutDueTasks(context, now), watched]);
  const failed = results.find(({ status }) => status === "rejected") as PromiseRejectedResult | undefined;
  if (!failed) {
    if (failureLog.reportSuccess()) await sendAlarm(context, { problem: "cron failed" });
    return;
  }
  const isNews = failureLog.reportFailure(failed.reason);
  // Without the database nothing is noted of a problem, and no email is sent.
  if (isNews)
    await sendAlarm(context, {
      problem: "cron failed",
      detail: describeError(failed.reason),
      command: commandForProblem("cron stopped", context.env.SITE_URL),
    });
}

async function noteRun({ db }: JobContext, now: Date): Promise<void> {
  const previousRunAt = await recordCronRun(db, now);
  if (previousRunAt && now.getTime() - previousRunAt.getTime() > maxAbsenceMs)
    log("warning", "cron was away", { since: previousRunAt.toISOString() });
}
