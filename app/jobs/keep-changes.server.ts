import { minuteMs } from "#app/lib/time-units.ts";
import { deleteOldErasures } from "#app/models/account/erase-account.server.ts";
import { deleteOldKeptChanges, putKeptChanges } from "#app/models/backup/kept-changes.server.ts";
import { everyMinute, type Job } from "./job.ts";

/** Puts into the bucket what a restored backup must not undo; every four hours, deletes what no backup needs. */
export const keepChanges: Job = {
  findItems: everyMinute,
  async run({ db, env }, _, now) {
    const bucket = env.AVATARS;
    if (Math.floor(now.getTime() / minuteMs) % 256 === 0) {
      await deleteOldKeptChanges(bucket, now);
      await deleteOldErasures(db, now);
    }
    return putKeptChanges({ db, bucket });
  },
};
