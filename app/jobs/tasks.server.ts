import type { JobContext } from "#app/job-context.ts";
import { secondMs } from "#app/lib/time-units.ts";
import { describeError, describeFailure, log } from "#app/log.ts";
import { recordRun } from "#app/models/health/heartbeats.server.ts";
import {
  finishTask,
  markContinued,
  parkTask,
  saveTaskError,
  startTask,
  type Task,
  takeTask,
} from "#app/models/task/tasks.server.ts";
import { continueTask, handOutDueTasks, readClock, type TaskMessage } from "./hand-out-tasks.server.ts";
import { isJobName, type JobName, jobs } from "./jobs.server.ts";

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

/** What a job makes due, so that it need not wait for the next minute. */
const followUps: Partial<Record<JobName, JobName[]>> = {
  makeTables: ["sendEmails"],
  refillTables: ["settleDeposits", "sendEmails"],
  sendReminders: ["sendEmails"],
  endStandby: ["settleDeposits", "sendEmails"],
  reconcileDeposits: ["settleDeposits", "sendEmails"],
  settleDeposits: ["sendEmails"],
};

/** So that one run of the cron stays within the limits of an invocation. */
const maxTasksOfCron = 10;
const maxDurationOfCronMs = 30 * secondMs;

/** Its silence tells a monitor elsewhere that the queue is away. */
const leftOut: JobName = "sendHeartbeat";

/** While the queue is away, the cron does what was handed out to it, one task after another. Their messages find nothing to do later. */
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
