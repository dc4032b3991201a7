import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { avoidances } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvening, type Evening, type Guest, openHostLink } from "#tests/support/evenings.ts";
import {
  bookForDiners,
  createEvent,
  insertDiners,
  insertDinersWithAnswers,
  venueOf,
} from "#tests/support/events.ts";
import { parsePage } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";
import { closeTable, planTableClosing } from "#tests/support/reseating.ts";

const club = openClub();
const ops = connectOps(club);

const refill = (now = new Date()) => runJob("refillTables", createJobContext(club), now);

const join = (bookingIds: string[]) =>
  club.db
    .update(bookings)
    .set({ togetherId: crypto.randomUUID() })
    .where(sql`id in (select value from json_each(${JSON.stringify(bookingIds)}))`);

/** A table's number, "unseated" or "canceled". */
async function listPlaces(bookingIds: string[]): Promise<(number | string)[]> {
  const found = await club.db.all<{ id: string; place: number | string }>(
    sql`SELECT b.id, iif(b.canceled, 'canceled', coalesce(t.number, 'unseated')) AS place FROM bookings b
      LEFT JOIN tables t ON t.id = b.table_id`,
  );
  return bookingIds.map((id) => found.find((each) => each.id === id)?.place ?? "");
}

/**
 * The first guest moves first, and can only go to the last table. In that moment somebody moves from there to the table before
 * it, which alone has seats for the next two guests, who belong together.
 */
async function arrange({ tables, guests }: Evening): Promise<string[]> {
  const [first, ...pair] = guests.slice(0, 3) as [Guest, Guest, Guest];
  const [free, last] = tables.slice(-2).map((table) => ({ id: table.id, guest: table.guests[0] as Guest }));
  await club.db
    .update(bookings)
    .set({ createdAt: new Date(0) })
    .where(eq(bookings.id, first.bookingId));
  const avoidance = { userId: first.userId, otherId: free?.guest.userId ?? "", createdAt: new Date() };
  await club.db.insert(avoidances).values(avoidance);
  await club.binding.exec(
    `CREATE TRIGGER meanwhile AFTER UPDATE OF table_id ON bookings WHEN NEW.user_id = '${first.userId}' AND NEW.table_id = '${last?.id}' BEGIN UPDATE bookings SET table_id = '${free?.id}' WHERE user_id = '${last?.guest.userId}'; END`,
  );
  const bookingIds = pair.map(({ bookingId }) => bookingId);
  await join(bookingIds);
  return bookingIds;
}

async function emptyByHost({ eventId, tables: [table] }: Evening) {
  const host = await openHostLink(club, eventId);
  const page = await parsePage(await host.get({ view: "close", table: "1" }));
  const plan = page.querySelector("[name=plan]")?.getAttribute("value") ?? "";
  await host.post({ intent: `empty:${table?.id}`, plan });
}

test.each<[string, number[][], number, (evening: Evening) => Promise<unknown>, number | string]>([
  ["their table stays too small", [[1, 2, 3, 4]], 150, async () => {}, "canceled"],
  ["a host empties their table", [[3, 3, 4]], 60, emptyByHost, 1],
])(
  "two who belong together stay so where %s and a seat is taken meanwhile",
  async (_, sizes, minutesFromNow, change, place) => {
    const evening = await createEvening(club, sizes, { minutesFromNow });
    const pair = await arrange(evening);
    await change(evening);
    await refill();
    await club.binding.exec("DROP TRIGGER meanwhile");
    const [one, other] = await listPlaces(pair);
    expect(one).toBe(other);
    await refill();
    expect(await listPlaces(pair)).toEqual([place, place]);
  },
);

test("two who belong together stay so where their table is closed, and nothing changes where a seat is taken meanwhile", async () => {
  const evening = await createEvening(club, [[3, 3, 4]], { minutesFromNow: 600 });
  const pair = evening.guests.slice(1, 3).map(({ bookingId }) => bookingId);
  await join(pair);
  const now = new Date();
  const { apply, plan } = await planTableClosing(club.db, evening.eventId, 1, now);
  expect(plan.places.find(({ joining }) => joining.length === 2)).toMatchObject({ number: 2 });
  const [, free, last] = evening.tables;
  await club.db
    .update(bookings)
    .set({ tableId: free?.id ?? "" })
    .where(eq(bookings.id, last?.guests[0]?.bookingId ?? ""));
  expect(await apply()).toBe(false);
  expect(await listPlaces(pair)).toEqual([1, 1]);
  expect(await closeTable(club.db, evening.eventId, 1, now)).toBe(true);
  const [one, other] = await listPlaces(pair);
  expect(one).toBe(other);
});

test.each([
  ["the first two", 0],
  ["the fifth and the last", 4],
])("of six on standby, %s belong together and get seats at a new table both or not at all", async (_, i) => {
  const { eventId } = await createEvening(club, [[5]], { minutesFromNow: 600 });
  await club.db.run(sql`UPDATE event_venues SET tables = 2 WHERE event_id = ${eventId}`);
  const userIds = await insertDinersWithAnswers(club, 6);
  const rows = userIds.map((userId, i) => ({ id: crypto.randomUUID(), userId, createdAt: new Date(i) }));
  await club.db
    .insert(bookings)
    .values(rows.map((row) => ({ ...row, eventId, standby: true, standbyReason: "left over" as const })));
  const pair = rows.slice(i, i + 2).map(({ id }) => id);
  await join(pair);
  await refill();
  const [one, other] = await listPlaces(pair);
  expect(one).toBe(other);
  expect(await listPlaces(rows.map(({ id }) => id))).toContain(2);
});

test("where an event gets fewer tables, who belongs together loses all seats or none", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200, capacity: 15 });
  const booked = await bookForDiners(club, await insertDiners(club, 12), eventId);
  // The third to book with the last one, and the fourth with the fifth.
  await join([booked[2] ?? "", booked[11] ?? ""]);
  await join(booked.slice(3, 5));
  const shrink = (...options: string[]) =>
    ops.run("event", "venues", eventId, "--set", `${venueOf(eventId)}=2`, ...options);
  expect((await shrink("--dry-run")).out).toMatch(/A B\. \d and A B\. \d lose their seats and get an email/);
  expect((await shrink("--yes")).out).toContain("2 bookings were canceled: ");
  expect(await listPlaces(booked)).toEqual(
    booked.map((_, i) => (i === 2 || i === 11 ? "canceled" : "unseated")),
  );
  // Now the last ones that lose their seats are five, of whom two belong together with one of the others.
  await join([booked[6] ?? "", booked[0] ?? ""]);
  await ops.json("event", "venues", eventId, "--set", `${venueOf(eventId)}=1`, "--yes");
  const places = await listPlaces(booked);
  expect(places[0]).toBe(places[6]);
  expect(places[3]).toBe(places[4]);
  expect(places.filter((place) => place === "unseated").length).toBeLessThanOrEqual(5);
});
