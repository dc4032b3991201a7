import { minuteMs } from "#app/lib/time-units.ts";
import { addMissingAccountKeys } from "#app/models/account/account-keys.server.ts";
import { everyMinute, type Job } from "./job.ts";

/** Accounts from before there were keys, or before the secret was changed: all within about four hours, as `deleteUnusedObjects`. */
export const addAccountKeys: Job = {
  findItems: everyMinute,
  async run({ db, env }, _, now) {
    // Operators who run jobs from their computer may not have it.
    if (!env.SESSION_SECRET) return undefined;
    const prefix = Math.floor(now.getTime() / minuteMs) % 256;
    await addMissingAccountKeys(db, env, prefix.toString(16).padStart(2, "0"));
    return undefined;
  },
};
