import { completeRecovery, findDueRecoveries } from "#app/models/account/recoveries.server.ts";
import { hasTold, noteTold } from "#app/models/attendance/absences.server.ts";
import {
  findEventsToEndStandby,
  findEventsToRemind,
  findEventsWithUnpaid,
} from "#app/models/booking/due-bookings.server.ts";
import { endStandby, endUnpaid, markReminded } from "#app/models/booking/event-transitions.server.ts";
import { decideAttendance, findEventsToDecide } from "#app/models/event/decide-attendance.server.ts";
import { findCitiesToTell, tellPairs } from "#app/models/feedback/mutual-wishes.server.ts";
import { findEventsToMailHosts, mailHostLinks } from "#app/models/host/host-links.server.ts";
import { addAccountKeys } from "./add-account-keys.server.ts";
import { applyLearnedWeights } from "./apply-learned-weights.server.ts";
import { askForFeedback } from "./ask-for-feedback.server.ts";
import { deleteExpired } from "./clean-up.server.ts";
import { countFigures } from "./count-figures.server.ts";
import { deleteUnusedObjects } from "./delete-unused-objects.server.ts";
import { forgetOldAnswers } from "./forget-old-answers.server.ts";
import { eachOf, type Job } from "./job.ts";
import { keepChanges } from "./keep-changes.server.ts";
import { learnFromFeedback } from "./learn-from-feedback.server.ts";
import { makeTables } from "./make-tables.server.ts";
import { openEvents } from "./open-events.server.ts";
import { reconcileDeposits } from "./reconcile-deposits.server.ts";
import { refillTables } from "./refill-tables.server.ts";
import { sendEmails } from "./send-emails.server.ts";
import { sendHeartbeat } from "./send-heartbeat.server.ts";
import { settleDeposits } from "./settle-deposits.server.ts";
import { storeMatchRecords } from "./store-match-records.server.ts";

/** In the order in which they are handed out. */
export const jobs = {
  openEvents,
  endUnpaid: eachOf(findEventsWithUnpaid, endUnpaid),
  makeTables,
  refillTables,
  sendReminders: eachOf(findEventsToRemind, markReminded),
  endStandby: eachOf(findEventsToEndStandby, endStandby),
  /** Emails each host link with an address, when it begins to work. */
  sendHostLinks: eachOf(findEventsToMailHosts, mailHostLinks),
  askForFeedback,
  /** A day after an event, says who came and tells who did not. */
  decideAttendance: eachOf(findEventsToDecide, decideAttendance),
  /** Notes when diners were told that they are noted as a no-show. */
  beginContests: eachOf(async (db) => ((await hasTold(db)) ? ["all"] : []), noteTold),
  /** Once a day in each city. */
  tellMutualWishes: eachOf(findCitiesToTell, tellPairs),
  learnFromFeedback,
  applyLearnedWeights,
  reconcileDeposits,
  settleDeposits,
  sendEmails,
  sendHeartbeat,
  countFigures,
  keepChanges,
  storeMatchRecords,
  addAccountKeys,
  forgetOldAnswers,
  /** Gives accounts another email, 72 hours after `user recover`. */
  completeRecoveries: eachOf(findDueRecoveries, completeRecovery),
  deleteExpired,
  deleteUnusedObjects,
} satisfies Record<string, Job>;

export type JobName = keyof typeof jobs;

export const jobNames = Object.keys(jobs) as JobName[];

export const isJobName = (name: string): name is JobName => Object.hasOwn(jobs, name);
