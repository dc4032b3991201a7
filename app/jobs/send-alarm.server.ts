import type { JobContext } from "#app/job-context.ts";
import { describeError, log } from "#app/log.ts";

const timeoutMs = 5_000;

export interface Alarm {
  problem: string;
  detail?: string | null;
  /** What to run first; nothing where it is over. */
  command?: string;
}

/** Tells a service beside the emails, which may be what fails. `text` is what Slack and others show. False where it has to be told again. */
export async function sendAlarm({ env }: Pick<JobContext, "env">, alarm: Alarm): Promise<boolean> {
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
