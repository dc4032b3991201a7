/** What each job would find to do just now, so that one which did nothing can say why. The sweeps only tidy up. */

import { plannedDinners } from "#app/jobs/open-events.server.ts";
import { homeZone } from "#app/lib/dates.ts";
import { unremindedGuests, waitingTooLong } from "#app/models/booking/due-bookings.server.ts";
import { nightsToMend } from "#app/models/booking/transitions.server.ts";
import { countSilentCheckouts } from "#app/models/deposit/checkouts.server.ts";
import { countRefundsDue, findVerdicts } from "#app/models/deposit/settlement.server.ts";
import { countUnopened } from "#app/models/event/schedules.server.ts";
import { countNightsToMatch } from "#app/models/matching/match-data.server.ts";
import { countUnsentByState } from "#app/models/outbox/manage-outbox.server.ts";
import { isOffered } from "#app/payments/stripe.server.ts";
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
    const count = await countUnopened(db, await plannedDinners(db, now));
    return { count, says: `${many(count, "dinner")} to open` };
  },
  async makeTables({ db, now }) {
    const count = await countNightsToMatch(db, now);
    return { count, says: `${many(count, "dinner")} to match` };
  },
  async mendTables({ db, now }) {
    const count = (await nightsToMend(db, now)).length;
    return { count, says: `${count} to mend` };
  },
  async remindGuests({ db, now }) {
    const count = (await unremindedGuests(db, now)).length;
    return { count, says: `${many(count, "diner")} to remind` };
  },
  async endWaiting({ db, now }) {
    const count = (await waitingTooLong(db, now)).length;
    return { count, says: `${count} whose waiting ends` };
  },
  async reconcileDeposits({ db, env, now }) {
    const count = await countSilentCheckouts(db, now);
    return { count, says: `${many(count, "checkout")} to ask about${withoutStripe(env)}` };
  },
  async settleDeposits({ db, env, now }) {
    const verdicts = (await findVerdicts(db, now)).length;
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

const withoutStripe = (env: Env) => (isOffered(env) ? "" : " (without STRIPE_SECRET_KEY left undone)");

export const whatIsDue = (desk: Desk, jobs: string[]): Promise<Due[]> =>
  Promise.all(
    jobs.flatMap((job) => {
      const find = finders[job];
      return find ? [find(desk).then((due) => ({ job, ...due }))] : [];
    }),
  );
