import * as z from "zod";
import { previewNames, renderPreview } from "#app/emails/previews.ts";
import { findAccount } from "#app/models/account/users.server.ts";
import { findBrokenAddress, removeBrokenAddress } from "#app/models/outbox/broken-addresses.server.ts";
import { forceHelp, writeTextFile } from "./files.ts";
import { filePath, id } from "./inputs.ts";
import { defineOperation, type Noun } from "./operation.ts";
import { notFoundError, refusedError, usageError } from "./operation-error.ts";

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

export const email: Noun = {
  description: "Emails to diners.",
  operations: [
    defineOperation({
      verb: "preview",
      arguments: "[name]",
      description:
        "Shows an email with example data, as text or as an HTML file. Without a name, lists all emails.",
      example: "email preview booking-confirmed --html booking-confirmed.html",
      options: { html: ["<file>", "write the HTML to this file"], force: forceHelp },
      concerns: "nobody",
      input: z.object({
        name: id.optional(),
        html: filePath.optional(),
        force: z.boolean().default(false),
      }),
      async run({ env }, { name, html, force }) {
        if (name === undefined && html) throw usageError(`Name an email: ${previewNames.join(", ")}.`);
        if (name === undefined) return { message: previewNames.join("\n"), data: previewNames };
        const preview = renderPreview(env.SITE_URL, name);
        if (!preview) throw notFoundError(`There is no email ${name}. Emails: ${previewNames.join(", ")}.`);
        if (!html) return { message: preview.text.trimEnd(), data: preview };
        await writeTextFile(html, preview.html, { force });
        return { message: `Wrote ${html}.`, data: { to: html } };
      },
    }),
    allowOperation,
  ],
};
