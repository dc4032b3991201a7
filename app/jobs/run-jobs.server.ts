import type { JobContext } from "#app/job-context.ts";
import { logError } from "#app/log.ts";
import { type JobName, jobNames, jobs } from "./jobs.server.ts";

/** A job that always has more to do must not keep the others waiting forever. */
const maxRuns = 1_000;

interface JobFailure {
  job: JobName;
  /** The error of the first item that failed. */
  error: unknown;
}

/** Does everything that is due in this process, one job after another. */
export async function runJobs(context: JobContext, now: Date, names = jobNames): Promise<JobFailure[]> {
  const failed = new Map<JobName, unknown>();
  const attempt = async (job: JobName, work: () => Promise<void>, item?: string) => {
    try {
      await work();
    } catch (error) {
      logError("job failed", error, { job, item });
      if (!failed.has(job)) failed.set(job, error);
    }
  };
  for (const name of names) {
    let items: string[] = [];
    await attempt(name, async () => {
      items = await jobs[name].findItems(context, now);
    });
    for (const item of items) {
      await attempt(name, () => runUntilDone(context, name, item, now), item);
    }
  }
  return [...failed].map(([job, error]) => ({ job, error }));
}

async function runUntilDone(context: JobContext, name: JobName, item: string, now: Date): Promise<void> {
  for (let i = 0; i < maxRuns; i++)
    if ((await jobs[name].run(context, item, now, { isRetry: false })) !== "more") return;
}
