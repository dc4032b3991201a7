import { deleteOldAccountKeys } from "#app/models/account/account-keys.server.ts";
import { forgetOldOrigins } from "#app/models/account/crowds.server.ts";
import { deleteExpiredLinkTokens } from "#app/models/account/link-tokens.server.ts";
import { deleteExpiredChallenges } from "#app/models/account/passkeys.server.ts";
import { deleteExpiredSessions, deleteUnusedDevices } from "#app/models/account/sessions.server.ts";
import { deleteOldSignInAttempts } from "#app/models/account/sign-in-attempts.server.ts";
import { deleteOldSignUps } from "#app/models/account/sign-up-limits.server.ts";
import { deleteUnconfirmedAccounts } from "#app/models/account/unconfirmed-accounts.server.ts";
import { deleteOldWishes } from "#app/models/feedback/feedback.server.ts";
import { deleteOldIncidents } from "#app/models/health/incidents.server.ts";
import { forgetHosts } from "#app/models/host/host-links.server.ts";
import { deleteOldMessages } from "#app/models/host/host-messages.server.ts";
import { eraseOldEntries } from "#app/models/matching/match-entries.server.ts";
import { deleteOldBrokenAddresses } from "#app/models/outbox/broken-addresses.server.ts";
import { deleteOldBatches } from "#app/models/outbox/email-batches.server.ts";
import { deleteOldEmails, expireEmails } from "#app/models/outbox/remove-emails.server.ts";
import { deleteOldActions } from "#app/models/security/account-actions.server.ts";
import { deleteOldNotes } from "#app/models/security/security-notes.server.ts";
import { deleteOldTasks } from "#app/models/task/tasks.server.ts";
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
