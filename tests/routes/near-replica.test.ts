import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { profiles, sessions, users } from "#app/db/schema/account.ts";
import { login, newEmail, readCookies } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { book, createEvent, type Diner, signUpDiner } from "#tests/support/events.ts";

const club = openClub({
  wrapper: "support/lagging-worker.ts",
  otherDatabases: ["COPY"],
  vars: { SHOW_FIGURES: "yes" },
});

const command = async (name: string) => (await club.fetchBare(`/${name}`)).json();
const readCalls = () => command("calls") as Promise<{ primary: number; copy: number }>;

/** A browser with its cookies. */
function openBrowser(cookie: string) {
  const cookies = new Map(cookie.split("; ").map((pair) => pair.split("=", 2) as [string, string]));
  const read = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  async function go(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await club.fetch(path, { ...init, headers: { Cookie: read() } });
    for (const pair of readCookies(response).split("; ")) {
      const [name = "", value = ""] = pair.split("=", 2);
      if (name) cookies.set(name, value);
    }
    return response;
  }
  return {
    go,
    cookies,
    post: (path: string, fields: Record<string, string>) =>
      go(path, { method: "POST", body: new URLSearchParams(fields) }),
  };
}

const pages = [
  "/",
  "/how-it-goes",
  "/events",
  "/identity",
  "/dashboard/bookings",
  "/dashboard/bookings/new",
  "/dashboard/settings",
];

/** With all that was written in the copy, and no bookmark. */
async function signUpNearCopy(): Promise<Diner> {
  const diner = await signUpDiner(club);
  await command("replicate");
  return diner;
}

test("the pages of a diner wait for the copy nearby alone, and once", async () => {
  const eventId = await createEvent(club);
  const diner = await signUpDiner(club);
  const bookingId = await book(diner, eventId);
  await command("replicate");
  for (const path of [...pages, `/dashboard/bookings/${bookingId}`]) {
    const countCallsOfPage = async () => {
      await readCalls();
      const response = await club.fetch(path, { headers: { Cookie: diner.cookie } });
      expect(response.status, path).toBe(200);
      return readCalls();
    };
    // Again, where an email of the booking was sent meanwhile.
    await expect.poll(countCallsOfPage, { message: path }).toEqual({ primary: 0, copy: 1 });
  }
});

test("somebody who books reads the booking at once, and near again as soon as the copy has it", async () => {
  const eventId = await createEvent(club);
  const browser = openBrowser((await signUpNearCopy()).cookie);
  const booked = await browser.post("/events", { event: eventId });
  expect(booked.status).toBe(302);
  const page = async () => (await browser.go("/dashboard/bookings")).text();
  expect(await page()).toContain("/dashboard/bookings/");
  expect(await page()).not.toContain("No upcoming");
  await command("replicate");
  const countCalls = async () => {
    await readCalls();
    expect(await page()).toContain("/dashboard/bookings/");
    return readCalls();
  };
  await expect.poll(countCalls).toEqual({ primary: 0, copy: 1 });
});

test("a session and a booking that the copy does not have yet are asked of the primary", async () => {
  const eventId = await createEvent(club);
  const diner = await signUpNearCopy();
  const bookingId = await book(diner, eventId);
  const elsewhere = readCookies(await login(club, diner.email));
  for (const path of ["/", "/dashboard/bookings", `/dashboard/bookings/${bookingId}`]) {
    const response = await club.fetch(path, { headers: { Cookie: elsewhere } });
    expect(response.status, path).toBe(200);
    expect(
      response.headers.getSetCookie().filter((line) => /session=/.test(line)),
      path,
    ).toEqual([]);
  }
  const sameSession = await club.fetch(`/dashboard/bookings/${bookingId}`, {
    headers: { Cookie: diner.cookie },
  });
  expect(sameSession.status).toBe(200);
});

test("a session that was ended elsewhere is refused with the next form, and on pages once the copy knows", async () => {
  const diner = await signUpNearCopy();
  const [{ id = "" } = {}] = await club.db.select().from(users).where(eq(users.email, diner.email));
  await club.db.delete(sessions).where(eq(sessions.userId, id));
  const form = await club.fetch("/identity", {
    method: "POST",
    body: new URLSearchParams({ name: "Somebody else" }),
    headers: { Cookie: diner.cookie },
  });
  expect([form.status, form.headers.get("Location")]).toEqual([302, "/"]);
  const [profile] = await club.db.select().from(profiles).where(eq(profiles.id, id));
  expect(profile?.firstName).not.toBe("Somebody else");
  await command("replicate");
  const page = await club.fetch("/dashboard/bookings", { headers: { Cookie: diner.cookie } });
  expect([page.status, page.headers.get("Location")]).toEqual([302, "/"]);
});

test.each([
  "x".repeat(3_000),
  `ffffffff-ffffffff-ffffffff-${"f".repeat(32)}`,
  "first-unconstrained",
  "00000001-00000001-00000001",
  "zz-zz-zz-zz",
  "%00%ff",
])("whatever stands in the cookie of the bookmark, the page comes", async (bookmark) => {
  const diner = await signUpNearCopy();
  const headers = { Cookie: `${diner.cookie}; bookmark=${bookmark}` };
  expect((await club.fetch("/dashboard/bookings", { headers })).status).toBe(200);
});

test("while the copy does not answer, pages are read from the primary", async () => {
  const diner = await signUpNearCopy();
  await command("break-copy");
  for (const path of ["/", "/dashboard/bookings"]) {
    const response = await club.fetch(path, { headers: { Cookie: diner.cookie } });
    expect([response.status, await response.text()].join(), path).not.toMatch(/5\d\d,|went wrong/);
  }
  expect((await club.takeLoggedErrors()).length).toBeGreaterThan(0);
  await command("replicate");
});

test("a copy that hangs is waited for once, and left alone for a minute", async () => {
  const diner = await signUpNearCopy();
  await command("place?primary=0&copy=60000");
  const load = async () => {
    const begunAtMs = performance.now();
    const response = await club.fetch("/dashboard/bookings", { headers: { Cookie: diner.cookie } });
    expect(response.status).toBe(200);
    return performance.now() - begunAtMs;
  };
  expect(await load()).toBeGreaterThan(2_900);
  await club.takeLoggedErrors();
  await readCalls();
  for (let page = 0; page < 3; page++) await load();
  expect(await readCalls()).toMatchObject({ copy: 0 });
  await command("place?primary=0&copy=0");
  await command("replicate");
  await load();
  expect(await readCalls()).toMatchObject({ copy: 1 });
});

test("while neither the copy nor the primary answers, the page says so after 5 seconds in all", async () => {
  const diner = await signUpNearCopy();
  await command("replicate");
  await command("place?primary=60000&copy=60000");
  const begunAtMs = performance.now();
  const response = await club.fetch("/dashboard/bookings", { headers: { Cookie: diner.cookie } });
  const tookMs = performance.now() - begunAtMs;
  await command("place?primary=0&copy=0");
  expect(response.status).toBe(500);
  expect(await response.text()).toContain("Try again");
  expect(tookMs).toBeGreaterThan(4_000);
  // Far less than the minute that the database is away, on a slow machine too.
  expect(tookMs).toBeLessThan(50_000);
  await club.takeLoggedErrors();
});

test("a visitor without an account gets no bookmark", async () => {
  const responses = [
    await club.fetch("/"),
    await login(club, newEmail()),
    await club.fetch("/dashboard/bookings"),
  ];
  for (const response of responses) expect(readCookies(response)).not.toContain("bookmark");
});
