import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { listMigrations, migrate } from "#app/cli/migrate.ts";
import { root } from "#app/cli/project.mjs";
import { openClub } from "#tests/support/club.ts";
import { questionIds, questionIdsWithConsent } from "#tests/support/quiz.ts";

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

test("the folder of migrations has the newest snapshot only, since no other is read", () => {
  const newest = listMigrations().at(-1)?.slice(0, 4);
  expect(readdirSync(join(root, "migrations/meta"))).toEqual([`${newest}_snapshot.json`, "_journal.json"]);
});

test("no migration that has landed was edited, and the file of hashes has every new one", () => {
  const hashes = listMigrations().map((name) => {
    const text = readFileSync(join(root, "migrations", name));
    return `${createHash("sha256").update(text).digest("hex")}  migrations/${name}\n`;
  });
  expect(hashes.join("")).toBe(readFileSync(join(root, "tests/db/migrations.sha256"), "utf8"));
});

test("answers are stored once, by diner and question, which drizzle-kit can't write", async () => {
  const table = club.binding.prepare("SELECT sql FROM sqlite_master WHERE name = 'user_answers'");
  expect(await table.first("sql")).toMatch(/\) WITHOUT ROWID$/);
});

test("applies each migration once", async () => {
  const listApplied = () => club.binding.prepare("SELECT name FROM d1_migrations ORDER BY id").all();
  const before = await listApplied();
  await migrate(club.binding);
  expect((await listApplied()).results).toEqual(before.results);
});

const newTable = "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT)";
const insertApplied = (...names: string[]) =>
  `INSERT INTO d1_migrations (name) VALUES ${names.map((name) => `('${name}')`)}`;

test.each([
  ["an older one", newTable, insertApplied("0000_of_before.sql")],
  ["a newer one", newTable, insertApplied(...listMigrations(), "9999_of_later.sql")],
  ["something else", "CREATE TABLE users (id text)"],
])("a database that was made by %s is refused, and stays as it was", async (_, ...statements) => {
  const worker = createLocalWorker({ vars: {}, withoutAssets: true, script: "export default {}" });
  onTestFinished(() => worker.dispose());
  const db = await worker.getD1Database("DB");
  await db.batch(statements.map((statement) => db.prepare(statement)));
  await expect(migrate(db, "the-folder")).rejects.toThrow(
    "The database in the-folder was made by another version of Öten: delete this folder",
  );
  expect(await db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'bookings'").first()).toBe(null);
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
      "INSERT OR IGNORE INTO events (id, city_id, date, scheduled_for, closes_at) VALUES ('e', 'c', 2000, 2000, 1000)",
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
    "INSERT INTO events (id, city_id, date, scheduled_for, closes_at) VALUES ('late', 'c', 1000, 1000, 2000)",
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
    "INSERT INTO venues (id, city_id, name, address, google_maps_link, tables, price_level) VALUES ('v', 'c', 'V', 'Street 1', 'https://maps.example', 0, 1)",
  ],
  [
    "a venue with a price level of five",
    "INSERT INTO venues (id, city_id, name, address, google_maps_link, tables, price_level) VALUES ('v', 'c', 'V', 'Street 1', 'https://maps.example', 1, 5)",
  ],
  [
    "a venue with a photo of another site",
    "INSERT INTO venues (id, city_id, name, address, google_maps_link, tables, price_level, photo) VALUES ('v', 'c', 'V', 'Street 1', 'https://maps.example', 1, 1, 'https://photos.example/v.webp')",
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
    "a city that pays its diners",
    "INSERT INTO cities (id, slug, name, time_zone, currency, price, deposit) VALUES ('x', 'x', 'X', 'UTC', 'huf', 0, -1)",
  ],
  [
    "a quiz question of two kinds",
    "INSERT INTO quiz_questions (id, position, question, choices, category, is_range, is_year) VALUES (1, 1, '?', '[]', 'food', 1, 1)",
  ],
  [
    "a quiz question of an unknown category",
    "INSERT INTO quiz_questions (id, position, question, choices, category) VALUES (1, 1, '?', '[]', 'politics')",
  ],
  [
    "a quiz question at position 0",
    "INSERT INTO quiz_questions (id, position, question, choices, category) VALUES (99, 0, '?', '[]', 'food')",
  ],
  [
    "a quiz question about a diet that is asked without consent",
    "INSERT INTO quiz_questions (id, position, question, choices, category, role) VALUES (99, 99, '?', '[]', 'food', 'diet')",
  ],
  [
    "a quiz question about a diet that is no longer asked with consent",
    "UPDATE quiz_questions SET needs_consent = 0 WHERE role = 'diet'",
  ],
  [
    "a booking on standby without a reason",
    "INSERT INTO bookings (id, user_id, event_id, created_at, standby) VALUES ('b', 'u', 'e', 0, 1)",
  ],
])("the database refuses %s", async (_, statement) => {
  await expect(club.binding.prepare(statement).run()).rejects.toThrow("CHECK constraint failed");
});

test("the database refuses a venue whose prices nobody knows, which would suit everybody", async () => {
  const statement =
    "INSERT INTO venues (id, city_id, name, address, google_maps_link, tables) VALUES ('v', 'c', 'V', 'Street 1', 'https://maps.example', 1)";
  await expect(club.binding.prepare(statement).run()).rejects.toThrow("NOT NULL");
});

test("the quiz has its questions in order, and asks for consent before those about diet, allergies, drinks and steps", async () => {
  const { results } = await club.binding
    .prepare("SELECT id, needs_consent FROM quiz_questions ORDER BY position")
    .all();
  expect(results.map(({ id }) => id)).toEqual(questionIds);
  expect(results.filter((row) => row.needs_consent === 1).map(({ id }) => id)).toEqual(
    questionIdsWithConsent,
  );
});
