import type { JobContext } from "#app/job-context.ts";
import { commandForProblem } from "#app/lib/health.ts";
import { log } from "#app/log.ts";
import { usualSignUpsInHour } from "#app/models/account/sign-up-limits.server.ts";
import { markTold, updateIncidents } from "#app/models/health/incidents.server.ts";
import { findProblems } from "#app/models/health/problems.server.ts";
import { sendAlarm } from "./send-alarm.server.ts";

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
