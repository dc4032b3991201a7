import * as z from "zod";
import { depositRefunded } from "#app/emails/deposit-refunded.tsx";
import { dateAndTime } from "#app/lib/dates.ts";
import { formatForints, toStripeAmount } from "#app/lib/price.ts";
import type { JobContext } from "#app/load-context.ts";
import { log } from "#app/log.ts";
import { type DepositWithDiner, findDeposit } from "#app/models/deposit/deposits.server.ts";
import {
  recordFailedRefund,
  recordRefund,
  savePendingRefund,
} from "#app/models/deposit/settlement.server.ts";

/** What we read of a refund, whichever version of the API tells it. */
const refund = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  payment_intent: z.string(),
  status: z.string(),
  failure_reason: z.string().nullish(),
});

/** What became of a refund, from a webhook or because we asked for it; one made by hand at the provider’s too. */
export async function handleRefund(context: JobContext, told: unknown, now: Date): Promise<void> {
  const { success: isOurs, data } = refund.safeParse(told);
  const found = isOurs && (await findDeposit(context.db, { paymentId: data.payment_intent }));
  if (!isOurs || !found) return log("info", "a refund of somebody else’s");
  const { deposit } = found;
  if (data.currency !== deposit.currency || data.amount !== toStripeAmount(deposit.amount)) {
    return log("error", "refund does not fit", { refund: data.id, deposit: deposit.id });
  }
  const which = { id: deposit.id, refundId: data.id };
  switch (data.status) {
    case "succeeded":
      return recordRefund(context.db, which, refundEmail(found, context.env), now);
    case "pending":
    case "requires_action":
      return savePendingRefund(context.db, which, now);
    default: {
      const because = `${data.status}: ${data.failure_reason ?? "no reason given"}`;
      const isNews = await recordFailedRefund(context.db, which, because, now);
      if (isNews) log("error", "refund parked", { deposit: deposit.id, reason: because });
    }
  }
}

function refundEmail({ deposit, to, date, timeZone }: DepositWithDiner, env: Env) {
  if (!to || !date || !timeZone) return undefined;
  return depositRefunded({
    to,
    origin: env.SITE_URL,
    amount: formatForints(deposit.amount),
    when: dateAndTime(date, timeZone),
    cause: deposit.cause,
  });
}
