import { findCitiesToTell, tellPairs } from "#app/models/feedback/mutual-wishes.server.ts";
import type { Job } from "./job.ts";

/** Once a day in each city. */
export const tellMutualWishes: Job = {
  findItems: ({ db }, now) => findCitiesToTell(db, now),
  async run({ db }, cityId, now) {
    await tellPairs(db, cityId, now);
    return undefined;
  },
};
