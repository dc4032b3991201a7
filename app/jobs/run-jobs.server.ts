import { sendDueEmails } from "#app/emails/send-emails.server.ts";
import type { JobContext } from "#app/load-context.ts";
import { logError } from "#app/log.ts";
import { deleteExpired } from "./delete-expired.server.ts";
import { deleteUnusedPhotos } from "./delete-unused-photos.server.ts";
import { endOverdueStandby } from "./end-standby.server.ts";
import { makeTables } from "./make-tables.server.ts";
import { openEvents } from "./open-events.server.ts";
import { reconcileDeposits } from "./reconcile-deposits.server.ts";
import { refillTables } from "./refill-tables.server.ts";
import { sendReminders } from "./send-reminders.server.ts";
import { settleDeposits } from "./settle-deposits.server.ts";

/** Every job may run twice, late, or be cut short: it does what is due and nothing else. */
type Job = (context: JobContext, now: Date) => Promise<void>;

/** Less than the minute until the next cron run. */
const maxSendingMs = 50_000;

/** In the order in which the cron runs them. */
export const jobs = {
  openEvents,
  makeTables,
  refillTables,
  sendReminders,
  endStandby: endOverdueStandby,
  reconcileDeposits,
  settleDeposits,
  sendEmails: (context) => sendDueEmails(context, maxSendingMs),
  deleteExpired,
  deleteUnusedPhotos,
} satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;

export const jobNames = Object.keys(jobs) as JobName[];

/** Runs jobs one after the other; a failed job doesn't stop the next. Returns the names of the failed ones. */
export async function runJobs(context: JobContext, now: Date, names = jobNames): Promise<JobName[]> {
  const failed: JobName[] = [];
  for (const name of names) {
    try {
      await jobs[name](context, now);
    } catch (error) {
      logError("job failed", error, { job: name });
      failed.push(name);
    }
  }
  return failed;
}
