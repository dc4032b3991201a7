import { findEventsToAsk } from "#app/models/booking/due-bookings.server.ts";
import { markAsked } from "#app/models/booking/event-transitions.server.ts";
import type { Job } from "./job.ts";

export const askForFeedback: Job = {
  findItems: ({ db }, now) => findEventsToAsk(db, now),
  async run({ db }, eventId, now) {
    // The task may have waited for days.
    if ((await findEventsToAsk(db, now)).includes(eventId)) await markAsked(db, eventId, now);
    return undefined;
  },
};
