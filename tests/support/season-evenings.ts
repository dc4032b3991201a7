import { and, eq, isNull, sql } from "drizzle-orm";
import { absences } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { events } from "#app/db/schema/event.ts";
import { feedback, tables } from "#app/db/schema.ts";
import type { JobContext } from "#app/job-context.ts";
import { lateMinutes } from "#app/lib/booking/booking-states.ts";
import { feedbackWindow } from "#app/lib/event/event-times.ts";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { contestAbsence, reportByOperator } from "#app/models/attendance/absences.server.ts";
import { checkIn, reportMissing, saveLateNote } from "#app/models/attendance/diner-reports.server.ts";
import { reportMissing as reportMissingByHost, saveTicks } from "#app/models/attendance/reports.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { saveFeedback } from "#app/models/feedback/feedback.server.ts";
import { addHostLink } from "#app/models/host/host-links.server.ts";
import type { Random } from "./random.ts";

type Db = JobContext["db"];

/** Diners who are late, stay away, say who is missing, wish, avoid, contest and leave, and hosts who tick who came. */
export function simulateEvenings(
  random: Random,
  club: { db: Db },
  diners: string[],
  neverContest: ReadonlySet<string>,
) {
  /** Bookings whose diners stay at home. */
  const absent = new Set<string>();
  const counts = { late: 0, cannotCome: 0, checkedIn: 0, contested: 0, erased: 0 };
  /** Answers that were learned from, of diners who have left. */
  let learnedOfErased = 0;

  /** Some requests come twice. */
  const send = async <Result>(request: () => Promise<Result>): Promise<Result> => {
    if (random.happens(0.2)) await Promise.all([request(), request()]);
    return request();
  };

  const listSeated = (db: Db, now: Date, { from, to }: { from: number; to: number }) =>
    db
      .select({
        bookingId: bookings.id,
        userId: bookings.userId,
        eventId: bookings.eventId,
        tableId: sql<string>`${bookings.tableId}`.as("seat_table_id"),
        venueId: tables.venueId,
        date: events.date,
        timeZone: cities.timeZone,
      })
      .from(bookings)
      .innerJoin(tables, eq(tables.id, bookings.tableId))
      .innerJoin(events, eq(events.id, bookings.eventId))
      .innerJoin(cities, eq(cities.id, events.cityId))
      .where(
        sql`${bookings.canceled} = 0 and ${bookings.confirmed} = 1 and ${events.canceledAt} is null
          and ${events.date} between ${now.getTime() + from} and ${now.getTime() + to}`,
      )
      .orderBy(bookings.id);

  type Seat = Awaited<ReturnType<typeof listSeated>>[number];

  async function playEvening(db: Db, now: Date) {
    const seated = await listSeated(db, now, { from: -2 * hourMs + 1, to: 3 * hourMs });
    const byVenue = [...Map.groupBy(seated, ({ eventId, venueId }) => `${eventId} ${venueId}`).values()];
    // Most hosts have their link before diners are late or can't come, so that every season sends host notes.
    for (const atVenue of byVenue) if (random.happens(0.8)) await sendHostLink(db, now, atVenue);
    for (const seat of seated) {
      const speaker = { ...seat, now };
      const minutesAfter = (now.getTime() - seat.date.getTime()) / minuteMs;
      if (random.happens(0.05)) absent.add(seat.bookingId);
      if (random.happens(0.1)) {
        const minutes = random.pick([...lateMinutes]);
        if (await send(() => saveLateNote(db, { ...speaker, minutes }))) counts.late++;
      }
      if (minutesAfter < 0 && random.happens(0.08)) {
        await send(() => cancel(db, { id: seat.bookingId, userId: seat.userId, now }));
        counts.cannotCome++;
      }
      if (minutesAfter >= -30 && !absent.has(seat.bookingId) && random.happens(0.5)) {
        if (await send(() => checkIn(db, speaker))) counts.checkedIn++;
      }
      if (minutesAfter >= 15 && random.happens(0.4)) {
        const mateIds = seated
          .filter(({ tableId, bookingId }) => tableId === seat.tableId && absent.has(bookingId))
          .map(({ bookingId }) => bookingId);
        await send(() => reportMissing(db, { ...speaker, mateIds }));
      }
    }
    for (const atVenue of byVenue) await playHost(db, now, atVenue);
  }

  function sendHostLink(db: Db, now: Date, seated: Seat[]) {
    const [{ eventId, venueId } = seated[0] as Seat] = seated;
    return send(() => addHostLink(db, { eventId, venueId, email: `${venueId}@oten.example`, now }));
  }

  async function playHost(db: Db, now: Date, seated: Seat[]) {
    const [{ date } = seated[0] as Seat] = seated;
    const linkId = await sendHostLink(db, now, seated);
    if (now.getTime() < date.getTime() - 30 * minuteMs) return;
    const isAbsent = ({ bookingId }: Seat) => absent.has(bookingId);
    const idsOf = (seats: Seat[]) => seats.map(({ bookingId }) => bookingId);
    const ticked = idsOf(seated.filter((seat) => !isAbsent(seat) && random.happens(0.7)));
    await send(() => saveTicks(db, { linkId, ticked, unticked: [], now }));
    const bookingIds = idsOf(seated.filter((seat) => isAbsent(seat) && random.happens(0.7)));
    await send(() => reportMissingByHost(db, { linkId, bookingIds, now }));
  }

  async function playDayAfter(db: Db, now: Date) {
    const seated = await listSeated(db, now, { from: -3 * 24 * hourMs, to: -12 * hourMs });
    for (const seat of seated) {
      const { opensAt, closesAt } = feedbackWindow(seat.date, seat.timeZone);
      if (now < opensAt || now >= closesAt || !random.happens(0.3)) continue;
      const mates = seated.filter(
        ({ tableId, bookingId }) => tableId === seat.tableId && bookingId !== seat.bookingId,
      );
      const choose = (share: number) =>
        mates.filter(() => random.happens(share)).map(({ bookingId }) => bookingId);
      const answers = {
        rating: 1 + random.integerBelow(5),
        note: null,
        contact: random.happens(0.3) ? "+36 1 234 5678" : null,
        wished: choose(0.5),
        wantsSameTable: random.happens(0.5),
        avoided: choose(0.05),
        takenBack: [],
      };
      await send(() => saveFeedback(db, { bookingId: seat.bookingId, date: seat.date }, answers, now));
    }
  }

  /** Operators answer whoever has contested. */
  async function answerContests(db: Db, now: Date) {
    const contested = await db
      .select({ bookingId: absences.bookingId, eventId: bookings.eventId })
      .from(absences)
      .innerJoin(bookings, eq(bookings.id, absences.bookingId))
      .where(and(sql`${absences.contestedAt} is not null`, isNull(absences.resolvedAt)))
      .orderBy(absences.bookingId);
    for (const { bookingId, eventId } of contested) {
      const [came, missed] = random.happens(0.5) ? [[bookingId], []] : [[], [bookingId]];
      await send(() => reportByOperator(db, { eventId, came, missed, now }));
    }
  }

  /** Diners contest, and operators answer the step after. */
  async function playContests(db: Db, now: Date) {
    await answerContests(db, now);
    const open = await db
      .select({ bookingId: absences.bookingId })
      .from(absences)
      .where(and(isNull(absences.contestedAt), isNull(absences.resolvedAt)))
      .orderBy(absences.bookingId);
    for (const { bookingId } of open.filter(
      (each) => !neverContest.has(each.bookingId) && random.happens(0.1),
    ))
      if (await contestAbsence(db, { bookingId, text: "I was there.", now })) counts.contested++;
  }

  /** Without crashes, so that it is known what was erased. */
  async function eraseSomebody({ db }: { db: Db }, now: Date) {
    if (!random.happens(0.3)) return;
    const [userId = ""] = diners.splice(random.integerBelow(diners.length), 1);
    const learned = await db
      .select({ id: feedback.bookingId })
      .from(feedback)
      .innerJoin(bookings, eq(bookings.id, feedback.bookingId))
      .where(sql`${bookings.userId} = ${userId} and ${feedback.learnedAt} is not null`);
    learnedOfErased += learned.length;
    await eraseAccount(db, userId, now);
    counts.erased++;
  }

  return {
    async play({ db }: JobContext, now: Date) {
      await playEvening(db, now);
      await playDayAfter(db, now);
      await playContests(db, now);
      await eraseSomebody(club, now);
    },
    answerContests: ({ db }: JobContext, now: Date) => answerContests(db, now),
    playContests: ({ db }: JobContext, now: Date) => playContests(db, now),
    counts,
    countLearnedOfErased: () => learnedOfErased,
  };
}
