import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { book, cancel } from "#app/models/booking/transitions.server.ts";
import { openClub } from "#tests/support/club.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { countBookings, createEvent, insertDiners } from "#tests/support/events.ts";

const club = openClub();

/** `SEQUENCES=10000 npm test -- tests/models/booking/transitions.test.ts` tries more. */
const sequences = Number(process.env.SEQUENCES ?? 60);

const bookSeat = (userId: string, eventId: string) => book(club.db, { userId, eventId, now: new Date() });

/** Books in two statements instead of one: reads the free seats, then writes. */
async function bookInTwoStatements(userId: string, eventId: string) {
  const [event] = await club.db.select().from(events).where(eq(events.id, eventId));
  if ((await countBookings(club, eventId)) >= (event?.capacity ?? 0)) return undefined;
  const id = crypto.randomUUID();
  await club.db.insert(bookings).values({ id, userId, eventId, createdAt: new Date() });
  return id;
}

async function cancelBookings(userId: string, eventId: string) {
  const active = await club.db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      sql`${bookings.userId} = ${userId} and ${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0`,
    );
  for (const { id } of active) await cancel(club.db, { userId, id, now: new Date() });
}

test("sells six seats to two hundred concurrent diners, where reading before writing oversells", async () => {
  const dinerIds = await insertDiners(club, 200);
  const sellSixSeats = async (sell: (userId: string, eventId: string) => Promise<string | undefined>) => {
    const eventId = await createEvent(club, { capacity: 6 });
    const bookingIds = await Promise.all(dinerIds.map((id) => sell(id, eventId)));
    const soldCount = await countBookings(club, eventId);
    expect(bookingIds.filter(Boolean)).toHaveLength(soldCount);
    return soldCount;
  };
  expect(await sellSixSeats(bookSeat)).toBe(6);
  expect(await sellSixSeats(bookInTwoStatements)).toBeGreaterThan(6);
});

test("gives a diner who books fifty times at once one booking, one seat and one email", async () => {
  const [dinerId = ""] = await insertDiners(club, 1);
  const eventId = await createEvent(club);
  await club.binding.exec("DELETE FROM outbox");
  const bookingIds = await Promise.all(Array.from({ length: 50 }, () => bookSeat(dinerId, eventId)));
  expect(new Set(bookingIds).size).toBe(1);
  expect(await countBookings(club, eventId)).toBe(1);
  const emailCount = await club.binding.prepare("SELECT count(*) AS n FROM outbox").first<number>("n");
  expect(emailCount).toBe(1);
});

test.each([
  ["closed", { hoursFromNow: 47 }],
  ["past", { hoursFromNow: -1 }],
  ["unavailable", { available: false }],
])("sells no seat at an event that is %s", async (_, options) => {
  const [dinerId = ""] = await insertDiners(club, 1);
  const eventId = await createEvent(club, options);
  expect(await bookSeat(dinerId, eventId)).toBeUndefined();
  expect(await countBookings(club, eventId)).toBe(0);
});

test("sells no seat to a diner who has not done the quiz", async () => {
  const [dinerId = ""] = await insertDiners(club, 1);
  await club.binding.prepare("UPDATE profiles SET is_quiz_done = 0 WHERE id = ?").bind(dinerId).run();
  expect(await bookSeat(dinerId, await createEvent(club))).toBeUndefined();
});

test(
  "never sells more seats than the capacity, or two to one diner, in any sequence of bookings and cancellations",
  async () => {
    const step = fc.record({
      diner: fc.nat(5),
      event: fc.nat(1),
      action: fc.constantFrom("book", "cancel"),
      isConcurrent: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
        const dinerIds = await insertDiners(club, 6);
        const eventIds = await Promise.all([
          createEvent(club, { capacity: 2 }),
          createEvent(club, { capacity: 3, hoursFromNow: 160 }),
        ]);
        const started: Promise<unknown>[] = [];
        for (const { diner, event, action, isConcurrent } of steps) {
          const [userId = "", eventId = ""] = [dinerIds[diner], eventIds[event]];
          const result = action === "book" ? bookSeat(userId, eventId) : cancelBookings(userId, eventId);
          started.push(result);
          if (!isConcurrent) await result;
        }
        await Promise.all(started);
        expect(await countBookings(club, eventIds[0])).toBeLessThanOrEqual(2);
        expect(await countBookings(club, eventIds[1])).toBeLessThanOrEqual(3);
        const doubled = await club.db.all(
          sql`select user_id from bookings where canceled = 0 and event_id in (${eventIds[0]}, ${eventIds[1]})
          group by user_id, event_id having count(*) > 1`,
        );
        expect(doubled).toEqual([]);
      }),
      { numRuns: sequences },
    );
  },
  1_800_000 + 200 * sequences,
);

test("the emails name the city beside the time, since nobody knows where they are read", async () => {
  const [dinerId = ""] = await insertDiners(club, 1);
  const eventId = await createEvent(club);
  const now = new Date();
  const id = (await book(club.db, { userId: dinerId, eventId, now })) ?? "";
  await cancel(club.db, { userId: dinerId, id, now });
  const emails = (await readOutbox(club)).filter(({ to }) => to === `${dinerId}@x.y`);
  expect(emails).toHaveLength(2);
  for (const { text, subject } of emails) {
    if (subject === "Your booking is canceled") expect(text).toMatch(/canceled your booking for \w+day, /);
    else expect(text).toMatch(/(When|Dinner): .+ [AP]M in Budapest\n/);
    expect(text).not.toMatch(/GMT|CES?T/);
  }
});
