import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrate } from "#app/cli/migrate.ts";
import { root } from "#app/cli/prepare.mjs";
import { openClub } from "#tests/support/club.ts";

const club = openClub();

const insertCity = () =>
  club.binding.prepare(
    "INSERT OR IGNORE INTO cities (id, slug, name, time_zone, currency, price, deposit) VALUES ('c', 'c', 'C', 'UTC', 'huf', 0, 1)",
  );

test("the migrations create the whole schema, so that none is left to generate", () => {
  const copy = mkdtempSync(join(tmpdir(), "oten-migrations-"));
  cpSync(join(root, "migrations"), copy, { recursive: true });
  const before = readdirSync(copy);
  const flags = ["--dialect=sqlite", "--casing=snake_case", "--schema=app/db/schema.ts", `--out=${copy}`];
  execFileSync("node_modules/.bin/drizzle-kit", ["generate", ...flags], { cwd: root, stdio: "pipe" });
  expect(readdirSync(copy)).toEqual(before);
  rmSync(copy, { recursive: true });
});

test("applies each migration once", async () => {
  const listApplied = () => club.binding.prepare("SELECT name FROM d1_migrations ORDER BY id").all();
  const before = await listApplied();
  await migrate(club.binding);
  expect((await listApplied()).results).toEqual(before.results);
});

test.each([
  [
    "refuses a second active booking of a diner for an event",
    "UNIQUE constraint failed: bookings.user_id, bookings.event_id",
    0,
  ],
  ["accepts any number of canceled bookings of a diner for an event", undefined, 1],
])("the database %s", async (_, error, canceled) => {
  await club.binding.batch([
    club.binding.prepare(
      "INSERT OR IGNORE INTO users (id, email, first_name, last_name, user_name, created_at) VALUES ('u', 'u@oten.example', 'U', 'U', 'U', 0)",
    ),
    insertCity(),
    club.binding.prepare(
      "INSERT OR IGNORE INTO events (id, city_id, date, closes_at) VALUES ('e', 'c', 2000, 1000)",
    ),
    club.binding.prepare("DELETE FROM bookings"),
  ]);
  const insertBooking = (id: string) =>
    club.binding
      .prepare(
        "INSERT INTO bookings (id, user_id, event_id, canceled, created_at) VALUES (?, 'u', 'e', ?, 0)",
      )
      .bind(id, canceled)
      .run();
  await insertBooking("first");
  const second = insertBooking("second");
  if (error) await expect(second).rejects.toThrow(error);
  else await expect(second).resolves.toMatchObject({ success: true });
});

test.each([
  [
    "an email address with capitals",
    "INSERT INTO users (id, email, first_name, last_name, user_name, created_at) VALUES ('x', 'X@oten.example', 'U', 'U', 'U', 0)",
  ],
  [
    "an event whose booking closes after it began",
    "INSERT INTO events (id, city_id, date, closes_at) VALUES ('late', 'c', 1000, 2000)",
  ],
  [
    "a venue of an event without tables",
    "INSERT INTO event_venues (event_id, venue_id, tables) VALUES ('e', 'v', 0)",
  ],
  [
    "a venue of a schedule without tables",
    "INSERT INTO schedule_venues (schedule_id, venue_id, tables) VALUES ('s', 'v', 0)",
  ],
  [
    "a venue without tables",
    "INSERT INTO venues (id, city_id, name, address, google_maps_link, tables) VALUES ('v', 'c', 'V', 'Street 1', 'https://maps.example', 0)",
  ],
  [
    "a venue with a price level of five",
    "INSERT INTO venues (id, city_id, name, address, google_maps_link, tables, price_level) VALUES ('v', 'c', 'V', 'Street 1', 'https://maps.example', 1, 5)",
  ],
  [
    "a city whose slug does not fit into an address",
    "INSERT INTO cities (id, slug, name, time_zone, currency, price, deposit) VALUES ('x', 'São Paulo', 'X', 'UTC', 'brl', 0, 1)",
  ],
  [
    "a city whose currency is not written as Stripe writes it",
    "INSERT INTO cities (id, slug, name, time_zone, currency, price, deposit) VALUES ('x', 'x', 'X', 'UTC', 'HUF', 0, 1)",
  ],
  [
    "a city without a deposit",
    "INSERT INTO cities (id, slug, name, time_zone, currency, price, deposit) VALUES ('x', 'x', 'X', 'UTC', 'huf', 0, 0)",
  ],
  [
    "a quiz question of two kinds",
    "INSERT INTO quiz_questions (id, position, question, choices, category, is_range, is_year) VALUES (1, 1, '?', '[]', 'food', 1, 1)",
  ],
  [
    "a quiz question of an unknown category",
    "INSERT INTO quiz_questions (id, position, question, choices, category) VALUES (1, 1, '?', '[]', 'politics')",
  ],
])("the database refuses %s", async (_, statement) => {
  await expect(club.binding.prepare(statement).run()).rejects.toThrow("CHECK constraint failed");
});
