import type { Club } from "./club.ts";

/** Runs all jobs as the cron does, at a time of choice. */
export const runCron = async (club: Club, now = new Date()) =>
  (await club.worker.getWorker()).scheduled({ scheduledTime: now, cron: "* * * * *" });
