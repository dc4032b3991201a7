import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { avoidances } from "#app/db/schema/account.ts";
import { bookings, tableChanges } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { outbox, tables } from "#app/db/schema.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { openClub } from "#tests/support/club.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { createEvening, type Evening, type Guest, listSeats } from "#tests/support/evenings.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers } from "#tests/support/events.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";
import { answer, dineTogether, type PastDiner } from "#tests/support/past-dinners.ts";

const club = openClub();
const ops = connectOps(club);

const refill = () => runJob("refillTables", createJobContext(club), new Date());

interface Scene {
  evening: Evening;
  anna: PastDiner;
  bence: PastDiner;
}

/** Two days ago Anna and Bence sat at one table, and they do at the first table of a dinner to come, which was made before. */
async function arrange(sizes: number[], minutesFromNow = 20 * 60): Promise<Scene> {
  const { diners } = await dineTogether(club, ["Anna", "Bence"]);
  const evening = await createEvening(club, [sizes], { minutesFromNow });
  // What the restaurant of their first dinner could cook for them.
  await club.db.update(venues).set({ diets: [1] });
  const seats = [diners.Anna, diners.Bence];
  for (const [i, { userId }] of seats.entries()) {
    const guest = evening.guests[i] as Guest;
    await club.db.update(bookings).set({ userId }).where(eq(bookings.id, guest.bookingId));
    Object.assign(guest, { userId });
  }
  await club.db.delete(outbox);
  return { evening, anna: diners.Anna, bence: diners.Bence };
}

const listMoved = async ({ evening }: Scene, before: Record<string, number | null>) => {
  const after = await listSeats(club, evening);
  return Object.keys(after).filter((name) => after[name] !== before[name]);
};

const listTold = async () => (await readOutbox(club)).filter(({ kind }) => kind === "booking-confirmed");

const listLines = async ({ evening: { eventId } }: Scene) =>
  (await club.db.select().from(tableChanges).where(eq(tableChanges.eventId, eventId))).map(
    ({ what }) => what,
  );

const countSeats = async ({ evening: { eventId } }: Scene) =>
  (await club.db.select({ taken: tables.taken }).from(tables).where(eq(tables.eventId, eventId))).map(
    ({ taken }) => taken,
  );

test("whoever is avoided at a table that is made changes places with somebody, and both hear the same", async () => {
  const scene = await arrange([5, 5, 5]);
  const before = await listSeats(club, scene.evening);
  await answer(club, scene.anna, { not: ["Bence"] });
  await Promise.all(Array.from({ length: 10 }, refill));
  const moved = await listMoved(scene, before);
  expect(moved).toHaveLength(2);
  expect(moved).toContain("Bence");
  const other = moved.find((name) => name !== "Bence") ?? "";
  const after = await listSeats(club, scene.evening);
  expect(after[other]).toBe(1);
  expect(after.Bence).toBe(before[other]);
  expect(await countSeats(scene)).toEqual([5, 5, 5]);

  const told = await listTold();
  const otherId = scene.evening.guests.find(({ name }) => name === other)?.userId ?? "";
  expect(told.map(({ to }) => to).sort()).toEqual([scene.bence.email, `${otherId}@x.y`].sort());
  const texts = told.map(({ subject, text }) =>
    `${subject}\n${text}`
      .replaceAll(/Bence|\bDiner \d+|https?:\S+/g, "…")
      .replaceAll(new RegExp(scene.evening.guests.map(({ name }) => `\\b${name}\\b`).join("|"), "g"), "…"),
  );
  const sentences = texts.map((text) => text.split("\n").filter((line) => /\. |\.$/.test(line)));
  expect(
    sentences[0]?.filter((line) => line.startsWith("Same dinner, same time: we’ve found you a new table.")),
  ).toHaveLength(1);
  expect(sentences[0]?.[0]).toBe(sentences[1]?.[0]);
  for (const text of texts) expect(text).not.toMatch(/avoid|rather|apart|asked/i);
  // Which of the two lines is whose can't be told from their order.
  expect(await listLines(scene)).toEqual([
    `A diner moved from table 1 to table ${after.Bence}.`,
    `A diner moved from table ${after.Bence} to table 1.`,
  ]);
  await refill();
  expect(await listTold()).toHaveLength(2);
});

test("who avoids stays, whoever is avoided moves, also by an operator’s word and with a friend", async () => {
  const scene = await arrange([5, 5]);
  const friend = scene.evening.guests[2] as Guest;
  await club.db
    .update(bookings)
    .set({ togetherId: crypto.randomUUID() })
    .where(
      and(
        eq(bookings.eventId, scene.evening.eventId),
        sql`${bookings.userId} in (${scene.bence.userId}, ${friend.userId})`,
      ),
    );
  const before = await listSeats(club, scene.evening);
  await ops.json("avoid", "add", scene.anna.email, scene.bence.email, "--yes");
  await refill();
  const moved = await listMoved(scene, before);
  expect(moved).toHaveLength(4);
  expect(moved).toEqual(expect.arrayContaining(["Bence", friend.name]));
  expect(moved).not.toContain("Anna");
  const after = await listSeats(club, scene.evening);
  expect([after.Bence, after[friend.name], after.Anna]).toEqual([2, 2, 1]);
  expect(await listTold()).toHaveLength(4);
});

test("of two who avoid each other one moves, and of two who belonged together the one who is avoided", async () => {
  const scene = await arrange([5, 5]);
  await club.db
    .update(bookings)
    .set({ togetherId: crypto.randomUUID() })
    .where(
      and(
        eq(bookings.eventId, scene.evening.eventId),
        sql`${bookings.userId} in (${scene.anna.userId}, ${scene.bence.userId})`,
      ),
    );
  const before = await listSeats(club, scene.evening);
  await answer(club, scene.anna, { not: ["Bence"] });
  await refill();
  expect(await listMoved(scene, before)).toContain("Bence");
  await answer(club, scene.bence, { not: ["Anna"] });
  await refill();
  expect(await listTold()).toHaveLength(2);

  const mutual = await arrange([5, 5]);
  const seats = await listSeats(club, mutual.evening);
  await answer(club, mutual.anna, { not: ["Bence"] });
  await answer(club, mutual.bence, { not: ["Anna"] });
  await refill();
  const moved = await listMoved(mutual, seats);
  expect(moved.filter((name) => ["Anna", "Bence"].includes(name))).toHaveLength(1);
});

test.each<[string, number[], number, (scene: Scene) => Promise<unknown>]>([
  ["there is no other table", [5], 20 * 60, async () => {}],
  ["standby is over", [5, 5], 170, async () => {}],
  [
    "the others avoid Bence, too",
    [5, 2],
    20 * 60,
    async ({ evening, bence }) => {
      for (const { userId } of evening.tables[1]?.guests ?? [])
        await club.db.insert(avoidances).values({ userId, otherId: bence.userId, createdAt: new Date() });
    },
  ],
])("nobody moves and nobody hears of it where %s", async (_, sizes, minutesFromNow, change) => {
  const scene = await arrange(sizes, minutesFromNow);
  await change(scene);
  const before = await listSeats(club, scene.evening);
  expect((await answer(club, scene.anna, { not: ["Bence"] })).status).toBe(302);
  await refill();
  expect(await listMoved(scene, before)).toEqual([]);
  expect(await listTold()).toEqual([]);
  expect(await listLines(scene)).toEqual([]);
  // It is not tried again every minute.
  expect(
    await club.db.$count(tables, sql`event_id = ${scene.evening.eventId} and seat_freed_at is not null`),
  ).toBe(0);
});

test("nobody changes places where somebody has canceled in that moment", async () => {
  const scene = await arrange([5, 5]);
  const before = await listSeats(club, scene.evening);
  await answer(club, scene.anna, { not: ["Bence"] });
  await club.binding.exec(
    `CREATE TRIGGER meanwhile AFTER UPDATE OF table_id ON bookings BEGIN SELECT RAISE(FAIL, 'half'); END`,
  );
  await expect(refill()).rejects.toThrow("half");
  await club.binding.exec("DROP TRIGGER meanwhile");
  expect(await listMoved(scene, before)).toEqual([]);
  expect(await listTold()).toEqual([]);
  const bence = scene.evening.guests[1] as Guest;
  await cancel(club.db, { id: bence.bookingId, userId: bence.userId, now: new Date() });
  await club.db.delete(outbox);
  await refill();
  expect(await listMoved(scene, before)).toEqual([]);
});

test("two of whom one says it while the tables are made are taken apart after it", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  await bookForDiners(club, await insertDinersWithAnswers(club, 10), eventId);
  await club.binding.exec(
    `CREATE TRIGGER meanwhile AFTER UPDATE OF table_id ON bookings WHEN NOT EXISTS (SELECT 1 FROM avoidances a WHERE a.created_at = 77) BEGIN INSERT INTO avoidances (user_id, other_id, by_operator, created_at) SELECT NEW.user_id, o.user_id, 1, 77 FROM bookings o WHERE o.table_id = NEW.table_id AND o.id <> NEW.id; END`,
  );
  await runJob("makeTables", createJobContext(club), new Date(Date.now() + 105 * hourMs));
  await club.binding.exec("DROP TRIGGER meanwhile");
  const countBeside = () =>
    club.db.$count(
      avoidances,
      sql`created_at = 77 and (select table_id from bookings b where b.user_id = avoidances.user_id)
        = (select table_id from bookings b where b.user_id = avoidances.other_id)`,
    );
  expect(await countBeside()).toBe(1);
  expect(await club.db.$count(events, sql`id = ${eventId} and matched_at is not null`)).toBe(1);
  await runJob("refillTables", createJobContext(club), new Date(Date.now() + 106 * hourMs));
  expect(await countBeside()).toBe(0);
});
