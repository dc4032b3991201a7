import type { JobContext } from "#app/load-context.ts";
import { deleteExpiredLinkTokens } from "#app/models/account/link-tokens.server.ts";
import { deleteExpiredSessions } from "#app/models/account/sessions.server.ts";
import { deleteOldSignInAttempts } from "#app/models/account/sign-in-attempts.server.ts";

export async function deleteExpired({ db }: JobContext, now: Date): Promise<void> {
  await Promise.all([
    deleteExpiredSessions(db, now),
    deleteExpiredLinkTokens(db, now),
    deleteOldSignInAttempts(db, now),
  ]);
}
