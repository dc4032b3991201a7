import { canSendEmails, sendDueEmails } from "#app/emails/send-emails.server.ts";
import type { JobContext } from "#app/job-context.ts";
import { eventTimes, timeBefore, type Weekly, weeklyDates } from "#app/lib/event/event-times.ts";
import { describeError, log, logError } from "#app/log.ts";
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
import { findCitiesToOpen, tellAboutCity } from "#app/models/city/city-requests.server.ts";
import { decideAttendance, findEventsToDecide } from "#app/models/event/decide-attendance.server.ts";
import {
  hasPlanningDue,
  listSchedulesToPlan,
  markPlanned,
  openPlannedEvents,
} from "#app/models/event/schedules.server.ts";
import { findCitiesToTell, tellPairs } from "#app/models/feedback/feedback-results.server.ts";
import { areFiguresDue, countNextDinners } from "#app/models/figures/club-figures.server.ts";
import { findEventsToMailHosts, mailHostLinks } from "#app/models/host/host-links.server.ts";
import { findEventsToOffer, offerSeats } from "#app/models/line/line.server.ts";
import { findNewsToWrite, writeNextNews } from "#app/models/message/club-messages.server.ts";
import { hasDueEmails } from "#app/models/outbox/claim-emails.server.ts";
import { hasRecordsToStore, storeRecords } from "#app/models/seating/stored-records.server.ts";
import { findEventsToTellVenues, tellVenues } from "#app/models/sheet/sheets.server.ts";
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
import { refillTables } from "./refill-tables.server.ts";
import { reconcileDeposits, settleDeposits } from "./settle-deposits.server.ts";

/** The events of the coming weeks that these schedules open and that can still be booked. */
export function planEvents(planning: (Weekly & { id: string; cityId: string })[], now: Date) {
  const earliest = new Date(now.getTime() + eventTimes.closesBeforeMs);
  return planning.flatMap((schedule) =>
    weeklyDates(schedule, earliest).map((date) => ({
      scheduleId: schedule.id,
      cityId: schedule.cityId,
      date,
      closesAt: timeBefore(date, eventTimes.closesBeforeMs),
    })),
  );
}
/** Runs within a minute for a new schedule, and otherwise when another week of the schedule begins. */
const openEvents: Job = {
  findItems: async ({ db }, now) => ((await hasPlanningDue(db, now)) ? ["all"] : []),
  async run({ db }, _, now) {
    const toPlan = await listSchedulesToPlan(db, now);
    const planned = planEvents(toPlan, now);
    const opened = await openPlannedEvents(db, planned);
    const ids = toPlan.map(({ id }) => id);
    await markPlanned(db, ids, planned, now);
    if (opened > 0) log("info", "events opened", { events: opened });
    return undefined;
  },
};

export const askForFeedback: Job = {
  findItems: ({ db }, now) => findEventsToAsk(db, now),
  async run({ db }, eventId, now) {
    // The task may have waited for days.
    if ((await findEventsToAsk(db, now)).includes(eventId)) await markAsked(db, eventId, now);
    return undefined;
  },
};

/** Each portion has up to 10,000 seats. */
const maxPortions = 5;

/** Once a day, adds dinners that have become old enough to the club's figures. */
export const countFigures: Job = {
  findItems: async ({ db }, now) => ((await areFiguresDue(db, now)) ? ["all"] : []),
  async run({ db }, _, now) {
    for (let i = 0; i < maxPortions; i++) if (!(await countNextDinners(db, now))) return undefined;
    return "more";
  },
};

/** After this time the queue runs other tasks before the rest. */
const maxDurationMs = 15_000;

/** Writes what the club tells those who asked for news, page by page. */
const writeNews: Job = {
  findItems: ({ db }, now) => findNewsToWrite(db, now),
  async run({ db }, messageId, now) {
    const startedAt = Date.now();
    while (await writeNextNews(db, messageId, now)) if (Date.now() - startedAt > maxDurationMs) return "more";
    return undefined;
  },
};

const sendEmails: Job = {
  findItems: async ({ db, env }, now) => (canSendEmails(env) && (await hasDueEmails(db, now)) ? ["all"] : []),
  run: (context, _, now) => sendDueEmails(context, now, maxDurationMs),
};

const timeoutMs = 5_000;

/** Tells an external monitor every minute that the cron and the queue run. The monitor raises the alarm when it hears nothing. */
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

/** One task does it for all events, and is sent again as long as the bucket is unavailable. */
const storeMatchRecords: Job = {
  findItems: async ({ db }) => ((await hasRecordsToStore(db)) ? ["all"] : []),
  run: ({ db, env }) => storeRecords({ db, bucket: env.AVATARS }),
};

/** Jobs are started in this order. */
export const jobs = {
  openEvents,
  endUnpaid: eachOf(findEventsWithUnpaid, endUnpaid),
  /** A task of its own for each event with a line. */
  offerSeats: eachOf(findEventsToOffer, offerSeats),
  makeTables,
  refillTables,
  sendReminders: eachOf(findEventsToRemind, markReminded),
  endStandby: eachOf(findEventsToEndStandby, endStandby),
  sendHostLinks: eachOf(findEventsToMailHosts, mailHostLinks),
  tellVenues: eachOf(findEventsToTellVenues, tellVenues),
  askForFeedback,
  decideAttendance: eachOf(findEventsToDecide, decideAttendance),
  /** Notes when diners were told that they are noted as a no-show. */
  beginContests: eachOf(async (db) => ((await hasTold(db)) ? ["all"] : []), noteTold),
  /** Runs once a day in each city. */
  tellMutualWishes: eachOf(findCitiesToTell, tellPairs),
  learnFromFeedback,
  applyLearnedWeights,
  reconcileDeposits,
  settleDeposits,
  /** Tells those who asked for a city that it has dinners. */
  tellAboutCities: eachOf(findCitiesToOpen, tellAboutCity),
  writeNews,
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

/** A job that always has more to do must not keep the others waiting forever. */
const maxRuns = 1_000;

interface JobFailure {
  job: JobName;
  /** The error of the first item that failed. */
  error: unknown;
}

/** Does everything that is due in this process, one job after another. */
export async function runJobs(context: JobContext, now: Date, names = jobNames): Promise<JobFailure[]> {
  const failed = new Map<JobName, unknown>();
  const attempt = async (job: JobName, work: () => Promise<void>, item?: string) => {
    try {
      await work();
    } catch (error) {
      logError("job failed", error, { job, item });
      if (!failed.has(job)) failed.set(job, error);
    }
  };
  for (const name of names) {
    let items: string[] = [];
    await attempt(name, async () => {
      items = await jobs[name].findItems(context, now);
    });
    for (const item of items) {
      await attempt(name, () => runUntilDone(context, name, item, now), item);
    }
  }
  return [...failed].map(([job, error]) => ({ job, error }));
}

async function runUntilDone(context: JobContext, name: JobName, item: string, now: Date): Promise<void> {
  for (let i = 0; i < maxRuns; i++)
    if ((await jobs[name].run(context, item, now, { isRetry: false })) !== "more") return;
}
