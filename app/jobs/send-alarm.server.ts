import type { JobContext } from "#app/job-context.ts";
import { describeError, log } from "#app/log.ts";

const timeoutMs = 5_000;

interface Alarm {
  problem: string;
  detail?: string | null;
  /** What to run first; nothing where it is over. */
  command?: string;
}

/** Tells a service beside the emails, which may be what fails. `text` is what Slack and others show. */
export async function sendAlarm({ env }: Pick<JobContext, "env">, alarm: Alarm): Promise<void> {
  if (!env.ALARM_WEBHOOK) return;
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
  } catch (error) {
    log("warning", "alarm not sent", { error: describeError(error) });
  }
}
