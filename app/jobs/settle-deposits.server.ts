import type { JobContext } from "#app/load-context.ts";
import { claimRefunds } from "#app/models/deposit/refunds.server.ts";
import { decideDeposits } from "#app/payments/decide-deposits.server.ts";
import { sendRefund } from "#app/payments/send-refund.server.ts";
import { connectStripe } from "#app/payments/stripe.server.ts";

export async function settleDeposits(context: JobContext, now: Date): Promise<void> {
  await decideDeposits(context, now);
  const stripe = connectStripe(context.env);
  if (!stripe) return;
  for (const { deposit } of await claimRefunds(context.db, now))
    await sendRefund(context, stripe, deposit, now);
}
