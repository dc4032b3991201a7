import type { Stripe } from "stripe";
import type { JobContext } from "#app/load-context.ts";
import { log } from "#app/log.ts";
import { claimOverdueCheckouts, expireCheckout } from "#app/models/deposit/checkouts.server.ts";
import { type Deposit, findDeposit } from "#app/models/deposit/deposits.server.ts";
import { handleCheckout } from "#app/payments/handle-checkout.server.ts";
import { connectStripe } from "#app/payments/stripe.server.ts";
import {
  errorCode,
  isAuthenticationError,
  isRejection,
  isStripeError,
} from "#app/payments/stripe-errors.server.ts";

/** A webhook may get lost, so open checkouts are checked once an hour. */
export async function reconcileDeposits(context: JobContext, now: Date): Promise<void> {
  const stripe = connectStripe(context.env);
  if (!stripe) return;
  for (const deposit of await claimOverdueCheckouts(context.db, now)) {
    try {
      await reconcile(deposit, stripe, context, now);
    } catch (error) {
      if (!isStripeError(error)) throw error;
      const level = isRejection(error) || isAuthenticationError(error) ? "error" : "warning";
      log(level, "checkout not checked", { deposit: deposit.id, reason: errorCode(error) });
    }
  }
}

async function reconcile(deposit: Deposit, stripe: Stripe, context: JobContext, now: Date): Promise<void> {
  // No diner was ever sent to it.
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
