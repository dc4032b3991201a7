import { decideAttendance as decide } from "#app/models/attendance/decide-attendance.server.ts";
import { findEventsToDecide } from "#app/models/event/decided-events.server.ts";
import type { Job } from "./job.ts";

/** A day after an event, says who came and tells who did not. */
export const decideAttendance: Job = {
  findItems: ({ db }, now) => findEventsToDecide(db, now),
  async run({ db }, eventId, now) {
    await decide(db, eventId, now);
    return undefined;
  },
};
