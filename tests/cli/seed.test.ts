import { TZDate } from "@date-fns/tz";
import { and, asc, eq, gt } from "drizzle-orm";
import { expect, test } from "vitest";
import { verifyPassword } from "#app/auth/password.server.ts";
import { isEmpty, seed } from "#app/cli/seed.ts";
import { profiles, users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { events, eventVenues } from "#app/db/schema/event.ts";
import { tables } from "#app/db/schema.ts";
import { planEvents } from "#app/jobs/jobs.server.ts";
import { listSchedules, openPlannedEvents } from "#app/models/event/schedules.server.ts";
import { demoDiner } from "#app/operations/demo/demo-diner.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();

/** A Wednesday in March: the next eight Fridays are on both sides of the change to summer time. */
const now = new Date("2026-03-11T12:00:00Z");

const moments = [
  "2026-03-13T17:30:00Z",
  "2026-03-13T18:30:00Z",
  "2026-03-12T23:30:00Z",
  "2026-10-24T00:10:00Z",
];

test.each(moments)(
  "every state that is seeded at %s is one that the club could have come to",
  async (moment) => {
    const at = new Date(moment).getTime();
    await emptyClub();
    await seed(club.binding, new Date(at));
    const { results } = await club.binding
      .prepare(
        `SELECT b.*, e.date, e.closes_at, e.matched_at, u.created_at AS signed_up_at,
        (SELECT count(*) FROM user_answers a WHERE a.user_id = u.id) AS answers
        FROM bookings b JOIN events e ON e.id = b.event_id JOIN users u ON u.id = b.user_id`,
      )
      .all<Record<string, number> & { id: string; table_id: string | null }>();
    expect(results).toHaveLength(24);
    for (const row of results) {
      const { created_at = 0, closes_at = 0, matched_at, canceled_at, date = 0 } = row;
      const says = JSON.stringify(row);
      expect(row.answers, says).toBeGreaterThan(20);
      expect(created_at, says).toBeGreaterThanOrEqual(row.signed_up_at ?? 0);
      expect(created_at, says).toBeLessThan(Math.min(at, closes_at));
      expect(row.confirmed === 1, says).toBe(row.table_id !== null);
      if (row.confirmed || row.standby) expect(matched_at, says).not.toBeNull();
      expect((row.sequence ?? 0) > 0, says).toBe(row.confirmed === 1 || row.canceled === 1);
      expect(canceled_at !== null, says).toBe(row.canceled === 1);
      if (canceled_at) expect(canceled_at, says).toBeGreaterThanOrEqual(created_at);
      if (canceled_at) expect(canceled_at, says).toBeLessThanOrEqual(at);
      expect(row.reminded_at !== null, says).toBe(row.confirmed === 1 && date < at);
    }
    const found = await club.db.select().from(events);
    for (const { closesAt, matchedAt } of found) {
      expect(matchedAt !== null).toBe(closesAt.getTime() <= at);
      if (matchedAt) expect(matchedAt.getTime()).toBeGreaterThanOrEqual(closesAt.getTime());
    }
    const ofOnePerson = results.filter(({ standby }) => standby).map(({ user_id }) => user_id);
    const dates = results
      .filter((row) => ofOnePerson.includes(row.user_id) && !row.canceled)
      .map(({ date }) => date);
    expect(new Set(dates).size, "two dinners at once").toBe(dates.length);
    await emptyClub();
  },
);

async function emptyClub() {
  const emptied = [
    ...["outbox", "bookings", "tables", "event_venues", "events", "schedule_venues", "schedules", "venues"],
    ...["cities", "users"],
  ];
  for (const table of emptied) await club.binding.exec(`DELETE FROM ${table}`);
}

test("seeding an empty club adds events, tables, and a demo diner with bookings in every state", async () => {
  expect(await isEmpty(club.binding)).toBe(true);
  await seed(club.binding, now);
  expect(await isEmpty(club.binding)).toBe(false);

  const findUpcoming = (slug: string) =>
    club.db
      .select({ event: events, timeZone: cities.timeZone })
      .from(events)
      .innerJoin(cities, eq(cities.id, events.cityId))
      .where(and(gt(events.date, now), eq(cities.slug, slug)))
      .orderBy(asc(events.date));
  for (const [slug, capacity] of [
    ["budapest", 50],
    ["vienna", 30],
  ] as const) {
    const upcoming = await findUpcoming(slug);
    expect(upcoming).toHaveLength(8);
    for (const { event, timeZone } of upcoming) {
      const localDate = new TZDate(event.date.getTime(), timeZone);
      expect([localDate.getDay(), localDate.getHours(), localDate.getMinutes()]).toEqual([5, 19, 0]);
      expect(event.capacity).toBe(capacity);
    }
    expect(upcoming[0]?.event.date.toISOString()).toBe("2026-03-13T18:00:00.000Z");
    expect(upcoming[7]?.event.date.toISOString()).toBe("2026-05-01T17:00:00.000Z");
    expect(upcoming.filter(({ event }) => !event.available)).toHaveLength(1);
  }
  expect(await openPlannedEvents(club.db, planEvents(await listSchedules(club.db), now))).toBe(0);

  const tablesWithEvents = await club.db
    .select({ closesAt: events.closesAt, matchedAt: events.matchedAt, ofEvent: eventVenues.eventId })
    .from(tables)
    .innerJoin(events, eq(events.id, tables.eventId))
    .leftJoin(
      eventVenues,
      and(eq(eventVenues.eventId, tables.eventId), eq(eventVenues.venueId, tables.venueId)),
    );
  expect(tablesWithEvents).toHaveLength(4);
  for (const { matchedAt, closesAt, ofEvent } of tablesWithEvents) {
    expect(ofEvent).not.toBe(null);
    expect(matchedAt).toEqual(closesAt);
    expect(closesAt.getTime()).toBeLessThanOrEqual(now.getTime());
  }

  const [diner] = await club.db.select().from(users).where(eq(users.email, demoDiner.email));
  expect(await verifyPassword(demoDiner.password, diner?.passwordHash ?? "")).toBe(true);
  const [profile] = await club.db.select().from(profiles).where(eq(profiles.isQuizDone, true));
  expect(profile).toMatchObject({ id: diner?.id, isQuizDone: true });

  const bookingsWithEvents = await club.db
    .select({ booking: bookings, date: events.date, citySlug: cities.slug })
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(eq(bookings.userId, diner?.id ?? ""))
    .orderBy(asc(events.date));
  const getState = ({
    canceled,
    confirmed,
    standbyReason,
  }: (typeof bookingsWithEvents)[number]["booking"]) =>
    canceled ? "canceled" : confirmed ? "confirmed" : (standbyReason ?? "pending");
  expect(
    bookingsWithEvents.map(({ booking, date, citySlug }) =>
      [date < now ? "past" : "upcoming", getState(booking), citySlug].join(" "),
    ),
  ).toEqual([
    "past canceled budapest",
    "past confirmed budapest",
    "past confirmed budapest",
    "upcoming confirmed budapest",
    "upcoming left over vienna",
    "upcoming pending budapest",
    "upcoming canceled budapest",
  ]);
  expect(
    bookingsWithEvents.toSorted((a, b) => +b.booking.createdAt - +a.booking.createdAt)[0]?.citySlug,
  ).toBe("budapest");
});
