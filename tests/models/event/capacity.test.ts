import { and, eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events, eventVenues } from "#app/db/schema/event.ts";
import { tables } from "#app/db/schema.ts";
import { takeBackup } from "#app/models/backup/backup.server.ts";
import { restoreBackup } from "#app/models/backup/restore.server.ts";
import { addEventVenues } from "#app/models/event/event-venues.server.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvent, insertDiners, venueOf } from "#tests/support/events.ts";

const club = openClub();

async function readCapacity(eventId: string): Promise<number | undefined> {
  const [event] = await club.db.select().from(events).where(eq(events.id, eventId));
  return event?.capacity;
}

const venueRow = (eventId: string, i: number) =>
  and(eq(eventVenues.eventId, eventId), eq(eventVenues.venueId, venueOf(eventId, i)));

test("an event has five seats for each table of all its venues", async () => {
  expect(await readCapacity(await createEvent(club, { venueTables: [4, 3, 1] }))).toBe(40);
});

test("the seats follow each change of its venues, by whoever", async () => {
  const eventId = await createEvent(club, { venueTables: [4, 3] });
  const otherId = await createEvent(club, { venueTables: [2] });
  await club.db.update(eventVenues).set({ tables: 6 }).where(venueRow(eventId, 0));
  expect(await readCapacity(eventId)).toBe(45);
  await club.db.insert(eventVenues).values({ eventId, venueId: venueOf(otherId), tables: 1 });
  expect(await readCapacity(eventId)).toBe(50);
  await club.db.update(eventVenues).set({ eventId: otherId }).where(venueRow(eventId, 1));
  expect([await readCapacity(eventId), await readCapacity(otherId)]).toEqual([35, 25]);
  await club.db.delete(eventVenues).where(eq(eventVenues.eventId, eventId));
  expect([await readCapacity(eventId), await readCapacity(otherId)]).toEqual([0, 25]);
});

test("many venues in one statement count each, and one that the event has already does not", async () => {
  const eventId = await createEvent(club, { venueTables: [4, 3, 2] });
  await club.db.delete(eventVenues).where(venueRow(eventId, 1));
  const rows = [0, 1, 2].map((i) => ({ eventId, venueId: venueOf(eventId, i), tables: 9 }));
  await club.db.batch(addEventVenues(club.db, rows));
  expect(await readCapacity(eventId)).toBe(5 * (4 + 9 + 2));
});

test("the seats are those of the tables after any sequence of changes", async () => {
  const change = fc.record({ venue: fc.nat(3), tables: fc.nat(4) });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const eventId = await createEvent(club, { venueTables: [1, 1, 1, 1] });
      const tables = [1, 1, 1, 1];
      for (const { venue, tables: count } of changes) {
        tables[venue] = count;
        const venueId = venueOf(eventId, venue);
        await (count === 0
          ? club.db.delete(eventVenues).where(venueRow(eventId, venue))
          : club.db
              .insert(eventVenues)
              .values({ eventId, venueId, tables: count })
              .onConflictDoUpdate({
                target: [eventVenues.eventId, eventVenues.venueId],
                set: { tables: count },
              }));
      }
      expect(await readCapacity(eventId)).toBe(5 * tables.reduce((sum, count) => sum + count, 0));
    }),
    { numRuns: 25 },
  );
});

test("a restored backup has the seats that it had", async () => {
  const eventId = await createEvent(club, { venueTables: [4, 3] });
  const pages = await Array.fromAsync(takeBackup(club.db));
  // A large backup may have read the event before it got a venue.
  for (const { name, rows } of pages) for (const row of rows) if (name === "events") row.capacity = 20;
  await restoreBackup(club.db, pages, [], new Date());
  expect(await readCapacity(eventId)).toBe(35);
});

test("the seats that are taken follow each change of bookings, by whoever, and a restored backup", async () => {
  const eventId = await createEvent(club);
  const readTaken = async () => (await club.db.select().from(events).where(eq(events.id, eventId)))[0]?.taken;
  const userIds = await insertDiners(club, 4);
  await club.db
    .insert(bookings)
    .values(userIds.map((userId) => ({ userId, eventId, createdAt: new Date() })));
  expect(await readTaken()).toBe(4);
  const ofDiner = (i: number) => eq(bookings.userId, userIds[i] ?? "");
  await club.db.update(bookings).set({ canceled: true }).where(ofDiner(0));
  await club.db.update(bookings).set({ canceled: true }).where(ofDiner(0));
  expect(await readTaken()).toBe(3);
  await club.db.delete(users).where(inArray(users.id, userIds.slice(0, 2)));
  expect(await readTaken()).toBe(2);
  // Backups of an older version do not have this number.
  const pages = await Array.fromAsync(takeBackup(club.db));
  for (const { rows } of pages) for (const row of rows) delete row.taken;
  await restoreBackup(club.db, pages, [], new Date());
  expect(await readTaken()).toBe(2);
  const [free, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const { venueId = "" } =
    (await club.db.select().from(eventVenues).where(eq(eventVenues.eventId, eventId)))[0] ?? {};
  await club.db.insert(tables).values([free, other].map((id, number) => ({ id, eventId, venueId, number })));
  const readAtTables = async () =>
    (
      await club.db
        .select({ taken: tables.taken })
        .from(tables)
        .where(eq(tables.eventId, eventId))
        .orderBy(tables.number)
    ).map((table) => table.taken);
  const ofEvent = eq(bookings.eventId, eventId);
  await club.db.update(bookings).set({ tableId: free, confirmed: true }).where(ofEvent);
  await club.db.update(bookings).set({ tableId: free }).where(ofEvent);
  expect(await readAtTables()).toEqual([2, 0]);
  await club.db.update(bookings).set({ tableId: other }).where(ofDiner(2));
  expect(await readAtTables()).toEqual([1, 1]);
  await club.db.update(bookings).set({ canceled: true }).where(ofDiner(2));
  await club.db.update(bookings).set({ canceled: true, tableId: null }).where(ofDiner(3));
  expect(await readAtTables()).toEqual([0, 0]);
  await club.db.update(bookings).set({ canceled: false, tableId: free }).where(ofEvent);
  expect(await readAtTables()).toEqual([2, 0]);
  const seatedPages = await Array.fromAsync(takeBackup(club.db));
  for (const { name, rows } of seatedPages) for (const row of rows) if (name === "tables") row.taken = 4;
  await restoreBackup(club.db, seatedPages, [], new Date());
  expect(await readAtTables()).toEqual([2, 0]);
  await club.db.delete(users).where(inArray(users.id, userIds.slice(2, 3)));
  expect(await readAtTables()).toEqual([1, 0]);
});
