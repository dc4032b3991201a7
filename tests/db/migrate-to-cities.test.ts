import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { type Database, openDatabase } from "#app/db/client.server.ts";
import { listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import { listCities } from "#app/models/city/cities.server.ts";
import { findEvent } from "#app/models/event/events.server.ts";
import { listSchedules } from "#app/models/event/schedules.server.ts";
import { loadMatchRecord } from "#app/models/matching/match-records.server.ts";
import { runJob } from "#tests/support/jobs.ts";
import { migrateUpTo } from "#tests/support/migrate-up-to.ts";

const lastBefore = "0016_passkeys.sql";
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

type Row = Record<string, string | number | null>;

async function insert(db: D1Database, table: string, rows: Row[]): Promise<void> {
  await db.batch(
    rows.map((row) => {
      const names = Object.keys(row).map((name) => `"${name}"`);
      return db
        .prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => "?")})`)
        .bind(...Object.values(row));
    }),
  );
}

const select = async (db: D1Database, query: string) => (await db.prepare(query).all<Row>()).results;

async function listTableNames(db: D1Database): Promise<string[]> {
  const rows = await select(
    db,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name NOT GLOB '*migrations'",
  );
  return rows.map(({ name }) => String(name));
}

async function dump(db: D1Database): Promise<Map<string, Row[]>> {
  const tables = new Map<string, Row[]>();
  for (const name of await listTableNames(db)) tables.set(name, await select(db, `SELECT * FROM "${name}"`));
  return tables;
}

function openOldClub() {
  const worker = createLocalWorker({ vars: {}, withoutAssets: true, script: "export default {}" });
  const club = {} as { binding: D1Database; db: Database };
  beforeAll(async () => {
    club.binding = await worker.getD1Database("DB");
    club.db = openDatabase(club.binding);
    await migrateUpTo(club.binding, lastBefore);
  });
  afterAll(() => worker.dispose());
  return club;
}

const venue = (id: string, zone?: string): Row => ({
  id,
  name: id,
  address: `${id} street 1`,
  google_maps_link: `https://maps.example/${id}`,
  diets: "[1,3]",
  ...(zone ? { time_zone: zone } : {}),
});

/** The Thursday before the first event that a schedule opens. */
const now = new Date("2026-12-03T12:00:00Z");
const friday = new Date("2026-12-11T18:00:00Z").getTime();

const event = (id: string, venueId: string, date: number, capacity: number, more: Row = {}): Row => ({
  id,
  venue_id: venueId,
  date,
  closes_at: date - 48 * hourMs,
  capacity,
  available: 1,
  ...more,
});

const dinerIds = Array.from({ length: 14 }, (_, i) => `diner-${i}`);

const seat = (i: number, more: Row = {}): Row => ({
  id: `seat-${i}`,
  user_id: dinerIds[i] ?? "",
  event_id: "past",
  confirmed: 1,
  table_id: i < 5 ? "past-1" : "past-2",
  attendance: "attended",
  created_at: i,
  sequence: 1,
  ...more,
});

const booking = (i: number, eventId: string, more: Row = {}): Row => ({
  id: `${eventId}-${i}`,
  user_id: dinerIds[i] ?? "",
  event_id: eventId,
  created_at: i,
  ...more,
});

const deposit = (i: number, state: string, more: Row = {}): Row => ({
  id: `deposit-${i}`,
  booking_id: `seat-${i}`,
  amount: 3_000,
  state,
  checkout_id: `checkout-${i}`,
  origin: "https://oten.example",
  due_at: 1,
  created_at: 1,
  ...more,
});

const ledgerLine = (i: number, kind: string, amount = 0): Row => ({
  deposit_id: `deposit-${i}`,
  at: 1,
  kind,
  amount,
  reference: amount === 0 ? null : `${kind}-${i}`,
});

const oldRows: [table: string, rows: Row[]][] = [
  [
    "users",
    dinerIds.map((id) => ({
      id,
      email: `${id}@oten.example`,
      first_name: id,
      last_name: "x",
      user_name: id,
      created_at: 0,
    })),
  ],
  ["profiles", dinerIds.map((id) => ({ id, first_name: id, is_quiz_done: 1 }))],
  [
    "venues",
    [
      venue("kakukk"),
      venue("harsfa"),
      venue("malom"),
      venue("galamb", "europe/budapest"),
      venue("lindenhof", "Europe/Vienna"),
      venue("parrilla", "America/Argentina/Buenos_Aires"),
      venue("asado", "America/Buenos_Aires"),
      venue("nowhere", "UTC"),
      venue("elsewhere", "Etc/UTC"),
      venue("west", "Etc/GMT+1"),
      venue("offset", "+01:00"),
    ],
  ],
  [
    "schedules",
    [
      { id: "oldest", venue_id: "kakukk", weekday: 5, time: "19:00", capacity: 48, weeks: 3, created_at: 1 },
      { id: "merged", venue_id: "harsfa", weekday: 5, time: "19:00", capacity: 30, weeks: 6, created_at: 2 },
      {
        id: "merged too",
        venue_id: "galamb",
        weekday: 5,
        time: "19:00",
        capacity: 4,
        weeks: 6,
        created_at: 2,
      },
      {
        id: "other day",
        venue_id: "harsfa",
        weekday: 6,
        time: "19:00",
        capacity: 20,
        weeks: 1,
        created_at: 3,
      },
      {
        id: "vienna",
        venue_id: "lindenhof",
        weekday: 5,
        time: "19:00",
        capacity: 15,
        weeks: 1,
        created_at: 4,
      },
      {
        id: "ended",
        venue_id: "malom",
        weekday: 5,
        time: "19:00",
        capacity: 10,
        weeks: 2,
        created_at: 0,
        ended_at: 9,
      },
    ],
  ],
  [
    "events",
    [
      event("past", "kakukk", friday - 14 * dayMs, 50, { matched_at: friday - 16 * dayMs }),
      event("open", "kakukk", friday, 48, { schedule_id: "oldest", scheduled_for: friday }),
      event("same hour", "harsfa", friday, 30, { schedule_id: "merged", scheduled_for: friday }),
      event("small", "galamb", friday + dayMs, 4),
      event("canceled", "malom", friday, 10, { available: 0, canceled_at: 5 }),
      event("moved", "malom", friday + 2 * hourMs, 20, {
        moved_at: 6,
        schedule_id: "ended",
        scheduled_for: friday,
      }),
      event("matched", "lindenhof", friday - 7 * dayMs, 15, {
        matched_at: 7,
        claimed_by: "worker",
        claimed_at: 7,
      }),
    ],
  ],
  [
    "tables",
    [
      { id: "past-1", event_id: "past", number: 1, shares: '["You all like soup."]' },
      { id: "past-2", event_id: "past", number: 2, closed_at: 8, seat_freed_at: 9 },
      { id: "matched-1", event_id: "matched", number: 1, seat_freed_at: 10 },
    ],
  ],
  [
    "bookings",
    [
      ...Array.from({ length: 9 }, (_, i) => seat(i)),
      seat(9, { attendance: "no-show" }),
      booking(0, "open"),
      booking(1, "open", { canceled: 1, canceled_at: 3 }),
      booking(2, "open", { canceled: 1, canceled_at: 3, canceled_by_club: 1, standby: 1 }),
      booking(0, "same hour"),
      booking(10, "matched", { confirmed: 1, table_id: "matched-1", reminded_at: 5 }),
      booking(11, "matched", { standby: 1, standby_reason: "left over" }),
      booking(12, "matched", { standby: 1, standby_reason: "diet" }),
      booking(13, "moved", { sequence: 2 }),
    ],
  ],
  [
    "deposits",
    [
      deposit(0, "open"),
      deposit(1, "paid", { payment_id: "paid-1", paid_at: 2 }),
      deposit(2, "refunded", {
        payment_id: "paid-2",
        refund_count: 1,
        refund_id: "refunded-2",
        settled_at: 3,
      }),
      deposit(3, "kept", { payment_id: "paid-3", cause: "no-show", settled_at: 3 }),
      deposit(4, "refunding", { payment_id: "paid-4", parked_at: 4, parked_reason: "disputed" }),
      deposit(5, "expired"),
      deposit(6, "paid", { payment_id: "paid-6", booking_id: null }),
    ],
  ],
  [
    "ledger",
    [
      ...[0, 1, 2, 3, 4, 5, 6].map((i) => ledgerLine(i, "opened")),
      ...[1, 2, 3, 4, 6].map((i) => ledgerLine(i, "paid", 3_000)),
      ledgerLine(2, "refunded", -3_000),
    ],
  ],
  [
    "match_records",
    [
      {
        event_id: "past",
        frame: "{}",
        entries_hash: "hash",
        rules_version: 7,
        written_at: 1,
        seating_hash: "s",
      },
    ],
  ],
  ["match_entries", [{ event_id: "past", hash: "entry", user_id: "diner-0", group_number: 1 }]],
  ["match_groups", [{ event_id: "past", number: 1, salt: "salt", hash: "group" }]],
  ["table_changes", [{ id: "change", event_id: "past", at: 1, made_by: "diner", what: "A diner canceled." }]],
  [
    "outbox",
    [
      {
        id: "email",
        kind: "booking-confirmed",
        to: "diner-10@oten.example",
        priority: 1,
        booking_id: "matched-10",
        data: '{"reason":"seated"}',
        created_at: 1,
        due_at: 1,
        expires_at: 2,
      },
    ],
  ],
];

describe("a club with venues in several time zones", () => {
  const club = openOldClub();
  let before: Map<string, Row[]>;
  let after: Map<string, Row[]>;

  beforeAll(async () => {
    for (const [table, rows] of oldRows) await insert(club.binding, table, rows);
    before = await dump(club.binding);
    await migrate(club.binding);
    after = await dump(club.binding);
  });

  test("keeps every row of every table, but for the columns that it moves elsewhere", () => {
    const changed: Record<string, string[]> = {
      venues: ["time_zone"],
      schedules: ["venue_id", "capacity", "ended_at"],
      events: ["venue_id", "capacity"],
      deposits: ["amount"],
      ledger: ["amount"],
    };
    for (const [table, rows] of before) {
      if (table === "quiz_questions") continue;
      const kept = rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => !changed[table]?.includes(name))),
      );
      expect(after.get(table), table).toHaveLength(rows.length);
      expect(after.get(table), table).toEqual(
        expect.arrayContaining(kept.map((row) => expect.objectContaining(row))),
      );
    }
  });

  test("leaves no broken reference, no copy of a table and a sound database", async () => {
    expect(await select(club.binding, "PRAGMA foreign_key_check")).toEqual([]);
    expect(await select(club.binding, "PRAGMA quick_check")).toEqual([{ quick_check: "ok" }]);
    expect((await listTableNames(club.binding)).filter((name) => name.startsWith("__old"))).toEqual([]);
  });

  test("makes a city of each time zone, also of two that end alike, and one of two that differ in capitals", async () => {
    const cities = await listCities(club.db);
    expect(cities.map(({ slug, name, timeZone, country }) => [slug, name, timeZone, country])).toEqual([
      ["-plus-01-00", "+01:00", "+01:00", null],
      ["budapest", "Budapest", "Europe/Budapest", "HU"],
      ["america-argentina-buenos-aires", "Buenos Aires", "America/Argentina/Buenos_Aires", null],
      ["america-buenos-aires", "Buenos Aires", "America/Buenos_Aires", null],
      ["gmt-plus-1", "GMT+1", "Etc/GMT+1", null],
      ["etc-utc", "UTC", "Etc/UTC", null],
      ["utc", "UTC", "UTC", null],
      ["vienna", "Vienna", "Europe/Vienna", null],
    ]);
    for (const city of cities)
      expect(city).toMatchObject({ currency: "huf", price: 250_000, deposit: 300_000 });
    const [venues] = await select(
      club.binding,
      `SELECT json_group_array(v.id) AS ids FROM venues v JOIN cities c ON c.id = v.city_id WHERE c.slug = 'budapest'`,
    );
    expect(JSON.parse(String(venues?.ids)).sort()).toEqual(["galamb", "harsfa", "kakukk", "malom"]);
  });

  test("gives a venue as many tables as its largest event or schedule had, or four", () => {
    const tables = Object.fromEntries((after.get("venues") ?? []).map((row) => [row.id, row.tables]));
    expect(tables).toMatchObject({ kakukk: 10, harsfa: 6, galamb: 1, malom: 4, lindenhof: 3, nowhere: 4 });
  });

  test("counts five seats for each full table that an event had", async () => {
    const events = await Promise.all(
      (after.get("events") ?? []).map(({ id }) => findEvent(club.db, String(id))),
    );
    const seats = events.map((found) => [
      found?.id,
      found?.capacity,
      found?.venues.map(({ venueId, tables }) => `${tables} at ${venueId}`).join(),
    ]);
    expect(seats.sort()).toEqual(
      [
        ["past", 50, "10 at kakukk"],
        ["open", 45, "9 at kakukk"],
        ["same hour", 30, "6 at harsfa"],
        ["small", 5, "1 at galamb"],
        ["canceled", 10, "2 at malom"],
        ["moved", 20, "4 at malom"],
        ["matched", 15, "3 at lindenhof"],
      ].sort(),
    );
  });

  test("lets the oldest schedule of a city, weekday and time go on with the venues of all", async () => {
    const schedules = await listSchedules(club.db);
    expect(
      schedules.map(({ id, cityName, weeks, venues }) => [
        id,
        cityName,
        weeks,
        venues.map(({ venueId, tables }) => `${tables} at ${venueId}`),
      ]),
    ).toEqual([
      ["oldest", "Budapest", 3, ["1 at galamb", "6 at harsfa", "9 at kakukk"]],
      ["other day", "Budapest", 1, ["4 at harsfa"]],
      ["vienna", "Vienna", 1, ["3 at lindenhof"]],
    ]);
    const ended = (after.get("schedules") ?? []).filter(({ ended_at }) => ended_at !== null);
    expect(Object.fromEntries(ended.map(({ id, ended_at }) => [id, ended_at]))).toEqual({
      ended: 9,
      merged: expect.any(Number),
      "merged too": expect.any(Number),
    });
  });

  test("counts amounts as Stripe does, and the ledger can still not be changed", async () => {
    expect(after.get("deposits")?.map(({ amount, currency }) => [amount, currency])).toEqual(
      Array(7).fill([300_000, "huf"]),
    );
    const amounts = (table: Map<string, Row[]>) => table.get("ledger")?.map(({ amount }) => Number(amount));
    expect(amounts(after)).toEqual(amounts(before)?.map((amount) => 100 * amount));
    const run = (statement: string) => club.binding.prepare(statement).run();
    await expect(run("UPDATE ledger SET amount = 1")).rejects.toThrow("append-only");
    await expect(run("DELETE FROM ledger")).rejects.toThrow("append-only");
    const refund = (amount: number) =>
      run(`INSERT INTO ledger (deposit_id, at, kind, amount) VALUES ('deposit-1', 1, 'refunded', ${amount})`);
    await expect(refund(-300_001)).rejects.toThrow("more would be given back");
    await expect(refund(-300_000)).resolves.toMatchObject({ success: true });
  });

  test("keeps every seat at the restaurant of before", async () => {
    const tables = [...(await listTables(club.db, "past")), ...(await listTables(club.db, "matched"))];
    expect(tables.map(({ id, diners, closedAt }) => [id, diners.length, closedAt?.getTime()])).toEqual([
      ["past-1", 5, undefined],
      ["past-2", 5, 8],
      ["matched-1", 1, undefined],
    ]);
    const places = [
      ...(await listEventBookings(club.db, "past")),
      ...(await listEventBookings(club.db, "matched")),
    ];
    expect(new Set(places.map(({ tableId, venueName }) => `${tableId}: ${venueName}`))).toEqual(
      new Set(["past-1: kakukk", "past-2: kakukk", "matched-1: lindenhof", "null: null"]),
    );
    expect((await loadMatchRecord(club.db, "past"))?.seatingHash).toBe("s");
  });

  test("goes on opening events, none at an hour that has one", async () => {
    const open = () => runJob("openEvents", { db: club.db, env: {} as Env }, now);
    await open();
    await open();
    const known = JSON.stringify(before.get("events")?.map(({ id }) => id));
    const opened = await select(
      club.binding,
      `SELECT date, name, capacity FROM events JOIN cities ON cities.id = city_id
        WHERE events.id NOT IN (SELECT value FROM json_each('${known}')) ORDER BY date`,
    );
    expect(
      opened.map(({ date, name, capacity }) => [new Date(Number(date)).toISOString(), name, capacity]),
    ).toEqual([
      ["2026-12-05T18:00:00.000Z", "Budapest", 20],
      ["2026-12-11T18:00:00.000Z", "Vienna", 15],
      ["2026-12-18T18:00:00.000Z", "Budapest", 80],
      ["2026-12-25T18:00:00.000Z", "Budapest", 80],
    ]);
  });
});

describe("a club without anything", () => {
  const club = openOldClub();

  test("is migrated, and has no city", async () => {
    await migrate(club.binding);
    expect(await listCities(club.db)).toEqual([]);
    expect(await listSchedules(club.db)).toEqual([]);
    expect(await select(club.binding, "PRAGMA foreign_key_check")).toEqual([]);
  });
});
