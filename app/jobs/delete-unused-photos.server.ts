import { deleteUnusedAvatars } from "#app/models/account/avatars.server.ts";
import { everyMinute, type Job } from "./job.ts";

const minuteMs = 60_000;

/** Each minute checks the users whose id begins with one of 256 prefixes, so all are checked in about four hours. */
export const deleteUnusedPhotos: Job = {
  findItems: everyMinute,
  async run({ db, env }, _, now) {
    const prefix = Math.floor(now.getTime() / minuteMs) % 256;
    await deleteUnusedAvatars({ db, bucket: env.AVATARS }, prefix.toString(16).padStart(2, "0"), now);
    return undefined;
  },
};
