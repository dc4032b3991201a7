import { maxSilenceMs } from "#app/db/batches.ts";
import type { JobContext } from "#app/job-context.ts";
import { commandForProblem } from "#app/lib/health.ts";
import { secondMs } from "#app/lib/time-units.ts";
import { createFailureLog, describeError, describeFailure, log } from "#app/log.ts";
import { usualSignUpsInHour } from "#app/models/account/sign-up.server.ts";
import { claimCronWork, claimTick, recordCronRun, tickMs } from "#app/models/health/heartbeats.server.ts";
import { findProblems, markTold, updateIncidents } from "#app/models/health/problems.server.ts";
import { jobNames } from "./jobs.server.ts";
import { handOutDueTasks, readClock, standInForQueue, type TaskMessage } from "./tasks.server.ts";

/** The job of the message that acts as the second clock. */
export const tickJob = "tick";

const failureLog = createFailureLog("cron failed", "cron works again");

/** Kept in the isolate's memory until the webhook takes it, because the database may be what fails. */
let untold: Alarm | undefined;

/** If the queue is away, the cron does its work and watches for problems, which nobody would hear of otherwise. */
export async function runCron(context: JobContext, now: Date, begin = noteRun): Promise<void> {
  const noted = begin(context, now);
  const watched = noted.catch(() => {}).then(() => watchHealth(context, now));
  const handedOut = handOutDueTasks(context, now, jobNames, standInForQueue);
  const results = await Promise.allSettled([noted, handedOut, watched]);
  const failed = results.find(({ status }) => status === "rejected") as PromiseRejectedResult | undefined;
  if (!failed) {
    if (failureLog.reportSuccess()) untold = { problem: "cron failed" };
  } else if (failureLog.reportFailure(failed.reason)) {
    // Without the database no problem is recorded, and no email is sent.
    untold = {
      problem: "cron failed",
      detail: describeError(failed.reason),
      command: commandForProblem("cron stopped", context.env.SITE_URL),
    };
  }
  const alarm = untold;
  untold = undefined;
  if (alarm && !(await sendAlarm(context, alarm))) untold ??= alarm;
}

/** For a page or the second clock that notices a stopped cron. One of them does its work, once a minute. */
export async function standInForCron(context: JobContext, now: Date): Promise<void> {
  const { isMine, isTickLost } = await claimCronWork(context.db, now);
  if (isTickLost) await sendTick(context, now);
  if (!isMine) return;
  log("warning", "cron is away, its work is done without it");
  await runCron(context, now, async () => {});
}

/** The second clock: a queue message that sends itself again, and checks that the cron works. */
export async function tick(context: JobContext, message: Message<TaskMessage>): Promise<void> {
  const now = readClock(message);
  try {
    if (await claimTick(context.db, new Date(message.body.at), now)) {
      await sendTick(context, now);
      await standInForCron(context, now);
    }
    message.ack();
  } catch (error) {
    log("warning", "second clock failed", describeFailure(error));
    message.retry({ delaySeconds: tickMs / secondMs });
  }
}

async function sendTick({ env }: JobContext, now: Date): Promise<void> {
  const message: TaskMessage = { job: tickJob, item: "all", at: now.getTime() };
  await env.TASKS.send(message, { delaySeconds: tickMs / secondMs });
}

async function noteRun(context: JobContext, now: Date): Promise<void> {
  const { previousRunAt, isTickLost } = await recordCronRun(context.db, now);
  if (previousRunAt && now.getTime() - previousRunAt.getTime() > maxSilenceMs)
    log("warning", "cron was away", { since: previousRunAt.toISOString() });
  if (isTickLost) await sendTick(context, now);
}

/** Tells the operator of each problem twice, by email and by `ALARM_WEBHOOK`: when it begins, and when it is over. */
export async function watchHealth({ env, db }: JobContext, now: Date): Promise<void> {
  const problems = await findProblems(db, now, usualSignUpsInHour(env));
  const { started, ended, untold } = await updateIncidents(db, {
    problems,
    operatorEmail: env.OPERATOR_EMAIL,
    hasWebhook: Boolean(env.ALARM_WEBHOOK),
    now,
  });
  const commandFor = (problem: string) => commandForProblem(problem, env.SITE_URL);
  for (const { name: problem, detail } of started)
    log("error", "problem began", { problem, detail, command: commandFor(problem) });
  for (const { name: problem, detail } of ended) log("error", "problem ended", { problem, detail });
  for (const incident of untold) {
    const { name: problem, detail, endedAt } = incident;
    const command = endedAt ? undefined : commandFor(problem);
    if (await sendAlarm({ env }, { problem, detail, ...(command && { command }) }))
      await markTold(db, incident);
  }
}

const timeoutMs = 5_000;

interface Alarm {
  problem: string;
  detail?: string | null;
  /** The command to run first; missing if the problem is over. */
  command?: string;
}

/** Emails may be what fails. Slack and others show `text`. Returns false if the service has to be told again. */
async function sendAlarm({ env }: Pick<JobContext, "env">, alarm: Alarm): Promise<boolean> {
  if (!env.ALARM_WEBHOOK) return true;
  const { problem, detail, command } = alarm;
  const what = `${problem}${detail ? ` (${detail})` : ""}`;
  const text = command ? `Problem: ${what}. Run ${command}` : `Over: ${what}.`;
  try {
    const response = await fetch(env.ALARM_WEBHOOK, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text, club: env.SITE_URL, isOver: !command, ...alarm }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) log("warning", "alarm not taken", { status: response.status });
    return response.ok;
  } catch (error) {
    log("warning", "alarm not sent", { error: describeError(error) });
    return false;
  }
}
