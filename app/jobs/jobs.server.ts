import { canSendEmails, sendDueEmails } from "#app/emails/send-emails.server.ts";
import { describeError, log } from "#app/log.ts";
import { completeRecovery, findDueRecoveries } from "#app/models/account/recoveries.server.ts";
import { hasTold, noteTold } from "#app/models/attendance/absences.server.ts";
import {
  findEventsToAsk,
  findEventsToEndStandby,
  findEventsToRemind,
  findEventsWithUnpaid,
} from "#app/models/booking/due-bookings.server.ts";
import {
  endStandby,
  endUnpaid,
  markAsked,
  markReminded,
} from "#app/models/booking/event-transitions.server.ts";
import { decideAttendance, findEventsToDecide } from "#app/models/event/decide-attendance.server.ts";
import { findCitiesToTell, tellPairs } from "#app/models/feedback/mutual-wishes.server.ts";
import { areFiguresDue, countNextDinners } from "#app/models/figures/club-figures.server.ts";
import { findEventsToMailHosts, mailHostLinks } from "#app/models/host/host-links.server.ts";
import { hasRecordsToStore, storeRecords } from "#app/models/matching/stored-records.server.ts";
import { hasDueEmails } from "#app/models/outbox/claim-emails.server.ts";
import {
  addAccountKeys,
  deleteExpired,
  deleteUnusedObjects,
  forgetOldAnswers,
  keepChanges,
} from "./clean-up.server.ts";
import { eachOf, type Job } from "./job.ts";
import { applyLearnedWeights, learnFromFeedback } from "./learn-from-feedback.server.ts";
import { makeTables } from "./make-tables.server.ts";
import { openEvents } from "./open-events.server.ts";
import { refillTables } from "./refill-tables.server.ts";
import { reconcileDeposits, settleDeposits } from "./settle-deposits.server.ts";

export const askForFeedback: Job = {
  findItems: ({ db }, now) => findEventsToAsk(db, now),
  async run({ db }, eventId, now) {
    // The task may have waited for days.
    if ((await findEventsToAsk(db, now)).includes(eventId)) await markAsked(db, eventId, now);
    return undefined;
  },
};

/** Of up to 10,000 seats each. */
const maxPortions = 5;

/** Adds the dinners to the club's figures that have become old enough, once a day. */
export const countFigures: Job = {
  findItems: async ({ db }, now) => ((await areFiguresDue(db, now)) ? ["all"] : []),
  async run({ db }, _, now) {
    for (let i = 0; i < maxPortions; i++) if (!(await countNextDinners(db, now))) return undefined;
    return "more";
  },
};

/** The queue lets other tasks in between. */
const maxDurationMs = 15_000;

const sendEmails: Job = {
  findItems: async ({ db, env }, now) => (canSendEmails(env) && (await hasDueEmails(db, now)) ? ["all"] : []),
  run: (context, _, now) => sendDueEmails(context, now, maxDurationMs),
};

const timeoutMs = 5_000;

/** Tells a monitor elsewhere every minute that cron and queue run; it raises the alarm when it hears nothing. */
const sendHeartbeat: Job = {
  findItems: async ({ env }) => (env.HEARTBEAT_URL ? ["all"] : []),
  async run({ env }) {
    if (!env.HEARTBEAT_URL) return undefined;
    try {
      await fetch(env.HEARTBEAT_URL, { signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      log("warning", "heartbeat not sent", { error: describeError(error) });
    }
    return undefined;
  },
};

/** Moves match records out of the database. One task for all, which is handed out again for as long as the bucket is away. */
const storeMatchRecords: Job = {
  findItems: async ({ db }) => ((await hasRecordsToStore(db)) ? ["all"] : []),
  run: ({ db, env }) => storeRecords({ db, bucket: env.AVATARS }),
};

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
