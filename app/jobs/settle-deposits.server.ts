import type { JobContext } from "../load-context.ts";
import { claimRefunds } from "../models/settlement.server.ts";
import { decideDeposits } from "../payments/decide.server.ts";
import { giveBack } from "../payments/give-back.server.ts";
import { connectStripe } from "../payments/stripe.server.ts";

/** Which deposits go back and which stay; and those that go back, to the provider. */
export async function settleDeposits(context: JobContext, now: Date): Promise<void> {
  await decideDeposits(context, now);
  const stripe = connectStripe(context.env);
  if (!stripe) return;
  for (const { deposit } of await claimRefunds(context.db, now))
    await giveBack(context, stripe, deposit, now);
}
