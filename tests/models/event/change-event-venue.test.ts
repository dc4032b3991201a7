import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { eventVenues } from "#app/db/schema/event.ts";
import { tables } from "#app/db/schema.ts";
import { listLastBookings } from "#app/models/booking/event-bookings.server.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import { book, cancel } from "#app/models/booking/transitions.server.ts";
import { claimEvent } from "#app/models/event/claims.server.ts";
import { changeEventVenue } from "#app/models/event/event-venues.server.ts";
import { findEvent } from "#app/models/event/events.server.ts";
import { editVenue } from "#app/models/venue/venues.server.ts";
import { openClub } from "#tests/support/club.ts";
import { readOutbox } from "#tests/support/emails.ts";
import {
  addTestVenues,
  bookForDiners,
  createEvent,
  insertDiners,
  insertDinersWithAnswers,
  venueOf,
} from "#tests/support/events.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { planDropOut } from "#tests/support/reseating.ts";

const club = openClub();
const hours = (count: number) => new Date(Date.now() + count * 3_600_000);

async function loadEvent(eventId: string) {
  const event = await findEvent(club.db, eventId);
  if (!event) throw new Error("The event is gone");
  return event;
}

const listActive = async (eventId: string) =>
  (
    await club.db
      .select({ userId: bookings.userId })
      .from(bookings)
      .where(and(eq(bookings.eventId, eventId), eq(bookings.canceled, false)))
      .orderBy(bookings.createdAt)
  ).map(({ userId }) => userId);

const readTables = async (eventId: string, venueId: string) =>
  (
    await club.db
      .select()
      .from(eventVenues)
      .where(and(eq(eventVenues.eventId, eventId), eq(eventVenues.venueId, venueId)))
  )[0]?.tables;

const listLastIds = async (eventId: string, count: number) =>
  (await listLastBookings(club.db, eventId, (await listActive(eventId)).length - count)).map(({ id }) => id);

/** Twelve diners at an event with two tables at one venue and one at another. */
async function createBookedEvent() {
  const eventId = await createEvent(club, { venueTables: [2, 1] });
  const dinerIds = await insertDiners(club, 12);
  await bookForDiners(club, dinerIds, eventId);
  return { eventId, dinerIds, venueIds: [venueOf(eventId), venueOf(eventId, 1)] as const };
}

test("adds a venue, changes how many tables it has, and takes it away", async () => {
  const eventId = await createEvent(club, { venueTables: [2] });
  const venueId = `new ${eventId}`;
  await addTestVenues(club, [venueId]);
  const change = async (previousTables: number, count: number) =>
    changeEventVenue(club.db, {
      event: await loadEvent(eventId),
      venue: { venueId, tables: count },
      previousTables,
      now: hours(1),
    });
  for (const [previous, count, capacity] of [
    [0, 3, 25],
    [3, 1, 15],
    [1, 0, 10],
  ] as const) {
    expect(await change(previous, count)).toEqual([]);
    expect((await loadEvent(eventId)).capacity).toBe(capacity);
  }
  expect(await readTables(eventId, venueId)).toBeUndefined();
});

test("cancels the last bookers where a venue leaves fewer seats, and tells them once", async () => {
  const { eventId, dinerIds, venueIds } = await createBookedEvent();
  const change = {
    event: await loadEvent(eventId),
    venue: { venueId: venueIds[1], tables: 0 },
    previousTables: 1,
    now: hours(1),
  };
  expect(await changeEventVenue(club.db, change), "without asking nobody is canceled").toBeUndefined();
  expect(await listActive(eventId)).toEqual(dinerIds);
  const cancelsLast = { because: "A flood.", bookingIds: await listLastIds(eventId, 2) };
  expect(await changeEventVenue(club.db, { ...change, cancelsLast })).toHaveLength(2);
  expect(await changeEventVenue(club.db, { ...change, cancelsLast })).toBeUndefined();
  expect(await listActive(eventId)).toEqual(dinerIds.slice(0, 10));
  const emails = await readOutbox(club);
  expect(emails.map(({ kind, to }) => [kind, to]).sort()).toEqual(
    dinerIds
      .slice(10)
      .map((id) => ["canceled-by-club", `${id}@x.y`])
      .sort(),
  );
  expect((await loadEvent(eventId)).capacity).toBe(10);
  await club.binding.exec("DELETE FROM outbox");
});

test("cancels no booking but those that the operator has agreed to", async () => {
  const { eventId, dinerIds, venueIds } = await createBookedEvent();
  const bookingIds = await listLastIds(eventId, 2);
  const change = {
    event: await loadEvent(eventId),
    venue: { venueId: venueIds[1], tables: 0 },
    previousTables: 1,
    cancelsLast: { because: undefined, bookingIds },
    now: hours(1),
  };
  const [latest = ""] = await insertDiners(club, 1);
  const [latestBooking = ""] = await bookForDiners(club, [latest], eventId);
  expect(await changeEventVenue(club.db, change), "somebody has booked since").toBeUndefined();
  expect(await listActive(eventId)).toEqual([...dinerIds, latest]);
  expect((await loadEvent(eventId)).capacity).toBe(15);
  expect(await readOutbox(club)).toEqual([]);

  const [first = ""] = dinerIds;
  const [firstBooking = ""] = (await listLastIds(eventId, 13)).reverse();
  await cancel(club.db, { id: firstBooking, userId: first, now: hours(1) });
  expect(await changeEventVenue(club.db, change), "as many, and another one").toBeUndefined();
  await cancel(club.db, { id: latestBooking, userId: latest, now: hours(1) });
  expect(await changeEventVenue(club.db, change), "one is enough now").toHaveLength(1);
  expect(await listActive(eventId)).toEqual(dinerIds.slice(1, 11));
  await club.binding.exec("DELETE FROM outbox");
});

test.each<[what: string, change: (eventId: string) => Promise<unknown>]>([
  [
    "another venue has other tables now",
    (eventId) =>
      club.db
        .update(eventVenues)
        .set({ tables: 3 })
        .where(eq(eventVenues.venueId, venueOf(eventId))),
  ],
  [
    "the venue itself has",
    (eventId) =>
      club.db
        .update(eventVenues)
        .set({ tables: 2 })
        .where(eq(eventVenues.venueId, venueOf(eventId, 1))),
  ],
  [
    "two venues have changed places",
    (eventId) =>
      club.db
        .update(eventVenues)
        .set({ tables: sql`3 - ${eventVenues.tables}` })
        .where(eq(eventVenues.eventId, eventId)),
  ],
  ["the tables are made", (eventId) => markEvent(eventId, "matched_at")],
  ["the event is canceled", (eventId) => markEvent(eventId, "canceled_at")],
])("changes and cancels nothing where %s since it was read", async (_, changeMeanwhile) => {
  const { eventId, dinerIds, venueIds } = await createBookedEvent();
  const event = await loadEvent(eventId);
  const bookingIds = await listLastIds(eventId, 2);
  await changeMeanwhile(eventId);
  const previous = await club.db.select().from(eventVenues).where(eq(eventVenues.eventId, eventId));
  for (const count of [0, 4]) {
    const changed = changeEventVenue(club.db, {
      event,
      venue: { venueId: venueIds[1], tables: count },
      previousTables: 1,
      cancelsLast: { because: undefined, bookingIds },
      now: hours(1),
    });
    expect(await changed, `${count} tables`).toBeUndefined();
  }
  expect(await listActive(eventId)).toEqual(dinerIds);
  expect(await readOutbox(club)).toEqual([]);
  expect(await club.db.select().from(eventVenues).where(eq(eventVenues.eventId, eventId))).toEqual(previous);
});

const markEvent = (eventId: string, column: string) =>
  club.binding.prepare(`UPDATE events SET ${column} = 1 WHERE id = ?`).bind(eventId).run();

test("of two changes of the same venue at once, one is made", async () => {
  const { eventId, venueIds } = await createBookedEvent();
  const event = await loadEvent(eventId);
  const changed = await Promise.all(
    [3, 4].map((count) =>
      changeEventVenue(club.db, {
        event,
        venue: { venueId: venueIds[1], tables: count },
        previousTables: 1,
        now: hours(1),
      }),
    ),
  );
  expect(changed.filter(Array.isArray)).toHaveLength(1);
});

test("an event is never left with fewer seats than bookings while diners book", async () => {
  for (let round = 0; round < 10; round++) {
    const eventId = await createEvent(club, { venueTables: [1, 1] });
    const dinerIds = await insertDiners(club, 10);
    const event = await loadEvent(eventId);
    await Promise.all([
      ...dinerIds.map((userId) => book(club.db, { userId, eventId, now: new Date() })),
      changeEventVenue(club.db, {
        event,
        venue: { venueId: venueOf(eventId, 1), tables: 0 },
        previousTables: 1,
        cancelsLast: { because: undefined, bookingIds: [] },
        now: new Date(),
      }),
    ]);
    expect((await listActive(eventId)).length).toBeLessThanOrEqual((await loadEvent(eventId)).capacity);
  }
  await club.binding.exec("DELETE FROM outbox");
});

test("after the tables are made it closes those of the venue, and their diners go elsewhere or on standby", async () => {
  const eventId = await createEvent(club, { venueTables: [2, 1] });
  const dinerIds = await insertDinersWithAnswers(club, 14);
  await bookForDiners(club, dinerIds, eventId);
  await runJob("makeTables", createJobContext(club), hours(105));
  const made = await listTables(club.db, eventId);
  expect(made).toHaveLength(2);
  const [first] = await club.db.select().from(tables).where(eq(tables.eventId, eventId));
  const venueId = first?.venueId ?? "";
  const venueTables = (await readTables(eventId, venueId)) ?? 0;
  const change = {
    event: await loadEvent(eventId),
    venue: { venueId, tables: 0 },
    previousTables: venueTables,
    now: hours(106),
  };
  const stillOpen = "a table would be left at no venue";
  expect(await changeEventVenue(club.db, change), stillOpen).toBeUndefined();
  const { apply } = await planDropOut(club.db, eventId, venueId, hours(106));
  expect(await apply()).toBe(true);
  expect(await readTables(eventId, venueId)).toBeUndefined();
  const after = await club.db.select().from(tables).where(eq(tables.eventId, eventId));
  expect(after.filter(({ closedAt }) => !closedAt).map((table) => table.venueId)).not.toContain(venueId);

  expect(await listActive(eventId)).toHaveLength(14);
  const atClosed = await club.db.$count(
    bookings,
    sql`canceled = 0 and table_id in (select id from ${tables} where closed_at is not null and event_id = ${eventId})`,
  );
  expect(atClosed).toBe(0);
});

test("a worker that is making the tables loses its claim when a venue leaves or changes", async () => {
  const { eventId, venueIds } = await createBookedEvent();
  const event = await loadEvent(eventId);
  const now = hours(105);
  const claim = () => claimEvent(club.db, eventId, { now });
  const isClaimed = async () => (await claim()) === undefined;
  expect(await claim()).toBeDefined();
  expect(await isClaimed()).toBe(true);
  await editVenue(club.db, { id: venueIds[0], changes: { stepFree: true }, now });
  expect(await isClaimed()).toBe(false);
  await changeEventVenue(club.db, {
    event,
    venue: { venueId: venueIds[1], tables: 0 },
    previousTables: 1,
    cancelsLast: { because: undefined, bookingIds: await listLastIds(eventId, 2) },
    now,
  });
  expect(await isClaimed()).toBe(false);
});

test("a venue is replaced only while nobody else has changed the event's venues", async () => {
  const eventId = await createEvent(club, { venueTables: [4, 4] });
  const [gone, other] = [venueOf(eventId), venueOf(eventId, 1)];
  const [added, wanted] = [`added ${eventId}`, `wanted ${eventId}`];
  await addTestVenues(club, [added, wanted]);
  await bookForDiners(club, await insertDiners(club, 18), eventId);
  const change = {
    event: await loadEvent(eventId),
    venue: { venueId: gone, tables: 0 },
    previousTables: 4,
    instead: { venueId: wanted, tables: 2 },
    now: hours(1),
  };
  const plan = { event: change.event, now: hours(1) };
  await changeEventVenue(club.db, { ...plan, venue: { venueId: added, tables: 2 }, previousTables: 0 });
  expect(await changeEventVenue(club.db, change), "as many seats as if it had come").toBeUndefined();
  expect([await readTables(eventId, gone), await readTables(eventId, wanted)]).toEqual([4, undefined]);

  const again = { event: await loadEvent(eventId), now: hours(1) };
  await changeEventVenue(club.db, { ...again, venue: { venueId: added, tables: 0 }, previousTables: 2 });
  const before = { event: await loadEvent(eventId), now: hours(1) };
  const replaced = { venue: { venueId: other, tables: 0 }, previousTables: 4 };
  await changeEventVenue(club.db, { ...before, ...replaced, instead: { venueId: wanted, tables: 4 } });
  expect(await changeEventVenue(club.db, change), "it has come for another one").toBeUndefined();
  expect([await readTables(eventId, gone), await readTables(eventId, wanted)]).toEqual([4, 4]);
});
