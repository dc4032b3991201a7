import { minuteMs } from "#app/lib/time-units.ts";
import { addMissingAccountKeys, deleteOldAccountKeys } from "#app/models/account/account-keys.server.ts";
import { deleteOldErasures } from "#app/models/account/erase-account.server.ts";
import { deleteUnusedAvatars } from "#app/models/account/profiles.server.ts";
import { deleteUnconfirmedAccounts } from "#app/models/account/sign-up.server.ts";
import { deleteOldKeptChanges, putKeptChanges } from "#app/models/backup/kept-changes.server.ts";
import { deleteOldRows } from "#app/models/old-rows.server.ts";
import { deleteOldEmails, expireEmails } from "#app/models/outbox/manage-outbox.server.ts";
import {
  askAboutOldAnswers,
  deleteOldAnswers,
  hasOldAnswers,
  postponeChecks,
} from "#app/models/quiz/answers.server.ts";
import { eraseOldEntries } from "#app/models/seating/match-entries.server.ts";
import { deleteUnusedRecords } from "#app/models/seating/stored-records.server.ts";
import { deleteUnusedVenuePhotos } from "#app/models/venue/venues.server.ts";
import { everyMinute, type Job } from "./job.ts";

export const deleteExpired: Job = {
  findItems: everyMinute,
  async run({ db }, _, now) {
    const results = await Promise.all([
      deleteOldRows(db, now),
      deleteOldEmails(db, now),
      deleteUnconfirmedAccounts(db, now),
      eraseOldEntries(db, now),
      expireEmails(db, now),
      deleteOldAccountKeys(db, now),
    ]);
    return results.find((result) => result === "more");
  },
};

export const forgetOldAnswers: Job = {
  findItems: async ({ db }, now) => ((await hasOldAnswers(db, now)) ? ["all"] : []),
  async run({ db }, _, now) {
    await postponeChecks(db, now);
    await deleteOldAnswers(db, now);
    await askAboutOldAnswers(db, now);
    return undefined;
  },
};

/** One of 256 prefixes of ids each minute, so all within about four hours. The first covers the photos of venues too. */
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

/** For accounts older than the keys or the present secret, all within about four hours, like `deleteUnusedObjects`. */
export const addAccountKeys: Job = {
  findItems: everyMinute,
  async run({ db, env }, _, now) {
    // Operators who run jobs from their own computer may not have the secret.
    if (!env.SESSION_SECRET) return undefined;
    const prefix = Math.floor(now.getTime() / minuteMs) % 256;
    await addMissingAccountKeys(db, env, prefix.toString(16).padStart(2, "0"));
    return undefined;
  },
};

/** Copies to the bucket what a restore must not undo, and deletes what no backup needs, within about four hours. */
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
