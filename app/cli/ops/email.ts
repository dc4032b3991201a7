import * as z from "zod";
import { emailPreviews } from "#app/emails/registry.ts";
import { type CommandGroup, defineCommand } from "./command.ts";
import { notFoundError, usageError } from "./exit-codes.ts";
import { writeTextFile } from "./files.ts";
import { filePath, id } from "./inputs.ts";

export const email: CommandGroup = {
  description: "Emails to diners.",
  commands: [
    defineCommand({
      usage: "preview [name]",
      description:
        "Shows an email with example data, as text or as an HTML file. Without a name, lists all emails.",
      example: "email preview booking-confirmed --html booking-confirmed.html",
      options: [["--html <file>", "write the HTML to this file"]],
      input: z.object({ name: id.optional(), html: filePath.optional() }),
      async run({ env }, { name, html }) {
        const names = Object.keys(emailPreviews);
        if (name === undefined && html) throw usageError(`Name an email: ${names.join(", ")}.`);
        if (name === undefined) return { message: names.join("\n"), data: names };
        if (!Object.hasOwn(emailPreviews, name))
          throw notFoundError(`There is no email ${name}. Emails: ${names.join(", ")}.`);
        const preview = emailPreviews[name]?.(env.SITE_URL);
        if (!html || !preview) return { message: preview?.text.trimEnd() ?? "", data: preview };
        writeTextFile(html, preview.html);
        return { message: `Wrote ${html}.`, data: { to: html } };
      },
    }),
  ],
};
