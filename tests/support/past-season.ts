import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { matchRecords } from "#app/db/schema/seating.ts";
import { venues } from "#app/db/schema/venue.ts";
import { feedback, outbox, tables, wishes } from "#app/db/schema.ts";
import { insertRows } from "#app/db/statements.ts";
import { dayMs, hourMs, weekMs } from "#app/lib/time-units.ts";
import type { Club } from "./club.ts";
import { insertDiners, newVenue, testCity } from "./events.ts";

const seatedCount = 10;
const dinersPerDinner = 14;

/** What each dinner of the season adds up to. */
export const dinnerFigures = {
  capacity: 15,
  booked: 13,
  seated: seatedCount,
  came: 9,
  noShows: 1,
  lateCancels: 1,
  onStandby: 2,
  pairs: 16,
  answers: 6,
  answersWithWish: 2,
  wishes: 3,
  possibleWishes: 24,
  ratingSum: 3 + 4 + 5 + 3 + 4 + 5,
  floor: 62,
};

/** The lower of the two tables' scores. */
export const worstScoreOf = (dinner: number) => 60.25 + (dinner % 5);

interface SeasonOptions {
  /** How many dinners, one a week, the last one `lastDaysAgo` before now. */
  dinners: number;
  lastDaysAgo?: number;
  now: Date;
  city?: typeof testCity;
  /** Diners of an earlier season may come again. */
  diners?: string[];
}

/** Past dinners at two tables each, with everything that figures are counted from. The same diners come again and again. */
export async function addPastSeason(
  club: Pick<Club, "binding" | "db">,
  { dinners, lastDaysAgo = 20, now, city = testCity, diners: known }: SeasonOptions,
): Promise<{ diners: string[]; eventIds: string[]; cameIds: string[] }> {
  const diners = known ?? (await insertDiners(club, 40));
  const venueId = `${city.id}-season`;
  await club.db.insert(cities).values(city).onConflictDoNothing();
  await club.db
    .insert(venues)
    .values(newVenue(venueId, { cityId: city.id }))
    .onConflictDoNothing();
  const rows = Array.from({ length: dinners }, (_, i) => {
    const date = new Date(now.getTime() - lastDaysAgo * dayMs - (dinners - 1 - i) * weekMs);
    const guests = Array.from(
      { length: dinersPerDinner },
      (_, k) => diners[(5 * i + k) % diners.length] ?? "",
    );
    return createDinner({ id: `${city.id}-dinner-${i}-${date.getTime()}`, i, date, guests, city, venueId });
  });
  const { db } = club;
  await db.batch(
    rows.flatMap((dinner) => [
      ...insertRows(db, events, [dinner.event]),
      ...insertRows(db, tables, dinner.tables),
      ...insertRows(db, matchRecords, [dinner.record]),
      ...insertRows(db, bookings, dinner.bookings),
      ...insertRows(db, feedback, dinner.feedback),
      ...insertRows(db, wishes, dinner.wishes),
      ...insertRows(db, deposits, dinner.deposits),
      ...insertRows(db, outbox, dinner.emails),
    ]),
  );
  return {
    diners,
    eventIds: rows.map(({ event }) => event.id),
    cameIds: [...new Set(rows.flatMap(({ came }) => came))],
  };
}

interface Dinner {
  id: string;
  i: number;
  date: Date;
  guests: string[];
  city: typeof testCity;
  venueId: string;
}

function createDinner({ id, i, date, guests, city, venueId }: Dinner) {
  const ago = (hours: number) => new Date(date.getTime() - hours * hourMs);
  const bookingId = (k: number) => `${id}-${k}`;
  const tableOf = (k: number) => `${id}-table-${k < 5 ? 1 : 2}`;
  const booking = (k: number, changes: Partial<typeof bookings.$inferInsert>) => ({
    id: bookingId(k),
    userId: guests[k] ?? "",
    eventId: id,
    createdAt: ago(200),
    ...changes,
  });
  const seated = guests.slice(0, seatedCount);
  const answered = [0, 1, 2, 3, 4, 5];
  const wished: [number, number][] = [
    [0, 1],
    [0, 2],
    [5, 6],
  ];
  const dayAfter = new Date(date.getTime() + dayMs);
  return {
    came: seated.slice(0, -1),
    event: {
      id,
      cityId: city.id,
      date,
      scheduledFor: date,
      closesAt: ago(48),
      capacity: dinnerFigures.capacity,
      available: true,
      matchedAt: ago(48),
      attendanceDecidedAt: dayAfter,
    },
    tables: [1, 2].map((number) => ({
      id: tableOf(number === 1 ? 0 : 5),
      eventId: id,
      venueId,
      number,
      score: number === 1 ? worstScoreOf(i) : 66.5,
    })),
    record: {
      eventId: id,
      terms: { company: 3, wish: 12 },
      keptTerms: {
        company: [{ question: 16, answer: 1, diners: 3, alone: 1 }],
        far: 0,
        wideTables: 0,
        unmixedTables: 0,
        wishes: 2,
        wishesTogether: 1,
      },
      entryCount: 0,
      entriesHash: "",
      mayMeetAgain: false,
      tableCount: 2,
      rulesVersion: 7,
      scoreFloor: dinnerFigures.floor,
      writtenAt: ago(48),
    },
    bookings: [
      ...seated.map((_, k) =>
        booking(k, {
          confirmed: true,
          tableId: tableOf(k),
          attendance: k === seatedCount - 1 ? ("no-show" as const) : null,
        }),
      ),
      booking(10, { confirmed: true, tableId: tableOf(5), canceled: true, canceledAt: ago(5) }),
      booking(11, { canceled: true, canceledAt: ago(100) }),
      ...[12, 13].map((k) =>
        booking(k, {
          standby: true,
          standbyReason: k === 12 ? ("left over" as const) : ("diet" as const),
          canceled: true,
          canceledByClub: true,
          canceledAt: ago(3),
        }),
      ),
    ],
    feedback: answered.map((k) => ({
      bookingId: bookingId(k),
      rating: 3 + (k % 3),
      firstAnsweredAt: dayAfter,
      answeredAt: dayAfter,
    })),
    wishes: wished.map(([from, to]) => ({
      bookingId: bookingId(from),
      otherBookingId: bookingId(to),
      createdAt: dayAfter,
    })),
    deposits: [0, 10].map((k) => ({
      bookingId: bookingId(k),
      amount: city.deposit,
      currency: city.currency,
      state: k === 0 ? ("refunded" as const) : ("kept" as const),
      origin: "https://oten.example",
      dueAt: date,
      createdAt: ago(190),
      paidAt: ago(190),
    })),
    emails: seated.map((_, k) => ({
      kind: "reminder" as const,
      to: `${guests[k]}@x.y`,
      priority: 2,
      bookingId: bookingId(k),
      data: {},
      createdAt: ago(24),
      dueAt: ago(24),
      expiresAt: date,
      sentAt: new Date(ago(24).getTime() + 1_000 * (k + 1)),
    })),
  };
}
