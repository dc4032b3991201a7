import { refillTables } from "#app/jobs/refill-tables.server.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";

/** Does for one event what the next run of the cron would do. */
export async function refillNow(
  { db, env, now, showProgress }: OperationContext,
  eventId: string,
  dinerCount: number,
): Promise<void> {
  const progressBar = showProgress("Seating diners", dinerCount);
  try {
    while ((await refillTables.run({ db, env }, eventId, now, { isRetry: false })) === "more");
  } finally {
    progressBar.end();
  }
}
