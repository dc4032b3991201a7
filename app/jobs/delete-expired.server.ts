import type { JobContext } from "#app/load-context.ts";
import { deleteExpiredLinks } from "#app/models/account/link-tokens.server.ts";
import { deleteOldAttempts } from "#app/models/account/sign-in-attempts.server.ts";

/** Links that have expired, and tries that no longer count. */
export async function sweepSignIn({ db }: JobContext, now: Date): Promise<void> {
  await deleteExpiredLinks(db, now);
  await deleteOldAttempts(db, now);
}
