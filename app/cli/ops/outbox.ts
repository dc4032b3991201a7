import * as z from "zod";
import { outbox as mails } from "#app/db/schema.ts";
import { homeZone } from "#app/lib/dates.ts";
import {
  countUnsent,
  dropEmail,
  emailStates,
  listEmails,
  retryEmails,
} from "#app/models/outbox/manage-outbox.server.ts";
import { command, type Noun } from "./command.ts";
import { theOne } from "./command-context.ts";
import { refused, wrongUsage } from "./exit-codes.ts";
import { id, wholeNumber } from "./inputs.ts";
import { columns, many, short } from "./text-table.ts";
import { wallClock } from "./times.ts";

type Listed = Awaited<ReturnType<typeof listEmails>>[number];

const stateOf = ({ sentAt, parkedAt }: Listed) => (sentAt ? "sent" : parkedAt ? "parked" : "waiting");

const list = command({
  line: "list",
  says: "The newest mails: sent, waiting for their next try, or parked where trying again was no use.",
  example: "outbox list --state parked",
  options: [
    ["--state <state>", emailStates.join(", ")],
    ["--most <number>", "how many, 50 if not said"],
  ],
  input: z.object({
    state: z.enum(emailStates, `is one of ${emailStates.join(", ")}`).optional(),
    most: wholeNumber(1, 10_000).default(50),
  }),
  async run({ db }, { state, most }) {
    const found = await listEmails(db, state, most);
    const data = found.map((mail) => ({ ...mail, state: stateOf(mail) }));
    const rows = data.map((mail) => [
      short(mail.id),
      wallClock(mail.createdAt, homeZone),
      mail.kind,
      mail.to,
      mail.state,
      mail.attempts,
      mail.lastError ?? "",
    ]);
    const names = ["id", "written", "kind", "to", "state", "tries", "last error"];
    return { says: columns(names, rows, "No such mail."), data };
  },
});

const retry = command({
  line: "retry [mail]",
  says: "Makes a mail due now, or with --parked all that were given up. The cron sends them within a minute.",
  example: "outbox retry --parked",
  options: [["--parked", "all that are parked"]],
  writes: true,
  input: z.object({ mail: id.optional(), parked: z.boolean().default(false) }),
  async run(desk, { mail, parked }) {
    if ((mail === undefined) !== parked) throw wrongUsage("Say which mail, or --parked for all that are.");
    const only = mail && (await theOne(desk, mails, "mail", mail));
    const count = await countUnsent(desk.db, only);
    if (only && count === 0) throw refused(`Mail ${short(only)} is sent.`);
    return {
      would: `make ${many(count, "mail")} due now`,
      async act() {
        const retried = await retryEmails(desk.db, only, desk.now);
        return { says: `${many(retried, "mail is", "mails are")} due now.`, data: { retried } };
      },
    };
  },
});

const drop = command({
  line: "drop <mail>",
  says: "Deletes a mail that was not sent: it never will be.",
  example: "outbox drop 5d1f0c2a",
  writes: true,
  input: z.object({ mail: id }),
  async run(desk, { mail }) {
    const only = await theOne(desk, mails, "mail", mail);
    const isSent = () => refused(`Mail ${short(only)} is sent: there is nothing to drop.`);
    if ((await countUnsent(desk.db, only)) === 0) throw isSent();
    return {
      would: `drop mail ${short(only)}`,
      isFinal: true,
      async act() {
        if (!(await dropEmail(desk.db, only))) throw isSent();
        return { says: `Dropped ${short(only)}.`, data: { id: only } };
      },
    };
  },
});

export const outbox: Noun = { says: "Mails on their way.", commands: [list, retry, drop] };
