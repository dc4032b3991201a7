import { minuteMs } from "#app/lib/time-units.ts";
import { deleteUnusedAvatars } from "#app/models/account/avatars.server.ts";
import { deleteUnusedVenuePhotos } from "#app/models/venue/unused-venue-photos.server.ts";
import { everyMinute, type Job } from "./job.ts";

/** Each minute checks the users whose id begins with one of 256 prefixes, so all are checked in about four hours; with the first of them, the photos of venues. */
export const deleteUnusedPhotos: Job = {
  findItems: everyMinute,
  async run({ db, env }, _, now) {
    const prefix = Math.floor(now.getTime() / minuteMs) % 256;
    const store = { db, bucket: env.AVATARS };
    await deleteUnusedAvatars(store, prefix.toString(16).padStart(2, "0"), now);
    if (prefix === 0) await deleteUnusedVenuePhotos(store, now);
    return undefined;
  },
};
