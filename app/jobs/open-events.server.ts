import { eventTimes, timeBefore, type Weekly, weeklyDates } from "#app/lib/event/event-times.ts";
import { log } from "#app/log.ts";
import {
  hasPlanningDue,
  listSchedulesToPlan,
  markPlanned,
  openPlannedEvents,
} from "#app/models/event/schedules.server.ts";
import type { Job } from "./job.ts";

/** The events of the coming weeks that these schedules open and that can still be booked. */
export function planEvents(planning: (Weekly & { id: string; cityId: string })[], now: Date) {
  const earliest = new Date(now.getTime() + eventTimes.closesBeforeMs);
  return planning.flatMap((schedule) =>
    weeklyDates(schedule, earliest).map((date) => ({
      scheduleId: schedule.id,
      cityId: schedule.cityId,
      date,
      closesAt: timeBefore(date, eventTimes.closesBeforeMs),
    })),
  );
}
/** Runs within a minute for a new schedule, and otherwise when another week of the schedule begins. */
export const openEvents: Job = {
  findItems: async ({ db }, now) => ((await hasPlanningDue(db, now)) ? ["all"] : []),
  async run({ db }, _, now) {
    const toPlan = await listSchedulesToPlan(db, now);
    const planned = planEvents(toPlan, now);
    const opened = await openPlannedEvents(db, planned);
    const ids = toPlan.map(({ id }) => id);
    await markPlanned(db, ids, planned, now);
    if (opened > 0) log("info", "events opened", { events: opened });
    return undefined;
  },
};
