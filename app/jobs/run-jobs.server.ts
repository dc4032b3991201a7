import type { JobContext } from "#app/load-context.ts";
import { logFault } from "#app/log.ts";
import { sweepSignIn } from "./delete-expired.server.ts";
import { sweepOrphans } from "./delete-unused-photos.server.ts";
import { endWaiting } from "./end-standby.server.ts";
import { makeTables } from "./make-tables.server.ts";
import { openDinners } from "./open-events.server.ts";
import { reconcileDeposits } from "./reconcile-deposits.server.ts";
import { mendTables } from "./refill-tables.server.ts";
import { sendMails } from "./send-mails.server.ts";
import { remindGuests } from "./send-reminders.server.ts";
import { settleDeposits } from "./settle-deposits.server.ts";
import { sweepSessions } from "./sweep-sessions.server.ts";

/** Every job may run twice, late, or be cut short: it does what is due and nothing else. */
type Job = (context: JobContext, now: Date) => Promise<void>;

export const jobs: Record<string, Job> = {
  openDinners,
  makeTables,
  mendTables,
  remindGuests,
  endWaiting,
  reconcileDeposits,
  settleDeposits,
  sendMails,
  sweepSessions,
  sweepSignIn,
  sweepOrphans,
};

/** One after the other; one that fails keeps no other from running. The names of those that did. */
export async function runJobs(context: JobContext, now: Date, names = Object.keys(jobs)): Promise<string[]> {
  const failed: string[] = [];
  for (const name of names) {
    try {
      await jobs[name]?.(context, now);
    } catch (error) {
      logFault("job failed", error, { job: name });
      failed.push(name);
    }
  }
  return failed;
}
