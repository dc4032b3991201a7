import type { JobContext } from "#app/load-context.ts";
import { deleteExpiredSessions } from "#app/models/account/sessions.server.ts";

export async function deleteExpiredSessionsJob({ db }: JobContext, now: Date): Promise<void> {
  await deleteExpiredSessions(db, now);
}
