import * as z from "zod";
import { isJobName, type JobName, jobNames, runJobs } from "#app/jobs/jobs.server.ts";
import { describeError } from "#app/log.ts";
import { forgetPlanning } from "#app/models/event/schedules.server.ts";
import { listTasks, retryTasks } from "#app/models/task/tasks.server.ts";
import { id, wholeNumber } from "#app/operations/inputs.ts";
import {
  defineOperation,
  type Noun,
  notFoundError,
  type OperationContext,
  refusedError,
  usageError,
} from "#app/operations/operation.ts";
import { findClubTimeFormat, findClubZone, formatLocalTime, plural, shortId } from "#app/operations/words.ts";
import { countDueWork, type DueWork } from "./due-work.ts";

export { jobNames };

const maxTasks = 10_000;

const listTasksOperation = defineOperation({
  verb: "list",
  description:
    "Lists the tasks that are under way, oldest first: each is one job for one event, or for all. A task that failed too often is parked.",
  example: "job list --parked",
  concerns: "nobody",
  options: {
    parked: "only tasks that wait for job retry",
    limit: ["<number>", "how many to list, 50 by default"],
  },
  input: z.object({ parked: z.boolean().default(false), limit: wholeNumber(1, maxTasks).default(50) }),
  async run({ db }, { parked, limit }) {
    const data = await listTasks(db, { isParked: parked, limit });
    const zone = await findClubZone(db);
    const rows = data.map((task) => [
      task.job,
      shortId(task.item),
      formatLocalTime(task.createdAt, zone),
      task.attempts,
      task.parkedAt ? "parked" : "under way",
      task.lastError ?? "",
    ]);
    const headings = ["job", "item", `since (${zone})`, "attempts", "state", "last error"];
    const empty = parked ? "No task is parked." : "No task is under way.";
    return { message: { headings, rows, empty }, data };
  },
});

const retryTasksOperation = defineOperation({
  verb: "retry",
  arguments: "[job] [item]",
  description:
    "Lets the next run of the cron hand out parked tasks again: those of a job, the one of a job and an item, or with --parked all. Of the item, which job list shows, the first characters are enough.",
  example: "job retry makeTables 3f2a91bc",
  concerns: "nobody",
  options: { parked: "all parked tasks" },
  changesData: true,
  input: z.object({ job: id.optional(), item: id.optional(), parked: z.boolean().default(false) }),
  async run({ db }, { job, item = "", parked }) {
    if ((job === undefined) !== parked) throw usageError("Name a job, or use --parked for all parked tasks.");
    const tasks = (await listTasks(db, { isParked: false, limit: maxTasks })).filter(
      (task) => job === undefined || (task.job === job && task.item.startsWith(item)),
    );
    const ids = tasks.filter(({ parkedAt }) => parkedAt).map((task) => task.id);
    if (ids.length === 0 && job === undefined) throw refusedError("There are no parked tasks.");
    if (ids.length === 0) {
      const name = `${job} ${item}`.trim();
      if (tasks.length === 0) throw notFoundError(`There is no task ${name}: see job list.`);
      throw refusedError(`No task ${name} is parked: what is under way is tried again by itself.`);
    }
    return {
      summary: `hand out ${plural(ids.length, "parked task")} again`,
      async apply() {
        const retried = await retryTasks(db, ids);
        const message = `The next run of the cron hands out ${plural(retried, "task")} again.`;
        return { message, data: { retried } };
      },
    };
  },
});

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

/** Describes what is due; for a single job, even if nothing is. */
function describeDueWork(dueWork: DueWork[]): string {
  const listed = dueWork.length === 1 ? dueWork : dueWork.filter(isDue);
  return listed.map(({ description }) => description).join(", ") || "nothing";
}

function describeResult(ran: string, dueWork: DueWork[], context: OperationContext): string {
  const cron = canSendEmails(context) ? [] : ["The deployed club’s cron sends the emails."];
  return [ran, ...listResult(dueWork), ...cron].join(dueWork.length > 1 ? "\n" : " ");
}

/** Lists a line for each of several jobs that had something due. */
function listResult(dueWork: DueWork[]): string[] {
  const [only, ...others] = dueWork;
  if (!only) return [];
  const due = dueWork.filter(isDue);
  const start = due.length > 0 ? "Due" : "Nothing was due";
  if (others.length === 0) return [`${start}: ${only.description}.`];
  if (due.length === 0) return [`${start}.`];
  return [`${start}:`, ...due.map(({ job, description }) => `  ${job}: ${description}`)];
}
