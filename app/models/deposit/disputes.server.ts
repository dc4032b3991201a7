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
import { type DisputeState, disputeStates, takenStates } from "#app/lib/booking/booking-states.ts";
import { addLedgerEntry, hasLedgerEntry } from "./deposits.server.ts";

type Dispute = Omit<typeof disputes.$inferSelect, "createdAt" | "stateBefore">;

const isFinal = (state: DisputeState) =>
  disputeStates.indexOf(state) >= disputeStates.indexOf("warning_closed");

/** In any order and more than once: the last word stays. While the bank has the money, nothing is refunded or kept. */
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
  const stateBefore = sql`(select ${disputes.stateBefore} from ${disputes} where ${disputes.depositId} = ${depositId}
    order by ${disputes.createdAt} desc limit 1)`;
  const book = (kind: "disputed" | "dispute-won", value: SQL, states: readonly DisputeState[]) =>
    addLedgerEntry(
      db,
      { kind, amount: value, reference: id },
      now,
      sql`${deposit} and ${itIs(states)} and not ${hasLedgerEntry([kind], id)}`,
    );
  const isTaken = sql`exists (select 1 from ${disputes} where ${disputes.depositId} = ${depositId}
    and ${disputes.state} in ${jsonList([...takenStates])})`;
  const [saved] = await db.batch([
    db
      .insert(disputes)
      .values({
        id,
        depositId,
        ...dispute,
        createdAt: now,
        stateBefore: sql`(select iif(${deposits.state} = 'disputed', ${stateBefore}, ${deposits.state}) from ${deposits} where ${deposit})`,
      })
      .onConflictDoUpdate({
        target: disputes.id,
        set: { state, respondBy },
        setWhere: sql`${disputes.state} in ${jsonList(earlier)}
          and (${disputes.state} <> ${state} or ${disputes.respondBy} is not ${respondBy?.getTime() ?? null})`,
      })
      .returning({ id: disputes.id }),
    book("disputed", sql`-${amount}`, [...takenStates, "won"]),
    book("dispute-won", amount, ["won"]),
    db
      .update(deposits)
      .set({
        state: "disputed",
        // Stripe refuses the refund of a disputed payment; the next attempt needs another key.
        parkedAt: null,
        parkedReason: null,
        refundId: sql`iif(${deposits.parkedAt} is null, ${deposits.refundId}, null)`,
        refundCount: sql`${deposits.refundCount} + (${deposits.parkedAt} is not null)`,
      })
      .where(sql`${deposit} and ${isTaken}`),
    db
      .update(deposits)
      .set({
        state: sql`iif(${deposits.refunded} >= ${deposits.amount}, 'refunded', ${stateBefore})`,
        refundAmount: sql`iif(${stateBefore} = 'refunding', coalesce(${deposits.refundAmount}, ${deposits.amount} - ${deposits.refunded}), null)`,
        dueAt: now,
        // What was made of earlier attempts is looked up before the next one: a dispute lasts longer than a key at Stripe.
        attempts: 1,
      })
      .where(sql`${deposit} and ${deposits.state} = 'disputed' and not ${isTaken}`),
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
          date: events.date,
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
