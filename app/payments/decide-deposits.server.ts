import { depositKept } from "#app/emails/deposit-kept.tsx";
import { dateAndTime } from "#app/lib/dates.ts";
import type { DepositCause } from "#app/lib/deposit-states.ts";
import { formatForints } from "#app/lib/price.ts";
import type { JobContext } from "#app/load-context.ts";
import { findDeposit } from "#app/models/deposit/deposits.server.ts";
import { findDecidableDeposits, isKeptFor, settleDeposit } from "#app/models/deposit/settlement.server.ts";

/** Decides which paid deposits are refunded and which are kept; with an id, only that booking's. */
export async function decideDeposits(context: JobContext, now: Date, bookingId?: string): Promise<void> {
  for (const { id, cause } of await findDecidableDeposits(context.db, now, bookingId)) {
    const email = isKeptFor(cause) ? await depositKeptEmail(id, cause, context) : undefined;
    await settleDeposit(context.db, { id, cause }, email, now);
  }
}

async function depositKeptEmail(id: string, cause: DepositCause, { db, env }: JobContext) {
  const found = await findDeposit(db, { id });
  if (!found?.to || !found.date || !found.timeZone) return undefined;
  return depositKept({
    to: found.to,
    origin: env.SITE_URL,
    bookingId: found.bookingId,
    amount: formatForints(found.deposit.amount),
    when: dateAndTime(found.date, found.timeZone),
    isNoShow: cause === "no-show",
  });
}
