import type { Database } from "#app/db/client.server.ts";
import { before, timeline } from "#app/lib/event-times.ts";
import { weeklyDates } from "#app/lib/weekly-dates.ts";
import type { JobContext } from "#app/load-context.ts";
import { log } from "#app/log.ts";
import { listRules, openDinners as open } from "#app/models/event/schedules.server.ts";

/** By each rule, the dinners of the coming weeks that can still be booked. */
export async function plannedDinners(db: Database, now: Date) {
  const earliest = new Date(now.getTime() + timeline.closes);
  return (await listRules(db)).flatMap((rule) =>
    weeklyDates(rule, earliest).map((date) => ({
      ruleId: rule.id,
      venueId: rule.venueId,
      capacity: rule.capacity,
      date,
      closesAt: before(date, timeline.closes),
    })),
  );
}

export async function openDinners({ db }: JobContext, now: Date): Promise<void> {
  const planned = await plannedDinners(db, now);
  if (planned.length === 0) return;
  const opened = await open(db, planned);
  if (opened > 0) log("info", "dinners opened", { dinners: opened });
}
