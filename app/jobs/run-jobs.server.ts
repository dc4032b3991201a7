import type { JobContext } from "#app/load-context.ts";
import { logError } from "#app/log.ts";
import { deleteExpiredSignIns } from "./delete-expired.server.ts";
import { deleteUnusedPhotos } from "./delete-unused-photos.server.ts";
import { endOverdueStandby } from "./end-standby.server.ts";
import { makeTables } from "./make-tables.server.ts";
import { openEvents } from "./open-events.server.ts";
import { reconcileDeposits } from "./reconcile-deposits.server.ts";
import { refillTables } from "./refill-tables.server.ts";
import { sendEmails } from "./send-mails.server.ts";
import { sendReminders } from "./send-reminders.server.ts";
import { settleDeposits } from "./settle-deposits.server.ts";
import { deleteExpiredSessionsJob } from "./sweep-sessions.server.ts";

/** Every job may run twice, late, or be cut short: it does what is due and nothing else. */
type Job = (context: JobContext, now: Date) => Promise<void>;

export const jobs: Record<string, Job> = {
  openDinners: openEvents,
  makeTables,
  mendTables: refillTables,
  remindGuests: sendReminders,
  endWaiting: endOverdueStandby,
  reconcileDeposits,
  settleDeposits,
  sendMails: sendEmails,
  sweepSessions: deleteExpiredSessionsJob,
  sweepSignIn: deleteExpiredSignIns,
  sweepOrphans: deleteUnusedPhotos,
};

/** One after the other; one that fails keeps no other from running. The names of those that did. */
export async function runJobs(context: JobContext, now: Date, names = Object.keys(jobs)): Promise<string[]> {
  const failed: string[] = [];
  for (const name of names) {
    try {
      await jobs[name]?.(context, now);
    } catch (error) {
      logError("job failed", error, { job: name });
      failed.push(name);
    }
  }
  return failed;
}
