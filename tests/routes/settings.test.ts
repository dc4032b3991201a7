import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "#app/db/schema.ts";
import { repeatErasures } from "#app/models/account/erase-account.server.ts";
import { listOperatorChanges } from "#app/models/matching/operator-changes.server.ts";
import { fetchStatus, listEmailsTo, login } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { book, newDiner, openDinner, seatsTaken } from "#tests/support/events.ts";
import { createPhoto } from "#tests/support/hostile-images.ts";

const club = openClub();

test("reminders can be turned off and on", async () => {
  const diner = await newDiner(club);
  const wants = () =>
    club.binding
      .prepare("SELECT wants_reminders FROM profiles JOIN users USING (id) WHERE email = ?")
      .bind(diner.email)
      .first("wants_reminders");
  expect(await wants()).toBe(1);
  await diner.post("/dashboard/settings", { intent: "emails" });
  expect(await wants()).toBe(0);
  await diner.post("/dashboard/settings", { intent: "emails", reminders: "on" });
  expect(await wants()).toBe(1);
  expect((await diner.post("/dashboard/settings", { intent: "nonsense" })).status).toBe(400);
});

test("signing out everywhere ends every session", async () => {
  const diner = await newDiner(club);
  const out = await diner.post("/dashboard/settings", { intent: "sign-out-everywhere" });
  expect(out.headers.get("Location")).toBe("/login");
  expect(await fetchStatus(club, diner.cookie)).toBe(302);
});

test("the export holds what we know, in words", async () => {
  const diner = await newDiner(club);
  await book(diner, await openDinner(club));
  const answer = await diner.get("/dashboard/settings/data.json");
  expect(answer.headers.get("Content-Disposition")).toContain("attachment");
  const data = (await answer.json()) as Record<string, unknown>;
  expect(data).toMatchObject({
    account: { email: diner.email, firstName: "Zsófi", shownAs: "Zsófi", wantsReminders: true },
    answers: expect.arrayContaining([
      { question: "What makes an evening a good one?", answer: ["Laughing until it hurts"] },
      { question: "Which country are you from?", answer: ["Hungary"] },
      { question: "With people you don’t know yet, do you listen or talk?", answer: [7] },
    ]),
    bookings: [{ venue: expect.stringContaining("Vendéglő"), confirmed: false, canceled: false }],
    mails: expect.arrayContaining([expect.objectContaining({ subject: "Your chair is kept" })]),
  });
  expect(JSON.stringify(data)).not.toMatch(/scrypt|token=[\w-]/);
  expect(JSON.stringify(data)).toContain("token=…");
});

test("an account is deleted only by its own address, and then really", async () => {
  const diner = await newDiner(club);
  const dinner = await openDinner(club);
  await book(diner, dinner);
  const body = new FormData();
  body.set("name", "Lili");
  body.set("photo", new File([new Uint8Array(await createPhoto().png().toBuffer())], "me.png"));
  await club.fetch("/identity", { method: "POST", body, headers: { Cookie: diner.cookie } });
  const bucket = await club.worker.getR2Bucket("AVATARS");
  const userId = await club.binding
    .prepare("SELECT id FROM users WHERE email = ?")
    .bind(diner.email)
    .first<string>("id");
  const rows = await club.binding.prepare("SELECT * FROM users WHERE id = ?").bind(userId).first();
  expect((await bucket.list({ prefix: `${userId}/` })).objects).toHaveLength(1);

  const refused = await diner.post("/dashboard/settings/delete", { email: "somebody@else.example" });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Please type the email of your account.");
  const gone = await diner.post("/dashboard/settings/delete", { email: ` ${diner.email.toUpperCase()} ` });
  expect(gone.headers.get("Location")).toBe("/");

  expect(await fetchStatus(club, diner.cookie)).toBe(302);
  expect((await login(club, diner.email)).status).toBe(400);
  expect(await seatsTaken(club, dinner)).toBe(0);
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

  const columns = Object.keys(rows ?? {});
  await club.binding
    .prepare(`INSERT INTO users (${columns}) VALUES (${columns.map(() => "?")})`)
    .bind(...Object.values(rows ?? {}))
    .run();
  await club.binding
    .prepare("INSERT INTO bookings (id, user_id, event_id, created_at) VALUES ('back', ?, ?, 1)")
    .bind(userId, dinner)
    .run();
  await club.db.update(events).set({ matchedAt: new Date() }).where(eq(events.id, dinner));
  await club.db.batch(repeatErasures(club.db, new Date()));
  expect((await listOperatorChanges(club.db, dinner)).map(({ what }) => what)).toEqual([
    "A booking went with a deleted account when a backup was put back.",
  ]);
  expect(await club.binding.prepare("SELECT * FROM users WHERE id = ?").bind(userId).first()).toBeNull();
});
