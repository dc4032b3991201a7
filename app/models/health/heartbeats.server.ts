import { eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { heartbeats } from "#app/db/schema.ts";

/** Returns when the cron ran before, if it ever did. A queue that has never run is silent from now on. */
export async function recordCronRun(db: Database, now: Date): Promise<Date | undefined> {
  const [[previous]] = await db.batch([
    db.select({ at: heartbeats.at }).from(heartbeats).where(eq(heartbeats.name, "cron")),
    recordRun(db, "cron", now),
    db.insert(heartbeats).values({ name: "queue", at: now }).onConflictDoNothing(),
  ]);
  return previous?.at;
}

export async function recordQueueRun(db: Database, now: Date): Promise<void> {
  await recordRun(db, "queue", now);
}

const recordRun = (db: Database, name: "cron" | "queue", now: Date) =>
  db
    .insert(heartbeats)
    .values({ name, at: now })
    .onConflictDoUpdate({ target: heartbeats.name, set: { at: sql`excluded.at` } });
