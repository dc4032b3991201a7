import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { tasks } from "#app/db/schema/task.ts";
import type { Club } from "./club.ts";

/** Runs the cron at a time of choice, and waits until the queue has done what it handed out. */
export async function runCron(club: Club, now = new Date()) {
  const result = await (await club.worker.getWorker()).scheduled({ scheduledTime: now, cron: "* * * * *" });
  await expect
    .poll(() => club.db.$count(tasks, sql`parked_at is null and last_error is null`), {
      interval: 20,
      message: "tasks that the queue has not done",
    })
    .toBe(0);
  return result;
}
