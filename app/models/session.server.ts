import { lte } from "drizzle-orm";
import type { Database } from "../db/client.server.ts";
import { sessions } from "../db/schema.ts";

export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now));
}
