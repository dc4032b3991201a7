import { applyLearnedWeights } from "./apply-learned-weights.server.ts";
import { askForFeedback } from "./ask-for-feedback.server.ts";
import { beginContests } from "./begin-contests.server.ts";
import { countFigures } from "./count-figures.server.ts";
import { decideAttendance } from "./decide-attendance.server.ts";
import { deleteExpired } from "./delete-expired.server.ts";
import { deleteUnusedPhotos } from "./delete-unused-photos.server.ts";
import { endOverdueStandby } from "./end-standby.server.ts";
import type { Job } from "./job.ts";
import { learnFromFeedback } from "./learn-from-feedback.server.ts";
import { makeTables } from "./make-tables.server.ts";
import { openEvents } from "./open-events.server.ts";
import { reconcileDeposits } from "./reconcile-deposits.server.ts";
import { refillTables } from "./refill-tables.server.ts";
import { sendEmails } from "./send-emails.server.ts";
import { sendHeartbeat } from "./send-heartbeat.server.ts";
import { sendHostLinks } from "./send-host-links.server.ts";
import { sendReminders } from "./send-reminders.server.ts";
import { settleDeposits } from "./settle-deposits.server.ts";
import { tellMutualWishes } from "./tell-mutual-wishes.server.ts";

/** In the order in which they are handed out. */
export const jobs = {
  openEvents,
  makeTables,
  refillTables,
  sendReminders,
  endStandby: endOverdueStandby,
  sendHostLinks,
  askForFeedback,
  decideAttendance,
  beginContests,
  tellMutualWishes,
  learnFromFeedback,
  applyLearnedWeights,
  reconcileDeposits,
  settleDeposits,
  sendEmails,
  sendHeartbeat,
  countFigures,
  deleteExpired,
  deleteUnusedPhotos,
} satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;

export const jobNames = Object.keys(jobs) as JobName[];

export const isJobName = (name: string): name is JobName => Object.hasOwn(jobs, name);
