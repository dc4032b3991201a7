import { TZDate } from "@date-fns/tz";
import { asc, eq, gt } from "drizzle-orm";
import { expect, test } from "vitest";
import { verifyPassword } from "#app/auth/password.server.ts";
import { demoDiner, isEmpty, seed } from "#app/cli/seed.ts";
import { bookings, events, profiles, tables, users } from "#app/db/schema.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();

/** A Wednesday in March: the next eight Fridays are on both sides of the change to summer time. */
const now = new Date("2026-03-11T12:00:00Z");

test("seeding an empty club adds events, tables, and a demo diner with bookings in every state", async () => {
  expect(await isEmpty(club.binding)).toBe(true);
  await seed(club.binding, now);
  expect(await isEmpty(club.binding)).toBe(false);

  const upcoming = await club.db.select().from(events).where(gt(events.date, now)).orderBy(asc(events.date));
  expect(upcoming).toHaveLength(8);
  for (const { date } of upcoming) {
    const localDate = new TZDate(date.getTime(), "Europe/Budapest");
    expect([localDate.getDay(), localDate.getHours(), localDate.getMinutes()]).toEqual([5, 19, 0]);
  }
  expect(upcoming[0]?.date.toISOString()).toBe("2026-03-13T18:00:00.000Z");
  expect(upcoming[7]?.date.toISOString()).toBe("2026-05-01T17:00:00.000Z");
  expect(upcoming.filter((event) => !event.available)).toHaveLength(1);

  const tablesWithEvents = await club.db
    .select()
    .from(tables)
    .innerJoin(events, eq(events.id, tables.eventId));
  expect(tablesWithEvents).toHaveLength(3);
  for (const { events: event } of tablesWithEvents) expect(event.matchedAt).toEqual(event.closesAt);
  expect(tablesWithEvents.filter(({ events: { closesAt } }) => closesAt > now)).toEqual([]);

  const [diner] = await club.db.select().from(users).where(eq(users.email, demoDiner.email));
  expect(await verifyPassword(demoDiner.password, diner?.passwordHash ?? "")).toBe(true);
  const [profile] = await club.db.select().from(profiles);
  expect(profile).toMatchObject({ id: diner?.id, isQuizDone: true });

  const bookingsWithEvents = await club.db
    .select()
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId));
  const states = bookingsWithEvents.map(({ bookings: { confirmed, canceled }, events: { date } }) =>
    [date < now ? "past" : "upcoming", canceled ? "canceled" : confirmed ? "confirmed" : "pending"].join(" "),
  );
  expect(new Set(states)).toEqual(
    new Set([
      "past confirmed",
      "past canceled",
      "upcoming confirmed",
      "upcoming pending",
      "upcoming canceled",
    ]),
  );
});
