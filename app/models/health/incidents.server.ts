import { and, eq, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { runStatements } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { insertRows } from "#app/db/insert-where.ts";
import { jsonList } from "#app/db/json-list.ts";
import { incidents } from "#app/db/schema.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { queueOperatorAlarms } from "#app/models/outbox/queue-emails.server.ts";
import type { Problem } from "./problems.server.ts";

type Incident = typeof incidents.$inferSelect;

interface IncidentUpdate {
  problems: Problem[];
  /** Who gets an email about each change, if anybody. */
  operatorEmail: string | undefined;
  hasWebhook?: boolean;
  now: Date;
}

/** A problem is announced when it is still there half a minute after it was first seen. */
const announcedAfterMs = 30_000;

/** So that the next minute does. */
const toldAgainAfterMs = 30_000;

/** A webhook that does not take an alarm for so long is not asked again. */
const toldWithinMs = dayMs;

/**
 * Opens an incident for each new problem and ends those that are over. Returns what the operator has to hear of, once, and what
 * the webhook has not taken yet.
 */
export async function updateIncidents(
  db: Database,
  { problems, operatorEmail, hasWebhook, now }: IncidentUpdate,
): Promise<{ started: Incident[]; ended: Incident[]; untold: Incident[] }> {
  const tellAt = hasWebhook ? now : null;
  const rows = problems.map((problem) => ({ ...problem, id: crypto.randomUUID(), startedAt: now }));
  const isThere = sql`${incidents.name} in ${jsonList(problems.map(({ name }) => name))}`;
  const isNews = sql`${incidents.endedAt} is null and ${incidents.announcedAt} is null and ${isThere}
    and ${incidents.startedAt} <= ${now.getTime() - announcedAfterMs}`;
  const isOver = sql`${incidents.endedAt} is null and not ${isThere}`;
  const wasAnnounced = sql`${isOver} and ${incidents.announcedAt} is not null`;
  const queueAlarms = (condition: SQL, endedAt: Date | null) =>
    operatorEmail ? [queueOperatorAlarms(db, { to: operatorEmail, endedAt, now }, condition)] : [];
  const results = await runStatements(db, [
    ...queueAlarms(wasAnnounced, now),
    ...queueAlarms(isNews, null),
    ...insertRows(db, incidents, rows).map((statement) => statement.onConflictDoNothing()),
    db.delete(incidents).where(sql`${isOver} and ${incidents.announcedAt} is null`),
    db.update(incidents).set({ announcedAt: now, tellAt }).where(isNews).returning(),
    db.update(incidents).set({ endedAt: now, tellAt }).where(isOver).returning(),
    db
      .update(incidents)
      .set({ tellAt: new Date(now.getTime() + toldAgainAfterMs) })
      .where(
        sql`tell_at <= ${now.getTime()} and coalesce(ended_at, announced_at) > ${now.getTime() - toldWithinMs}`,
      )
      .returning(),
  ]);
  const [started, ended, untold] = results.slice(-3) as [Incident[], Incident[], Incident[]];
  return { started, ended, untold };
}

/** Unless there is newer news of it. */
export async function markTold(db: Database, { id, endedAt }: Incident): Promise<void> {
  await db
    .update(incidents)
    .set({ tellAt: null })
    .where(and(eq(incidents.id, id), sql`${incidents.endedAt} is ${endedAt?.getTime() ?? null}`));
}

export async function deleteOldIncidents(db: Database, now: Date): Promise<void> {
  await db
    .delete(incidents)
    .where(
      and(isNotNull(incidents.endedAt), lte(incidents.endedAt, new Date(now.getTime() - keptMs.incident))),
    );
}
