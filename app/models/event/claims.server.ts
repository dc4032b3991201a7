import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, events } from "#app/db/schema.ts";
import { jsonList, jsonPortions } from "#app/db/statements.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { isUnpaid } from "#app/models/booking/booking-conditions.ts";

/** A claim older than this is dead: its worker was stopped. */
const claimTimeoutMs = 10 * minuteMs;

export interface Claim {
  eventId: string;
  by: string;
}

const isDue = (now: Date) => {
  const at = now.getTime();
  return sql`closes_at <= ${at} and date > ${at} and matched_at is null and canceled_at is null`;
};

/** Events whose booking has ended and that have no tables. Bookings whose deposit did not come end first. */
export async function findEventsToMatch(db: Database, now: Date): Promise<string[]> {
  const hasUnpaid = sql`exists (select 1 from ${bookings} where ${bookings.eventId} = ${events.id} and ${isUnpaid(now)})`;
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(sql`${isDue(now)} and not ${hasUnpaid}`)
    .orderBy(events.closesAt);
  return rows.map(({ id }) => id);
}

interface ClaimOptions {
  now: Date;
  /** Set if the worker with the claim is known to be dead. */
  takesOver?: boolean;
}

/** Claims an event whose booking has ended and that has no tables, unless another worker is making them. */
export async function claimEvent(
  db: Database,
  eventId: string,
  { now, takesOver = false }: ClaimOptions,
): Promise<Claim | undefined> {
  const by = crypto.randomUUID();
  const isFree = takesOver
    ? sql`true`
    : sql`(claimed_by is null or claimed_at <= ${now.getTime() - claimTimeoutMs})`;
  const [claimed] = await db
    .update(events)
    .set({ claimedBy: by, claimedAt: now })
    .where(sql`${events.id} = ${eventId} and ${isDue(now)} and ${isFree}`)
    .returning({ eventId: events.id });
  return claimed && { ...claimed, by };
}

/** Lets the next attempt begin at once. */
export async function releaseClaim(db: Database, { eventId, by }: Claim): Promise<void> {
  await db
    .update(events)
    .set({ claimedBy: null, claimedAt: null })
    .where(and(eq(events.id, eventId), eq(events.claimedBy, by), isNull(events.matchedAt)));
}

/** A statement for a batch that changes what the matcher reads of events: workers that have read it already save nothing. */
export const releaseClaims = (db: Database, condition: SQL) =>
  db
    .update(events)
    .set({ claimedBy: null, claimedAt: null })
    .where(sql`${condition} and ${events.matchedAt} is null`);

/** False once another worker has claimed the event, or its tables are made. */
export const claimIsMine = ({ eventId, by }: Claim): SQL =>
  sql`exists (select 1 from ${events} where id = ${eventId} and claimed_by = ${by} and matched_at is null)`;

/** The first statement of the batch that saves a seating: it holds while all of these bookings are active. */
export function markMatched(db: Database, claim: Claim, bookingIds: string[], now: Date) {
  const activeCounts = jsonPortions(bookingIds).map(
    (ids) => sql`(select count(*) from ${bookings} where id in ${jsonList(ids)} and canceled = 0)`,
  );
  const activeCount = sql.join([sql`0`, ...activeCounts], sql` + `);
  return db
    .update(events)
    .set({ matchedAt: now })
    .where(
      sql`${events.id} = ${claim.eventId} and ${claimIsMine(claim)} and ${activeCount} = ${bookingIds.length}`,
    )
    .returning({ id: events.id });
}

/** For the statements after `markMatched` in its batch. */
export const isMatchedNow = ({ eventId, by }: Claim, now: Date): SQL =>
  sql`exists (select 1 from ${events} where id = ${eventId} and claimed_by = ${by} and matched_at = ${now.getTime()})`;

/** Since when a worker makes the tables; null while none does. */
export async function findClaimStart(db: Database, eventId: string): Promise<Date | null> {
  const [event] = await db.select({ claimedAt: events.claimedAt }).from(events).where(eq(events.id, eventId));
  return event?.claimedAt ?? null;
}

export async function findClaimState(db: Database, { eventId, by }: Claim) {
  const [event] = await db
    .select({ matchedAt: events.matchedAt, claimedBy: events.claimedBy })
    .from(events)
    .where(eq(events.id, eventId));
  return { isMine: event?.claimedBy === by, isMatched: event?.matchedAt != null };
}
