import { setTimeout } from "node:timers/promises";
import { count, isNull } from "drizzle-orm";
import type { Miniflare } from "miniflare";
import { openDatabase } from "#app/db/client.server.ts";
import { tasks } from "#app/db/schema/task.ts";
import { emptyBucket } from "./d1-binding.ts";
import { resetTestDatabase } from "./migrated-database.ts";

/** What runs on a workerd of its own. */
interface Running {
  worker: Miniflare;
  binding: D1Database;
}

interface Shared {
  options: string;
  running: Running;
  returnedAtMs: number;
}

/** More would take memory, and most test files borrow one with the same options. */
const maxIdle = 4;
const idle: Shared[] = [];
const lent = new Map<Miniflare, Shared>();

/** Starting workerd takes seconds of CPU time, so the test files of a process use the same ones, one after another. */
export async function borrowWorker<Started extends Running>(
  options: string,
  start: () => Promise<Started>,
): Promise<Started> {
  const shared = takeIdle(options);
  if (shared && !(await reset(shared))) {
    await shared.running.worker.dispose();
    return borrowWorker(options, start);
  }
  const running = shared?.running ?? (await start());
  lent.set(running.worker, { options, running, returnedAtMs: 0 });
  return running as Started;
}

/** The one that was returned first, so that the page cache is rarely waited for. */
function takeIdle(options: string): Shared | undefined {
  const place = idle.findIndex((shared) => shared.options === options);
  return place < 0 ? undefined : idle.splice(place, 1)[0];
}

/** False where its schema was changed. */
async function reset({ running: { worker, binding }, returnedAtMs }: Shared): Promise<boolean> {
  // The page cache keeps a page for the rest of the second in which it was rendered.
  await setTimeout(Math.max(0, (Math.floor(returnedAtMs / 1000) + 1) * 1000 - Date.now()));
  const [isReset] = await Promise.all([resetTestDatabase(binding), emptyBucket(worker)]);
  return isReset;
}

export async function returnWorker(worker: Miniflare): Promise<void> {
  const shared = lent.get(worker);
  lent.delete(worker);
  if (!shared) throw new Error("This Worker was not borrowed.");
  // A message of the queue may still come for a task, and do it again in the database of the next test file.
  const [unfinished] = await openDatabase(shared.running.binding)
    .select({ count: count() })
    .from(tasks)
    .where(isNull(tasks.parkedAt));
  if (unfinished?.count) return worker.dispose();
  idle.push({ ...shared, returnedAtMs: Date.now() });
  if (idle.length > maxIdle) await idle.shift()?.running.worker.dispose();
}
