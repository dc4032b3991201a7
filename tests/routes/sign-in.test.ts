import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { signInAttempts } from "#app/db/schema/account.ts";
import {
  createFormPost,
  fetchStatus,
  findLinkToken,
  listEmailsTo,
  listSubjectsTo,
  login,
  newEmail,
  readCookies,
  register,
  signUp,
} from "#tests/support/accounts.ts";
import { createCityEvent, tokyoCity } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";
import { readCookie, writeCookie } from "#tests/support/cookies.ts";
import { book, signUpDiner } from "#tests/support/events.ts";
import {
  findLinks,
  parsePage,
  readAlerts,
  readFieldValue,
  readInputValue,
  readPageText,
} from "#tests/support/html.ts";
import { sendWithinOneMinute } from "#tests/support/within-one-minute.ts";

const club = openClub();

test("shows the same message for a wrong password and an unknown email", async () => {
  const email = newEmail();
  await signUp(club, email);
  const [wrong, unknown] = await Promise.all([
    login(club, email, { password: "Wrong-5-Leves" }),
    login(club, newEmail(), { password: "Wrong-5-Leves" }),
  ]);
  expect([wrong.status, unknown.status]).toEqual([400, 400]);
  for (const response of [wrong, unknown])
    expect(readAlerts(await parsePage(response))).toEqual(["Invalid login credentials"]);
});

test("tells nobody what failed inside as if it were the password", async () => {
  const email = newEmail();
  await signUp(club, email);
  await club.binding.exec(
    "CREATE TRIGGER broken BEFORE INSERT ON sign_in_attempts BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
  );
  const response = await login(club, email);
  await club.binding.exec("DROP TRIGGER broken");
  expect(response.status).toBe(500);
  expect(await response.text()).not.toContain("the disk is full");
  expect((await club.takeLoggedErrors()).join()).toContain("the disk is full");
});

test("answers as for a wrong password when the account is erased while it signs in", async () => {
  const email = newEmail();
  await signUp(club, email);
  await club.binding.exec(
    "CREATE TRIGGER meanwhile AFTER DELETE ON sign_in_attempts BEGIN DELETE FROM users WHERE email = OLD.email; END",
  );
  const response = await login(club, email);
  await club.binding.exec("DROP TRIGGER meanwhile");
  expect(response.status).toBe(400);
  expect(response.headers.getSetCookie().join()).not.toContain("session=");
  expect(readAlerts(await parsePage(response))).toEqual(["Invalid login credentials"]);
});

test("redirects within the site after signing in and shows the notice once", async () => {
  const email = newEmail();
  await signUp(club, email);
  const signedIn = await login(club, email);
  expect(signedIn.headers.get("Location")).toBe("/onboarding");
  expect((await login(club, email, { next: "/quiz" })).headers.get("Location")).toBe("/quiz");
  expect((await login(club, email, { next: "//evil.example" })).headers.get("Location")).toBe("/onboarding");

  const nextPage = await club.fetch("/dashboard/settings", { headers: { Cookie: readCookies(signedIn) } });
  expect(await readPageText(nextPage)).toContain("Sign in successful!");
  expect(nextPage.headers.getSetCookie().join()).toContain("notice=; ");
});

test("redirects a signed-out visitor from protected pages", async () => {
  for (const path of ["/onboarding", "/dashboard"]) {
    expect((await club.fetch(path)).headers.get("Location")).toBe("/");
    expect(
      (await club.fetch(path, { headers: { Cookie: writeCookie("session", "forged") } })).headers.get(
        "Location",
      ),
    ).toBe("/");
  }
  expect((await club.fetch("/quiz")).headers.get("Location")).toBe("/login?next=%2Fquiz");
});

test("leads to the page that a visitor wanted, once they have signed in", async () => {
  const email = newEmail();
  await signUp(club, email);
  const path = "/dashboard/bookings/one?from=email";
  const sentAway = await club.fetch(path, { headers: { Accept: "text/html" } });
  expect(sentAway.headers.get("Location")).toBe("/");
  const headers = { Cookie: readCookies(sentAway) };
  const landing = await parsePage(await club.fetch("/", { headers }));
  const links = findLinks(landing, "Sign in to see that page.");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/login"]);
  const form = await parsePage(await club.fetch("/login", { headers }));
  const next = readInputValue(form, "next") ?? "";
  const signedIn = await login(club, email, { next }, headers);
  expect(signedIn.headers.get("Location")).toBe(path);
  expect(readCookies(signedIn)).not.toContain("next=");

  const fromRegister = await parsePage(await club.fetch("/register", { headers }));
  expect(readInputValue(fromRegister, "next")).toBe(path);
});

test("remembers which page was asked for, and no file to download", async () => {
  const wantedBy = async (path: string, accept: string) => {
    const { headers } = await club.fetch(path, { headers: { Accept: accept } });
    expect(headers.get("Location")).toBe("/");
    return headers.getSetCookie().map((cookie) => cookie.split("=")[0]);
  };
  expect(await wantedBy("/dashboard/settings/security", "text/html")).toEqual(["next", "notice"]);
  expect(await wantedBy("/dashboard/bookings/one/calendar.ics", "text/html")).toEqual([]);
  expect(await wantedBy("/dashboard/settings/data.json", "text/html")).toEqual([]);
});

test("keeps nothing for the next person at a browser that somebody signs in or out of", async () => {
  const email = newEmail();
  const registered = await register(club, email);
  const away = await club.fetch("/dashboard/bookings/one", { headers: { Accept: "text/html" } });
  const kept = { Cookie: `${readCookies(registered)}; ${readCookies(away)}` };
  expect(await readPageText(await club.fetch("/confirm-your-email", { headers: kept }))).toContain(email);
  const confirmed = await club.fetch("/email-confirmed", {
    ...createFormPost({ token: await findLinkToken(club, email) }),
    headers: kept,
  });
  const signedOut = await club.fetch("/logout", { method: "POST", headers: kept });
  for (const { headers } of [confirmed, signedOut])
    for (const name of ["next", "emailed"])
      expect(headers.getSetCookie().join("\n")).toMatch(new RegExp(`^${name}=;`, "m"));
});

test("starts a new session at each sign-in and stores no token in plain text", async () => {
  const email = newEmail();
  const oldCookie = await signUp(club, email);
  const newCookie = readCookies(await login(club, email, {}, { Cookie: writeCookie("session", "nothing") }));
  expect(await fetchStatus(club, oldCookie)).toBe(200);
  expect(await fetchStatus(club, newCookie)).toBe(200);
  const { results } = await club.binding.prepare("SELECT token_hash FROM sessions").all();
  expect(JSON.stringify(results)).not.toContain(readCookie(newCookie, "session"));
});

test("forbids browsers to store a page of a signed-in diner", async () => {
  const cookie = await signUp(club, newEmail());
  for (const path of ["/", "/dashboard/settings"]) {
    const response = await club.fetch(path, { headers: { Cookie: cookie } });
    expect(response.headers.get("Cache-Control"), path).toBe("private, no-store");
  }
  expect((await club.fetch("/")).headers.get("Cache-Control")).toBe("private, no-cache");
});

test("refuses the session cookie on the next request after signing out", async () => {
  const cookie = await signUp(club, newEmail());
  const response = await club.fetch("/logout", { method: "POST", headers: { Cookie: cookie } });
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/"]);
  expect(response.headers.get("Clear-Site-Data")).toBe('"cache"');
  expect(await fetchStatus(club, cookie)).toBe(302);
  expect((await club.fetch("/logout")).headers.get("Location")).toBe("/");
});

test("renews a session at half its lifetime and ends it when it expires", async () => {
  const cookie = await signUp(club, newEmail());
  const dayMs = 86_400_000;
  const setDaysLeft = (days: number) =>
    club.db.run(sql`UPDATE sessions SET expires_at = ${Date.now() + days * dayMs}`);
  await setDaysLeft(20);
  expect(
    (await club.fetch("/dashboard/settings", { headers: { Cookie: cookie } })).headers.getSetCookie(),
  ).toEqual([]);
  await setDaysLeft(10);
  const renewed = await club.fetch("/dashboard/settings", { headers: { Cookie: cookie } });
  expect(renewed.headers.getSetCookie().join()).toMatch(/session=.*Max-Age=2592000/);
  await setDaysLeft(-1);
  expect(await fetchStatus(club, cookie)).toBe(302);
});

test("locks an account after ten wrong passwords from any IP address until its password is reset", async () => {
  const email = newEmail();
  await signUp(club, email);
  const attempts = await Promise.all(
    Array.from({ length: 15 }, (_, i) =>
      login(club, email, { password: "Wrong-5-Leves" }, { "CF-Connecting-IP": `192.0.2.${i}` }),
    ),
  );
  const statuses = attempts.map((response) => response.status).sort();
  expect(statuses).toEqual([...Array(10).fill(400), ...Array(5).fill(429)]);
  const locked = await login(club, email);
  expect([locked.status, locked.headers.get("Retry-After")]).toEqual([429, "900"]);
  expect(await readPageText(locked)).toContain("Too many attempts.");

  await club.fetch("/forgot-password", createFormPost({ email }));
  const token = await findLinkToken(club, email);
  const newPassword = "Halászlé-7-Leves";
  await club.fetch(
    "/reset-password",
    createFormPost({ token, password: newPassword, repeatPassword: newPassword }),
  );
  expect((await login(club, email, { password: newPassword })).status).toBe(302);
});

test("a lock lasts 15 minutes", async () => {
  const email = newEmail();
  await signUp(club, email);
  const wrong = () => login(club, email, { password: "Wrong-5-Leves" });
  for (let i = 0; i < 10; i++) await wrong();
  const letPass = (minutes: number) =>
    club.db.update(signInAttempts).set({ at: sql`${signInAttempts.at} - ${minutes * 60_000}` });
  await letPass(14);
  expect((await login(club, email)).status).toBe(429);
  await letPass(2);
  expect((await login(club, email)).status).toBe(302);
});

test("a browser that has signed in before is not locked out by others, and its owner is told once", async () => {
  const email = newEmail();
  const cookies = await signUp(club, email);
  const [device = ""] = /device=[^;]+/.exec(cookies) ?? [];
  const guess = (headers: Record<string, string> = {}) =>
    login(club, email, { password: "Wrong-5-Leves" }, headers);
  await Promise.all(Array.from({ length: 12 }, () => guess()));
  expect((await login(club, email)).status).toBe(429);
  const subjectsOf = () => listSubjectsTo(club, email);
  const locked = "Somebody tried to sign in to your account";
  expect((await subjectsOf()).filter((subject) => subject === locked)).toHaveLength(1);

  expect((await login(club, email, {}, { Cookie: device })).status).toBe(302);
  expect((await login(club, email)).status).toBe(429);
  const guesses = await Promise.all(Array.from({ length: 12 }, () => guess({ Cookie: device })));
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2);
  expect((await login(club, email, {}, { Cookie: writeCookie("device", "of-somebody-else") })).status).toBe(
    429,
  );
});

test("tells the owner of a sign-in from a new browser, and not of the ones after it", async () => {
  const email = newEmail();
  await signUp(club, email);
  const headers = { "User-Agent": "Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0" };
  const readNotices = async () =>
    (await listEmailsTo(club, email)).filter(({ subject }) => subject === "New sign-in to your account");
  expect(await readNotices()).toEqual([]);
  const signedIn = await login(club, email, {}, headers);
  const [notice, ...others] = await readNotices();
  expect(others).toEqual([]);
  expect(notice?.text).toContain("Firefox on Android");
  await login(club, email, {}, { ...headers, Cookie: readCookies(signedIn) });
  expect(await readNotices()).toHaveLength(1);
});

test("says when somebody signed in, in the time of the city where the owner booked last, else in UTC", async () => {
  const readTime = async (email: string) => {
    const emails = await listEmailsTo(club, email);
    const { text = "" } = emails.find(({ subject }) => subject === "New sign-in to your account") ?? {};
    return /^When: (.*)$/m.exec(text)?.[1];
  };
  const stranger = newEmail();
  await signUp(club, stranger);
  await login(club, stranger);
  expect(await readTime(stranger)).toMatch(/^\w+, \w+ \d+, \d+:\d\d [AP]M UTC$/);

  const diner = await signUpDiner(club);
  const { id: eventId } = await createCityEvent(club, { city: tokyoCity });
  expect(await book(diner, eventId)).not.toBe("");
  await login(club, diner.email);
  expect(await readTime(diner.email)).toMatch(/^\w+, \w+ \d+, \d+:\d\d [AP]M in Tokyo$/);
});

test("renews no session beyond 180 days after signing in", async () => {
  const cookie = await signUp(club, newEmail());
  const [now, dayMs] = [Date.now(), 86_400_000];
  await club.db.run(
    sql`UPDATE sessions SET created_at = ${now - 175 * dayMs}, expires_at = ${now + 2 * dayMs}`,
  );
  const renewed = await club.fetch("/dashboard/settings", { headers: { Cookie: cookie } });
  const [, seconds] = /session=.*Max-Age=(\d+)/.exec(renewed.headers.getSetCookie().join()) ?? [];
  expect(Number(seconds) * 1000).toBeGreaterThan(4.9 * dayMs);
  expect(Number(seconds) * 1000).toBeLessThanOrEqual(5 * dayMs);
});

test.each(["/login", "/register", "/forgot-password", "/email-confirmed", "/reset-password"])(
  "limits %s to thirty requests a minute from one IP address",
  async (path) => {
    const responses = await sendWithinOneMinute(31, (address) => {
      const headers = { "CF-Connecting-IP": `${address}${path}` };
      return club.fetch(path, { ...createFormPost({ email: "nobody" }), headers });
    });
    // Others may have to wait for those that hash.
    const refused = responses.filter(({ headers }) => headers.get("Retry-After") === "60");
    expect(refused.map(({ status }) => status)).toEqual([429]);
    expect(refused[0] && (await readPageText(refused[0]))).toContain("Try again in 1 minute.");
  },
);

test("answers others while many sign in at once, and tells those who would wait too long", async () => {
  const email = newEmail();
  await signUp(club, email);
  const typed = { password: "Wrong-5-Leves" };
  let hashed = 0;
  let isDone = false;
  const attempts = Array.from({ length: 24 }, async () => {
    const response = await login(club, newEmail(), typed);
    if (response.status !== 429) hashed++;
    return response;
  });
  const all = Promise.all(attempts).finally(() => {
    isDone = true;
  });
  const waits: number[] = [];
  while (!isDone) {
    const before = hashed;
    expect((await club.fetch("/healthz")).status).toBe(200);
    waits.push(hashed - before);
    expect(waits.length, "answers before all had signed in").toBeLessThan(100_000);
  }
  const answers = await all;
  // Without turns, one or two wait for all hashes.
  expect(waits.length).toBeGreaterThan(2);
  expect(Math.max(...waits), `hashes that each waited for: ${waits}`).toBeLessThan(hashed);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(20);
  for (const response of refused) {
    expect(response.headers.get("Retry-After")).toBe("5");
    const page = await parsePage(response);
    expect(readAlerts(page)).toEqual(["Many people are signing in right now. Try again in a moment."]);
    expect(readInputValue(page, "email")).toContain("@oten.example");
    expect(page.toString()).not.toContain(typed.password);
  }
  // Nobody's place is kept.
  expect((await login(club, email)).status).toBe(302);
});

test.each([
  ["", "", ""],
  ["anna@oten.example", "", "anna@oten.example"],
  ["", "Somlói-5-Galuska", ""],
])(
  "says in a sentence of its own what is empty, without a check in the browser: %s, %s",
  async (email, typed, kept) => {
    const response = await login(club, email, { password: typed });
    expect(response.status).toBe(400);
    const page = await parsePage(response);
    expect(readAlerts(page)).toEqual(["Please enter your email and your password."]);
    expect(readFieldValue(page, "Email") ?? "").toBe(kept);
    const form = page.querySelectorAll("form").find((one) => one.querySelector("[name=password]"));
    expect(form?.hasAttribute("novalidate")).toBe(true);
  },
);
