import type { Stripe } from "stripe";
import { toStripeAmount } from "#app/lib/price.ts";
import type { JobContext } from "#app/load-context.ts";
import { expireCheckout, openDeposit, saveCheckoutId } from "#app/models/deposit/checkouts.server.ts";
import type { Deposit } from "#app/models/deposit/deposits.server.ts";
import { handleCheckout } from "./handle-checkout.server.ts";
import { isFinalForKey } from "./stripe-errors.server.ts";

interface CheckoutRequest {
  bookingId: string;
  userId: string;
  origin: string;
}

/**
 * Where to pay the deposit of a booking: nowhere, if there is nothing to pay. There is never more than one checkout that
 * can be paid: another is opened once the provider has said that the last has run out.
 */
export async function openCheckout(
  context: JobContext,
  stripe: Stripe,
  wish: CheckoutRequest,
  now: Date,
): Promise<string | undefined> {
  let deposit = await openDeposit(context.db, { ...wish, now });
  if (deposit?.state === "open" && deposit.checkoutId) {
    const session = await stripe.checkout.sessions.retrieve(deposit.checkoutId);
    if (session.status === "open" && session.url) return session.url;
    await handleCheckout(context, session, now);
    // Paid, or on its way: a matter of waiting.
    if (session.status === "complete") return undefined;
    deposit = await openDeposit(context.db, { ...wish, now });
  }
  return deposit?.state === "open"
    ? createCheckout(context, stripe, deposit, wish.bookingId, now)
    : undefined;
}

async function createCheckout(
  { db }: JobContext,
  stripe: Stripe,
  deposit: Deposit,
  bookingId: string,
  now: Date,
): Promise<string | undefined> {
  const { id, checkoutCount, amount, currency, origin } = deposit;
  const back = `${origin}/payment?booking=${bookingId}`;
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
              unit_amount: toStripeAmount(amount),
              product_data: {
                name: "Refundable deposit",
                description: "Returned to your card after the event.",
              },
            },
          },
        ],
        client_reference_id: id,
        metadata: { deposit: id, booking: bookingId, checkout: String(checkoutCount) },
        payment_intent_data: { metadata: { deposit: id } },
        success_url: `${back}&back=paid`,
        cancel_url: `${back}&back=unpaid`,
      },
      { idempotencyKey: `deposit-${id}-checkout-${checkoutCount}` },
    );
    if (!session.url) throw new Error(`A checkout without an address: ${session.id}`);
    return (await saveCheckoutId(db, deposit, session.id)) ? session.url : undefined;
  } catch (error) {
    // It would answer this key the same for a day. Nobody was led to that checkout, so nobody can pay it.
    if (isFinalForKey(error)) await expireCheckout(db, deposit, now);
    throw error;
  }
}
