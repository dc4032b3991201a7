import type { JobContext } from "#app/job-context.ts";
import { commandForProblem } from "#app/lib/problem-commands.ts";
import { log } from "#app/log.ts";
import { usualSignUpsInHour } from "#app/models/account/sign-up-limits.server.ts";
import { updateIncidents } from "#app/models/health/incidents.server.ts";
import { findProblems } from "#app/models/health/problems.server.ts";

/** Tells the operator of each problem twice: when it begins, and when it is over. */
export async function watchHealth({ env, db }: JobContext, now: Date): Promise<void> {
  const problems = await findProblems(db, now, usualSignUpsInHour(env));
  const { started, ended } = await updateIncidents(db, {
    problems,
    operatorEmail: env.OPERATOR_EMAIL,
    now,
  });
  for (const { name, detail } of started)
    log("error", "problem began", {
      problem: name,
      detail,
      command: commandForProblem(name, env.SITE_URL),
    });
  for (const { name, detail } of ended) log("error", "problem ended", { problem: name, detail });
}
