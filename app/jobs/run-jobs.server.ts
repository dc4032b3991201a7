import { logFault } from "../lib/log.ts";
import type { JobContext } from "../load-context.ts";
import { endWaiting } from "./end-waiting.server.ts";
import { makeTables } from "./make-tables.server.ts";
import { mendTables } from "./mend-tables.server.ts";
import { openDinners } from "./open-dinners.server.ts";
import { remindGuests } from "./remind-guests.server.ts";
import { sendMails } from "./send-mails.server.ts";
import { sweepOrphans } from "./sweep-orphans.server.ts";
import { sweepSessions } from "./sweep-sessions.server.ts";
import { sweepSignIn } from "./sweep-sign-in.server.ts";

/** Every job may run twice, late, or be cut short: it does what is due and nothing else. */
type Job = (context: JobContext, now: Date) => Promise<void>;

const jobs: Record<string, Job> = {
  openDinners,
  makeTables,
  mendTables,
  remindGuests,
  endWaiting,
  sendMails,
  sweepSessions,
  sweepSignIn,
  sweepOrphans,
};

export async function runJobs(context: JobContext, now: Date): Promise<void> {
  for (const [name, job] of Object.entries(jobs)) {
    try {
      await job(context, now);
    } catch (error) {
      logFault("job failed", error, { job: name });
    }
  }
}
