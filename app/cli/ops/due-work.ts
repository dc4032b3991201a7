/** Counts what each job would do now, so that a job that did nothing can say why. */

import { planEvents } from "#app/jobs/open-events.server.ts";
import type { JobName } from "#app/jobs/run-jobs.server.ts";
import { homeZone } from "#app/lib/dates.ts";
import {
  findEndedStandby,
  findEventsToRefill,
  findUnremindedBookings,
} from "#app/models/booking/due-bookings.server.ts";
import { countOverdueCheckouts } from "#app/models/deposit/checkouts.server.ts";
import { countRefundsDue } from "#app/models/deposit/refunds.server.ts";
import { findDecidableDeposits } from "#app/models/deposit/settlement.server.ts";
import { countEventsToMatch } from "#app/models/event/claims.server.ts";
import { countUnopenedEvents } from "#app/models/event/schedules.server.ts";
import { countUnsentByState } from "#app/models/outbox/manage-outbox.server.ts";
import { areDepositsOffered } from "#app/payments/stripe.server.ts";
import type { Desk } from "./command-context.ts";
import { many } from "./text-table.ts";
import { wallClock } from "./times.ts";

export interface Due {
  job: JobName;
  count: number;
  says: string;
}

type Counter = (desk: Desk) => Promise<Omit<Due, "job">>;

/** Every job has a counter, or says with null that it only cleans up. */
const counters: Record<JobName, Counter | null> = {
  async openEvents({ db, now }) {
    const count = await countUnopenedEvents(db, await planEvents(db, now));
    return { count, says: `${many(count, "dinner")} to open` };
  },
  async makeTables({ db, now }) {
    const count = await countEventsToMatch(db, now);
    return { count, says: `${many(count, "dinner")} to match` };
  },
  async refillTables({ db, now }) {
    const count = (await findEventsToRefill(db, now)).length;
    return { count, says: `${count} to mend` };
  },
  async sendReminders({ db, now }) {
    const count = (await findUnremindedBookings(db, now)).length;
    return { count, says: `${many(count, "diner")} to remind` };
  },
  async endStandby({ db, now }) {
    const count = (await findEndedStandby(db, now)).length;
    return { count, says: `${count} whose waiting ends` };
  },
  async reconcileDeposits({ db, env, now }) {
    const count = await countOverdueCheckouts(db, now);
    return { count, says: `${many(count, "checkout")} to ask about${withoutStripe(env)}` };
  },
  async settleDeposits({ db, env, now }) {
    const verdicts = (await findDecidableDeposits(db, now)).length;
    const refunds = await countRefundsDue(db, now);
    const says = `${many(verdicts, "deposit")} to decide on, ${many(refunds, "refund")} to make${withoutStripe(env)}`;
    return { count: verdicts + refunds, says };
  },
  /** They leave by the clock on the wall, whatever --now says. */
  async sendEmails({ db, env }) {
    const { due, parked, later, next } = await countUnsentByState(db, new Date());
    const because = [
      parked > 0 && `${parked} parked, see outbox list`,
      next && `${later} not due before ${wallClock(next, homeZone)}`,
      due > 0 && !env.RESEND_API_KEY && "without RESEND_API_KEY no further than /dev/outbox",
    ].filter(Boolean);
    return {
      count: due,
      says: `${many(due, "mail")}${because.length > 0 ? ` (${because.join("; ")})` : ""}`,
    };
  },
  deleteExpired: null,
  deleteUnusedPhotos: null,
};

const withoutStripe = (env: Env) =>
  areDepositsOffered(env) ? "" : " (without STRIPE_SECRET_KEY left undone)";

export const whatIsDue = (desk: Desk, jobs: JobName[]): Promise<Due[]> =>
  Promise.all(
    jobs.flatMap((job) => {
      const count = counters[job];
      return count ? [count(desk).then((due) => ({ job, ...due }))] : [];
    }),
  );
