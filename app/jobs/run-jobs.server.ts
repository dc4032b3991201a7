import type { JobContext } from "#app/load-context.ts";
import { logError } from "#app/log.ts";
import { type JobName, jobNames, jobs } from "./jobs.server.ts";

/** A job that always has more to do must not keep the others waiting for ever. */
const maxRuns = 1_000;

/** Does everything that is due, here and now, one after the other. Returns the names of jobs of which something failed. */
export async function runJobs(context: JobContext, now: Date, names = jobNames): Promise<JobName[]> {
  const failed = new Set<JobName>();
  const attempt = async (job: JobName, work: () => Promise<void>, item?: string) => {
    try {
      await work();
    } catch (error) {
      logError("job failed", error, { job, item });
      failed.add(job);
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
  return [...failed];
}

async function runUntilDone(context: JobContext, name: JobName, item: string, now: Date): Promise<void> {
  for (let i = 0; i < maxRuns; i++)
    if ((await jobs[name].run(context, item, now, { isRetry: false })) !== "more") return;
}
