import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  beVerified,
  createFormPost,
  fetchStatus,
  findLinkToken,
  listSubjectsTo,
  login,
  newEmail,
  password,
  readCookies,
  signUp,
  verify,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { findButtons, parsePage, readAlerts, readFieldError, readPageText } from "#tests/support/html.ts";

const club = openClub();
const otherPassword = "Somlói-5-Galuska";

const post = (cookie: string, path: string, fields: Record<string, string>) =>
  club.fetch(path, { ...createFormPost(fields), headers: { Cookie: cookie } });
const get = (cookie: string, path: string) => club.fetch(path, { headers: { Cookie: cookie } });

test.each([
  ["GET", "/dashboard/settings/data", "/dashboard/settings/data"],
  ["GET", "/dashboard/settings/data.json", "/dashboard/settings/data"],
  ["GET", "/dashboard/settings/delete", "/dashboard/settings/delete"],
  ["POST", "/dashboard/settings/delete", "/dashboard/settings/delete"],
  ["GET", "/dashboard/settings/password", "/dashboard/settings/password"],
  ["POST", "/dashboard/settings/password", "/dashboard/settings/password"],
  ["GET", "/dashboard/settings/email", "/dashboard/settings/email"],
  ["POST", "/dashboard/settings/email", "/dashboard/settings/email"],
])("asks for the password before %s %s, also just after signing in", async (method, path, next) => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  const ask = () =>
    club.fetch(path, {
      ...(method === "POST" ? createFormPost({ email, password, repeatPassword: password }) : {}),
      headers: { Cookie: cookie },
    });
  const refused = await ask();
  expect([refused.status, refused.headers.get("Location")]).toEqual([
    302,
    `/dashboard/settings/verify?${new URLSearchParams({ next })}`,
  ]);
  const wrong = await verify(club, cookie, "Wrong-5-Leves", next);
  expect(wrong.status).toBe(400);
  expect(readFieldError(await parsePage(wrong), "Password")).toBe("That’s not your password.");
  expect((await ask()).status).toBe(302);
  expect((await verify(club, cookie, password, next)).headers.get("Location")).toBe(next);
  expect((await ask()).headers.get("Location") ?? "").not.toContain("verify");
});

test("asks again after ten minutes, and leads to no other site", async () => {
  const cookie = await signUp(club, newEmail());
  expect((await verify(club, cookie, password, "//evil.example")).headers.get("Location")).toBe(
    "/dashboard/settings",
  );
  expect((await get(cookie, "/dashboard/settings/data.json")).status).toBe(200);
  await club.binding.exec("UPDATE sessions SET verified_at = verified_at - 600000");
  expect((await get(cookie, "/dashboard/settings/data.json")).status).toBe(302);
});

test("counts wrong passwords there as it counts those at sign-in", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  const guesses = await Promise.all(Array.from({ length: 12 }, () => verify(club, cookie, "Wrong-5-Leves")));
  expect(guesses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), 429, 429]);
});

test("changes the password, signs out every other browser and tells the owner", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  const elsewhere = readCookies(await login(club, email));
  await beVerified(club, cookie);
  const fields = { password: otherPassword, repeatPassword: otherPassword };
  const differing = await post(cookie, "/dashboard/settings/password", { ...fields, repeatPassword: "x" });
  expect(readFieldError(await parsePage(differing), "Repeat Password")).toBe("Your passwords do not match");
  const weak = { password: "Zsofi1990", repeatPassword: "Zsofi1990" };
  expect((await post(cookie, "/dashboard/settings/password", weak)).status).toBe(400);
  const changed = await post(cookie, "/dashboard/settings/password", fields);
  expect(changed.headers.get("Location")).toBe("/dashboard/settings#top");
  expect(await fetchStatus(club, cookie)).toBe(200);
  expect(await fetchStatus(club, elsewhere)).toBe(302);
  expect((await login(club, email)).status).toBe(400);
  expect((await login(club, email, { password: otherPassword })).status).toBe(302);
  expect(await listSubjectsTo(club, email)).toContain("Your password was changed");
});

test("a password that is the only way to sign in can't be removed", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  await beVerified(club, cookie);
  const refused = await post(cookie, "/dashboard/settings/password", { intent: "remove" });
  expect(readAlerts(await parsePage(refused)).join()).toContain("only way to sign in");
  expect((await login(club, email)).status).toBe(302);
});

test("a reset link names its account, also to somebody who is signed in to another", async () => {
  const [owner, other] = [newEmail(), newEmail()];
  await signUp(club, owner);
  const cookie = await signUp(club, other);
  await club.fetch("/forgot-password", createFormPost({ email: owner }));
  const page = await readPageText(
    await get(cookie, `/reset-password?token=${await findLinkToken(club, owner)}`),
  );
  expect(page).toContain(`This is for ${owner}.`);
  expect(page).toContain(`You’re signed in as ${other} here`);
});

test("a browser that was signed out from elsewhere counts as new", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  const thief = readCookies(await login(club, email, {}, { "User-Agent": "Firefox/1 Linux" }));
  const countNotices = async () =>
    (await listSubjectsTo(club, email)).filter((subject) => subject === "New sign-in to your account").length;
  expect(await countNotices()).toBe(1);
  const results = await club.db.all<{ id: string }>(
    sql`SELECT sessions.id FROM sessions JOIN users ON users.id = user_id WHERE email = ${email} AND browser LIKE 'Firefox%'`,
  );
  await post(cookie, "/dashboard/settings/security", {
    intent: "end-session",
    session: results[0]?.id ?? "",
  });
  await login(club, email, {}, { Cookie: thief });
  expect(await countNotices()).toBe(2);
});

test("lists where somebody is signed in, and ends one session or all of them", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  const phone = readCookies(
    await login(club, email, {}, { "User-Agent": "Mozilla/5.0 (iPhone) Version/18.1 Safari/604.1" }),
  );
  const page = await parsePage(await get(cookie, "/dashboard/settings/security"));
  expect(findButtons(page, "Sign out Safari on iPhone")).toHaveLength(1);
  const results = await club.db.all<{ id: string }>(
    sql`SELECT id FROM sessions WHERE browser = 'Safari on iPhone'`,
  );
  const stranger = await signUp(club, newEmail());
  const end = (by: string) =>
    post(by, "/dashboard/settings/security", { intent: "end-session", session: results[0]?.id ?? "" });
  await end(stranger);
  expect(await fetchStatus(club, phone)).toBe(200);
  await end(cookie);
  expect(await fetchStatus(club, phone)).toBe(302);
  expect(await fetchStatus(club, cookie)).toBe(200);
  const everywhere = await post(cookie, "/dashboard/settings/security", { intent: "sign-out-everywhere" });
  expect(everywhere.headers.get("Location")).toBe("/login");
  expect(everywhere.headers.get("Clear-Site-Data")).toBe('"cache"');
  expect(await fetchStatus(club, cookie)).toBe(302);
});

test("shows no token or hash of a session on the page", async () => {
  const cookie = await signUp(club, newEmail());
  const html = await (await get(cookie, "/dashboard/settings/security")).text();
  const results = await club.db.all<{ token_hash: string }>(sql`SELECT token_hash FROM sessions`);
  for (const { token_hash } of results) expect(html).not.toContain(token_hash);
});
