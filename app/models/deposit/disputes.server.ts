import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean } from "#app/db/columns.ts";
import { wasMovedByClub } from "#app/db/conditions.ts";
import { users } from "#app/db/schema/account.ts";
import { attendanceReports } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { deposits, disputes, ledger } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { outbox, tables } from "#app/db/schema.ts";
import { jsonList } from "#app/db/statements.ts";
import {
  type DisputeState,
  disputeStates,
  keepCauses,
  type LedgerKind,
  undecidedStates,
} from "#app/lib/booking/booking-states.ts";
import { addLedgerEntry, hasLedgerEntry } from "./deposits.server.ts";

type Dispute = Omit<typeof disputes.$inferSelect, "createdAt">;

const isFinal = (state: DisputeState) =>
  disputeStates.indexOf(state) >= disputeStates.indexOf("warning_closed");

/**
 * In any order and more than once: the last word stays. While the bank has the money, nothing is refunded or kept. What it keeps
 * for good counts as gone back; where it keeps all, the deposit stays disputed.
 */
export async function recordDispute(
  db: Database,
  { id, depositId, ...dispute }: Dispute,
  now: Date,
): Promise<boolean> {
  const { state, respondBy } = dispute;
  const earlier = disputeStates.filter(
    (each, i) => !isFinal(each) && (isFinal(state) || i <= disputeStates.indexOf(state)),
  );
  const deposit = sql`${deposits.id} = ${depositId}`;
  const itIs = (states: readonly DisputeState[]) =>
    sql`exists (select 1 from ${disputes} where ${disputes.id} = ${id} and ${disputes.state} in ${jsonList([...states])})`;
  const amount = sql`(select ${disputes.amount} from ${disputes} where ${disputes.id} = ${id})`;
  const isNews = (kind: LedgerKind, states: readonly DisputeState[]) =>
    sql`(${itIs(states)} and not ${hasLedgerEntry([kind], id)})`;
  const book = (kind: LedgerKind, value: SQL, states: readonly DisputeState[]) =>
    addLedgerEntry(
      db,
      { kind, amount: value, reference: id },
      now,
      sql`${deposit} and ${isNews(kind, states)}`,
    );
  const isNewlyLost = isNews("dispute-lost", ["lost"]);
  const oneIs = (states: readonly DisputeState[]) =>
    sql`exists (select 1 from ${disputes} where ${disputes.depositId} = ${depositId}
      and ${disputes.state} in ${jsonList([...states])})`;
  const isOpen = oneIs(undecidedStates);
  const isAllLost = sql`(${oneIs(["lost"])} and (select sum(${ledger.amount}) from ${ledger}
    where ${ledger.depositId} = ${depositId}) <= 0)`;
  const [saved] = await db.batch([
    db
      .insert(disputes)
      .values({ id, depositId, ...dispute, createdAt: now })
      .onConflictDoUpdate({
        target: disputes.id,
        set: { state, respondBy },
        setWhere: sql`${disputes.state} in ${jsonList(earlier)}
          and (${disputes.state} <> ${state} or ${disputes.respondBy} is not ${respondBy?.getTime() ?? null})`,
      })
      .returning({ id: disputes.id }),
    book("disputed", sql`-${amount}`, [...undecidedStates, "won", "lost"]),
    book("dispute-won", amount, ["won"]),
    db
      .update(deposits)
      .set({
        state: "disputed",
        refunded: sql`${deposits.refunded}
          + iif(${isNewlyLost} and ${amount} < ${deposits.amount} - ${deposits.refunded}, ${amount}, 0)`,
        // Stripe refuses the refund of a disputed payment.
        parkedAt: null,
        parkedReason: null,
        refundId: sql`iif(${deposits.parkedAt} is null, ${deposits.refundId}, null)`,
      })
      .where(sql`${deposit} and (${isOpen} or ${isNewlyLost})`),
    book("dispute-lost", sql`0`, ["lost"]),
    db
      .update(deposits)
      .set({
        state: sql`case when ${deposits.refunded} >= ${deposits.amount} then 'refunded'
          when ${deposits.refundAmount} is not null then 'refunding'
          when ${deposits.cause} in ${jsonList(keepCauses)} then 'kept' else 'paid' end`,
        refundAmount: sql`nullif(min(${deposits.refundAmount}, ${deposits.amount} - ${deposits.refunded}), 0)`,
        refundCount: sql`${deposits.refundCount} + 1`,
        dueAt: now,
        // What was made of earlier attempts is looked up before the next one: a dispute lasts longer than a key at Stripe.
        attempts: 1,
      })
      .where(sql`${deposit} and ${deposits.state} = 'disputed' and not ${isOpen} and not ${isAllLost}`),
  ]);
  return saved.length === 1;
}

/** As the index has it. */
export const isToAnswer = sql`${disputes.state} in ('warning_needs_response', 'needs_response')`;

export async function findEvidence(db: Database, depositId: string) {
  const itsBooking = sql`(select ${deposits.bookingId} from ${deposits} where ${deposits.id} = ${depositId})`;
  const [[deposit], [booked], found, reports, emails, lines] = await db.batch([
    db.select().from(deposits).where(eq(deposits.id, depositId)),
    db
      .select({
        booking: {
          id: bookings.id,
          createdAt: bookings.createdAt,
          canceledAt: bookings.canceledAt,
          canceledByClub: bookings.canceledByClub,
          attendance: bookings.attendance,
          confirmed: bookings.confirmed,
          date: events.date,
          matchedAt: events.matchedAt,
          cityName: sql<string>`${cities.name}`.as("city_name"),
          timeZone: cities.timeZone,
          venueName: sql<string | null>`${venues.name}`.as("venue_name"),
          wasMoved: sqlBoolean`${wasMovedByClub}`.as("was_moved"),
        },
        diner: {
          id: sql<string>`${users.id}`.as("diner_id"),
          email: users.email,
          name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`.as("diner_name"),
          confirmedAt: users.emailConfirmedAt,
        },
      })
      .from(bookings)
      .innerJoin(users, eq(users.id, bookings.userId))
      .innerJoin(events, eq(events.id, bookings.eventId))
      .innerJoin(cities, eq(cities.id, events.cityId))
      .leftJoin(tables, eq(tables.id, bookings.tableId))
      .leftJoin(venues, eq(venues.id, tables.venueId))
      .where(sql`${bookings.id} = ${itsBooking}`),
    db.select().from(disputes).where(eq(disputes.depositId, depositId)).orderBy(asc(disputes.createdAt)),
    db
      .select({ source: attendanceReports.source, came: attendanceReports.came, at: attendanceReports.at })
      .from(attendanceReports)
      .where(sql`${attendanceReports.bookingId} = ${itsBooking}`)
      .orderBy(asc(attendanceReports.at)),
    db
      .select({ kind: outbox.kind, createdAt: outbox.createdAt, sentAt: outbox.sentAt })
      .from(outbox)
      .where(sql`${outbox.bookingId} = ${itsBooking} and ${outbox.kind} not in ('host-note', 'host-link')`)
      .orderBy(asc(outbox.createdAt)),
    db
      .select({ kind: ledger.kind, at: ledger.at, amount: ledger.amount })
      .from(ledger)
      .where(eq(ledger.depositId, depositId))
      .orderBy(asc(ledger.id)),
  ]);
  return (
    deposit && {
      deposit,
      disputes: found,
      reports,
      emails,
      lines,
      booking: booked?.booking,
      diner: booked?.diner,
    }
  );
}
