import type { JobContext } from "#app/job-context.ts";
import { describeError, log } from "#app/log.ts";
import type { Deposit } from "#app/models/deposit/deposits.server.ts";
import { claimRefunds, countRefundsDue } from "#app/models/deposit/refunds.server.ts";
import { hasDueDeposits } from "#app/models/deposit/settlement.server.ts";
import { decideDeposits } from "#app/payments/decide-deposits.server.ts";
import { sendRefund } from "#app/payments/send-refund.server.ts";
import { connectStripe } from "#app/payments/stripe.server.ts";
import type { Job } from "./job.ts";

/** Of 20 refunds each; Stripe takes about half a second for a refund. */
const maxClaims = 5;

export const settleDeposits: Job = {
  async findItems({ db, env }, now) {
    const [isDue, refunds] = await Promise.all([hasDueDeposits(db, now), countRefundsDue(db, now)]);
    return isDue || (connectStripe(env) && refunds > 0) ? ["all"] : [];
  },
  async run(context, _, now) {
    const [decided] = await Promise.allSettled([decideDeposits(context, now)]);
    const hasMoreRefunds = await sendRefunds(context, now);
    if (decided.status === "rejected") throw decided.reason;
    return decided.value || hasMoreRefunds ? "more" : undefined;
  },
};

async function sendRefunds(context: JobContext, now: Date): Promise<boolean> {
  const stripe = connectStripe(context.env);
  if (!stripe) return false;
  const send = async (deposit: Deposit) => {
    try {
      await sendRefund(context, stripe, deposit, now);
    } catch (error) {
      // Its next attempt is set already.
      log("warning", "refund not made yet", { deposit: deposit.id, error: describeError(error) });
    }
  };
  for (let i = 0; i < maxClaims; i++) {
    const claimed = await claimRefunds(context.db, now);
    if (claimed.length === 0) return false;
    for (const { deposit } of claimed) await send(deposit);
  }
  return true;
}
