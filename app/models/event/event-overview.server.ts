import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, deposits, outbox, quizQuestions, tables, userAnswers } from "#app/db/schema.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { selectBookingCounts, sumBookingCounts } from "#app/models/booking/event-bookings.server.ts";

/** Counts of everything about an event that an operator may have to know of. */
export async function loadEventOverview(db: Database, eventId: string, now: Date) {
  const itsBookings = sql`(select id from ${bookings} where event_id = ${eventId})`;
  const [counts, eventTables, paid, [emails]] = await db.batch([
    selectBookingCounts(db, sql`(${eventId})`),
    db
      .select({
        number: tables.number,
        closedAt: tables.closedAt,
        dinerCount: tables.taken,
      })
      .from(tables)
      .where(sql`${tables.eventId} = ${eventId}`)
      .orderBy(tables.number),
    db
      .select({
        currency: deposits.currency,
        count: sql<number>`count(*)`.as("count"),
        amount: sql<number>`sum(${deposits.amount})`.as("amount"),
      })
      .from(deposits)
      .where(sql`${deposits.bookingId} in ${itsBookings} and +${deposits.state} = 'paid'`)
      .groupBy(deposits.currency),
    db
      .select({
        waiting: sql<number>`count(*) filter (where parked_at is null and expires_at > ${now.getTime()})`.as(
          "waiting",
        ),
        parked: sql<number>`count(*) filter (where parked_at is not null)`.as("parked"),
      })
      .from(outbox)
      .where(sql`${outbox.bookingId} in ${itsBookings} and ${outbox.sentAt} is null`),
  ]);
  return {
    bookings: sumBookingCounts(counts),
    tables: {
      open: eventTables.filter(({ closedAt }) => !closedAt).length,
      closed: eventTables.filter(({ closedAt }) => closedAt).map(({ number }) => number),
      withFreeSeats: eventTables
        .filter(({ closedAt, dinerCount }) => !closedAt && dinerCount < tableSize)
        .map(({ number, dinerCount }) => ({ number, freeSeats: tableSize - dinerCount })),
      /** The next run of the cron moves them. */
      dinersToMove: eventTables.reduce(
        (sum, { closedAt, dinerCount }) => sum + (closedAt ? dinerCount : 0),
        0,
      ),
    },
    /** A line for each currency. */
    depositsPaid: paid,
    unsentEmails: { waiting: emails?.waiting ?? 0, parked: emails?.parked ?? 0 },
  };
}

export type EventOverview = Awaited<ReturnType<typeof loadEventOverview>>;

export interface Need {
  role: "diet" | "access" | "budget";
  /** Of the choice, from 1. */
  position: number;
  choice: string;
  count: number;
}

/**
 * How many diners of an event chose what a venue has to meet: a diet, step-free access, or how much dinner may cost. The
 * last choice about diets and access means no need.
 */
export const countNeeds = async (db: Database, eventId: string): Promise<Need[]> =>
  db.all<Need>(
    sql`select q.role as role, cast(chosen.value as integer) as position,
        q.choices ->> (cast(chosen.value as integer) - 1) as choice, count(distinct b.user_id) as count
      from ${bookings} b
      join ${userAnswers} a on a.user_id = b.user_id
      join ${quizQuestions} q on q.id = a.question_id, json_each(a.answer_ids) chosen
      where b.event_id = ${eventId} and b.canceled = 0 and q.role in ('diet', 'access', 'budget')
        and (q.role = 'budget' or cast(chosen.value as integer) < json_array_length(q.choices))
      group by 1, 2 order by 1, 2`,
  );
