import type { JobContext } from "#app/job-context.ts";
import { describeError, log } from "#app/log.ts";
import {
  findDecidableDeposits,
  postponeDeposits,
  settleDeposits,
} from "#app/models/deposit/settlement.server.ts";

const pageSize = 100;
const maxPages = 20;

type Decision = Awaited<ReturnType<typeof findDecidableDeposits>>[number];

/**
 * Decides which due deposits are refunded and which the club keeps; returns true if more are due. Reports failures after all
 * others are done.
 */
export async function decideDeposits(context: JobContext, now: Date): Promise<boolean> {
  const hasMore = await postponeDeposits(context.db, now);
  let failedCount = 0;
  let after = "";
  for (let page = 0; page < maxPages; page++) {
    const due = await findDecidableDeposits(context.db, now, { after, limit: pageSize });
    failedCount += await decidePage(context, due, now);
    const last = due.at(-1);
    if (failedCount >= pageSize || !last || due.length < pageSize) {
      if (failedCount > 0) throw new Error(`${failedCount} deposits could not be decided`);
      return hasMore;
    }
    after = last.id;
  }
  return true;
}

/** Settles deposits with the same cause in one batch, or one by one if that fails. Returns how many failed. */
async function decidePage({ db }: JobContext, due: Decision[], now: Date): Promise<number> {
  let failedCount = 0;
  for (const [cause, some] of Map.groupBy(due, (deposit) => deposit.cause)) {
    const ids = some.map(({ id }) => id);
    const isDone = await settleDeposits(db, { ids, cause }, now).then(
      () => true,
      () => false,
    );
    for (const id of isDone ? [] : ids) {
      try {
        await settleDeposits(db, { ids: [id], cause }, now);
      } catch (error) {
        failedCount++;
        log("warning", "deposit not decided yet", { deposit: id, error: describeError(error) });
      }
    }
  }
  return failedCount;
}
