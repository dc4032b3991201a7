import { minuteMs } from "#app/lib/time-units.ts";
import { addMissingAccountKeys, deleteOldAccountKeys } from "#app/models/account/account-keys.server.ts";
import { forgetOldOrigins } from "#app/models/account/crowds.server.ts";
import { deleteOldErasures } from "#app/models/account/erase-account.server.ts";
import { deleteExpiredLinkTokens } from "#app/models/account/link-tokens.server.ts";
import { deleteExpiredChallenges } from "#app/models/account/passkeys.server.ts";
import { deleteOldSignInAttempts } from "#app/models/account/passwords.server.ts";
import { deleteUnusedAvatars } from "#app/models/account/profiles.server.ts";
import { deleteExpiredSessions, deleteUnusedDevices } from "#app/models/account/sessions.server.ts";
import { deleteOldSignUps, deleteUnconfirmedAccounts } from "#app/models/account/sign-up.server.ts";
import { deleteOldKeptChanges, putKeptChanges } from "#app/models/backup/kept-changes.server.ts";
import { deleteOldWishes } from "#app/models/feedback/feedback.server.ts";
import { deleteOldIncidents } from "#app/models/health/problems.server.ts";
import { deleteOldMessages, forgetHosts } from "#app/models/host/host-links.server.ts";
import { eraseOldEntries } from "#app/models/matching/match-entries.server.ts";
import { deleteUnusedRecords } from "#app/models/matching/stored-records.server.ts";
import { deleteOldBrokenAddresses } from "#app/models/outbox/broken-addresses.server.ts";
import { deleteOldBatches } from "#app/models/outbox/email-batches.server.ts";
import { deleteOldEmails, expireEmails } from "#app/models/outbox/manage-outbox.server.ts";
import {
  askAboutOldAnswers,
  deleteOldAnswers,
  hasOldAnswers,
  postponeChecks,
} from "#app/models/quiz/answers.server.ts";
import { deleteOldActions, deleteOldNotes } from "#app/models/security/security-notes.server.ts";
import { deleteOldTasks } from "#app/models/task/tasks.server.ts";
import { deleteUnusedVenuePhotos } from "#app/models/venue/venues.server.ts";
import { everyMinute, type Job } from "./job.ts";

export const deleteExpired: Job = {
  findItems: everyMinute,
  async run({ db }, _, now) {
    const results = await Promise.all([
      deleteOldEmails(db, now),
      deleteUnconfirmedAccounts(db, now),
      eraseOldEntries(db, now),
      expireEmails(db, now),
      deleteOldTasks(db, now),
      deleteOldBatches(db, now),
      deleteOldBrokenAddresses(db, now),
      deleteOldIncidents(db, now),
      deleteExpiredSessions(db, now),
      deleteUnusedDevices(db, now),
      deleteExpiredLinkTokens(db, now),
      deleteExpiredChallenges(db, now),
      deleteOldSignInAttempts(db, now),
      deleteOldSignUps(db, now),
      deleteOldAccountKeys(db, now),
      forgetOldOrigins(db, now),
      forgetHosts(db, now),
      deleteOldMessages(db, now),
      deleteOldWishes(db, now),
      deleteOldActions(db, now),
      deleteOldNotes(db, now),
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
