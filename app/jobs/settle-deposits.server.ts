import { depositKept } from "../emails/deposit-kept.tsx";
import { dateAndTime } from "../lib/dates.ts";
import type { JobContext } from "../load-context.ts";
import { findDeposit } from "../models/deposit.server.ts";
import { applyVerdict, claimRefunds, findVerdicts, staysWithUs } from "../models/settlement.server.ts";
import { giveBack } from "../payments/give-back.server.ts";
import type { DepositCause } from "../payments/ledger.ts";
import { asForints } from "../payments/price.ts";
import { connectStripe } from "../payments/stripe.server.ts";

/** Every deposit of which it can be said by now whether it goes back or stays; and those that go back, to the provider. */
export async function settleDeposits(context: JobContext, now: Date): Promise<void> {
  for (const { id, cause } of await findVerdicts(context.db, now)) await settle(id, cause, context, now);
  const stripe = connectStripe(context.env);
  if (!stripe) return;
  for (const { deposit } of await claimRefunds(context.db, now))
    await giveBack(context, stripe, deposit, now);
}

async function settle(id: string, cause: DepositCause, { db, env }: JobContext, now: Date): Promise<void> {
  const mail = staysWithUs(cause) ? await farewell(id, cause, { db, env }) : undefined;
  await applyVerdict(db, { id, cause }, mail, now);
}

async function farewell(id: string, cause: DepositCause, { db, env }: JobContext) {
  const found = await findDeposit(db, { id });
  if (!found?.to || !found.date || !found.timeZone) return undefined;
  return depositKept({
    to: found.to,
    origin: env.SITE_URL,
    bookingId: found.bookingId,
    amount: asForints(found.deposit.amount),
    when: dateAndTime(found.date, found.timeZone),
    isNoShow: cause === "no-show",
  });
}
