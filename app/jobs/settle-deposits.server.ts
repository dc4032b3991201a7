import type { Stripe } from "stripe";
import type { JobContext } from "#app/job-context.ts";
import { describeError, log } from "#app/log.ts";
import {
  claimOverdueCheckouts,
  countOverdueCheckouts,
  expireCheckout,
} from "#app/models/deposit/checkouts.server.ts";
import { type Deposit, findDeposit } from "#app/models/deposit/deposits.server.ts";
import { claimRefunds, countRefundsDue } from "#app/models/deposit/refunds.server.ts";
import {
  findDecidableDeposits,
  hasDueDeposits,
  postponeDeposits,
  settleTogether,
} from "#app/models/deposit/settlement.server.ts";
import { handleCheckout } from "#app/payments/checkouts.server.ts";
import { sendRefund } from "#app/payments/refunds.server.ts";
import {
  connectStripe,
  errorCode,
  isAuthenticationError,
  isRejection,
  isStripeError,
} from "#app/payments/stripe.server.ts";
import type { Job } from "./job.ts";

/** Each claim takes up to 20 refunds, and Stripe takes about half a second for each. */
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

const pageSize = 100;
const maxPages = 20;

type Decision = Awaited<ReturnType<typeof findDecidableDeposits>>[number];

/** Returns true if more are due. Reports failures after all others are done. */
async function decideDeposits(context: JobContext, now: Date): Promise<boolean> {
  const hasMore = await postponeDeposits(context.db, now);
  let failedCount = 0;
  let after = "";
  for (let page = 0; page < maxPages; page++) {
    const due = await findDecidableDeposits(context.db, now, { after, limit: pageSize });
    failedCount += await decidePage(context, due, now);
    const last = due.at(-1);
    if (failedCount >= pageSize || !last || due.length < pageSize) {
      if (failedCount > 0) throw new Error(`${failedCount} deposits could not be decided`);
      return hasMore;
    }
    after = last.id;
  }
  return true;
}

/** Settles deposits with the same cause in one batch, or one by one if that fails. Returns how many failed. */
async function decidePage({ db }: JobContext, due: Decision[], now: Date): Promise<number> {
  let failedCount = 0;
  for (const [cause, some] of Map.groupBy(due, (deposit) => deposit.cause)) {
    const ids = some.map(({ id }) => id);
    const isDone = await settleTogether(db, { ids, cause }, now).then(
      () => true,
      () => false,
    );
    for (const id of isDone ? [] : ids) {
      try {
        await settleTogether(db, { ids: [id], cause }, now);
      } catch (error) {
        failedCount++;
        log("warning", "deposit not decided yet", { deposit: id, error: describeError(error) });
      }
    }
  }
  return failedCount;
}

async function sendRefunds(context: JobContext, now: Date): Promise<boolean> {
  const stripe = connectStripe(context.env);
  if (!stripe) return false;
  const send = async (deposit: Deposit) => {
    try {
      await sendRefund(context, stripe, deposit, now);
    } catch (error) {
      // The time of its next attempt is already set.
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

/** Each claim takes up to 50 checkouts, and Stripe takes about half a second for each. */
const maxCheckoutClaims = 2;

/** A webhook can get lost, so open checkouts are checked once an hour. */
export const reconcileDeposits: Job = {
  findItems: async ({ db, env }, now) =>
    connectStripe(env) && (await countOverdueCheckouts(db, now)) > 0 ? ["all"] : [],
  async run(context, _, now) {
    const stripe = connectStripe(context.env);
    if (!stripe) return undefined;
    for (let i = 0; i < maxCheckoutClaims; i++) {
      const claimed = await claimOverdueCheckouts(context.db, now);
      if (claimed.length === 0) return undefined;
      for (const deposit of claimed) await tryToReconcile(deposit, stripe, context, now);
    }
    return "more";
  },
};

/** A checkout that fails does not stop the others. It is checked again in an hour. */
async function tryToReconcile(
  deposit: Deposit,
  stripe: Stripe,
  context: JobContext,
  now: Date,
): Promise<void> {
  try {
    await reconcile(deposit, stripe, context, now);
  } catch (error) {
    const isUnexpected = !isStripeError(error) || isRejection(error) || isAuthenticationError(error);
    const reason = isStripeError(error) ? errorCode(error) : describeError(error);
    log(isUnexpected ? "error" : "warning", "checkout not checked", { deposit: deposit.id, reason });
  }
}

async function reconcile(deposit: Deposit, stripe: Stripe, context: JobContext, now: Date): Promise<void> {
  // No diner was ever sent to this checkout.
  if (!deposit.checkoutId) return expireCheckout(context.db, deposit, now);
  const session = await stripe.checkout.sessions.retrieve(deposit.checkoutId);
  const found = await findDeposit(context.db, { id: deposit.id });
  const isTooLate = !found?.date || found.canceled || found.date <= now;
  const mustExpire = session.status === "open" && isTooLate;
  await handleCheckout(
    context,
    mustExpire ? await stripe.checkout.sessions.expire(deposit.checkoutId) : session,
    now,
  );
}
