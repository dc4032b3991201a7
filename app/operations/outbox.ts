import * as z from "zod";
import { outbox as outboxTable } from "#app/db/schema.ts";
import {
  countUnsent,
  dropEmail,
  type EmailState,
  emailStates,
  findRecipients,
  listEmails,
  retryEmails,
} from "#app/models/outbox/manage-outbox.server.ts";
import { id, wholeNumber } from "./inputs.ts";
import { defineOperation, type Noun } from "./operation.ts";
import { findIdByPrefix } from "./operation-context.ts";
import { refusedError, usageError } from "./operation-error.ts";
import { findClubZone, formatLocalTime } from "./times.ts";
import { plural, shortId, tellCut } from "./words.ts";

type ListedEmail = Awaited<ReturnType<typeof listEmails>>[number];

function getEmailState({ sentAt, parkedAt, expiresAt }: ListedEmail, now: Date): EmailState {
  if (sentAt) return "sent";
  if (parkedAt) return "parked";
  return expiresAt <= now ? "expired" : "waiting";
}

const listOperation = defineOperation({
  verb: "list",
  description:
    "Lists emails, newest first: sent, waiting for the next attempt, parked because the provider refused them, or expired: not sent while it was worth it.",
  example: "outbox list --state parked",
  concerns: "everybody",
  options: {
    state: ["<state>", emailStates.join(", ")],
    limit: ["<number>", "how many to list, 50 by default"],
  },
  input: z.object({
    state: z.enum(emailStates, `is one of ${emailStates.join(", ")}`).optional(),
    limit: wholeNumber(1, 10_000).default(50),
  }),
  async run({ db, now }, { state, limit }) {
    const found = await listEmails(db, { state, limit: limit + 1, now });
    const data = found.slice(0, limit).map((email) => ({ ...email, state: getEmailState(email, now) }));
    const zone = await findClubZone(db);
    const rows = data.map((email) => [
      shortId(email.id),
      formatLocalTime(email.createdAt, zone),
      email.kind,
      email.to,
      email.state,
      email.attempts,
      email.lastError ?? "",
    ]);
    const headings = ["id", `created (${zone})`, "kind", "to", "state", "attempts", "last error"];
    const table = { headings, rows, empty: "There are no such emails." };
    return { message: [table, ...tellCut(found, limit)], data };
  },
});

const retryOperation = defineOperation({
  verb: "retry",
  arguments: "[email]",
  description:
    "Makes an email due now, or with --parked all parked emails. The cron sends them within a minute.",
  example: "outbox retry --parked",
  concerns: "somebody",
  options: { parked: "all parked emails" },
  changesData: true,
  input: z.object({ email: id.optional(), parked: z.boolean().default(false) }),
  async run(context, { email: prefix, parked }) {
    if ((prefix === undefined) !== parked)
      throw usageError("Name an email, or use --parked for all parked ones.");
    const emailId = prefix && (await findIdByPrefix(context, outboxTable, "email", prefix));
    const count = await countUnsent(context.db, emailId);
    if (emailId && count === 0) throw refusedError(`Email ${shortId(emailId)} is already sent.`);
    if (count === 0) throw refusedError("There are no parked emails.");
    return {
      userIds: emailId ? await findRecipients(context.db, emailId) : [],
      summary: `make ${plural(count, "email")} due now`,
      async apply() {
        const retried = await retryEmails(context.db, emailId, context.now);
        return { message: `${plural(retried, "email is", "emails are")} due now.`, data: { retried } };
      },
    };
  },
});

const dropOperation = defineOperation({
  verb: "drop",
  arguments: "<email>",
  description: "Deletes an unsent email, so that it is never sent.",
  example: "outbox drop 5d1f0c2a",
  concerns: "somebody",
  changesData: true,
  input: z.object({ email: id }),
  async run(context, { email: prefix }) {
    const emailId = await findIdByPrefix(context, outboxTable, "email", prefix);
    const sentError = () => refusedError(`Email ${shortId(emailId)} is already sent.`);
    if ((await countUnsent(context.db, emailId)) === 0) throw sentError();
    return {
      userIds: await findRecipients(context.db, emailId),
      summary: `delete email ${shortId(emailId)}`,
      needsConfirmation: true,
      async apply() {
        if (!(await dropEmail(context.db, emailId))) throw sentError();
        return { message: `Deleted email ${shortId(emailId)}.`, data: { id: emailId } };
      },
    };
  },
});

export const outbox: Noun = {
  description: "Emails that are waiting, parked or sent.",
  operations: [listOperation, retryOperation, dropOperation],
};
