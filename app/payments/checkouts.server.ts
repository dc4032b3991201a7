import type { AppLoadContext } from "@remix-run/cloudflare";
import type { SQL } from "drizzle-orm";
import type { Stripe } from "stripe";
import * as z from "zod";
import type { JobContext } from "#app/job-context.ts";
import { log, logError } from "#app/log.ts";
import {
  expireCheckout,
  openDeposit,
  recordPayment,
  replaceCheckout,
  saveCheckoutId,
} from "#app/models/deposit/checkouts.server.ts";
import { type Deposit, findDeposit } from "#app/models/deposit/deposits.server.ts";
import { isFinalForKey } from "./stripe.server.ts";

interface CheckoutRequest {
  bookingId: string;
  userId: string | SQL;
}

/**
 * Returns the address for paying the deposit, if there is one to pay. A new checkout is made only if the last one can't be
 * paid.
 */
export async function openCheckout(
  context: JobContext,
  stripe: Stripe,
  request: CheckoutRequest,
  now: Date,
): Promise<string | undefined> {
  const found = await openDeposit(context.db, { ...request, origin: context.env.SITE_URL, now });
  if (found?.deposit.state !== "open") return undefined;
  const { deposit, asked, isAskedAnew } = found;
  if (!deposit.checkoutId && !isAskedAnew)
    return createCheckout(context, stripe, { ...request, deposit }, now);
  if (deposit.checkoutId) {
    const session = await stripe.checkout.sessions.retrieve(deposit.checkoutId);
    if (session.status === "open" && session.url && !isAskedAnew) return session.url;
    if (session.status !== "open" && session.status !== "expired") {
      await handleCheckout(context, session, now, deposit);
      return undefined;
    }
    if (session.status === "open") await stripe.checkout.sessions.expire(session.id);
  }
  return createCheckout(context, stripe, { ...request, deposit, replacedBy: asked }, now);
}

/**
 * Whether the diner has finished the checkout: the webhook has not come yet, or the bank takes days. Records what Stripe
 * knows.
 */
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
  /** A new checkout with the next number replaces the one before, which has expired. */
  replacedBy?: Pick<Deposit, "amount" | "currency">;
}

async function createCheckout(
  { db, env }: JobContext,
  stripe: Stripe,
  { deposit, bookingId, userId, replacedBy }: NewCheckout,
  now: Date,
): Promise<string | undefined> {
  const { id } = deposit;
  const { amount, currency } = replacedBy ?? deposit;
  const number = deposit.checkoutCount + (replacedBy ? 1 : 0);
  const origin = replacedBy ? env.SITE_URL : deposit.origin;
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
    const isSaved = replacedBy
      ? await replaceCheckout(
          db,
          deposit,
          { ...replacedBy, bookingId, userId, origin, checkoutId: session.id },
          now,
        )
      : await saveCheckoutId(db, deposit, session.id);
    return isSaved ? session.url : undefined;
  } catch (error) {
    // Stripe repeats the error for this key for a day, and nobody was sent to this checkout.
    if (isFinalForKey(error)) await expireCheckout(db, deposit, now, number);
    throw error;
  }
}

const sessionSchema = z.object({
  id: z.string(),
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  amount_total: z.int(),
  currency: z.string(),
  client_reference_id: z.string().nullable(),
  payment_intent: z.string().nullable(),
  metadata: z.object({ deposit: z.string(), booking: z.string(), checkout: z.coerce.number() }),
});

/** The webhook and the reconcile job can both report a session, in any order and more than once. */
export async function handleCheckout(
  context: JobContext,
  session: unknown,
  now: Date,
  known?: Deposit,
): Promise<void> {
  const { success: isOurs, data } = sessionSchema.safeParse(session);
  if (!isOurs) return log("info", "checkout of another system");
  const deposit = known ?? (await findDeposit(context.db, { id: data.metadata.deposit }))?.deposit;
  const problem = deposit ? findMismatch(data, deposit) : "deposit";
  if (problem) {
    return log("error", "payment does not match", {
      checkout: data.id,
      deposit: data.metadata.deposit,
      problem,
    });
  }
  if (!deposit) return;
  if (data.payment_status === "paid" && data.payment_intent) {
    const payment = { id: deposit.id, checkoutId: data.id, paymentId: data.payment_intent };
    await recordPayment(context.db, payment, now);
  } else if (data.status === "expired" && deposit.checkoutCount === data.metadata.checkout) {
    await expireCheckout(context.db, deposit, now);
  }
}

type Session = z.infer<typeof sessionSchema>;

function findMismatch(data: Session, deposit: Deposit): string | undefined {
  if (data.client_reference_id !== deposit.id) return "reference";
  if (deposit.bookingId && data.metadata.booking !== deposit.bookingId) return "booking";
  if (data.currency !== deposit.currency) return "currency";
  if (data.amount_total !== deposit.amount) return "amount";
  const isSecond = data.payment_intent && deposit.paymentId && deposit.paymentId !== data.payment_intent;
  return isSecond ? "paid twice" : undefined;
}
