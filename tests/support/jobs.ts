import type { JobContext } from "#app/job-context.ts";
import { type JobName, jobs } from "#app/jobs/jobs.server.ts";
import type { Club } from "./club.ts";
import { emailEnv } from "./emails.ts";

export const createJobContext = ({ db }: Pick<Club, "db">): JobContext => ({ db, env: emailEnv });

/** Does what is due of one job, as a message of the queue would. */
export async function runJob(name: JobName, context: JobContext, now: Date): Promise<void> {
  for (const item of await jobs[name].findItems(context, now)) await runWhileMore(name, context, item, now);
}

export async function runWhileMore(
  name: JobName,
  context: JobContext,
  item: string,
  now: Date,
): Promise<void> {
  const maxRuns = 10_000;
  for (let i = 0; i < maxRuns; i++)
    if ((await jobs[name].run(context, item, now, { isRetry: false })) !== "more") return;
  throw new Error(`${name} has more to do after ${maxRuns} runs.`);
}
