import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "#app/db/schema/event.ts";
import { repeatErasures } from "#app/models/account/erase-account.server.ts";
import { listTableChanges } from "#app/models/booking/table-changes.server.ts";
import { beVerified, fetchStatus, listEmailsTo, login } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import { book, countBookings, createEvent, signUpDiner } from "#tests/support/events.ts";
import { createPhoto } from "#tests/support/hostile-images.ts";
import { findLinks, parsePage, readFieldError, readPageText, readText } from "#tests/support/html.ts";

const club = openClub();

test("turns reminders off and on", async () => {
  const diner = await signUpDiner(club);
  const wantsReminders = () =>
    club.binding
      .prepare("SELECT wants_reminders FROM profiles JOIN users USING (id) WHERE email = ?")
      .bind(diner.email)
      .first("wants_reminders");
  expect(await wantsReminders()).toBe(1);
  const saved = await diner.post("/dashboard/settings", { intent: "emails" });
  expect(await wantsReminders()).toBe(0);
  const path = saved.headers.get("Location") ?? "";
  expect(path).toMatch(/#emails$/);
  const isMarked = async (cookie: string) =>
    (
      await readPageText(await club.fetch(path.replace("#emails", ""), { headers: { Cookie: cookie } }))
    ).includes("Saved. You only get what we must tell you about your bookings.");
  expect(await isMarked(`${diner.cookie}; ${writeCookie("notice", "emails-saved")}`)).toBe(true);
  // Loaded once more.
  expect(await isMarked(diner.cookie)).toBe(false);
  await diner.post("/dashboard/settings", { intent: "emails", reminders: "on" });
  expect(await wantsReminders()).toBe(1);
  expect((await diner.post("/dashboard/settings", { intent: "nonsense" })).status).toBe(400);
});

test("exports the account, answers, bookings and emails without secrets", async () => {
  const diner = await signUpDiner(club);
  await diner.post("/quiz?only=20", { question: "20", answer: "Hungary" });
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
      { question: "With new people, do you listen or talk?", answer: [7] },
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
  expect(readFieldError(await parsePage(refused), label)).toBe(
    "That isn’t the email of your account. Check for a typo.",
  );
  const deleted = await diner.post("/dashboard/settings/delete", { email: ` ${diner.email.toUpperCase()} ` });
  expect(deleted.headers.get("Location")).toBe("/");
  expect(deleted.headers.get("Clear-Site-Data")).toBe('"cache", "storage"');

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
  await club.db.run(
    sql`INSERT INTO bookings (id, user_id, event_id, created_at) VALUES ('back', ${userId}, ${eventId}, 1)`,
  );
  await club.db.update(events).set({ matchedAt: new Date() }).where(eq(events.id, eventId));
  await club.db.batch(repeatErasures(club.db, new Date()));
  expect((await listTableChanges(club.db, eventId)).map(({ what }) => what)).toEqual([
    "A booking was removed with deleted accounts when a backup was restored.",
  ]);
  expect(await club.binding.prepare("SELECT * FROM users WHERE id = ?").bind(userId).first()).toBeNull();
});

/** The form for diet, allergies and access as a browser sends it. */
const saveDiet = (diner: { cookie: string }, chosen: [questionId: number, position: number][]) => {
  const fields = [["intent", "diet"], ...chosen.map(([id, position]) => [`answer-${id}`, String(position)])];
  return club.fetch("/dashboard/settings", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Cookie: diner.cookie },
  });
};

const [dietId, allergyId, accessId] = [11, 12, 25];
const [vegetarian, vegan, eatsEverything] = [1, 2, 7];

const readAnswers = async (email: string) => {
  const results = await club.db.all<{
    question_id: number;
    answer_ids: string;
  }>(sql`SELECT question_id, answer_ids FROM user_answers WHERE question_id IN (11, 12, 25)
        AND user_id = (SELECT id FROM users WHERE email = ${email}) ORDER BY question_id`);
  return Object.fromEntries(results.map((row) => [row.question_id, JSON.parse(row.answer_ids)]));
};

type Page = Awaited<ReturnType<typeof parsePage>>;

const readWarnings = (page: Page) =>
  page
    .querySelectorAll("main [role=status]")
    .map(({ textContent }) => textContent)
    .filter((text) => text.includes("cater"));

/** The venue caters for no other diet. */
async function bookWhereOnlyVegetarian(diner: Awaited<ReturnType<typeof signUpDiner>>): Promise<void> {
  const eventId = await createEvent(club);
  await book(diner, eventId);
  await club.db.run(
    sql`UPDATE venues SET diets = '[1]' WHERE id IN (SELECT venue_id FROM event_venues WHERE event_id = ${eventId})`,
  );
}

const readChecked = (page: Page) =>
  page
    .querySelectorAll("#row-diet input[checked]")
    .map((input) => `${input.getAttribute("name")}=${input.getAttribute("value")}`);

test("changes diet, allergies and access on the page, and nothing else", async () => {
  const diner = await signUpDiner(club);
  const saved = await saveDiet(diner, [
    [dietId, vegan],
    [allergyId, 4],
    [allergyId, 9],
    [accessId, 1],
  ]);
  expect([saved.status, saved.headers.get("Location")]).toEqual([302, "/dashboard/settings#top"]);
  expect(await readAnswers(diner.email)).toEqual({ [dietId]: [vegan], [allergyId]: [4, 9], [accessId]: [1] });
  const page = await parsePage(await diner.get("/dashboard/settings"));
  expect(readChecked(page)).toEqual(["answer-11=2", "answer-12=4", "answer-12=9", "answer-25=1"]);
  expect(page.querySelector("#row-diet summary")?.textContent).toContain(
    "Vegan · allergic to nuts, sesame · step-free access",
  );
  const emptied = await saveDiet(diner, []);
  expect(emptied.status).toBe(400);
  expect(await emptied.text()).toContain("Choose at least one.");
  expect(await readAnswers(diner.email), "nothing is lost").toMatchObject({ [allergyId]: [4, 9] });
});

test("refuses what goes beside none with a message at each such question, and keeps what was chosen", async () => {
  const diner = await signUpDiner(club);
  await bookWhereOnlyVegetarian(diner);
  await saveDiet(diner, [
    [dietId, vegan],
    [allergyId, 1],
    [accessId, 2],
  ]);
  const before = await readAnswers(diner.email);
  const readErrors = (page: Page) =>
    page.querySelectorAll("#row-diet fieldset[aria-describedby]").map((field) => {
      const error = page.getElementById(field.getAttribute("aria-describedby") ?? "");
      return [field.querySelector("input")?.getAttribute("name"), error && readText(error)];
    });
  const refused = await saveDiet(diner, [
    [dietId, vegetarian],
    [dietId, eatsEverything],
    [allergyId, 1],
    [accessId, 2],
  ]);
  expect(refused.status).toBe(400);
  const page = await parsePage(refused);
  expect(page.querySelector("#row-diet")?.hasAttribute("open")).toBe(true);
  const dietError = ["answer-11", expect.stringContaining("Choose either “I eat everything”")];
  expect(readErrors(page)).toEqual([dietError]);
  expect(readChecked(page)).toEqual(["answer-11=1", "answer-11=7", "answer-12=1", "answer-25=2"]);
  expect(readWarnings(page)).toHaveLength(1);
  const refusedTwice = await saveDiet(diner, [
    [dietId, vegetarian],
    [dietId, eatsEverything],
    [allergyId, 1],
    [allergyId, 999],
    [accessId, 2],
  ]);
  expect(readErrors(await parsePage(refusedTwice))).toEqual([
    dietError,
    ["answer-12", "Choose at least one."],
  ]);
  expect(await readAnswers(diner.email)).toEqual(before);
  const saved = await parsePage(await diner.get("/dashboard/settings"));
  expect(readErrors(saved)).toEqual([]);
});

test("saves no diet without consent, and shows no form for it", async () => {
  const diner = await signUpDiner(club);
  await diner.post("/dashboard/settings", { intent: "withdraw-consent" });
  const refused = await saveDiet(diner, [[dietId, vegan]]);
  expect(refused.headers.get("Location")).toBe("/dashboard/settings#top");
  expect(refused.headers.get("Set-Cookie")).toContain(writeCookie("notice", "consent-needed"));
  expect((await readAnswers(diner.email))[dietId]).toEqual([]);
  const page = await parsePage(await diner.get("/dashboard/settings"));
  expect(page.querySelector("#row-diet")).toBeNull();
});

test("a form that was opened while the consent was given changes no answers once it is not", async () => {
  const diner = await signUpDiner(club);
  await saveDiet(diner, [
    [dietId, vegan],
    [allergyId, 4],
  ]);
  const before = await readAnswers(diner.email);
  await club.db.run(
    sql`DELETE FROM consents WHERE user_id = (SELECT id FROM users WHERE email = ${diner.email})`,
  );
  const refused = await saveDiet(diner, []);
  expect(refused.headers.get("Set-Cookie")).toContain(writeCookie("notice", "consent-needed"));
  expect(await readAnswers(diner.email)).toEqual(before);
  const cookie = `${diner.cookie}; ${writeCookie("notice", "consent-needed")}`;
  const page = await readPageText(await club.fetch("/dashboard/settings", { headers: { Cookie: cookie } }));
  expect(page).toContain("We need your consent before we can save this. Nothing was saved.");
});

test("says which booked dinner has nothing for a new diet", async () => {
  const diner = await signUpDiner(club);
  await bookWhereOnlyVegetarian(diner);
  const listWarnings = async () => readWarnings(await parsePage(await diner.get("/dashboard/settings")));
  const others: [number, number][] = [
    [allergyId, 1],
    [accessId, 2],
  ];
  await saveDiet(diner, [[dietId, vegetarian], ...others]);
  expect(await listWarnings()).toEqual([]);
  await saveDiet(diner, [[dietId, vegetarian], [dietId, vegan], ...others]);
  expect(await listWarnings()).toEqual([
    expect.stringMatching(
      /^No restaurant for \w+, \w+\s\d+ can cater for: vegan\. You may stay on standby\.$/,
    ),
  ]);
});

test.each(["email", "password", "security", "data", "delete"])(
  "opens %s on a page of its own, which leads back to its row",
  async (name) => {
    const diner = await signUpDiner(club, { throughForms: true });
    const path = `/dashboard/settings/${name}`;
    const closed = await parsePage(await diner.get("/dashboard/settings"));
    expect(closed.querySelector(`#row-${name} form`)).toBeNull();
    expect(closed.querySelector(`#row-${name} a`)?.getAttribute("href")).toBe(path);
    const asked = await parsePage(await diner.get(`/dashboard/settings/verify?next=${path}`));
    expect(asked.querySelector(`#row-${name} input[name=password]`)).not.toBeNull();
    await beVerified(club, diner.cookie);
    const opened = await parsePage(await diner.get(path));
    expect(findLinks(opened, /All settings/)[0]?.getAttribute("href")).toBe(
      `/dashboard/settings#row-${name}`,
    );
    expect(opened.querySelectorAll("[id^=row-]")).toHaveLength(1);
    const row = opened.querySelector(`#row-${name}`);
    expect(row?.querySelectorAll("form, a[download]").length).toBeGreaterThan(0);
  },
);
