import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "#app/db/schema.ts";
import { repeatErasures } from "#app/models/account/erase-account.server.ts";
import { listTableChanges } from "#app/models/table-change/table-changes.server.ts";
import { beVerified, fetchStatus, listEmailsTo, login } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { book, countBookings, createEvent, signUpDiner } from "#tests/support/events.ts";
import { createPhoto } from "#tests/support/hostile-images.ts";
import { parsePage, readFieldError } from "#tests/support/html.ts";

const club = openClub();

test("turns reminders off and on", async () => {
  const diner = await signUpDiner(club);
  const wantsReminders = () =>
    club.binding
      .prepare("SELECT wants_reminders FROM profiles JOIN users USING (id) WHERE email = ?")
      .bind(diner.email)
      .first("wants_reminders");
  expect(await wantsReminders()).toBe(1);
  await diner.post("/dashboard/settings", { intent: "emails" });
  expect(await wantsReminders()).toBe(0);
  await diner.post("/dashboard/settings", { intent: "emails", reminders: "on" });
  expect(await wantsReminders()).toBe(1);
  expect((await diner.post("/dashboard/settings", { intent: "nonsense" })).status).toBe(400);
});

test("ends every session with Sign out everywhere", async () => {
  const diner = await signUpDiner(club);
  const response = await diner.post("/dashboard/settings/security", { intent: "sign-out-everywhere" });
  expect(response.headers.get("Location")).toBe("/login");
  expect(await fetchStatus(club, diner.cookie)).toBe(302);
});

test("exports the account, answers, bookings and emails without secrets", async () => {
  const diner = await signUpDiner(club);
  await book(diner, await createEvent(club));
  await beVerified(club, diner.cookie);
  const response = await diner.get("/dashboard/settings/data.json");
  expect(response.headers.get("Content-Disposition")).toContain("attachment");
  const data = (await response.json()) as Record<string, unknown>;
  expect(data).toMatchObject({
    account: { email: diner.email, firstName: "Zsófi", shownAs: "Zsófi", wantsReminders: true },
    answers: expect.arrayContaining([
      { question: "What makes a good evening?", answer: ["Laughing until it hurts"] },
      { question: "Which country are you from?", answer: ["Hungary"] },
      { question: "With people you don’t know yet, do you listen or talk?", answer: [7] },
    ]),
    bookings: [{ city: "Budapest", venue: null, confirmed: false, canceled: false }],
    emails: expect.arrayContaining([expect.objectContaining({ kind: "booking-received" })]),
  });
  expect(JSON.stringify(data)).not.toMatch(/scrypt|token/);
});

test("deletes an account and all its data only after the right email was typed", async () => {
  const diner = await signUpDiner(club, { throughForms: true });
  const eventId = await createEvent(club);
  await book(diner, eventId);
  const body = new FormData();
  body.set("name", "Lili");
  body.set("photo", new File([new Uint8Array(await createPhoto().png().toBuffer())], "me.png"));
  await club.fetch("/identity", { method: "POST", body, headers: { Cookie: diner.cookie } });
  const bucket = await club.worker.getR2Bucket("AVATARS");
  const userId = await club.binding
    .prepare("SELECT id FROM users WHERE email = ?")
    .bind(diner.email)
    .first<string>("id");
  const userRow = await club.binding.prepare("SELECT * FROM users WHERE id = ?").bind(userId).first();
  expect((await bucket.list({ prefix: `${userId}/` })).objects).toHaveLength(1);

  await beVerified(club, diner.cookie);
  const refused = await diner.post("/dashboard/settings/delete", { email: "somebody@else.example" });
  expect(refused.status).toBe(400);
  const label = `To be sure, type your email: ${diner.email}`;
  expect(readFieldError(await parsePage(refused), label)).toBe("Please type the email of your account.");
  const deleted = await diner.post("/dashboard/settings/delete", { email: ` ${diner.email.toUpperCase()} ` });
  expect(deleted.headers.get("Location")).toBe("/");

  expect(await fetchStatus(club, diner.cookie)).toBe(302);
  expect((await login(club, diner.email)).status).toBe(400);
  expect(await countBookings(club, eventId)).toBe(0);
  expect(await listEmailsTo(club, diner.email)).toEqual([]);
  await expect.poll(async () => (await bucket.list({ prefix: `${userId}/` })).objects).toEqual([]);
  for (const table of ["users", "profiles"]) {
    expect(
      await club.binding.prepare(`SELECT * FROM ${table} WHERE id = ?`).bind(userId).first(),
      table,
    ).toBeNull();
  }
  for (const table of ["user_answers", "bookings", "sessions", "tokens", "identities"]) {
    expect(
      await club.binding.prepare(`SELECT * FROM ${table} WHERE user_id = ?`).bind(userId).first(),
      table,
    ).toBeNull();
  }

  const columns = Object.keys(userRow ?? {});
  await club.binding
    .prepare(`INSERT INTO users (${columns}) VALUES (${columns.map(() => "?")})`)
    .bind(...Object.values(userRow ?? {}))
    .run();
  await club.binding
    .prepare("INSERT INTO bookings (id, user_id, event_id, created_at) VALUES ('back', ?, ?, 1)")
    .bind(userId, eventId)
    .run();
  await club.db.update(events).set({ matchedAt: new Date() }).where(eq(events.id, eventId));
  await club.db.batch(repeatErasures(club.db, new Date()));
  expect((await listTableChanges(club.db, eventId)).map(({ what }) => what)).toEqual([
    "A booking was removed with deleted accounts when a backup was restored.",
  ]);
  expect(await club.binding.prepare("SELECT * FROM users WHERE id = ?").bind(userId).first()).toBeNull();
});
