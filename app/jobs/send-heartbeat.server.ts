import { describeError, log } from "#app/log.ts";
import type { Job } from "./job.ts";

const timeoutMs = 5_000;

/** Tells a monitor elsewhere every minute that cron and queue run; it raises the alarm when it hears nothing. */
export const sendHeartbeat: Job = {
  findItems: async ({ env }) => (env.HEARTBEAT_URL ? ["all"] : []),
  async run({ env }) {
    if (!env.HEARTBEAT_URL) return undefined;
    try {
      await fetch(env.HEARTBEAT_URL, { signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      log("warning", "heartbeat not sent", { error: describeError(error) });
    }
    return undefined;
  },
};
