import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { events } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { takeBackup } from "#app/models/backup/backup.server.ts";
import { restoreBackup } from "#app/models/backup/restore.server.ts";
import { changeEventVenue } from "#app/models/event/event-venues.server.ts";
import { addEvent, findEvent } from "#app/models/event/events.server.ts";
import { addSchedule } from "#app/models/event/schedules.server.ts";
import { editVenue } from "#app/models/venue/venues.server.ts";
import { event } from "#app/operations/event/event.ts";
import type { OperationContext, PlannedChange } from "#app/operations/operation.ts";
import { schedule } from "#app/operations/schedule/schedule.ts";
import { openClub } from "#tests/support/club.ts";
import {
  addTestVenues,
  createCity,
  createEvent,
  newVenue,
  testCity,
  venueOf,
} from "#tests/support/events.ts";
import { wrapDatabase } from "#tests/support/wrap-database.ts";

const club = openClub();
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);

const run = (statement: string) => club.binding.prepare(statement).run();

let otherCity = "";
let count = 0;

beforeAll(async () => {
  await addTestVenues(club, ["here"]);
  otherCity = await createCity(club);
  await club.db.insert(venues).values(newVenue("there", { cityId: otherCity }));
  await run(
    "INSERT INTO events (id, city_id, date, scheduled_for, closes_at) VALUES ('e', 'city-budapest', 20, 20, 10)",
  );
  await run(
    "INSERT INTO schedules (id, city_id, weekday, time, weeks, created_at) VALUES ('s', 'city-budapest', 5, '19:00', 8, 1)",
  );
  for (const [pairs, column, id] of [
    ["event_venues", "event_id", "e"],
    ["schedule_venues", "schedule_id", "s"],
  ])
    await run(`INSERT INTO ${pairs} (${column}, venue_id, tables) VALUES ('${id}', 'here', 1)`);
});

test.each([
  ["a venue of an event", "INSERT INTO event_venues (event_id, venue_id, tables) VALUES ('e', 'there', 1)"],
  [
    "a venue instead of another of an event",
    "UPDATE event_venues SET venue_id = 'there' WHERE event_id = 'e'",
  ],
  [
    "a city of an event",
    "UPDATE events SET city_id = (SELECT city_id FROM venues WHERE id = 'there') WHERE id = 'e'",
  ],
  [
    "a city of a venue with an event",
    "UPDATE venues SET city_id = (SELECT city_id FROM venues WHERE id = 'there') WHERE id = 'here'",
  ],
  [
    "a venue of a schedule",
    "INSERT INTO schedule_venues (schedule_id, venue_id, tables) VALUES ('s', 'there', 1)",
  ],
  [
    "a venue instead of another of a schedule",
    "UPDATE schedule_venues SET venue_id = 'there' WHERE schedule_id = 's'",
  ],
  [
    "a city of a schedule",
    "UPDATE schedules SET city_id = (SELECT city_id FROM venues WHERE id = 'there') WHERE id = 's'",
  ],
])("the database refuses %s where the cities differ", async (_, statement) => {
  await expect(run(statement)).rejects.toThrow(/has only venues of its city/);
});

test("the database refuses a row that comes after its pairs, and takes it in its city", async () => {
  const insertAfterPair = (venueId: string, cityId: string) =>
    club.binding.batch([
      club.binding.prepare("PRAGMA defer_foreign_keys = on"),
      club.binding
        .prepare("INSERT INTO event_venues (event_id, venue_id, tables) VALUES ('e', ?, 1)")
        .bind(venueId),
      club.binding
        .prepare("INSERT INTO schedule_venues (schedule_id, venue_id, tables) VALUES ('s', ?, 1)")
        .bind(venueId),
      club.binding
        .prepare(
          "INSERT INTO venues (id, city_id, name, address, google_maps_link, tables, price_level) VALUES (?, ?, 'V', 'V', 'V', 1, 1)",
        )
        .bind(venueId, cityId),
    ]);
  await expect(insertAfterPair("late", otherCity)).rejects.toThrow(/has only venues of its city/);
  await insertAfterPair("late", testCity.id);
  const insertParent = (table: string, columns: string, values: string) =>
    club.binding.batch([
      club.binding.prepare("PRAGMA defer_foreign_keys = on"),
      club.binding.prepare(
        `INSERT INTO ${table.slice(0, -1)}_venues VALUES ('late', 'there', 1${table === "events" ? ", NULL" : ""})`,
      ),
      club.binding.prepare(
        `INSERT INTO ${table} (id, city_id, ${columns}) VALUES ('late', 'city-budapest', ${values})`,
      ),
    ]);
  await expect(insertParent("events", "date, scheduled_for, closes_at", "20, 20, 10")).rejects.toThrow(
    /only venues of its city/,
  );
  await expect(
    insertParent("schedules", "weekday, time, weeks, created_at", "1, '18:00', 1, 1"),
  ).rejects.toThrow(/only venues of its city/);
});

test("a venue that never had an event or a schedule moves, also with events where it goes", async () => {
  const id = `free-${++count}`;
  await club.db.insert(venues).values(newVenue(id));
  const move = (venueId: string, cityId: string) =>
    editVenue(club.db, { id: venueId, changes: { cityId }, now: new Date() });
  expect(await move(id, otherCity)).toBe(true);
  expect(await move(id, testCity.id)).toBe(true);
  expect(await move("here", otherCity)).toBe(false);
  const eventId = await createEvent(club);
  expect(await move(venueOf(eventId), otherCity)).toBe(false);
  expect(await move(venueOf(eventId), testCity.id)).toBe(true);
});

/** A club where the venue moves to another city just before the statement that needs it. */
function moveVenueBefore(statement: string, venueId: string) {
  let isMoved = false;
  const binding = wrapDatabase(club.binding, async (call, statements) => {
    if (!isMoved && statements.some(({ sql }) => sql.startsWith(statement))) {
      isMoved = true;
      await club.db.update(venues).set({ cityId: otherCity }).where(eq(venues.id, venueId));
    }
    return call();
  });
  return openDatabase(binding);
}

async function createVenue() {
  const id = `venue-${++count}-x`;
  await club.db.insert(venues).values(newVenue(id));
  return id;
}

test("where a venue moves meanwhile, no event, schedule or venue of an event is added", async () => {
  const cityId = testCity.id;
  const forEvent = await createVenue();
  const added = addEvent(moveVenueBefore('insert into "events"', forEvent), {
    ...{ cityId, date: inHours(700), closesAt: inHours(650) },
    venues: [{ venueId: forEvent, tables: 1 }],
  });
  expect(await added).toBeUndefined();
  const forSchedule = await createVenue();
  const scheduled = addSchedule(
    moveVenueBefore('insert into "schedules"', forSchedule),
    { cityId, weekday: 1, time: "20:00", weeks: 2, venues: [{ venueId: forSchedule, tables: 1 }] },
    new Date(),
  );
  expect(await scheduled).toBeUndefined();
  const eventId = await createEvent(club);
  const event = await findEvent(club.db, eventId);
  if (!event) throw new Error("No event");
  const venueId = await createVenue();
  const changed = changeEventVenue(moveVenueBefore("update", venueId), {
    ...{ event, venue: { venueId, tables: 1 }, previousTables: 0, now: new Date() },
  });
  expect(await changed).toBeUndefined();
  expect((await findEvent(club.db, eventId))?.venues).toHaveLength(1);
});

test("the commands say so in a sentence", async () => {
  const context = { db: club.db, env: {} as Env, now: new Date() } as OperationContext;
  const year = new Date().getFullYear() + 1;
  for (const [group, options] of [
    [event, { at: `${year}-03-03 19:00` }],
    [schedule, { on: "tuesday", at: "21:00" }],
  ] as const) {
    const venueId = await createVenue();
    const add = group.operations.find(({ verb }) => verb === "add");
    const input = add?.input.parse({ ...options, city: "budapest", venue: [venueId] });
    const planned = (await add?.run(context, input)) as PlannedChange;
    await club.db.update(venues).set({ cityId: otherCity }).where(eq(venues.id, venueId));
    await expect(planned.apply()).rejects.toThrow(
      "A venue is not in Budapest anymore: look at venue list and try again.",
    );
  }
});

test("a backup of several cities is restored", async () => {
  const before = await club.db.select().from(events);
  await restoreBackup(club.db, await Array.fromAsync(takeBackup(club.db)), [], new Date());
  expect(await club.db.select().from(events)).toEqual(before);
});
