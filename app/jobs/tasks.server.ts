import { collectReads } from "#app/db/batches.ts";
import { connect } from "#app/db/client.server.ts";
import type { JobContext } from "#app/job-context.ts";
import { secondMs } from "#app/lib/time-units.ts";
import { describeError, describeFailure, log } from "#app/log.ts";
import { isQueueAway, recordRun, recordSweep } from "#app/models/health/heartbeats.server.ts";
import {
  addTasks,
  finishTask,
  markContinued,
  markUnsent,
  parkTask,
  recordSearches,
  type SearchFailure,
  saveTaskError,
  startTask,
  type Task,
  takeTask,
} from "#app/models/task/tasks.server.ts";
import { isJobName, type JobName, jobNames, jobs } from "./jobs.server.ts";

export interface TaskMessage extends Task {
  /** When the task was handed out: the cron's time, in milliseconds. */
  at: number;
}

/** The time of the cron that sent the task, plus the time that has passed since. Tests use a time of their own. */
export const readClock = ({ body, timestamp }: Message<TaskMessage>) =>
  new Date(body.at + Math.max(0, Date.now() - timestamp.getTime()));

/** The most that the queue accepts in one call. */
const maxMessages = 100;

/** All jobs search in one batch. If the queue is away, `standIn` does what was sent before, and returns it. */
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

async function continueTask({ env, db }: JobContext, { job, item }: Task, now: Date): Promise<void> {
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

const firstRetryAfterSeconds = 10;
const maxRetryAfterSeconds = 600;

/** Does one task. A failed one is tried again later, with longer and longer pauses. */
export async function runTask(context: JobContext, message: Message<TaskMessage>): Promise<void> {
  const { body: task, attempts } = message;
  const now = readClock(message);
  if (!isJobName(task.job)) {
    log("warning", "task of an unknown job", { job: task.job });
    await finishTask(context.db, task);
    return message.ack();
  }
  try {
    const startCount = await startTask(context.db, task);
    if (!startCount) return message.ack();
    await recordRun(context.db, "queue", now);
    const result = await jobs[task.job].run(context, task.item, now, { isRetry: startCount > 1 });
    const madeDue = followUps[task.job];
    if (madeDue) await handOutDueTasks(context, readClock(message), madeDue);
    if (result === "more") await continueTask(context, task, readClock(message));
    else await finishTask(context.db, task);
    message.ack();
  } catch (error) {
    const retryAfterSeconds = Math.min(firstRetryAfterSeconds * 2 ** (attempts - 1), maxRetryAfterSeconds);
    const { job, item } = task;
    log("warning", "task failed", { job, item, attempts, ...describeFailure(error) });
    message.retry({ delaySeconds: retryAfterSeconds });
    const nextAt = new Date(readClock(message).getTime() + retryAfterSeconds * secondMs);
    await saveTaskError(context.db, task, describeError(error), nextAt).catch((failure) =>
      log("warning", "task error not saved", { error: describeError(failure) }),
    );
  }
}

/** The jobs that become due after a job, so that they don't wait for the next minute. */
const followUps: Partial<Record<JobName, JobName[]>> = {
  makeTables: ["sendEmails"],
  refillTables: ["settleDeposits", "sendEmails"],
  sendReminders: ["sendEmails"],
  endStandby: ["settleDeposits", "sendEmails"],
  reconcileDeposits: ["settleDeposits", "sendEmails"],
  settleDeposits: ["sendEmails"],
  writeNews: ["sendEmails"],
};

/** Keeps one run of the cron within the limits of an invocation. */
const maxTasksOfCron = 10;
const maxDurationOfCronMs = 30 * secondMs;

/** An external monitor notices that the queue is away because this job is silent. */
const leftOut: JobName = "sendHeartbeat";

/** While the queue is away, the cron does its tasks one after another. Their messages find nothing to do later. */
export async function standInForQueue(context: JobContext, now: Date): Promise<Task[]> {
  const taken: Task[] = [];
  const startedAt = Date.now();
  const clock = () => new Date(now.getTime() + Date.now() - startedAt);
  for (let count = 0; count < maxTasksOfCron && Date.now() - startedAt < maxDurationOfCronMs; count++) {
    const task = await takeTask(context.db, { leftOut, now: clock() });
    if (!task) break;
    taken.push(task);
    if (count === 0) log("warning", "queue is away, its work is done without it");
    const { job, item, attempts } = task;
    try {
      const result = isJobName(job)
        ? await jobs[job].run(context, item, clock(), { isRetry: attempts > 1 })
        : undefined;
      if (result === "more") await markContinued(context.db, task, clock());
      else await finishTask(context.db, task);
    } catch (error) {
      log("warning", "task failed", { job, item, attempts, ...describeFailure(error) });
      await saveTaskError(context.db, task, describeError(error), clock());
    }
  }
  return taken;
}

/** After the last attempt a task waits for an operator. */
export async function parkDeadTask({ db }: JobContext, message: Message<TaskMessage>): Promise<void> {
  const { job, item } = message.body;
  const reason = await parkTask(db, message.body, new Date());
  if (reason) log("warning", "task parked", { job, item, reason });
  message.ack();
}
