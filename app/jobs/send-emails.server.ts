import { canSendEmails, sendDueEmails } from "#app/emails/send-emails.server.ts";
import { hasDueEmails } from "#app/models/outbox/claim-emails.server.ts";
import type { Job } from "./job.ts";

/** The queue lets other tasks in between. */
const maxDurationMs = 15_000;

export const sendEmails: Job = {
  findItems: async ({ db, env }, now) => (canSendEmails(env) && (await hasDueEmails(db, now)) ? ["all"] : []),
  run: (context, _, now) => sendDueEmails(context, now, maxDurationMs),
};
