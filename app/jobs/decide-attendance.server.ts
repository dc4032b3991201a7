import {
  decideAttendance as decide,
  findEventsToDecide,
} from "#app/models/event/decide-attendance.server.ts";
import type { Job } from "./job.ts";

/** A day after an event, says who came and tells who did not. */
export const decideAttendance: Job = {
  findItems: ({ db }, now) => findEventsToDecide(db, now),
  async run({ db }, eventId, now) {
    await decide(db, eventId, now);
    return undefined;
  },
};
