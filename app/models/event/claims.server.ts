import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { events } from "#app/db/schema.ts";

/** A claim older than this is dead: its worker was stopped. */
const claimTimeoutMs = 10 * 60_000;

export interface Claim {
  eventId: string;
  by: string;
}

const isDue = (now: Date) => {
  const at = now.getTime();
  return sql`closes_at <= ${at} and date > ${at} and matched_at is null and canceled_at is null`;
};

/** Claims the next event whose booking has ended and that has no tables; with an id, only that one. */
export async function claimEvent(db: Database, now: Date, eventId?: string): Promise<Claim | undefined> {
  const by = crypto.randomUUID();
  const isWanted = eventId ? sql`id = ${eventId}` : sql`true`;
  const next = sql`(select id from ${events} where ${isDue(now)} and ${isWanted}
    and (claimed_at is null or claimed_at <= ${now.getTime() - claimTimeoutMs}) order by closes_at limit 1)`;
  const [claimed] = await db
    .update(events)
    .set({ claimedBy: by, claimedAt: now })
    .where(sql`${events.id} = ${next}`)
    .returning({ eventId: events.id });
  return claimed && { ...claimed, by };
}

export async function countEventsToMatch(db: Database, now: Date): Promise<number> {
  return db.$count(events, isDue(now));
}

/** False once another worker has claimed the event, or its tables are made. */
export const claimIsMine = ({ eventId, by }: Claim): SQL =>
  sql`exists (select 1 from ${events} where id = ${eventId} and claimed_by = ${by} and matched_at is null)`;

/** A statement for the end of the batch that saves a seating; it ends the claim. */
export const markMatched = (db: Database, { eventId }: Claim, condition: SQL, now: Date) =>
  db
    .update(events)
    .set({ matchedAt: now })
    .where(and(eq(events.id, eventId), condition))
    .returning({ id: events.id });

export async function findClaimState(db: Database, { eventId, by }: Claim) {
  const [event] = await db
    .select({ matchedAt: events.matchedAt, claimedBy: events.claimedBy })
    .from(events)
    .where(eq(events.id, eventId));
  return { isMine: event?.claimedBy === by, isMatched: event?.matchedAt != null };
}
