import { collectReads } from "#app/db/batches.ts";
import { connect } from "#app/db/client.server.ts";
import type { JobContext } from "#app/job-context.ts";
import { describeError, describeFailure, log } from "#app/log.ts";
import { isQueueAway, recordSweep } from "#app/models/health/heartbeats.server.ts";
import {
  addTasks,
  markContinued,
  markUnsent,
  recordSearches,
  type SearchFailure,
  type Task,
} from "#app/models/task/tasks.server.ts";
import { type JobName, jobNames, jobs } from "./jobs.server.ts";

export interface TaskMessage extends Task {
  /** When the task was handed out: the cron's time, in milliseconds. */
  at: number;
}

/** The time of the cron that handed the task out, moved on since then: tests have a time of their own. */
export const readClock = ({ body, timestamp }: Message<TaskMessage>) =>
  new Date(body.at + Math.max(0, Date.now() - timestamp.getTime()));

/** What the queue takes in one call. */
const maxMessages = 100;

/**
 * Finds what is due and sends a message for each piece of it, unless one is under way. All jobs search in one batch. Where the queue
 * is away, `standIn` does what was handed out before, and returns it.
 */
export async function handOutDueTasks(
  context: JobContext,
  now: Date,
  names = jobNames,
  standIn?: (context: JobContext, now: Date) => Promise<Task[]>,
): Promise<void> {
  const searching = { ...context, db: connect(collectReads(context.db.$client)) };
  const failures: SearchFailure[] = [];
  const search = async (job: JobName): Promise<Task[]> => {
    try {
      return await findTasks(searching, job, now);
    } catch (error) {
      log("warning", "due work not found", { job, ...describeFailure(error) });
      failures.push({ job, error: describeError(error) });
      return [];
    }
  };
  const [found, isAway] = await Promise.all([
    Promise.all(names.map(search)),
    standIn ? isQueueAway(searching.db, now) : false,
  ]);
  const done = standIn && isAway ? await standIn(context, now) : [];
  const isDone = (task: Task) => done.some(({ job, item }) => job === task.job && item === task.item);
  const due = found.flat().filter((task) => !isDone(task));
  const recorded = recordSearches(context.db, names, failures, now);
  await handOutTasks(context, due, now).finally(() => recorded);
  await recorded;
  if (names === jobNames && failures.length === 0) await recordSweep(context.db, now);
}

const findTasks = async (context: JobContext, job: JobName, now: Date): Promise<Task[]> =>
  (await jobs[job].findItems(context, now)).map((item) => ({ job, item }));

/** Sends another message for a task that is under way, and has not done everything. */
export async function continueTask({ env, db }: JobContext, { job, item }: Task, now: Date): Promise<void> {
  await markContinued(db, { job, item }, now);
  const message: TaskMessage = { job, item, at: now.getTime() };
  await env.TASKS.send(message);
}

async function handOutTasks({ env, db }: JobContext, due: Task[], now: Date): Promise<void> {
  const added = await addTasks(db, due, now);
  let failure: unknown;
  for (let start = 0; start < added.length; start += maxMessages) {
    const some = added.slice(start, start + maxMessages);
    const messages = some.map((task): { body: TaskMessage } => ({ body: { ...task, at: now.getTime() } }));
    try {
      await env.TASKS.sendBatch(messages);
    } catch (error) {
      failure = error;
      await markUnsent(db, some, now);
    }
  }
  if (failure) throw failure;
}
