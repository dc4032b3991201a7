import { minuteMs } from "#app/lib/time-units.ts";
import { deleteUnusedAvatars } from "#app/models/account/avatars.server.ts";
import { deleteUnusedRecords } from "#app/models/matching/stored-records.server.ts";
import { deleteUnusedVenuePhotos } from "#app/models/venue/unused-venue-photos.server.ts";
import { everyMinute, type Job } from "./job.ts";

/** Each minute checks the users and events whose id begins with one of 256 prefixes, so all are checked in about four hours; with the first of them, the photos of venues. */
export const deleteUnusedObjects: Job = {
  findItems: everyMinute,
  async run({ db, env }, _, now) {
    const part = Math.floor(now.getTime() / minuteMs) % 256;
    const store = { db, bucket: env.AVATARS };
    const prefix = part.toString(16).padStart(2, "0");
    await deleteUnusedAvatars(store, prefix, now);
    await deleteUnusedRecords(store, prefix, now);
    if (part === 0) await deleteUnusedVenuePhotos(store, now);
    return undefined;
  },
};
