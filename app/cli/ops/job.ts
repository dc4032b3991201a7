import * as z from "zod";
import { type JobName, jobNames, jobs, runJobs } from "#app/jobs/run-jobs.server.ts";
import { homeZone } from "#app/lib/dates.ts";
import { command, type Noun } from "./command.ts";
import type { Desk } from "./command-context.ts";
import { type Due, whatIsDue } from "./due-work.ts";
import { notFound, refused } from "./exit-codes.ts";
import { id } from "./inputs.ts";
import { wallClock } from "./times.ts";

export const job: Noun = {
  says: "What the cron does every minute.",
  commands: [
    command({
      line: "run [job]",
      says: `Does what is due, all of it or one job: ${jobNames.join(", ")}.`,
      example: 'job run makeTables --now "2026-12-02 19:01"',
      options: [["--now <time>", "as if it were that time; of any but this minute it asks first"]],
      writes: true,
      mails: true,
      input: z.object({ job: id.optional() }),
      async run(desk, { job: name }) {
        if (name !== undefined && !isJob(name))
          throw notFound(`There is no job ${name}: say ${jobNames.join(", ")}.`);
        const names: JobName[] = name
          ? [name]
          : jobNames.filter((each) => maySend(desk) || each !== "sendEmails");
        if (name === "sendEmails" && !maySend(desk))
          throw refused("Set RESEND_API_KEY to send from here, or leave it to the deployed club’s cron.");
        const due = await whatIsDue(desk, names);
        const isAnother = Math.abs(desk.now.getTime() - Date.now()) > 60_000;
        const doing = isAnother
          ? `${names.join(", ")} as if it were ${wallClock(desk.now, homeZone)}`
          : names.join(", ");
        return {
          would: [`run ${doing}`, ...(due.length > 0 ? [`due just now: ${said(due)}`] : [])].join("; "),
          isFinal: isAnother,
          async act() {
            const failed = await runJobs({ env: desk.env, db: desk.db }, desk.now, names);
            const says =
              failed.length > 0 ? [`Failed: ${failed.join(", ")}.`] : [`Ran ${doing}.`, ...found(due, desk)];
            const counts = Object.fromEntries(due.map(({ job, count }) => [job, count]));
            return {
              says: says.join(" "),
              data: { ran: names, failed, due: counts },
              failed: failed.length > 0,
            };
          },
        };
      },
    }),
  ],
};

const isJob = (name: string): name is JobName => Object.hasOwn(jobs, name);

/** A secret of the deployed club can't be read from here, and a mail without it would only have its try put off. */
const maySend = ({ isRemote, env }: Desk) => !isRemote || Boolean(env.RESEND_API_KEY);

const said = (due: Due[]) => due.map(({ says }) => says).join(", ");

function found(due: Due[], desk: Desk): string[] {
  const isNothing = due.every(({ count }) => count === 0);
  return [
    ...(due.length > 0 ? [`${isNothing ? "Nothing was due" : "Found"}: ${said(due)}.`] : []),
    ...(maySend(desk) ? [] : ["Mails are left to the deployed club’s cron."]),
  ];
}
