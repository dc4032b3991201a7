import * as z from "zod";
import type { JobContext } from "#app/job-context.ts";
import { log } from "#app/log.ts";
import { findDeposit } from "#app/models/deposit/deposits.server.ts";
import { recordFailedRefund, recordRefund, savePendingRefund } from "#app/models/deposit/refunds.server.ts";

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
  if (data.currency !== deposit.currency || data.amount !== deposit.amount) {
    return log("error", "refund does not match", { refund: data.id, deposit: deposit.id });
  }
  const ids = { id: deposit.id, refundId: data.id };
  switch (data.status) {
    case "succeeded":
      return recordRefund(context.db, { ...ids, cause: deposit.cause }, now);
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
