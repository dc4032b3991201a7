import type { JobContext } from "#app/load-context.ts";
import { describeError, log } from "#app/log.ts";
import { findDecidableDeposits, settleDeposit } from "#app/models/deposit/settlement.server.ts";

const pageSize = 100;

/** Decides which paid deposits of a booking are refunded and which are kept. */
export async function decideDepositOfBooking(
  { db }: JobContext,
  bookingId: string,
  now: Date,
): Promise<void> {
  for (const deposit of await findDecidableDeposits(db, now, { bookingId }))
    await settleDeposit(db, deposit, now);
}

/** Decides all that are due. One that fails is reported after the others are done. */
export async function decideDeposits({ db }: JobContext, now: Date): Promise<void> {
  let failedCount = 0;
  let after = "";
  for (;;) {
    const due = await findDecidableDeposits(db, now, { after, limit: pageSize });
    for (const deposit of due) {
      try {
        await settleDeposit(db, deposit, now);
      } catch (error) {
        failedCount++;
        log("warning", "deposit not decided yet", { deposit: deposit.id, error: describeError(error) });
      }
    }
    const last = due.at(-1);
    if (!last || due.length < pageSize) break;
    after = last.id;
  }
  if (failedCount > 0) throw new Error(`${failedCount} deposits could not be decided`);
}
