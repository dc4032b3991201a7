import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bookings, events } from "#app/db/schema.ts";
import { book, cancel } from "#app/models/booking/transitions.server.ts";
import { openClub } from "#tests/support/club.ts";
import { emptyEmail } from "#tests/support/emails.ts";
import { countBookings, createEvent, insertDiners } from "#tests/support/events.ts";

const club = openClub();

/** `SEQUENCES=10000 npm test -- tests/models/booking/transitions.test.ts` takes its time. */
const sequences = Number(process.env.SEQUENCES ?? 60);

const seat = (userId: string, eventId: string, now = new Date()) =>
  book(club.db, { userId, eventId, now, email: () => emptyEmail("booking-received") });

/** What booking would be without its guard: look, then write. */
async function careless(userId: string, eventId: string) {
  const [event] = await club.db.select().from(events).where(eq(events.id, eventId));
  if ((await countBookings(club, eventId)) >= (event?.capacity ?? 0)) return undefined;
  const id = crypto.randomUUID();
  await club.db.insert(bookings).values({ id, userId, eventId, createdAt: new Date() });
  return id;
}

test("two hundred at once sell six seats of six; without the guard the same test oversells", async () => {
  const diners = await insertDiners(club, 200);
  const sold = async (sell: (userId: string, eventId: string) => Promise<string | undefined>) => {
    const dinner = await createEvent(club, { capacity: 6 });
    const booked = await Promise.all(diners.map((id) => sell(id, dinner)));
    const taken = await countBookings(club, dinner);
    expect(booked.filter(Boolean)).toHaveLength(taken);
    return taken;
  };
  expect(await sold((userId, eventId) => seat(userId, eventId))).toBe(6);
  expect(await sold(careless)).toBeGreaterThan(6);
}, 90_000);

test("fifty of one diner at once are one booking, one chair and one mail", async () => {
  const [diner = ""] = await insertDiners(club, 1);
  const dinner = await createEvent(club);
  await club.binding.exec("DELETE FROM outbox");
  const booked = await Promise.all(Array.from({ length: 50 }, () => seat(diner, dinner)));
  expect(new Set(booked).size).toBe(1);
  expect(await countBookings(club, dinner)).toBe(1);
  const mails = await club.binding.prepare("SELECT count(*) AS n FROM outbox").first<number>("n");
  expect(mails).toBe(1);
});

test.each([
  ["closed", { hoursFromNow: 47 }],
  ["over", { hoursFromNow: -1 }],
  ["taken off the list", { available: false }],
])("a dinner that is %s takes nobody", async (_, options) => {
  const [diner = ""] = await insertDiners(club, 1);
  const dinner = await createEvent(club, options);
  expect(await seat(diner, dinner)).toBeUndefined();
  expect(await countBookings(club, dinner)).toBe(0);
});

test("nobody books without having done the quiz", async () => {
  const [diner = ""] = await insertDiners(club, 1);
  await club.binding.prepare("UPDATE profiles SET is_quiz_done = 0 WHERE id = ?").bind(diner).run();
  expect(await seat(diner, await createEvent(club))).toBeUndefined();
});

test(
  "whatever diners do, and in whatever order, seats are never more than chairs and never two to one",
  async () => {
    const step = fc.record({
      diner: fc.nat(5),
      dinner: fc.nat(1),
      does: fc.constantFrom("book", "cancel"),
      together: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 20 }), async (steps) => {
        const diners = await insertDiners(club, 6);
        const dinners = await Promise.all([
          createEvent(club, { capacity: 2 }),
          createEvent(club, { capacity: 3 }),
        ]);
        const running: Promise<unknown>[] = [];
        for (const { diner, dinner, does, together } of steps) {
          const [userId = "", eventId = ""] = [diners[diner], dinners[dinner]];
          const act = does === "book" ? seat(userId, eventId) : cancelAt(userId, eventId);
          running.push(act);
          if (!together) await act;
        }
        await Promise.all(running);
        expect(await countBookings(club, dinners[0] ?? "")).toBeLessThanOrEqual(2);
        expect(await countBookings(club, dinners[1] ?? "")).toBeLessThanOrEqual(3);
        const doubled = await club.db.all(
          sql`select user_id from bookings where canceled = 0 and event_id in (${dinners[0]}, ${dinners[1]})
          group by user_id, event_id having count(*) > 1`,
        );
        expect(doubled).toEqual([]);
      }),
      { numRuns: sequences },
    );
  },
  60_000 + 200 * sequences,
);

async function cancelAt(userId: string, eventId: string) {
  const mine = await club.db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      sql`${bookings.userId} = ${userId} and ${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0`,
    );
  for (const { id } of mine)
    await cancel(club.db, { userId, id, now: new Date(), email: emptyEmail("booking-canceled") });
}
