import type { AppLoadContext } from "@remix-run/cloudflare";
import type { SQL } from "drizzle-orm";
import type { Stripe } from "stripe";
import type { JobContext } from "#app/job-context.ts";
import { logError } from "#app/log.ts";
import {
  expireCheckout,
  openDeposit,
  replaceCheckout,
  saveCheckoutId,
} from "#app/models/deposit/checkouts.server.ts";
import type { Deposit } from "#app/models/deposit/deposits.server.ts";
import { handleCheckout } from "./handle-checkout.server.ts";
import { isFinalForKey } from "./stripe-errors.server.ts";

interface CheckoutRequest {
  bookingId: string;
  userId: string | SQL;
}

/** Returns where to pay the deposit, if there is one to pay. A new checkout is made only once the last can't be paid. */
export async function openCheckout(
  context: JobContext,
  stripe: Stripe,
  request: CheckoutRequest,
  now: Date,
): Promise<string | undefined> {
  const deposit = await openDeposit(context.db, { ...request, origin: context.env.SITE_URL, now });
  if (deposit?.state !== "open") return undefined;
  if (!deposit.checkoutId) return createCheckout(context, stripe, { ...request, deposit }, now);
  const session = await stripe.checkout.sessions.retrieve(deposit.checkoutId);
  if (session.status === "open" && session.url) return session.url;
  if (session.status === "expired")
    return createCheckout(context, stripe, { ...request, deposit, hasExpired: true }, now);
  await handleCheckout(context, session, now, deposit);
  return undefined;
}

/** Whether nothing is left to do there for the diner: the webhook has not come yet, or the bank takes days. What Stripe knows is noted. */
export async function findCompletedCheckout(
  context: AppLoadContext,
  stripe: Stripe,
  checkoutId: string,
): Promise<boolean> {
  const session = await stripe.checkout.sessions.retrieve(checkoutId);
  if (session.status !== "complete") return false;
  context.waitUntil(
    handleCheckout(context, session, context.now).catch((error) =>
      logError("payment not recorded", error, { checkout: checkoutId }),
    ),
  );
  return true;
}

interface NewCheckout extends CheckoutRequest {
  deposit: Deposit;
  /** Another takes its place, with the next number. */
  hasExpired?: boolean;
}

async function createCheckout(
  { db, env }: JobContext,
  stripe: Stripe,
  { deposit, bookingId, userId, hasExpired = false }: NewCheckout,
  now: Date,
): Promise<string | undefined> {
  const { id, amount, currency } = deposit;
  const number = deposit.checkoutCount + Number(hasExpired);
  const origin = hasExpired ? env.SITE_URL : deposit.origin;
  const returnUrl = `${origin}/payment?booking=${bookingId}`;
  try {
    const session = await stripe.checkout.sessions.create(
      {
        mode: "payment",
        allowed_payment_method_types: ["card"],
        adaptive_pricing: { enabled: false },
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency,
              unit_amount: amount,
              product_data: {
                name: "Refundable deposit",
                description: "We’ll refund it the day after the dinner.",
              },
            },
          },
        ],
        client_reference_id: id,
        metadata: { deposit: id, booking: bookingId, checkout: String(number) },
        payment_intent_data: { metadata: { deposit: id } },
        success_url: `${returnUrl}&back=paid`,
        cancel_url: `${returnUrl}&back=unpaid`,
      },
      { idempotencyKey: `deposit-${id}-checkout-${number}` },
    );
    if (!session.url) throw new Error(`Checkout ${session.id} has no URL`);
    const isSaved = hasExpired
      ? await replaceCheckout(db, deposit, { bookingId, userId, origin, checkoutId: session.id }, now)
      : await saveCheckoutId(db, deposit, session.id);
    return isSaved ? session.url : undefined;
  } catch (error) {
    // Stripe repeats the error for this key for a day, and nobody was sent to this checkout.
    if (isFinalForKey(error)) await expireCheckout(db, deposit, now, number);
    throw error;
  }
}
