import type { Database } from "#app/db/client.server.ts";
import { type JobName, planEvents } from "#app/jobs/jobs.server.ts";
import { areDepositsOffered } from "#app/lib/booking/booking-states.ts";
import { describeError } from "#app/log.ts";
import { findDueRecoveries } from "#app/models/account/recoveries.server.ts";
import {
  findEventsToAsk,
  findEventsToEndStandby,
  findEventsToRefill,
  findEventsToRemind,
  findEventsWithUnpaid,
} from "#app/models/booking/due-bookings.server.ts";
import { findCitiesToOpen } from "#app/models/city/city-requests.server.ts";
import { countOverdueCheckouts } from "#app/models/deposit/checkouts.server.ts";
import { countRefundsDue } from "#app/models/deposit/refunds.server.ts";
import { findDecidableDeposits } from "#app/models/deposit/settlement.server.ts";
import { findEventsToMatch } from "#app/models/event/claims.server.ts";
import { findEventsToDecide } from "#app/models/event/decide-attendance.server.ts";
import { countUnopenedEvents, listSchedules } from "#app/models/event/schedules.server.ts";
import { countFeedbackToLearn, findCitiesToTell } from "#app/models/feedback/feedback-results.server.ts";
import { isWeeklyStepDue } from "#app/models/feedback/weights.server.ts";
import { findEventsToMailHosts } from "#app/models/host/host-links.server.ts";
import { findEventsToOffer } from "#app/models/line/line.server.ts";
import { findNewsToWrite } from "#app/models/message/club-messages.server.ts";
import { countUnsentByState } from "#app/models/outbox/manage-outbox.server.ts";
import { findEventsToTellVenues } from "#app/models/sheet/sheets.server.ts";
import type { OperationContext } from "#app/operations/operation.ts";
import { findClubTimeFormat, plural } from "#app/operations/words.ts";

export interface DueWork {
  job: JobName;
  count: number;
  description: string;
}

type Counter = (context: OperationContext) => Promise<Omit<DueWork, "job">>;

const eachDue =
  (find: (db: Database, now: Date) => Promise<unknown[]>, describe: (count: number) => string): Counter =>
  async ({ db, now }) => {
    const count = (await find(db, now)).length;
    return { count, description: describe(count) };
  };

/** Null for jobs that do nothing an operator waits for. */
const counters: Record<JobName, Counter | null> = {
  async openEvents({ db, now }) {
    const count = await countUnopenedEvents(db, planEvents(await listSchedules(db), now));
    return { count, description: `${plural(count, "event")} to open` };
  },
  endUnpaid: eachDue(
    findEventsWithUnpaid,
    (count) => `${plural(count, "event")} with deposits not paid in time`,
  ),
  offerSeats: eachDue(findEventsToOffer, (count) => `${plural(count, "event")} with seats to offer`),
  makeTables: eachDue(findEventsToMatch, (count) => `${plural(count, "event")} to match`),
  refillTables: eachDue(findEventsToRefill, (count) => `${plural(count, "event")} with tables to refill`),
  sendReminders: eachDue(findEventsToRemind, (count) => `${plural(count, "event")} with diners to remind`),
  endStandby: eachDue(findEventsToEndStandby, (count) => `${plural(count, "event")} whose standby ends`),
  sendHostLinks: eachDue(
    findEventsToMailHosts,
    (count) => `${plural(count, "event")} with host links to send`,
  ),
  tellVenues: eachDue(findEventsToTellVenues, (count) => `${plural(count, "event")} with sheets to look at`),
  decideAttendance: eachDue(findEventsToDecide, (count) => `${plural(count, "event")} to decide who came`),
  beginContests: null,
  completeRecoveries: eachDue(
    findDueRecoveries,
    (count) => `${plural(count, "account")} to give another email`,
  ),
  askForFeedback: eachDue(
    findEventsToAsk,
    (count) => `${plural(count, "event")} whose diners are asked how it was`,
  ),
  tellMutualWishes: eachDue(
    findCitiesToTell,
    (count) => `${plural(count, "city", "cities")} with diners who would both meet again`,
  ),
  async learnFromFeedback({ db, now }) {
    const count = await countFeedbackToLearn(db, now);
    return { count, description: `${plural(count, "answer")} of the day after to learn from` };
  },
  async applyLearnedWeights({ db, env, now }) {
    const isDue = env.AUTO_WEIGHTS === "yes" && (await isWeeklyStepDue(db, now));
    return {
      count: isDue ? 1 : 0,
      description: isDue ? "a weekly step of the weights" : "no step of the weights",
    };
  },
  async reconcileDeposits({ db, env, now }) {
    const count = await countOverdueCheckouts(db, now);
    return { count, description: `${plural(count, "checkout")} to check${stripeNote(env)}` };
  },
  async settleDeposits({ db, env, now }) {
    const decisions = (await findDecidableDeposits(db, now)).length;
    const refunds = await countRefundsDue(db, now);
    const description = `${plural(decisions, "deposit")} to decide on, ${plural(refunds, "refund")} to make${stripeNote(env)}`;
    return { count: decisions + refunds, description };
  },
  tellAboutCities: eachDue(
    findCitiesToOpen,
    (count) => `${plural(count, "city", "cities")} to tell those who asked`,
  ),
  writeNews: eachDue(findNewsToWrite, (count) => `${plural(count, "message")} of news to write`),
  async sendEmails({ db, env, now }) {
    const { due, parked, later, next } = await countUnsentByState(db, now);
    const formatTime = await findClubTimeFormat(db);
    const notes = [
      parked > 0 && `${parked} parked, see outbox list`,
      next && `${later} not due before ${formatTime(next)}`,
      due > 0 && !env.RESEND_API_KEY && "only shown at /dev/outbox, without RESEND_API_KEY",
    ].filter(Boolean);
    return {
      count: due,
      description: `${plural(due, "email")} to send${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`,
    };
  },
  sendHeartbeat: null,
  countFigures: null,
  keepChanges: null,
  storeMatchRecords: null,
  addAccountKeys: null,
  forgetOldAnswers: null,
  deleteExpired: null,
  deleteUnusedObjects: null,
};

const stripeNote = (env: Env) => (areDepositsOffered(env) ? "" : " (skipped without STRIPE_SECRET_KEY)");

export const countDueWork = (context: OperationContext, jobs: JobName[]): Promise<DueWork[]> =>
  Promise.all(
    jobs.flatMap((job) => {
      const count = counters[job];
      if (!count) return [];
      const counted = count(context).then((due) => ({ job, ...due }));
      return [
        counted.catch((error) => {
          throw new Error(`What is due for ${job} can’t be counted: ${describeError(error)}`);
        }),
      ];
    }),
  );
