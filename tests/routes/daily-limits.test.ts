import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { sessions, users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { accountActions, securityNotes } from "#app/db/schema/security.ts";
import { insertRows } from "#app/db/statements.ts";
import { type LimitedAction, limitedActions, maxPerDay } from "#app/lib/account/security-kinds.ts";
import { addToken } from "#tests/screens/signed-links.ts";
import {
  beVerified,
  createFormPost,
  listSubjectsTo,
  login,
  password,
  signUp,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { book, createEvent, type Diner, signUpDiner } from "#tests/support/events.ts";
import { createPhoto } from "#tests/support/hostile-images.ts";
import { parsePage, readPageText, readText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { forgetVerification } from "#tests/support/passkeys.ts";

const club = openClub();
const dayMs = 86_400_000;
const inADay = String(dayMs / 1000);

let diner: Diner;
let userId = "";
let pendingId = "";
beforeAll(async () => {
  diner = await signUpDiner(club);
  pendingId = await book(diner, await createEvent(club));
  [{ id: userId = "" } = {}] = await club.db.select().from(users).where(eq(users.email, diner.email));
});

const postTo = (path: string, fields: Record<string, string>, Cookie = diner.cookie) =>
  club.fetch(path, { ...createFormPost(fields), headers: { Cookie } });

/** As if the diner had done it so often a while ago. */
const fill = (action: LimitedAction, count: number, agoMs = 3_600_000) =>
  club.db.batch(
    insertRows(
      club.db,
      accountActions,
      Array.from({ length: count }, () => ({ userId, action, at: new Date(Date.now() - agoMs) })),
    ),
  );

async function sendPhoto() {
  const form = new FormData();
  form.set("name", "Lőrinc");
  form.set("photo", new File([new Uint8Array(await createPhoto().png().toBuffer())], "photo.png"));
  const encoded = new Response(form);
  const headers = { Cookie: diner.cookie, "Content-Type": encoded.headers.get("Content-Type") ?? "" };
  return club.fetch("/identity", { method: "POST", body: await encoded.arrayBuffer(), headers });
}

const security = "/dashboard/settings/security";
const another = { password: `${password}-2`, repeatPassword: `${password}-2` };

/** What is done when, and what the refusal keeps of what was typed. */
const requests: Record<LimitedAction, { send(): Promise<Response>; keeps?: string }> = {
  "change-email": {
    async send() {
      const token = await addToken(club, { userId, email: diner.email }, "change-email");
      return postTo(`/dashboard/settings/email?token=${token}`, { token });
    },
  },
  "change-password": { send: () => postTo("/dashboard/settings/password", another) },
  "change-sign-in": { send: () => postTo(security, { intent: "unlink-google" }) },
  "friend-link": {
    send: () => postTo(`/bookings/${pendingId}/together`, { answer: "make link" }),
  },
  export: { send: () => club.fetch("/dashboard/settings/data.json", { headers: { Cookie: diner.cookie } }) },
  photo: { send: sendPhoto, keeps: "Lőrinc" },
  "request-new-email": {
    send: () => postTo("/dashboard/settings/email", { email: "new@oten.example" }),
    keeps: "new@oten.example",
  },
  verify: {
    async send() {
      await forgetVerification(club);
      return postTo("/dashboard/settings/verify", { password });
    },
  },
};

test.each(limitedActions)("%s: works up to the limit of a day, and then says so", async (action) => {
  const { send, keeps } = requests[action];
  await beVerified(club, diner.cookie);
  await fill(action, maxPerDay(action), dayMs + 60_000);
  await fill(action, maxPerDay(action) - 1);
  expect((await send()).status).not.toBe(429);
  await beVerified(club, diner.cookie);
  const refused = await send();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, inADay]);
  const page = await parsePage(refused);
  expect(readText(page)).toContain("in 24 hours. Try again in a day.");
  if (keeps) expect(page.toString()).toContain(keeps);
});

test("the owner hears of the first twenty new browsers of a day, and finds all of them in the settings", async () => {
  const email = "twenty@oten.example";
  const cookie = await signUp(club, email);
  const [{ id = "" } = {}] = await club.db.select().from(users).where(eq(users.email, email));
  const note = { userId: id, kind: "new-sign-in" as const, madeBy: "diner" as const };
  const addNotes = (count: number, agoMs: number) =>
    club.db.batch(
      insertRows(
        club.db,
        securityNotes,
        Array.from({ length: count }, () => ({ ...note, at: new Date(Date.now() - agoMs) })),
      ),
    );
  // With the one of the sign-up these are nineteen of today.
  await addNotes(18, 3_600_000);
  await addNotes(20, dayMs + 60_000);
  for (const _ of [1, 2, 3]) expect((await login(club, email)).status).toBe(302);
  expect(await listSubjectsTo(club, email)).toEqual(["New sign-in to your account"]);
  const read = async (path: string) =>
    parsePage(await club.fetch(`/dashboard/settings/${path}`, { headers: { Cookie: cookie } }));
  expect((await read("history")).querySelectorAll("#row-history ol li")).toHaveLength(42);
  expect(await club.db.$count(sessions, eq(sessions.userId, id))).toBe(4);
});

test("the limits are those of an account, and their counts are deleted after two days", async () => {
  const other = await signUp(club, "other@oten.example");
  const verified = await postTo("/dashboard/settings/verify", { password }, other);
  expect(verified.status).toBe(302);
  await runJob("deleteExpired", createJobContext(club), new Date(Date.now() + 2 * dayMs + 60_000));
  expect(await club.db.select().from(accountActions)).toEqual([]);
});

test("a dinner is booked three times a day, and canceled as often", async () => {
  const { cookie } = await signUpDiner(club);
  const eventId = await createEvent(club);
  const book = () => postTo("/events", { event: eventId }, cookie);
  for (let i = 0; i < 3; i++) {
    const booked = await book();
    const bookingId = new URL(booked.headers.get("Location") ?? "", club.url).searchParams.get("booked");
    // The same form twice is no second booking.
    expect((await book()).status).toBe(302);
    expect((await postTo(`/dashboard/bookings/${bookingId}/cancel`, {}, cookie)).status).toBe(302);
  }
  const refused = await book();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, inADay]);
  expect(await readPageText(refused)).toContain(
    "you’ve booked this dinner 3 times in 24 hours. Try again in a day.",
  );
  expect((await postTo("/events", { event: await createEvent(club) }, cookie)).status).toBe(302);
});

test("a diner books twenty dinners a day", async () => {
  const { cookie, email } = await signUpDiner(club);
  const [{ id = "" } = {}] = await club.db.select().from(users).where(eq(users.email, email));
  const eventId = await createEvent(club);
  const created = { userId: id, eventId, canceled: true, createdAt: new Date() };
  const before = Array.from({ length: 19 }, () => ({ ...created }));
  await club.db.batch(insertRows(club.db, bookings, before));
  await club.db
    .update(bookings)
    .set({ eventId: await createEvent(club) })
    .where(eq(bookings.userId, id));
  expect((await postTo("/events", { event: eventId }, cookie)).status).toBe(302);
  const refused = await postTo("/events", { event: await createEvent(club, { hoursFromNow: 300 }) }, cookie);
  expect(refused.status).toBe(429);
  expect(await readPageText(refused)).toContain("you’ve booked 20 dinners in 24 hours.");
});
