import { asc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Statement } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { wasMovedByClub } from "#app/db/conditions.ts";
import { absences, bookings, deposits, events } from "#app/db/schema.ts";
import { jsonList } from "#app/db/statements.ts";
import { type DepositCause, keepCauses } from "#app/lib/booking/booking-states.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { cancelForErasedUsers } from "#app/models/booking/event-transitions.server.ts";
import { addLedgerEntry, queueDepositEmail, startRefund } from "./deposits.server.ts";

/** When a decision is asked for: now, or as the last one about a diner who leaves the club. */
type Moment = Date | "last";

/** Who came is not decided yet, or the diner may still contest it, or has and waits for an answer. */
const isAttendanceOpen = (now: Date) => sql`(
  (${events.attendanceDecidedAt} is null and ${events.matchedAt} is not null
    and ${events.date} > ${now.getTime() - eventTimes.attendanceDecidedWithinMs})
  or (${bookings.attendance} = 'no-show' and exists (select 1 from ${absences}
    where ${absences.bookingId} = ${bookings.id} and ${absences.resolvedAt} is null
      and (${absences.contestedAt} is not null or ${absences.toldAt} is null
        or ${absences.toldAt} > ${now.getTime() - eventTimes.contestForMs}))))`;

/** Nobody can answer it any longer, so it counts for the diner. */
const hasOpenContest = sql`exists (select 1 from ${absences} where ${absences.bookingId} = ${bookings.id}
  and ${absences.contestedAt} is not null and ${absences.resolvedAt} is null)`;

/** Null while that is open; the first rule that holds counts. A diner who was erased before paying has no booking. */
const outcome = (moment: Moment) => sql<DepositCause | null>`(select case
  when ${bookings.id} is null then 'erased'
  when ${bookings.canceledByClub} = 1 or ${events.canceledAt} is not null then 'canceled-by-club'
  when ${bookings.canceled} = 1 and ${bookings.canceledAt} < ${events.date} - ${eventTimes.closesBeforeMs} then 'canceled-in-time'
  when ${bookings.canceled} = 1 and ${bookings.canceledAt} <= ${deposits.paidAt} then 'canceled-before-paid'
  when ${bookings.canceled} = 1 and ${bookings.confirmed} = 0 then 'canceled-in-time'
  when ${bookings.canceled} = 1 and ${wasMovedByClub} then 'canceled-after-move'
  when ${bookings.canceled} = 1 then 'canceled-late'
  ${
    moment === "last"
      ? sql`when ${hasOpenContest} then 'dinner-over'`
      : sql`when ${events.date} > ${moment.getTime() - eventTimes.settlesAfterMs} or ${isAttendanceOpen(moment)} then null`
  }
  when ${bookings.attendance} = 'no-show' then 'no-show'
  else 'dinner-over' end
  from (select 1) left join ${bookings} on ${bookings.id} = ${deposits.bookingId}
    left join ${events} on ${events.id} = ${bookings.eventId})`;

const isDue = (now: Date) => sql`${deposits.state} = 'paid' and ${deposits.dueAt} <= ${now.getTime()}`;

export async function hasDueDeposits(db: Database, now: Date): Promise<boolean> {
  const found = await db.select({ id: deposits.id }).from(deposits).where(isDue(now)).limit(1);
  return found.length > 0;
}

/** A statement for a restore: what decides them may be of another time. */
export const makePaidDepositsDue = (db: Database) =>
  db
    .update(deposits)
    .set({ dueAt: new Date(0) })
    .where(eq(deposits.state, "paid"));

const maxPostponed = 2_000;

/** Those that are due and can't be decided yet wait for the day after, the end of a contest, or an hour. Returns whether some are left. */
export async function postponeDeposits(db: Database, now: Date): Promise<boolean> {
  const at = now.getTime();
  const settlesAt = sql`(select ${events.date} + ${eventTimes.settlesAfterMs} from ${bookings}
    join ${events} on ${events.id} = ${bookings.eventId} where ${bookings.id} = ${deposits.bookingId})`;
  const contestEndsAt = sql`(select ${absences.toldAt} + ${eventTimes.contestForMs} from ${absences}
    where ${absences.bookingId} = ${deposits.bookingId})`;
  const ifLater = (time: SQL) => sql`iif(${time} > ${at}, ${time}, null)`;
  const postponed = await db
    .update(deposits)
    .set({ dueAt: sql`coalesce(${ifLater(settlesAt)}, ${ifLater(contestEndsAt)}, ${at + hourMs})` })
    .where(
      sql`${deposits.id} in (select ${deposits.id} from ${deposits} where ${isDue(now)} and ${outcome(now)} is null
        limit ${maxPostponed})`,
    )
    .returning({ id: deposits.id });
  return postponed.length === maxPostponed;
}

/** Paid deposits whose outcome is known, with the reason. */
export const findDecidableDeposits = async (
  db: Database,
  now: Date,
  { after = "", limit = 100 }: { after?: string; limit?: number } = {},
) =>
  db
    // Inside another sql``: drizzle drops table names from a bare one.
    .select({ id: deposits.id, cause: sql<DepositCause>`${outcome(now)}`.as("outcome") })
    .from(deposits)
    .where(sql`${isDue(now)} and ${gt(deposits.id, after)} and ${outcome(now)} is not null`)
    .orderBy(asc(deposits.id))
    .limit(limit);

/** Does nothing if the cause no longer applies. A diner hears of a refund when it is made, so only `kept` has an email. */
export async function settleTogether(
  db: Database,
  { ids, cause }: { ids: string[]; cause: DepositCause },
  now: Date,
): Promise<void> {
  await db.batch(settle(db, sql`${deposits.id} in ${jsonList(ids)}`, cause, now));
}

function settle(db: Database, condition: SQL, cause: DepositCause | SQL, now: Date): Statement[] {
  const isDecided = sql`${condition} and ${deposits.state} = 'paid' and ${outcome(now)} = ${cause}`;
  const keepCause = keepCauses.find((one) => one === cause);
  return [
    addLedgerEntry(db, { kind: keepCause ? "kept" : "to-refund", cause }, now, isDecided),
    ...(keepCause
      ? [queueDepositEmail(db, { kind: "deposit-kept", data: { cause: keepCause } }, now, isDecided)]
      : []),
    db
      .update(deposits)
      .set(keepCause ? { state: "kept", cause, settledAt: now } : { ...startRefund(now), cause })
      .where(isDecided),
  ];
}

/** Statements for the batch that cancels a booking, after that, so that the next page can show the deposit's outcome. */
export function settleCanceled(db: Database, bookingId: string | SQL, now: Date): Statement[] {
  const isCanceled = sql`${deposits.bookingId} = ${bookingId} and ${outcome(now)} like 'canceled-%'`;
  return [...settle(db, isCanceled, "canceled-late", now), ...settle(db, isCanceled, outcome(now), now)];
}

/** Statements for the batch that erases users: their deposits are decided as if they had canceled now. */
export function settleForErasedUsers(db: Database, userIds: SQL, now: Date) {
  // With the plus SQLite begins at their bookings, not at all deposits that are paid.
  const isPaid = sql`+${deposits.state} = 'paid'
    and ${deposits.bookingId} in (select id from ${bookings} where user_id in ${userIds})`;
  const isKept = sql`${outcome("last")} in ${jsonList(keepCauses)}`;
  return [
    ...cancelForErasedUsers(db, userIds, now),
    addLedgerEntry(db, { kind: "kept", cause: outcome("last") }, now, sql`${isPaid} and ${isKept}`),
    addLedgerEntry(db, { kind: "to-refund", cause: outcome("last") }, now, sql`${isPaid} and not ${isKept}`),
    db
      .update(deposits)
      .set({ state: "kept", cause: outcome("last"), settledAt: now })
      .where(sql`${isPaid} and ${isKept}`),
    db
      .update(deposits)
      .set({ ...startRefund(now), cause: outcome("last") })
      .where(isPaid),
    db
      .update(deposits)
      .set({ refundReason: null })
      .where(sql`${deposits.bookingId} in (select id from ${bookings} where user_id in ${userIds})`),
  ] as const;
}
