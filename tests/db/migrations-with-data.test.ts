import { afterAll, beforeAll, expect, test } from "vitest";
import { createLocalWorker } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { migrateUpTo } from "#tests/support/migrate-up-to.ts";
import { questionIds, questionIdsWithConsent } from "#tests/support/quiz.ts";

const worker = createLocalWorker({ vars: {}, withoutAssets: true, script: "export default {}" });
let db: D1Database;

const oldKinds = [
  "address-known",
  "confirm-address",
  "table-set",
  "canceled-by-us",
  "dinner-moved",
  "reminder",
];

beforeAll(async () => {
  db = await worker.getD1Database("DB");
  // As version 0.1.0 had it before the vocabulary was settled.
  await migrateUpTo(db, "0009_deposits.sql");
  const statements = [
    "INSERT INTO users (id, email, first_name, last_name, user_name, created_at) VALUES ('u', 'u@oten.example', 'U', 'U', 'U', 0)",
    "INSERT INTO venues (id, name, address, google_maps_link) VALUES ('v', 'V', 'Street 1', 'https://maps.example')",
    "INSERT INTO rules (id, venue_id, weekday, time, capacity, weeks, created_at) VALUES ('r', 'v', 5, '19:00', 10, 4, 1)",
    "INSERT INTO events (id, venue_id, date, closes_at, capacity, rule_id, planned_for) VALUES ('e', 'v', 2000, 1000, 5, 'r', 2000)",
    "INSERT INTO bookings (id, user_id, event_id, created_at) VALUES ('b', 'u', 'e', 0)",
    "INSERT INTO receipts (event_id, frame, entries_hash, rules_version, written_at, result_hash) VALUES ('e', '{}', 'hash', 5, 1, 'seating')",
    "INSERT INTO entries (event_id, hash, user_id, salt, entry) VALUES ('e', 'hash', 'u', 'salt', '{}')",
    "INSERT INTO hand_changes (id, event_id, at, what) VALUES ('h', 'e', 1, 'what')",
    "INSERT INTO deposits (id, booking_id, amount, state, checkouts, origin, refunds, due_at, tries, parked_at, parked_because, created_at) VALUES ('d', 'b', 3000, 'refunding', 2, 'https://oten.example', 1, 1, 3, 4, 'disputed', 1)",
    ...oldKinds.map(
      (kind) =>
        `INSERT INTO outbox (id, kind, "to", subject, html, text, created_at, due_at, sent_at) VALUES ('${kind}', '${kind}', 'u@oten.example', 's', 'h', 't', 1, 1, 7)`,
    ),
    `INSERT INTO outbox (id, kind, "to", subject, html, text, created_at, due_at) VALUES ('unsent', 'reminder', 'u@oten.example', 's', 'h', 't', 1, 1)`,
    `INSERT INTO outbox (id, kind, "to", subject, html, text, created_at, due_at, attempts) VALUES ('attempted', 'reminder', 'u@oten.example', 's', 'h', 't', 1, 1, 2)`,
  ];
  await db.batch(statements.map((statement) => db.prepare(statement)));
  await migrate(db);
});

afterAll(() => worker.dispose());

const rowOf = (table: string, columns: string) => db.prepare(`SELECT ${columns} FROM ${table}`).first();

test.each([
  ["schedules", "id, weekday, time", { id: "r", weekday: 5, time: "19:00" }],
  ["events", "schedule_id, scheduled_for", { schedule_id: "r", scheduled_for: 2000 }],
  [
    "match_records",
    "event_id, entries_hash, seating_hash, result_hash",
    { event_id: "e", entries_hash: "hash", seating_hash: "seating", result_hash: null },
  ],
  ["match_entries", "user_id, salt, relations", { user_id: "u", salt: "salt", relations: null }],
  ["table_changes", "event_id, what, made_by", { event_id: "e", what: "what", made_by: "operator" }],
  [
    "deposits",
    "checkout_count, refund_count, attempts, parked_reason",
    { checkout_count: 2, refund_count: 1, attempts: 3, parked_reason: "disputed" },
  ],
])("keeps the rows of %s under their new names", async (table, columns, row) => {
  expect(await rowOf(table, columns)).toEqual(row);
});

test("gives every old email the kind it has now", async () => {
  const { results } = await db
    .prepare("SELECT kind, sent_at FROM outbox WHERE sent_at IS NOT NULL ORDER BY id")
    .all();
  const kinds = [
    "account-exists",
    "canceled-by-club",
    "confirm-email",
    "event-moved",
    "reminder",
    "booking-confirmed",
  ];
  expect(results).toEqual(kinds.map((kind) => ({ kind, sent_at: 7 })));
});

test("keeps what was rendered of an email that was not sent yet", async () => {
  const { results } = await db
    .prepare(
      "SELECT kind, data, expires_at > unixepoch() * 1000 AS is_worth_sending, parked_at FROM outbox WHERE id = 'unsent'",
    )
    .all();
  const data = JSON.stringify({ subject: "s", html: "h", text: "t" });
  expect(results).toEqual([{ kind: "rendered", data, is_worth_sending: 1, parked_at: null }]);
});

test("parks an old email that was attempted before, since it may have been sent", async () => {
  const email = await db.prepare("SELECT parked_at, last_error FROM outbox WHERE id = 'attempted'").first();
  expect(email).toEqual({
    parked_at: expect.any(Number),
    last_error: "it may have been sent before the update",
  });
});

test("keeps the order of the quiz, and gives every question a position", async () => {
  const { results } = await db.prepare("SELECT id, position FROM quiz_questions ORDER BY position").all();
  expect(results.map(({ id }) => id)).toEqual(questionIds);
  expect(results.every(({ position }) => Number(position) > 0)).toBe(true);
});

test("refuses a new question without a position", async () => {
  const statement =
    "INSERT INTO quiz_questions (id, question, choices, category) VALUES (99, '?', '[]', 'food')";
  await expect(db.prepare(statement).run()).rejects.toThrow("a quiz question needs a position");
});

test("asks for consent before the questions about diet, allergies and drinks", async () => {
  const { results } = await db
    .prepare("SELECT id FROM quiz_questions WHERE needs_consent = 1 ORDER BY position")
    .all();
  expect(results.map(({ id }) => id)).toEqual(questionIdsWithConsent);
  expect(await db.prepare("SELECT * FROM consents").all()).toMatchObject({ results: [] });
});

test("refuses a new question about a diet that is asked without consent", async () => {
  const statement =
    "INSERT INTO quiz_questions (id, position, question, choices, category, role) VALUES (99, 99, '?', '[]', 'food', 'diet')";
  await expect(db.prepare(statement).run()).rejects.toThrow("needs consent");
});

test("leaves no broken reference", async () => {
  expect((await db.prepare("PRAGMA foreign_key_check").all()).results).toEqual([]);
});
