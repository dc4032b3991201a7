import { scryptSync } from "node:crypto";
import { expect, test } from "vitest";
import {
  createFormPost,
  fetchStatus,
  findLinkToken,
  login,
  password,
  readCookies,
  signUp,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();
let count = 0;
const someone = () => `diner${++count}@oten.example`;

test("a wrong password and an unknown address are one message", async () => {
  const email = someone();
  await signUp(club, email);
  const [wrong, unknown] = await Promise.all([
    login(club, email, { password: "Wrong-5-Leves" }),
    login(club, someone(), { password: "Wrong-5-Leves" }),
  ]);
  expect([wrong.status, unknown.status]).toEqual([400, 400]);
  for (const answer of [wrong, unknown]) expect(await answer.text()).toContain("Invalid login credentials");
});

test("leads onward, says so once, and only within the site", async () => {
  const email = someone();
  await signUp(club, email);
  const plain = await login(club, email);
  expect(plain.headers.get("Location")).toBe("/onboarding");
  expect((await login(club, email, { next: "/quiz" })).headers.get("Location")).toBe("/quiz");
  expect((await login(club, email, { next: "//evil.example" })).headers.get("Location")).toBe("/onboarding");

  const greeted = await club.fetch("/dashboard/settings", { headers: { Cookie: readCookies(plain) } });
  expect(await greeted.text()).toContain("Sign in successful!");
  expect(greeted.headers.getSetCookie().join()).toContain("notice=; ");
});

test("with a session, login and register lead to onboarding", async () => {
  const cookie = await signUp(club, someone());
  for (const path of ["/login", "/register"]) {
    const response = await club.fetch(path, { headers: { Cookie: cookie } });
    expect(response.headers.get("Location")).toBe("/onboarding");
  }
});

test("without one, what is protected leads home", async () => {
  for (const path of ["/onboarding", "/dashboard"]) {
    expect((await club.fetch(path)).headers.get("Location")).toBe("/");
    expect((await club.fetch(path, { headers: { Cookie: "session=forged" } })).headers.get("Location")).toBe(
      "/",
    );
  }
  expect((await club.fetch("/quiz")).headers.get("Location")).toBe("/login?next=%2Fquiz");
});

test("signing in again ends the session the browser came with", async () => {
  const email = someone();
  const old = await signUp(club, email);
  const fresh = readCookies(await login(club, email, {}, { Cookie: "session=nothing" }));
  expect(await fetchStatus(club, old)).toBe(200);
  expect(await fetchStatus(club, fresh)).toBe(200);
  const { results } = await club.binding.prepare("SELECT token_hash FROM sessions").all();
  expect(JSON.stringify(results)).not.toContain(fresh.split("session=")[1]?.split(";")[0]);
});

test("a page with a name on it is kept nowhere, so that Back does not bring it after signing out", async () => {
  const cookie = await signUp(club, someone());
  for (const path of ["/", "/dashboard/settings"]) {
    const mine = await club.fetch(path, { headers: { Cookie: cookie } });
    expect(mine.headers.get("Cache-Control"), path).toBe("private, no-store");
  }
  expect((await club.fetch("/")).headers.get("Cache-Control")).toBe("private, no-cache");
});

test("an old cookie is refused on the very next request after signing out", async () => {
  const cookie = await signUp(club, someone());
  const out = await club.fetch("/logout", { method: "POST", headers: { Cookie: cookie } });
  expect([out.status, out.headers.get("Location")]).toEqual([302, "/"]);
  expect(await fetchStatus(club, cookie)).toBe(302);
  expect((await club.fetch("/logout")).headers.get("Location")).toBe("/");
});

test("sessions slide at half their life, and end", async () => {
  const cookie = await signUp(club, someone());
  const day = 86_400_000;
  const age = (days: number) =>
    club.binding
      .prepare("UPDATE sessions SET expires_at = ?")
      .bind(Date.now() + days * day)
      .run();
  await age(20);
  expect(
    (await club.fetch("/dashboard/settings", { headers: { Cookie: cookie } })).headers.getSetCookie(),
  ).toEqual([]);
  await age(10);
  const renewed = await club.fetch("/dashboard/settings", { headers: { Cookie: cookie } });
  expect(renewed.headers.getSetCookie().join()).toMatch(/session=.*Max-Age=2592000/);
  await age(-1);
  expect(await fetchStatus(club, cookie)).toBe(302);
});

test("ten wrong tries lock an address, from wherever they come, and a reset lets its owner in", async () => {
  const email = someone();
  await signUp(club, email);
  const tries = await Promise.all(
    Array.from({ length: 15 }, (_, i) =>
      login(club, email, { password: "Wrong-5-Leves" }, { "CF-Connecting-IP": `192.0.2.${i}` }),
    ),
  );
  const statuses = tries.map((answer) => answer.status).sort();
  expect(statuses).toEqual([...Array(10).fill(400), ...Array(5).fill(429)]);
  const locked = await login(club, email);
  expect([locked.status, locked.headers.get("Retry-After")]).toEqual([429, "900"]);
  expect(await locked.text()).toContain("Too many tries.");

  await club.fetch("/forgot-password", createFormPost({ email }));
  const token = await findLinkToken(club, email);
  const fresh = "Halászlé-7-Leves";
  await club.fetch("/reset-password", createFormPost({ token, password: fresh, repeatPassword: fresh }));
  expect((await login(club, email, { password: fresh })).status).toBe(302);
});

test("sliding ends 180 days after signing in", async () => {
  const cookie = await signUp(club, someone());
  const day = 86_400_000;
  await club.binding
    .prepare("UPDATE sessions SET created_at = ?, expires_at = ?")
    .bind(Date.now() - 175 * day, Date.now() + 2 * day)
    .run();
  const renewed = await club.fetch("/dashboard/settings", { headers: { Cookie: cookie } });
  const [, seconds] = /session=.*Max-Age=(\d+)/.exec(renewed.headers.getSetCookie().join()) ?? [];
  expect(Number(seconds) * 1000).toBeGreaterThan(4.9 * day);
  expect(Number(seconds) * 1000).toBeLessThanOrEqual(5 * day);
});

test("a password hashed with less than we ask for today is hashed anew when it is used", async () => {
  const email = someone();
  await signUp(club, email);
  const hashOf = () =>
    club.binding
      .prepare("SELECT password_hash FROM users WHERE email = ?")
      .bind(email)
      .first<string>("password_hash");
  const salt = Buffer.from("salt of long ago");
  const key = scryptSync(password, salt, 32, { N: 2 ** 14, r: 8, p: 1 });
  const old = `$scrypt$ln=14,r=8,p=1$${salt.toString("base64")}$${key.toString("base64")}`;
  await club.binding.prepare("UPDATE users SET password_hash = ? WHERE email = ?").bind(old, email).run();
  await login(club, email, { password: "Wrong-5-Leves" });
  expect(await hashOf()).toBe(old);
  expect((await login(club, email)).status).toBe(302);
  expect(await hashOf()).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  expect((await login(club, email)).status).toBe(302);
});

test.each(["/login", "/register", "/forgot-password", "/email-confirmed", "/reset-password"])(
  "%s hears thirty times a minute from one place, and no more",
  async (path) => {
    const from = { "CF-Connecting-IP": `from${path}` };
    const ask = () => club.fetch(path, { ...createFormPost({ email: "nobody" }), headers: from });
    const answers = await Promise.all(Array.from({ length: 31 }, ask));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.headers.get("Retry-After")).toBe("60");
    expect(await refused[0]?.text()).toContain("Please wait a minute.");
  },
);
