import { eq } from "drizzle-orm";
import { minuteMs } from "#app/lib/time-units.ts";
import type { Database } from "./client.server.ts";
import { heartbeats } from "./schema.ts";

/** A cron that has not run for this long has stopped. */
export const maxSilenceMs = 5 * minuteMs;

let lastLookupAt = 0;

/** Returns a statement, once a minute in each isolate, that a page adds to its reads. It says when the cron last ran. */
export function startCronLookup(db: Database) {
  const now = Date.now();
  if (now - lastLookupAt < minuteMs) return [];
  lastLookupAt = now;
  return [db.select({ at: heartbeats.at }).from(heartbeats).where(eq(heartbeats.name, "cron"))];
}

/** A cron that has never run doesn't count as stopped. */
export const hasStopped = ([run]: { at: Date }[]) =>
  run !== undefined && run.at.getTime() <= Date.now() - maxSilenceMs;
