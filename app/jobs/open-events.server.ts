import type { Database } from "#app/db/client.server.ts";
import { eventTimes, timeBefore } from "#app/lib/event/event-times.ts";
import { weeklyDates } from "#app/lib/event/weekly-dates.ts";
import { log } from "#app/log.ts";
import {
  isPlanningDue,
  listSchedules,
  markPlanned,
  openPlannedEvents,
} from "#app/models/event/schedules.server.ts";
import type { Job } from "./job.ts";

/** The events of the coming weeks that can still be booked, by each schedule, and one of a city at a time. */
export async function planEvents(db: Database, now: Date) {
  const earliest = new Date(now.getTime() + eventTimes.closesBeforeMs);
  const planned = (await listSchedules(db)).flatMap((schedule) =>
    weeklyDates(schedule, earliest).map((date) => ({
      scheduleId: schedule.id,
      cityId: schedule.cityId,
      date,
      closesAt: timeBefore(date, eventTimes.closesBeforeMs),
    })),
  );
  // When summer time begins, two schedules of a city can mean the same moment.
  return [...Map.groupBy(planned, ({ cityId, date }) => `${cityId} ${date.getTime()}`).values()].flatMap(
    ([first]) => first ?? [],
  );
}

/** Within a minute where a schedule is new, and otherwise every hour. */
export const openEvents: Job = {
  findItems: async ({ db }, now) => ((await isPlanningDue(db, now)) ? ["all"] : []),
  async run({ db }, _, now) {
    const planned = await planEvents(db, now);
    const opened = await openPlannedEvents(db, planned);
    await markPlanned(db, planned, now);
    if (opened > 0) log("info", "events opened", { events: opened });
    return undefined;
  },
};
