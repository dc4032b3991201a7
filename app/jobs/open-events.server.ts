import type { Database } from "#app/db/client.server.ts";
import { eventTimes, timeBefore } from "#app/lib/event-times.ts";
import { weeklyDates } from "#app/lib/weekly-dates.ts";
import type { JobContext } from "#app/load-context.ts";
import { log } from "#app/log.ts";
import { listSchedules, openPlannedEvents } from "#app/models/event/schedules.server.ts";

/** The events of the coming weeks that can still be booked, by each schedule. */
export async function planEvents(db: Database, now: Date) {
  const earliest = new Date(now.getTime() + eventTimes.closesBeforeMs);
  return (await listSchedules(db)).flatMap((schedule) =>
    weeklyDates(schedule, earliest).map((date) => ({
      scheduleId: schedule.id,
      venueId: schedule.venueId,
      capacity: schedule.capacity,
      date,
      closesAt: timeBefore(date, eventTimes.closesBeforeMs),
    })),
  );
}

export async function openEvents({ db }: JobContext, now: Date): Promise<void> {
  const planned = await planEvents(db, now);
  if (planned.length === 0) return;
  const opened = await openPlannedEvents(db, planned);
  if (opened > 0) log("info", "events opened", { events: opened });
}
