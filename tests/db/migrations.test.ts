import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { migrate } from "#app/cli/migrate.ts";
import { root } from "#app/cli/prepare.mjs";
import { openClub } from "#tests/support/club.ts";

const club = openClub();

test("the migrations say all that the schema says", () => {
  const copy = mkdtempSync(join(tmpdir(), "oten-migrations-"));
  cpSync(join(root, "migrations"), copy, { recursive: true });
  const before = readdirSync(copy);
  const flags = ["--dialect=sqlite", "--casing=snake_case", "--schema=app/db/schema.ts", `--out=${copy}`];
  execFileSync("node_modules/.bin/drizzle-kit", ["generate", ...flags], { cwd: root, stdio: "pipe" });
  expect(readdirSync(copy)).toEqual(before);
  rmSync(copy, { recursive: true });
});

test("a migration is applied once", async () => {
  const applied = () => club.binding.prepare("SELECT name FROM d1_migrations ORDER BY id").all();
  const before = await applied();
  await migrate(club.binding);
  expect((await applied()).results).toEqual(before.results);
});

test.each([
  [
    "two active bookings of one diner for one dinner",
    "UNIQUE constraint failed: bookings.user_id, bookings.event_id",
    0,
  ],
  ["as many canceled ones as there were changes of heart", undefined, 1],
])("the database decides on %s", async (_, refusal, canceled) => {
  await club.binding.batch([
    club.binding.prepare(
      "INSERT OR IGNORE INTO users VALUES ('u', 'u@oten.example', 'U', 'U', 'U', NULL, NULL, 0)",
    ),
    club.binding.prepare(
      "INSERT OR IGNORE INTO venues (id, name, address, google_maps_link) VALUES ('v', 'V', 'Street 1', 'https://maps.example')",
    ),
    club.binding.prepare(
      "INSERT OR IGNORE INTO events (id, venue_id, date, closes_at, capacity) VALUES ('e', 'v', 2000, 1000, 5)",
    ),
    club.binding.prepare("DELETE FROM bookings"),
  ]);
  const book = (id: string) =>
    club.binding
      .prepare(
        "INSERT INTO bookings (id, user_id, event_id, canceled, created_at) VALUES (?, 'u', 'e', ?, 0)",
      )
      .bind(id, canceled)
      .run();
  await book("first");
  const second = book("second");
  if (refusal) await expect(second).rejects.toThrow(refusal);
  else await expect(second).resolves.toMatchObject({ success: true });
});

test.each([
  [
    "an address in capitals",
    "INSERT INTO users VALUES ('x', 'X@oten.example', 'U', 'U', 'U', NULL, NULL, 0)",
  ],
  [
    "a dinner that closes after it began",
    "INSERT INTO events (id, venue_id, date, closes_at, capacity) VALUES ('late', 'v', 1000, 2000, 5)",
  ],
  [
    "a dinner for nobody",
    "INSERT INTO events (id, venue_id, date, closes_at, capacity) VALUES ('none', 'v', 2001, 1000, 0)",
  ],
  [
    "a question of two kinds",
    "INSERT INTO quiz_questions (id, question, choices, category, is_range, is_year) VALUES (1, '?', '[]', 'food', 1, 1)",
  ],
  [
    "a question of no category",
    "INSERT INTO quiz_questions (id, question, choices, category) VALUES (1, '?', '[]', 'politics')",
  ],
])("the database refuses %s", async (_, statement) => {
  await expect(club.binding.prepare(statement).run()).rejects.toThrow("CHECK constraint failed");
});
