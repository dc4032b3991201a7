import * as z from "zod";
import { outbox as outboxTable } from "#app/db/schema/outbox.ts";
import { previewNames, renderPreview } from "#app/emails/previews.ts";
import { findAccount } from "#app/models/account/users.server.ts";
import { listCities } from "#app/models/city/cities.server.ts";
import { findBrokenAddress, removeBrokenAddress } from "#app/models/outbox/broken-addresses.server.ts";
import {
  countUnsent,
  dropEmail,
  type EmailState,
  emailStates,
  findRecipients,
  listEmails,
  retryEmails,
} from "#app/models/outbox/manage-outbox.server.ts";
import type { QueuedEmail } from "#app/models/outbox/queued-emails.server.ts";
import { listVenues } from "#app/models/venue/venues.server.ts";
import { forceHelp, writeTextFile } from "./files.ts";
import { filePath, id, wholeNumber } from "./inputs.ts";
import {
  defineOperation,
  findIdByPrefix,
  type Noun,
  notFoundError,
  type OperationContext,
  refusedError,
  usageError,
} from "./operation.ts";
import { describeOmitted, findClubZone, formatLocalTime, plural, shortId } from "./words.ts";

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
    return { message: [table, ...describeOmitted(found, limit)], data };
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

const allowOperation = defineOperation({
  verb: "allow",
  arguments: "<address>",
  description: "Sends emails again to an address from which one came back, or where one was marked as spam.",
  example: "email allow anna@example.com",
  concerns: "somebody",
  changesData: true,
  input: z.object({ address: z.string().trim().toLowerCase() }),
  async run({ db }, { address }) {
    const found = await findBrokenAddress(db, address);
    if (!found) throw refusedError(`Nothing keeps emails from ${address}.`);
    const owner = await findAccount(db, address);
    return {
      userIds: owner ? [owner.id] : [],
      summary: `send emails to ${address} again`,
      async apply() {
        await removeBrokenAddress(db, address);
        return { message: `Emails go to ${address} again.`, data: { address } };
      },
    };
  },
});

/** What an example says of the club: its first city and restaurant, and how it is reached. */
async function loadOwnFacts({ db, env }: OperationContext): Promise<[Partial<QueuedEmail>, Partial<Env>]> {
  const { CONTACT_EMAIL, SAFETY_PHONE } = env;
  const vars = CONTACT_EMAIL ? { CONTACT_EMAIL, SAFETY_PHONE } : {};
  const [city] = await listCities(db);
  if (!city) return [{}, vars];
  const { name: cityName, timeZone, country, currency, deposit } = city;
  const [venue] = await listVenues(db, city.id);
  const facts = {
    city: { cityName, timeZone, country },
    ...{ amount: deposit, eventDeposit: deposit, currency },
    ...(deposit === 0 && { depositState: null }),
    ...(venue && { venue: { ...venue, mapsLink: venue.googleMapsLink } }),
  };
  return [facts, vars];
}

export const email: Noun = {
  description: "Emails to diners.",
  operations: [
    defineOperation({
      verb: "preview",
      arguments: "[name]",
      description:
        "Shows an email with example data of this club, as text or as an HTML file. Without a name, lists all emails.",
      example: "email preview booking-confirmed --html booking-confirmed.html",
      options: { html: ["<file>", "write the HTML to this file"], force: forceHelp },
      concerns: "nobody",
      input: z.object({
        name: id.optional(),
        html: filePath.optional(),
        force: z.boolean().default(false),
      }),
      async run(context, { name, html, force }) {
        if (name === undefined && html) throw usageError(`Name an email: ${previewNames.join(", ")}.`);
        if (name === undefined) return { message: previewNames.join("\n"), data: previewNames };
        const preview = renderPreview(context.env.SITE_URL, name, ...(await loadOwnFacts(context)));
        if (!preview) throw notFoundError(`There is no email ${name}. Emails: ${previewNames.join(", ")}.`);
        if (!html) return { message: preview.text.trimEnd(), data: preview };
        await writeTextFile(html, preview.html, { force });
        return { message: `Wrote ${html}.`, data: { to: html } };
      },
    }),
    allowOperation,
  ],
};
