import type { JobContext } from "../load-context.ts";
import { deleteOldAttempts } from "../models/attempt.server.ts";
import { deleteExpiredLinks } from "../models/link.server.ts";

/** Links that have expired, and tries that no longer count. */
export async function sweepSignIn({ db }: JobContext, now: Date): Promise<void> {
  await deleteExpiredLinks(db, now);
  await deleteOldAttempts(db, now);
}
