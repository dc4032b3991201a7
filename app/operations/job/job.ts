import * as z from "zod";
import { isJobName, type JobName, jobNames } from "#app/jobs/jobs.server.ts";
import { runJobs } from "#app/jobs/run-jobs.server.ts";
import { describeError } from "#app/log.ts";
import { forgetPlanning } from "#app/models/event/schedules.server.ts";
import { id } from "#app/operations/inputs.ts";
import { defineOperation, type Noun } from "#app/operations/operation.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { notFoundError, refusedError } from "#app/operations/operation-error.ts";
import { findClubTimeFormat } from "#app/operations/times.ts";
import { countDueWork, type DueWork } from "./due-work.ts";
import { listTasksOperation, retryTasksOperation } from "./tasks.ts";

export const job: Noun = {
  description: "The jobs that the cron starts every minute, and their tasks.",
  operations: [
    listTasksOperation,
    retryTasksOperation,
    defineOperation({
      verb: "run",
      arguments: "[job]",
      description: `Runs all jobs or one of them: ${jobNames.join(", ")}.`,
      example: 'job run makeTables --now "2026-12-02 19:01"',
      options: {
        now: [
          "<time>",
          "run as if it were this time, in the time zone of the cities, or in UTC where they have several; asks for confirmation",
        ],
      },
      changesData: true,
      concerns: "nobody",
      input: z.object({ job: id.optional() }),
      async run(context, { job: name }) {
        if (name !== undefined && !isJobName(name))
          throw notFoundError(`There is no job ${name}. Jobs: ${jobNames.join(", ")}.`);
        if (name === "sendEmails" && !canSendEmails(context))
          throw refusedError("Set RESEND_API_KEY to send emails from here, or leave it to the club’s cron.");
        const names: JobName[] = name
          ? [name]
          : jobNames.filter((each) => canSendEmails(context) || each !== "sendEmails");
        if (names.includes("sendEmails") && !context.env.SESSION_SECRET)
          throw refusedError(
            "Set SESSION_SECRET to the club’s own value to send emails from here: it signs the links in them.",
          );
        const dueWork = await countDueWork(context, names);
        const isOtherTime = Math.abs(context.now.getTime() - Date.now()) > 60_000;
        const formatTime = await findClubTimeFormat(context.db);
        const timeNote = isOtherTime ? ` as if it were ${formatTime(context.now)}` : "";
        const action = `${names.join(", ")}${timeNote}`;
        return {
          summary: `run ${action}${dueWork.length > 0 ? ` (due: ${describeDueWork(dueWork)})` : ""}`,
          needsConfirmation: isOtherTime,
          async apply() {
            if (names.includes("openEvents")) await forgetPlanning(context.db);
            const failed = await runJobs({ env: context.env, db: context.db }, context.now, names);
            const message =
              failed.length > 0
                ? failed.map(({ job, error }) => `${job} failed: ${describeError(error)}.`).join("\n")
                : describeResult(`Ran ${action}.`, dueWork, context);
            const dueCounts = Object.fromEntries(dueWork.map(({ job, count }) => [job, count]));
            return {
              message,
              data: {
                ran: names,
                failed: failed.map(({ job }) => job),
                errors: Object.fromEntries(failed.map(({ job, error }) => [job, describeError(error)])),
                due: dueCounts,
              },
              hasFailed: failed.length > 0,
            };
          },
        };
      },
    }),
  ],
};

/** The deployed club's API key can't be read from here, and a failed attempt would postpone the email. */
const canSendEmails = ({ isRemote, env }: OperationContext) => !isRemote || Boolean(env.RESEND_API_KEY);

const isDue = ({ count }: DueWork) => count > 0;

/** What is due; of a single job also that nothing is. */
function describeDueWork(dueWork: DueWork[]): string {
  const listed = dueWork.length === 1 ? dueWork : dueWork.filter(isDue);
  return listed.map(({ description }) => description).join(", ") || "nothing";
}

function describeResult(ran: string, dueWork: DueWork[], context: OperationContext): string {
  const cron = canSendEmails(context) ? [] : ["The deployed club’s cron sends the emails."];
  return [ran, ...listResult(dueWork), ...cron].join(dueWork.length > 1 ? "\n" : " ");
}

/** Of several jobs, a line for each that had something due. */
function listResult(dueWork: DueWork[]): string[] {
  const [only, ...others] = dueWork;
  if (!only) return [];
  const due = dueWork.filter(isDue);
  const start = due.length > 0 ? "Due" : "Nothing was due";
  if (others.length === 0) return [`${start}: ${only.description}.`];
  if (due.length === 0) return [`${start}.`];
  return [`${start}:`, ...due.map(({ job, description }) => `  ${job}: ${description}`)];
}
