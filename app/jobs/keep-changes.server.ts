import { minuteMs } from "#app/lib/time-units.ts";
import { deleteOldErasures } from "#app/models/account/erase-account.server.ts";
import { deleteOldKeptChanges, putKeptChanges } from "#app/models/backup/kept-changes.server.ts";
import { everyMinute, type Job } from "./job.ts";

/** Puts into the bucket what a restored backup must not undo, and deletes what no backup needs: a part each minute, all within about four hours. */
export const keepChanges: Job = {
  findItems: everyMinute,
  async run({ db, env }, _, now) {
    const bucket = env.AVATARS;
    const part = Math.floor(now.getTime() / minuteMs) % 256;
    await deleteOldKeptChanges(bucket, part.toString(16).padStart(2, "0"), now);
    if (part === 0) await deleteOldErasures(db, now);
    return putKeptChanges({ db, bucket });
  },
};
