import * as z from "zod";
import { jobs, runJobs } from "../../jobs/run-jobs.server.ts";
import { unremindedGuests, waitingTooLong } from "../../models/evening.server.ts";
import { nightsToMend } from "../../models/mending.server.ts";
import { countNightsToMatch } from "../../models/night.server.ts";
import { countDue } from "../../models/outbox-desk.server.ts";
import { many } from "./columns.ts";
import { command, type Noun } from "./command.ts";
import type { Desk } from "./desk-context.ts";
import { notFound, refused } from "./exits.ts";
import { id } from "./inputs.ts";

export const job: Noun = {
  says: "What the cron does every minute.",
  commands: [
    command({
      line: "run [job]",
      says: `Does what is due, all of it or one job: ${Object.keys(jobs).join(", ")}.`,
      example: 'job run makeTables --now "2026-12-02 19:01"',
      options: [["--now <time>", "as if it were that time"]],
      writes: true,
      mails: true,
      input: z.object({ job: id.optional() }),
      async run(desk, { job: name }) {
        if (name && !Object.hasOwn(jobs, name))
          throw notFound(`There is no job ${name}: say ${Object.keys(jobs).join(", ")}.`);
        const names = name
          ? [name]
          : Object.keys(jobs).filter((each) => maySend(desk) || each !== "sendMails");
        if (name === "sendMails" && !maySend(desk))
          throw refused("Set RESEND_API_KEY to send from here, or leave it to the deployed club’s cron.");
        const due = await whatIsDue(desk);
        return {
          would: `run ${names.join(", ")}; due just now: ${due}`,
          async act() {
            const failed = await runJobs({ env: desk.env, db: desk.db }, desk.now, names);
            const says = failed.length > 0 ? `Failed: ${failed.join(", ")}.` : `Ran ${names.join(", ")}.`;
            return { says, data: { ran: names, failed }, failed: failed.length > 0 };
          },
        };
      },
    }),
  ],
};

/** A secret of the deployed club can't be read from here, and a mail without it would only have its try put off. */
const maySend = ({ isRemote, env }: Desk) => !isRemote || Boolean(env.RESEND_API_KEY);

async function whatIsDue({ db, now }: Desk): Promise<string> {
  const [match, mend, remind, wait, mails] = await Promise.all([
    countNightsToMatch(db, now),
    nightsToMend(db, now),
    unremindedGuests(db, now),
    waitingTooLong(db, now),
    countDue(db, now),
  ]);
  return [
    many(match, "dinner to match", "dinners to match"),
    `${mend.length} to mend`,
    `${remind.length} to remind`,
    `${wait.length} whose waiting ends`,
    many(mails, "mail"),
  ].join(", ");
}
