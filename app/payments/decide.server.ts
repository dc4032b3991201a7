import { depositKept } from "../emails/deposit-kept.tsx";
import { dateAndTime } from "../lib/dates.ts";
import type { DepositCause } from "../lib/ledger.ts";
import { asForints } from "../lib/price.ts";
import type { JobContext } from "../load-context.ts";
import { findDeposit } from "../models/deposit.server.ts";
import { applyVerdict, findVerdicts, staysWithUs } from "../models/settlement.server.ts";

/** Whether a deposit goes back or stays, where that can be said by now, and its diner told: of all, or of one booking's. */
export async function decideDeposits(context: JobContext, now: Date, bookingId?: string): Promise<void> {
  for (const { id, cause } of await findVerdicts(context.db, now, bookingId)) {
    const mail = staysWithUs(cause) ? await farewell(id, cause, context) : undefined;
    await applyVerdict(context.db, { id, cause }, mail, now);
  }
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
