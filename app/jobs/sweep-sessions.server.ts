import type { JobContext } from "../load-context.ts";
import { deleteExpiredSessions } from "../models/session.server.ts";

export async function sweepSessions({ db }: JobContext, now: Date): Promise<void> {
  await deleteExpiredSessions(db, now);
}
