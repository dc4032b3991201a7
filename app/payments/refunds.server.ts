import type { Stripe } from "stripe";
import * as z from "zod";
import type { JobContext } from "#app/job-context.ts";
import { keepCauses } from "#app/lib/booking/booking-states.ts";
import { formatAmount } from "#app/lib/price.ts";
import { log } from "#app/log.ts";
import { type Deposit, findDeposit } from "#app/models/deposit/deposits.server.ts";
import {
  parkRefund,
  recordFailedRefund,
  recordRefund,
  rotateRefundKey,
  savePendingRefund,
} from "#app/models/deposit/refunds.server.ts";
import {
  errorCode,
  isAuthenticationError,
  isFinalForKey,
  isRejection,
  isStripeError,
} from "./stripe.server.ts";

/** Makes one attempt. An unclear result is tried again later; a rejected refund is parked. */
export async function sendRefund(
  context: JobContext,
  stripe: Stripe,
  deposit: Deposit,
  now: Date,
): Promise<void> {
  try {
    if (deposit.attempts > 1 && !deposit.refundId && (await wasMade(context, stripe, deposit, now))) return;
    const refunds = await requestStripeRefund(stripe, deposit);
    for (const refund of refunds) await handleRefund(context, refund, now);
    if (refunds.length === 0)
      await park(context, deposit, "refunded in full, but Stripe lists no refund", now);
  } catch (error) {
    if (!isStripeError(error)) throw error;
    const reason = errorCode(error);
    if (isRejection(error)) return park(context, deposit, reason, now);
    if (isFinalForKey(error)) await rotateRefundKey(context.db, deposit);
    log(isAuthenticationError(error) ? "error" : "warning", "refund not made yet", {
      deposit: deposit.id,
      reason,
    });
  }
}

/** An attempt without a clear answer may have made it, and another key would refund a part twice. Records what Stripe lists. */
async function wasMade(context: JobContext, stripe: Stripe, deposit: Deposit, now: Date): Promise<boolean> {
  for (const refund of await listRefunds(stripe, deposit.paymentId)) await handleRefund(context, refund, now);
  const found = await findDeposit(context.db, { id: deposit.id });
  return found?.deposit.state !== "refunding" || found.deposit.refundId !== null;
}

async function listRefunds(stripe: Stripe, paymentId: string | null) {
  if (!paymentId) return [];
  const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: 100 });
  return data.filter(({ status }) => status !== "failed" && status !== "canceled");
}

/** The key stays the same until Stripe answers, so that a repeated request makes only one refund. Returns those of the payment if it has no rest. */
async function requestStripeRefund(
  stripe: Stripe,
  { id, paymentId, refundId, refundCount, refundAmount, amount, attempts }: Deposit,
) {
  if (!paymentId) throw new Error(`Deposit ${id} was never paid, so it can't be refunded`);
  if (refundId) return [await stripe.refunds.retrieve(refundId)];
  try {
    const wanted = { payment_intent: paymentId, amount: refundAmount ?? amount, metadata: { deposit: id } };
    return [await stripe.refunds.create(wanted, { idempotencyKey: `deposit-${id}-refund-${refundCount}` })];
  } catch (error) {
    if (errorCode(error) !== "charge_already_refunded") throw error;
    log("info", "refund was made before", { deposit: id, attempts });
    return listRefunds(stripe, paymentId);
  }
}

async function park({ db }: JobContext, { id }: Deposit, reason: string, now: Date): Promise<void> {
  if (await parkRefund(db, id, reason, now)) log("error", "refund parked", { deposit: id, reason });
}

const refundSchema = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  payment_intent: z.string(),
  status: z.string(),
  failure_reason: z.string().nullish(),
});

/** Also handles refunds that an operator made in Stripe's dashboard. */
export async function handleRefund(context: JobContext, refund: unknown, now: Date): Promise<void> {
  const { success: isOurs, data } = refundSchema.safeParse(refund);
  const found = isOurs && (await findDeposit(context.db, { paymentId: data.payment_intent }));
  if (!isOurs || !found) return log("info", "refund of another system");
  const { deposit } = found;
  if (data.currency !== deposit.currency) {
    return log("error", "refund does not match", { refund: data.id, deposit: deposit.id });
  }
  const { cause, state, refundReason } = deposit;
  const isPart = data.amount < deposit.amount;
  const isByHand = !cause || cause === "by-hand" || keepCauses.some((each) => each === cause);
  const ids = { id: deposit.id, refundId: data.id, amount: data.amount };
  switch (data.status) {
    case "succeeded":
      return recordRefund(
        context.db,
        {
          ...ids,
          data: {
            cause,
            ...(isPart ? { isPart, amount: formatAmount(data.amount, data.currency) } : {}),
            ...(state === "refunding" && isByHand && refundReason ? { reason: refundReason } : {}),
          },
        },
        now,
      );
    case "pending":
    case "requires_action":
      return savePendingRefund(context.db, ids, now);
    default: {
      const reason = `${data.status}: ${data.failure_reason ?? "no reason given"}`;
      const isNew = await recordFailedRefund(context.db, ids, reason, now);
      if (isNew) log("error", "refund parked", { deposit: deposit.id, reason });
    }
  }
}
