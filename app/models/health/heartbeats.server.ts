import { and, eq, sql } from "drizzle-orm";
import { maxSilenceMs } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { isSweepDue } from "#app/db/conditions.ts";
import { heartbeats } from "#app/db/schema/health.ts";
import { insertWhere } from "#app/db/statements.ts";
import { minuteMs } from "#app/lib/time-units.ts";

export const tickMs = 5 * minuteMs;

/** A message of the second clock that is this late is lost. */
export const maxTickSilenceMs = 3 * tickMs;

/** Returns when the cron ran before, if it ever did, and whether the second clock has to be started. A queue that has never run is silent from now on. */
export async function recordCronRun(db: Database, now: Date) {
  const [[previous], , , started] = await db.batch([
    db.select({ at: heartbeats.at }).from(heartbeats).where(eq(heartbeats.name, "cron")),
    recordRun(db, "cron", now),
    db.insert(heartbeats).values({ name: "queue", at: now }).onConflictDoNothing(),
    claimLostTick(db, now),
  ]);
  return { previousRunAt: previous?.at, isTickLost: started.length > 0 };
}

/** A queue that has done nothing for this long is down. */
export const maxQueueSilenceMs = 10 * minuteMs;

export async function isQueueAway(db: Database, now: Date): Promise<boolean> {
  const [run] = await db.select({ at: heartbeats.at }).from(heartbeats).where(eq(heartbeats.name, "queue"));
  return run !== undefined && run.at.getTime() <= now.getTime() - maxQueueSilenceMs;
}

export async function recordSweep(db: Database, now: Date): Promise<void> {
  await insertWhere(db, heartbeats, { name: "sweep", at: now }, isSweepDue(now)).onConflictDoUpdate({
    target: heartbeats.name,
    set: { at: sql`excluded.at` },
  });
}

/** A statement for a batch, or alone. A run, or a webhook, that comes late does not set it back. */
export const recordRun = (db: Database, name: (typeof heartbeats.$inferInsert)["name"], now: Date) =>
  db
    .insert(heartbeats)
    .values({ name, at: now })
    .onConflictDoUpdate({ target: heartbeats.name, set: { at: sql`max(${heartbeats.at}, excluded.at)` } });

/** Returns a row to the one that has to send a message of the second clock, where the last one is lost. */
const claimLostTick = (db: Database, now: Date) =>
  db
    .insert(heartbeats)
    .values({ name: "tick", at: now })
    .onConflictDoUpdate({
      target: heartbeats.name,
      set: { at: sql`excluded.at` },
      setWhere: sql`${heartbeats.at} <= ${now.getTime() - maxTickSilenceMs}`,
    })
    .returning({ at: heartbeats.at });

/** False for a message that was delivered before, or that another has replaced. */
export async function claimTick(db: Database, sentAt: Date, now: Date): Promise<boolean> {
  const claimed = await db
    .update(heartbeats)
    .set({ at: now })
    .where(and(eq(heartbeats.name, "tick"), eq(heartbeats.at, sentAt)))
    .returning({ at: heartbeats.at });
  return claimed.length > 0;
}

/** If the cron is down, lets one of all callers do its work, once a minute. */
export async function claimCronWork(db: Database, now: Date) {
  const isAway = sql`exists (select 1 from ${heartbeats}
    where ${heartbeats.name} = 'cron' and ${heartbeats.at} <= ${now.getTime() - maxSilenceMs})`;
  const [claimed, started] = await db.batch([
    insertWhere(db, heartbeats, { name: "stand-in", at: now }, isAway)
      .onConflictDoUpdate({
        target: heartbeats.name,
        set: { at: sql`excluded.at` },
        setWhere: sql`${heartbeats.at} <= ${now.getTime() - minuteMs}`,
      })
      .returning({ at: heartbeats.at }),
    claimLostTick(db, now),
  ]);
  return { isMine: claimed.length > 0, isTickLost: started.length > 0 };
}

export type Pulse = Awaited<ReturnType<typeof readPulse>>;

/** When what last ran, which migrations are applied, and how large the database is. */
export async function readPulse(db: Database) {
  const [beats, migrations, { meta }] = await db.batch([
    db.select().from(heartbeats),
    db.all<{ name: string }>(sql`select name from d1_migrations order by id`),
    db.run(sql`select 1 as one`),
  ]);
  return {
    heartbeats: new Map(beats.map(({ name, at }) => [name, at])),
    migrations: migrations.map(({ name }) => name),
    sizeBytes: meta.size_after,
  };
}
