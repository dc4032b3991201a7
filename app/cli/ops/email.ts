import * as z from "zod";
import { emailPreviews } from "#app/emails/registry.ts";
import { command, type Noun } from "./command.ts";
import { notFound, wrongUsage } from "./exit-codes.ts";
import { writeTo } from "./files.ts";
import { id } from "./inputs.ts";

export const mail: Noun = {
  says: "What diners are written.",
  commands: [
    command({
      line: "preview [name]",
      says: "A mail with made-up words: as text, or into a file as HTML. Without a name, which there are.",
      example: "mail preview booking-confirmed --html booking-confirmed.html",
      options: [["--html <file>", "a file to write the HTML to"]],
      input: z.object({ name: id.optional(), html: z.string().min(1).optional() }),
      async run({ env }, { name, html }) {
        const names = Object.keys(emailPreviews);
        if (name === undefined && html) throw wrongUsage(`Say which mail: ${names.join(", ")}.`);
        if (name === undefined) return { says: names.join("\n"), data: names };
        if (!Object.hasOwn(emailPreviews, name))
          throw notFound(`There is no mail ${name}: say ${names.join(", ")}.`);
        const written = emailPreviews[name]?.(env.SITE_URL);
        if (!html || !written) return { says: written?.text.trimEnd() ?? "", data: written };
        writeTo(html, written.html);
        return { says: `Written to ${html}.`, data: { to: html } };
      },
    }),
  ],
};
