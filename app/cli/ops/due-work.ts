/** What each job would find to do just now, so that one which did nothing can say why. The sweeps only tidy up. */

import { planEvents } from "#app/jobs/open-events.server.ts";
import { homeZone } from "#app/lib/dates.ts";
import { findEndedStandby, findUnremindedBookings } from "#app/models/booking/due-bookings.server.ts";
import { findEventsToRefill } from "#app/models/booking/transitions.server.ts";
import { countOverdueCheckouts } from "#app/models/deposit/checkouts.server.ts";
import { countRefundsDue, findDecidableDeposits } from "#app/models/deposit/settlement.server.ts";
import { countUnopened } from "#app/models/event/schedules.server.ts";
import { countEventsToMatch } from "#app/models/matching/match-data.server.ts";
import { countUnsentByState } from "#app/models/outbox/manage-outbox.server.ts";
import { areDepositsOffered } from "#app/payments/stripe.server.ts";
import type { Desk } from "./command-context.ts";
import { many } from "./text-table.ts";
import { wallClock } from "./times.ts";

export interface Due {
  job: string;
  count: number;
  says: string;
}

const finders: Record<string, (desk: Desk) => Promise<Omit<Due, "job">>> = {
  async openDinners({ db, now }) {
    const count = await countUnopened(db, await planEvents(db, now));
    return { count, says: `${many(count, "dinner")} to open` };
  },
  async makeTables({ db, now }) {
    const count = await countEventsToMatch(db, now);
    return { count, says: `${many(count, "dinner")} to match` };
  },
  async mendTables({ db, now }) {
    const count = (await findEventsToRefill(db, now)).length;
    return { count, says: `${count} to mend` };
  },
  async remindGuests({ db, now }) {
    const count = (await findUnremindedBookings(db, now)).length;
    return { count, says: `${many(count, "diner")} to remind` };
  },
  async endWaiting({ db, now }) {
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
  async sendMails({ db, env }) {
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
};

const withoutStripe = (env: Env) =>
  areDepositsOffered(env) ? "" : " (without STRIPE_SECRET_KEY left undone)";

export const whatIsDue = (desk: Desk, jobs: string[]): Promise<Due[]> =>
  Promise.all(
    jobs.flatMap((job) => {
      const find = finders[job];
      return find ? [find(desk).then((due) => ({ job, ...due }))] : [];
    }),
  );
