import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { heartbeats, tasks } from "#app/db/schema.ts";
import { insertRows, jsonList, jsonPortions } from "#app/db/statements.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { maxQueueSilenceMs } from "#app/models/health/heartbeats.server.ts";

/** A job and what it has to work on: an event, or "all". */
export interface Task {
  job: string;
  item: string;
}

const toId = ({ job, item }: Task) => `${job} ${item}`;

/** A message that was not done by then may be lost, so it is sent again; to do the same work twice is safe. */
const resendAfterMs = 5 * minuteMs;

/** Notes the tasks that are not under way yet, and returns them. Parked ones wait for an operator. */
export async function addTasks(db: Database, due: readonly Task[], now: Date): Promise<Task[]> {
  const rows = due.map((task) => ({ ...task, id: toId(task), createdAt: now, queuedAt: now }));
  const isLost = sql`${tasks.parkedAt} is null and ${tasks.queuedAt} <= ${now.getTime() - resendAfterMs}`;
  const added: Task[] = [];
  for (const statement of insertRows(db, tasks, rows))
    added.push(
      ...(await statement
        .onConflictDoUpdate({ target: tasks.id, set: { queuedAt: now }, setWhere: isLost })
        .returning({ job: tasks.job, item: tasks.item })),
    );
  return added;
}

export interface SearchFailure {
  job: string;
  error: string;
}

/** Instead of an id or "all", for a job that could not find out what is due; no message is sent for it. */
const searchItem = "search";

/** Keeps a row for each job whose search fails, so that an operator hears of it, until it works again. */
export async function recordSearches(
  db: Database,
  jobs: readonly string[],
  failures: SearchFailure[],
  now: Date,
): Promise<void> {
  const failed = jsonList(failures.map(({ job }) => job));
  const rows = failures.map(({ job, error }) => {
    const task = { job, item: searchItem };
    return { ...task, id: toId(task), createdAt: now, queuedAt: now, attempts: 1, lastError: error };
  });
  await db.batch([
    db
      .delete(tasks)
      .where(
        sql`${tasks.item} = ${searchItem} and ${tasks.job} in ${jsonList(jobs)} and ${tasks.job} not in ${failed}`,
      ),
    ...insertRows(db, tasks, rows).map((statement) =>
      statement.onConflictDoUpdate({
        target: tasks.id,
        set: { attempts: sql`${tasks.attempts} + 1`, queuedAt: now, lastError: sql`excluded.last_error` },
      }),
    ),
  ]);
}

/** Sending their messages failed, so the next cron run tries again. */
export async function markUnsent(db: Database, some: readonly Task[], now: Date): Promise<void> {
  for (const ids of jsonPortions(some.map(toId)))
    await db
      .update(tasks)
      .set({ queuedAt: new Date(now.getTime() - resendAfterMs) })
      .where(sql`${tasks.id} in ${jsonList(ids)} and ${tasks.parkedAt} is null`);
}

/**
 * While the queue is away, claims the oldest task that nobody has begun, or whose worker has stopped; one of all who ask gets it.
 * Neither a search that failed, which is no work, nor one of the job that is left out.
 */
export async function takeTask(
  db: Database,
  { leftOut, now }: { leftOut: string; now: Date },
): Promise<(Task & { attempts: number }) | undefined> {
  const at = now.getTime();
  const isAway = sql`exists (select 1 from ${heartbeats} where name = 'queue' and at <= ${at - maxQueueSilenceMs})`;
  const oldest = sql`(select id from ${tasks} where parked_at is null and item <> ${searchItem} and job <> ${leftOut}
    and (attempts = 0 or queued_at <= ${at - resendAfterMs}) order by queued_at limit 1)`;
  const [taken] = await db
    .update(tasks)
    .set({ attempts: sql`${tasks.attempts} + 1`, queuedAt: now })
    .where(sql`${tasks.id} = ${oldest} and ${isAway}`)
    .returning({ job: tasks.job, item: tasks.item, attempts: tasks.attempts });
  return taken;
}

/** Returns how often it was started since it was last finished, and nothing where it is done already, or parked. */
export async function startTask(db: Database, task: Task): Promise<number | undefined> {
  const [started] = await db
    .update(tasks)
    .set({ attempts: sql`${tasks.attempts} + 1` })
    .where(and(eq(tasks.id, toId(task)), isNull(tasks.parkedAt)))
    .returning({ attempts: tasks.attempts });
  return started?.attempts;
}

/** Where the queue has lost all messages, as that of a local club does when it stops: the next cron run sends them again. */
export async function resendAllTasks(db: Database, now: Date): Promise<void> {
  await db
    .update(tasks)
    .set({ queuedAt: new Date(now.getTime() - resendAfterMs) })
    .where(isNull(tasks.parkedAt));
}

export async function finishTask(db: Database, task: Task): Promise<void> {
  await db.delete(tasks).where(eq(tasks.id, toId(task)));
}

/** The next attempt is a first one again. */
export async function markContinued(db: Database, task: Task, now: Date): Promise<void> {
  await db
    .update(tasks)
    .set({ queuedAt: now, attempts: 0, lastError: null })
    .where(eq(tasks.id, toId(task)));
}

/** Keeps the message alive in `addTasks` until the next attempt. */
export async function saveTaskError(db: Database, task: Task, error: string, nextAt: Date): Promise<void> {
  await db
    .update(tasks)
    .set({ lastError: error, queuedAt: nextAt })
    .where(eq(tasks.id, toId(task)));
}

/** What every minute finds again must never wait for an operator: it is handed out again, and stays a problem until it is done. */
const isRecurring = ({ item }: Task) => item === "all";

/** Returns why it failed, or nothing where it is parked or done already. */
export async function parkTask(db: Database, task: Task, now: Date): Promise<string | undefined> {
  const [parked] = await db
    .update(tasks)
    .set({
      parkedAt: isRecurring(task) ? null : now,
      queuedAt: now,
      lastError: sql`coalesce(${tasks.lastError}, 'The worker was stopped.')`,
    })
    .where(and(eq(tasks.id, toId(task)), isNull(tasks.parkedAt)))
    .returning({ lastError: tasks.lastError });
  return parked?.lastError ?? undefined;
}

export const listTasks = async (db: Database, { isParked, limit }: { isParked: boolean; limit: number }) =>
  db
    .select()
    .from(tasks)
    .where(isParked ? isNotNull(tasks.parkedAt) : undefined)
    .orderBy(asc(tasks.createdAt))
    .limit(limit);

/** Lets the next cron run hand out these tasks again, if they are parked. */
export async function retryTasks(db: Database, ids: readonly string[]): Promise<number> {
  let count = 0;
  for (const some of jsonPortions(ids)) {
    const retried = await db
      .delete(tasks)
      .where(and(isNotNull(tasks.parkedAt), sql`${tasks.id} in ${jsonList(some)}`))
      .returning({ id: tasks.id });
    count += retried.length;
  }
  return count;
}
