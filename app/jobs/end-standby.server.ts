import { findEventsToEndStandby } from "#app/models/booking/due-bookings.server.ts";
import { endStandby } from "#app/models/booking/event-transitions.server.ts";
import type { Job } from "./job.ts";

export const endOverdueStandby: Job = {
  findItems: ({ db }, now) => findEventsToEndStandby(db, now),
  async run({ db }, eventId, now) {
    await endStandby(db, eventId, now);
    return undefined;
  },
};
