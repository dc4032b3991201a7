import { type SQLWrapper, sql } from "drizzle-orm";
import { minuteMs } from "#app/lib/time-units.ts";
import { type GivenTime, toMs } from "./prepare-queries.ts";

const sixHoursMs = 6 * 60 * minuteMs;

/** Waits 1, 2, 4, … minutes, at most `maxWaitMs`, and up to a quarter longer, so that failed work doesn't all return at once. */
export function nextAttemptAt(now: GivenTime, attempts: SQLWrapper, maxWaitMs = sixHoursMs) {
  const waitMs = sql`min(${minuteMs} * (1 << min(${attempts}, 9)), ${maxWaitMs})`;
  return sql<Date>`cast(${toMs(now)} + ${waitMs} * (1 + abs(random() % 1000) / 4000.0) as integer)`;
}
