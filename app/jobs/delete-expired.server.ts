import type { JobContext } from "#app/load-context.ts";
import { deleteExpiredLinkTokens } from "#app/models/account/link-tokens.server.ts";
import { deleteOldSignInAttempts } from "#app/models/account/sign-in-attempts.server.ts";

/** Links that have expired, and tries that no longer count. */
export async function deleteExpiredSignIns({ db }: JobContext, now: Date): Promise<void> {
  await deleteExpiredLinkTokens(db, now);
  await deleteOldSignInAttempts(db, now);
}
