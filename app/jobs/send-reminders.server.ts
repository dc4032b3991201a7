import { findEventsToRemind } from "#app/models/booking/due-bookings.server.ts";
import { markReminded } from "#app/models/booking/event-transitions.server.ts";
import type { Job } from "./job.ts";

export const sendReminders: Job = {
  findItems: ({ db }, now) => findEventsToRemind(db, now),
  async run({ db }, eventId, now) {
    await markReminded(db, eventId, now);
    return undefined;
  },
};
