import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { calendarFeedUrl } from "#app/emails/links.server.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { findFeed } from "#app/models/account/profiles.server.ts";
import { findAccount } from "#app/models/account/users.server.ts";
import { listCalendarEntries } from "#app/models/booking/bookings.server.ts";
import { beVerified, createFormPost, login, password, readCookies } from "#tests/support/accounts.ts";
import { readCalendar } from "#tests/support/calendars.ts";
import { openClub } from "#tests/support/club.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import { emailEnv } from "#tests/support/emails.ts";
import {
  book,
  bookForDiners,
  createEvent,
  type Diner,
  insertDiners,
  seatTogether,
  signUpDiner,
} from "#tests/support/events.ts";
import { parsePage } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);

const save = (diner: Diner, fields: Record<string, string>) => diner.post("/dashboard/settings", fields);

/** The path of the address that the settings show. */
async function findAddress(diner: Diner): Promise<string> {
  const page = await parsePage(await diner.get("/dashboard/settings"));
  const address = page.querySelector("input[aria-label='Address of your feed']")?.getAttribute("value");
  if (!address) return "";
  expect(page.querySelector(`a[href="${address.replaceAll("&", "&amp;")}"]`)).not.toBeNull();
  const { protocol, pathname, search } = new URL(address);
  expect(protocol).toBe("webcal:");
  return pathname + search;
}

async function subscribe(diner: Diner): Promise<string> {
  expect((await save(diner, { intent: "calendar", calendar: "feed" })).status).toBe(302);
  return findAddress(diner);
}

const status = async (path: string) => (await club.fetch(path)).status;

test("a feed has the dinners of a diner as they are now, and who has its address need not sign in", async () => {
  const [diner, other] = [await signUpDiner(club), await signUpDiner(club)];
  const [near, far, off, moved] = await Promise.all(
    [100, 150, 200, 250].map((hoursFromNow) => createEvent(club, { hoursFromNow })),
  );
  const ids: string[] = [];
  for (const event of [near, far, off, moved]) ids.push(await book(diner, event ?? ""));
  const [nearId = "", farId, offId, movedId] = ids;
  await seatTogether(club, near ?? "", [nearId, await book(other, near ?? "")]);
  await diner.post(`/dashboard/bookings/${offId}/cancel`, {});
  const newDate = new Date(Math.floor(Date.now() / dayMs + 40) * dayMs);
  const at = `${newDate.toISOString().slice(0, 10)} 19:00`;
  expect(await ops.run("event", "edit", moved ?? "", "--at", at, "--yes")).toMatchObject({ code: 0 });

  const path = await subscribe(diner);
  const response = await club.fetch(path);
  expect([
    response.status,
    response.headers.get("Cache-Control"),
    response.headers.get("Content-Type"),
  ]).toEqual([200, "private, no-store", "text/calendar; charset=utf-8"]);
  const text = await response.text();
  const { method, entries } = readCalendar(text);
  expect(method).toBeUndefined();
  expect(entries).toMatchObject([
    { uid: nearId, status: "CONFIRMED", sequence: 1, location: expect.stringContaining("Vendéglő") },
    { uid: farId, status: "TENTATIVE", sequence: 0, location: "Budapest" },
    { uid: offId, status: "CANCELLED", sequence: 1 },
    { uid: movedId, status: "TENTATIVE", sequence: 1 },
  ]);
  expect(new Date(entries[3]?.startMs ?? 0).toISOString().slice(0, 10)).toBe(at.slice(0, 10));
  expect(text).toContain("Table ");
  expect(text).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\nX-PUBLISHED-TTL:PT1H\r\n");
  expect(text, "nothing of people").not.toMatch(/ATTENDEE|ORGANIZER|Zsófi|@/);
  for (const { uid, ...entry } of entries) {
    const file = await (await diner.get(`/dashboard/bookings/${uid}/calendar.ics`)).text();
    expect(readCalendar(file).entries).toEqual([{ ...entry, uid }]);
  }
  const head = await club.fetch(path, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("only the address that the settings show is one, until it is renewed, ended, or goes with the account", async () => {
  const [diner, other] = [await signUpDiner(club, { throughForms: true }), await signUpDiner(club)];
  const id = (await findAccount(club.db, diner.email))?.id ?? "";
  expect(await findAddress(diner)).toBe("");
  expect(await status(`/calendar/${id}.ics`)).toBe(404);
  const first = await subscribe(diner);
  expect(await status(first)).toBe(200);
  expect(await subscribe(diner), "saving it again keeps it").toBe(first);
  const [own = "", others = ""] = [first, await subscribe(other)].map((path) => path.split("key=")[1]);
  const salt = (await findFeed(club.db, id))?.calendarSalt ?? "";
  const withoutSecret = { ...emailEnv, SESSION_SECRET: "a guess that is long enough to be" };
  expect(`${new URL(calendarFeedUrl(emailEnv, id, salt)).search}`).toBe(`?key=${own}`);
  const { search: signedWithAnother } = new URL(calendarFeedUrl(withoutSecret, id, salt));
  for (const wrong of [
    "",
    "?key=",
    `?key=${others}`,
    `?key=${own.slice(1)}`,
    `?key=${salt}`,
    signedWithAnother,
  ])
    expect(await status(`/calendar/${id}.ics${wrong}`), wrong).toBe(404);
  for (const file of [id, `${id}.ics.ics`, "nobody.ics", ".ics", `${id.toUpperCase()}.ics`])
    expect(await status(`/calendar/${file}?key=${own}`), file).toBe(404);

  await diner.post("/logout", {});
  const headers = { Cookie: readCookies(await login(club, diner.email)) };
  const signedIn: Diner = {
    ...{ email: diner.email, cookie: headers.Cookie },
    get: (path) => club.fetch(path, { headers }),
    post: (path, fields) => club.fetch(path, { ...createFormPost(fields), headers }),
  };
  await beVerified(club, signedIn.cookie);
  const newPassword = `${password}-2`;
  const changed = await signedIn.post("/dashboard/settings/password", {
    password: newPassword,
    repeatPassword: newPassword,
  });
  expect(changed.status).toBe(302);
  expect(await status(first), "neither signing out nor a new password ends it").toBe(200);

  await save(signedIn, { intent: "calendar", calendar: "new feed" });
  const page = await parsePage(
    await club.fetch("/dashboard/settings", {
      headers: { Cookie: `${writeCookie("notice", "calendar-saved")}; ${signedIn.cookie}` },
    }),
  );
  expect(page.querySelectorAll("#feed details[open]")).toHaveLength(1);
  const second = await findAddress(signedIn);
  expect([await status(first), await status(second)]).toEqual([404, 200]);
  for (const calendar of ["no", "email"]) {
    const path = await subscribe(signedIn);
    await save(signedIn, { intent: "calendar", calendar });
    expect([await status(path), await findAddress(signedIn)], calendar).toEqual([404, ""]);
  }
  expect((await save(signedIn, { intent: "calendar", calendar: "always" })).status).toBe(400);
  const last = await subscribe(signedIn);
  expect([await status(second), await status(last)], "an ended address stays ended").toEqual([404, 200]);
  expect((await signedIn.post("/dashboard/settings/delete", { email: diner.email })).status).toBe(302);
  expect(await status(last)).toBe(404);
});

test("a feed reads as much of a diner with a thousand dinners as of one with two hundred, half a year back", async () => {
  const [old = "", many = ""] = await insertDiners(club, 2);
  const eventId = await createEvent(club);
  await bookForDiners(club, [old, many], eventId);
  const longAgo = new Date(Date.now() - 200 * dayMs);
  const past = [180, 184].map((days) => new Date(Date.now() - days * dayMs));
  const eventIds = await Promise.all([createEvent(club), createEvent(club)]);
  for (const [i, date] of past.entries()) {
    await club.db
      .update(events)
      .set({ date, closesAt: new Date(0) })
      .where(eq(events.id, eventIds[i] ?? ""));
    await club.db.insert(bookings).values({ userId: old, eventId: eventIds[i] ?? "", createdAt: longAgo });
  }
  expect(await listCalendarEntries(club.db, old, new Date())).toHaveLength(2);
  await club.db.run(sql`INSERT INTO bookings (id, user_id, event_id, created_at, canceled)
    SELECT 'many-' || value, ${many}, ${eventId}, value, 1 FROM json_each(${JSON.stringify(Array.from({ length: 999 }, (_, i) => i))})`);
  const { sql: query, params } = listCalendarEntries(club.db, many, new Date()).toSQL();
  const { results, meta } = await club.binding
    .prepare(query)
    .bind(...params)
    .all<{ id: string }>();
  expect(results).toHaveLength(200);
  expect(meta.rows_read).toBeLessThanOrEqual(200 * 6);
});

test("a backup that is restored brings no ended address back, and an export has none", async () => {
  const diner = await signUpDiner(club);
  const path = await subscribe(diner);
  await beVerified(club, diner.cookie);
  const exported = await (await diner.get("/dashboard/settings/data.json")).text();
  expect(JSON.parse(exported).account).toMatchObject({ hasCalendarFeed: true, wantsInvitations: false });
  const salts = await club.db.select({ salt: profiles.calendarSalt }).from(profiles);
  for (const { salt } of salts) if (salt) expect(exported).not.toContain(salt);
  const file = `${ops.folder}/before.oten`;
  await ops.json("backup", file);
  await save(diner, { intent: "calendar", calendar: "no" });
  expect(await ops.run("restore", file, "--force", "--yes")).toMatchObject({ code: 0, err: "" });
  expect(await status(path)).toBe(404);
});
