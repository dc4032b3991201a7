import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { hashToken } from "#app/auth/device.server.ts";
import { sessions, users } from "#app/db/schema/account.ts";
import {
  confirm,
  createFormPost,
  fetchStatus,
  findLinkToken,
  listEmailsTo,
  listSubjectsTo,
  login,
  newEmail,
  password,
  readCookies,
  register,
  signUp,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import {
  findButtons,
  findLinks,
  parsePage,
  readFieldError,
  readHeading,
  readPageText,
  readText,
} from "#tests/support/html.ts";

const club = openClub();

test("confirms the email and signs in with the button, not when the link is opened", async () => {
  const email = newEmail();
  const cookies = readCookies(await register(club, email));
  const token = await findLinkToken(club, email);
  for (const _ of [1, 2]) {
    const opened = await club.fetch(`/auth/confirm?token=${token}`);
    expect(opened.headers.get("Location")).toBe(`/email-confirmed?token=${token}`);
  }
  const headers = { Cookie: cookies };
  const page = await parsePage(await club.fetch(`/email-confirmed?token=${token}`, { headers }));
  expect(readHeading(page)).toBe("Your account is almost ready!");
  expect(readText(page)).not.toContain(isDropped);
  const confirmed = await confirm(club, token, cookies);
  expect(confirmed.headers.get("Location")).toBe("/quiz");
  expect(await fetchStatus(club, readCookies(confirmed))).toBe(200);
  expect((await login(club, email)).status).toBe(302);
});

test("begins one session when fifty requests confirm at the same time", async () => {
  const email = newEmail();
  const cookies = readCookies(await register(club, email));
  const token = await findLinkToken(club, email);
  const confirmed = await Promise.all(Array.from({ length: 50 }, () => confirm(club, token, cookies)));
  const sessions = confirmed.flatMap((response) => /\bsession=[^;]+/.exec(readCookies(response)) ?? []);
  expect(new Set(sessions.map(String)).size).toBe(1);
  expect(await countSessions(email)).toBe(1);
});

const countSessions = (email: string) =>
  club.binding
    .prepare("SELECT count(*) AS n FROM sessions JOIN users ON users.id = user_id WHERE email = ?")
    .bind(email)
    .first("n");

test("the link still works where the session could not begin", async () => {
  const email = newEmail();
  const cookies = readCookies(await register(club, email));
  const token = await findLinkToken(club, email);
  await club.binding.exec(
    "CREATE TRIGGER broken BEFORE INSERT ON sessions BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  const failed = await confirm(club, token, cookies);
  await club.binding.exec("DROP TRIGGER broken");
  expect(failed.status).toBe(500);
  expect(readCookies(failed)).not.toContain("session=");
  expect(await club.takeLoggedErrors()).toHaveLength(1);
  const confirmed = await confirm(club, token, cookies);
  expect(confirmed.headers.get("Location")).toBe("/quiz");
  expect(await fetchStatus(club, readCookies(confirmed))).toBe(200);
  expect(await countSessions(email)).toBe(1);
});

const makeSessionsOlder = () =>
  club.binding.prepare("UPDATE sessions SET created_at = created_at - 61000").run();

const isInvalid = (response: Response) =>
  response.headers.get("Location")?.startsWith("/auth/confirm?") &&
  !readCookies(response).includes("session=");

test("pressing the button twice in the browser that signed up leads to the quiz twice, signed in", async () => {
  const email = newEmail();
  const cookies = readCookies(await register(club, email));
  const token = await findLinkToken(club, email);
  const pressed = [await confirm(club, token, cookies), await confirm(club, token, cookies)];
  for (const response of pressed) {
    expect(response.headers.get("Location")).toBe("/quiz");
    expect(await fetchStatus(club, readCookies(response))).toBe(200);
  }
  expect(await countSessions(email)).toBe(1);
  expect(isInvalid(await confirm(club, token, writeCookie("device", "x")))).toBe(true);
  expect(isInvalid(await confirm(club, token, ""))).toBe(true);
  await makeSessionsOlder();
  expect(isInvalid(await confirm(club, token, cookies))).toBe(true);
});

/** What the page with the link sets in a browser that has no mark yet. */
const openLink = async (token: string) => readCookies(await club.fetch(`/email-confirmed?token=${token}`));

test("pressing the button twice in another browser leads to the quiz twice, and nobody else to a session", async () => {
  const email = newEmail();
  await register(club, email);
  const token = await findLinkToken(club, email);
  const cookies = await openLink(token);
  for (const _ of [1, 2]) {
    const response = await confirm(club, token, cookies);
    expect(response.headers.get("Location")).toBe("/quiz");
    expect(await fetchStatus(club, readCookies(response))).toBe(200);
  }
  expect(await countSessions(email)).toBe(1);
  expect(isInvalid(await confirm(club, token, ""))).toBe(true);
  expect(isInvalid(await confirm(club, token, writeCookie("device", "x")))).toBe(true);
});

test("a browser that lost the first response is no new browser at its next sign-in", async () => {
  const email = newEmail();
  const opened = readCookies(await register(club, email));
  const token = await findLinkToken(club, email);
  await confirm(club, token, opened);
  const cookies = readCookies(await confirm(club, token, opened));
  const device = /\bdevice=[^;]+/.exec(cookies)?.[0] ?? "";
  expect((await login(club, email, {}, { Cookie: device })).status).toBe(302);
  const subjects = await listSubjectsTo(club, email);
  expect(subjects).not.toContain("New sign-in to your account");
});

test.each(["", "nonsense", "a".repeat(4_000)])(
  "leads from an invalid link to the form that sends a new one (%#)",
  async (token) => {
    const opened = await club.fetch(`/auth/confirm?${new URLSearchParams({ token })}`);
    const location = opened.headers.get("Location") ?? "";
    expect(location).toContain("error_code=403");
    const page = await parsePage(await club.fetch(location));
    expect(readHeading(page)).toBe("Email link is invalid or has expired");
    expect(readText(page)).toContain("Please enter your email to resend the confirmation email:");
  },
);

test("does not sign in with an expired link", async () => {
  const email = newEmail();
  const cookies = readCookies(await register(club, email));
  const token = await findLinkToken(club, email);
  await club.binding.exec("UPDATE tokens SET expires_at = 1");
  expect(readCookies(await confirm(club, token, cookies))).toBe("");
});

test("the link works for 24 hours", async () => {
  const email = newEmail();
  const cookies = readCookies(await register(club, email));
  const token = await findLinkToken(club, email);
  const letPass = (minutes: number) =>
    club.db.run(
      sql`UPDATE tokens SET created_at = created_at - ${minutes * 60_000}, expires_at = expires_at - ${minutes * 60_000}`,
    );
  await letPass(24 * 60);
  expect(readCookies(await confirm(club, token, cookies))).toBe("");
  await letPass(-1);
  expect(readCookies(await confirm(club, token, cookies))).toContain("session=");
});

test.each([
  ["", "Email is required"],
  ["   ", "Email is required"],
  ["nobody", "Please enter a valid email address"],
])("refuses to resend the email to %j", async (email, message) => {
  const response = await club.fetch("/email-confirmed", createFormPost({ email }));
  expect(response.status).toBe(400);
  const page = await parsePage(response);
  expect(readFieldError(page, "Email")).toBe(message);
  expect(readHeading(page)).toBe("Confirm your email");
});

test("resends at most one email a minute, with the same answer for unknown addresses", async () => {
  const email = newEmail();
  const headers = { "CF-Connecting-IP": "203.0.113.1" };
  await register(club, email, {}, headers);
  const resend = async (to: string) =>
    readPageText(await club.fetch("/email-confirmed", { ...createFormPost({ email: to }), headers }));
  const addresses = [email, email, "stranger@oten.example"];
  const texts = await Promise.all(
    addresses.map(async (to) => (await resend(to)).replaceAll(to, "the address")),
  );
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain("Please check your inbox for the confirmation email.");
  expect(await listEmailsTo(club, email)).toHaveLength(1);
  expect(await listEmailsTo(club, "stranger@oten.example")).toHaveLength(0);
});

test("says within the first minute that nothing is sent, to which address, and when it can be sent again", async () => {
  const email = newEmail();
  const cookies = readCookies(await register(club, email));
  const resend = (to: string, Cookie: string) =>
    club.fetch("/email-confirmed", { ...createFormPost({ email: to }), headers: { Cookie } });
  const tooEarly = await resend(email, cookies);
  expect(tooEarly.status).toBe(429);
  const page = await parsePage(tooEarly);
  expect(readText(page)).not.toContain("Please check your inbox");
  expect(readFieldError(page, "Email")).toMatch(
    new RegExp(
      `^You’ve just asked for an email to ${email}\\. You can resend it in (60|[1-5]?\\d) seconds\\.$`,
    ),
  );
  const stranger = await resend("nobody.at.all@oten.example", cookies);
  expect(await readPageText(stranger)).toContain(
    "It goes to nobody.at.all@oten.example, if you registered with that address.",
  );
  expect((await resend("nobody.at.all@oten.example", readCookies(stranger))).status).toBe(429);
});

const resendFrom = (ip: string, email: string, minutesLater: number) =>
  club.db.run(sql`UPDATE outbox SET created_at = created_at - ${minutesLater * 60_000 + 1}`).then(() =>
    club.fetch("/email-confirmed", {
      ...createFormPost({ email }),
      headers: { "CF-Connecting-IP": ip },
    }),
  );

test("a link is dead once the account is confirmed, also the others that were sent", async () => {
  const email = newEmail();
  const cookies = readCookies(await register(club, email));
  const first = await findLinkToken(club, email);
  await resendFrom("203.0.113.1", email, 1);
  const second = await findLinkToken(club, email);
  expect(second).not.toBe(first);
  expect((await confirm(club, first, cookies)).headers.get("Location")).toBe("/quiz");
  await makeSessionsOlder();
  for (const token of [first, second]) {
    expect((await club.fetch(`/auth/confirm?token=${token}`)).headers.get("Location")).toContain(
      "error_code=403",
    );
    const fields = { password: otherPassword, repeatPassword: otherPassword };
    expect(readCookies(await confirm(club, token, cookies, fields))).not.toContain("session=");
  }
  expect((await login(club, email, { password: otherPassword })).status).toBe(400);
});

const isDropped =
  "You registered in another browser. To be safe, choose your password once more after the quiz.";

test("in another browser the button works at once, and the password of the sign-up does not count", async () => {
  const email = newEmail();
  await register(club, email);
  const token = await findLinkToken(club, email);
  const page = await parsePage(await club.fetch(`/email-confirmed?token=${token}`));
  expect(findButtons(page, "Take the Quiz")).toHaveLength(1);
  expect(page.querySelectorAll("input[type=password]")).toHaveLength(0);
  expect(readText(page)).toContain(isDropped);
  const confirmed = await confirm(club, token, await openLink(token));
  expect(confirmed.headers.get("Location")).toBe("/quiz");
  const headers = { Cookie: readCookies(confirmed) };
  const dashboard = await parsePage(await club.fetch("/dashboard/bookings", { headers }));
  expect(findLinks(dashboard, "Choose a new password")[0]?.getAttribute("href")).toBe(
    "/dashboard/settings/password",
  );
  // To an address without an account, the login says the same.
  for (const each of [email, newEmail()]) {
    const refused = await login(club, each);
    expect(refused.status).toBe(400);
    const refusal = await parsePage(refused);
    expect(readText(refusal)).toContain("If you did that in another browser, you need a new password.");
    expect(findLinks(refusal, "Forgot your password?")[0]?.getAttribute("href")).toBe("/forgot-password");
  }
  // A stranger may have typed the name, too.
  const identity = await parsePage(await club.fetch("/identity", { headers }));
  expect(identity.querySelector("input[name=name]")?.getAttribute("value") ?? "").toBe("");
});

const otherPassword = "Somlói-5-Galuska";

test("the page of a link names its account, and the one that the browser is signed in with", async () => {
  const [victim, attacker] = [newEmail(), newEmail()];
  const cookie = await signUp(club, victim);
  await register(club, attacker);
  const path = `/email-confirmed?token=${await findLinkToken(club, attacker)}`;
  const page = await readPageText(await club.fetch(path, { headers: { Cookie: cookie } }));
  expect(page).toContain(`You go on as ${attacker}.`);
  expect(page).toContain(`At the moment you’re signed in as ${victim}.`);
  const signedOut = await readPageText(await club.fetch(path));
  expect(signedOut).toContain("If you didn’t register that address, close this page.");
  expect(signedOut).not.toContain("signed in as");
});

test("the owner of an address takes back an account that a stranger signed up, whatever the stranger did before", async () => {
  const email = newEmail();
  const stranger = { firstName: "Stranger", password, repeatPassword: password };
  const strangersCookies: string[] = [];
  for (let attempt = 0; attempt < 6; attempt++) {
    strangersCookies.push(readCookies(await register(club, email, stranger)));
    await club.binding.exec("UPDATE outbox SET created_at = created_at - 601000");
  }
  // The stranger has used up the emails of the hour, but what they sent opens the account for whoever reads it.
  await club.binding.exec("UPDATE outbox SET created_at = created_at + 1200000");
  const sentCount = (await listEmailsTo(club, email)).length;
  const owners = await register(club, email, { password: otherPassword, repeatPassword: otherPassword });
  expect(await listEmailsTo(club, email)).toHaveLength(sentCount);
  const token = await findLinkToken(club, email);
  const confirmed = await confirm(club, token, readCookies(owners));
  expect(confirmed.headers.get("Location")).toBe("/quiz");
  expect(await fetchStatus(club, readCookies(confirmed))).toBe(200);
  expect((await login(club, email)).status).toBe(400);
  await makeSessionsOlder();
  for (const cookies of strangersCookies)
    expect(readCookies(await confirm(club, token, cookies))).not.toContain("session=");
});

test("a stranger who signed up an address before its owner gets nothing of the account once the owner confirms", async () => {
  const email = newEmail();
  const strangers = readCookies(await register(club, email, { firstName: "Stranger" }));
  const token = await findLinkToken(club, email);
  const [{ id = "" } = {}] = await club.db.select().from(users).where(eq(users.email, email));
  const now = new Date();
  const session = {
    id: "strangers",
    tokenHash: hashToken("strangers"),
    userId: id,
    expiresAt: new Date(2e12),
  };
  await club.db.insert(sessions).values({ ...session, createdAt: now, lastSeenAt: now });
  const confirmed = await confirm(club, token, await openLink(token));
  expect(await fetchStatus(club, readCookies(confirmed))).toBe(200);
  expect(await fetchStatus(club, writeCookie("session", "strangers"))).not.toBe(200);
  expect((await login(club, email)).status).toBe(400);
  expect(isInvalid(await confirm(club, token, strangers))).toBe(true);
});

test("signing up twice within a minute in one browser keeps what was typed last", async () => {
  const email = newEmail();
  const cookies = readCookies(await register(club, email, { firstName: "Typo" }));
  const again = { password: otherPassword, repeatPassword: otherPassword };
  const headers = { "CF-Connecting-IP": "203.0.113.44", Cookie: cookies };
  await club.binding.exec("UPDATE outbox SET created_at = created_at - 3000000");
  await register(club, email, again, headers);
  await register(club, email, { ...again, firstName: "Zsófi" }, headers);
  const token = await findLinkToken(club, email);
  expect((await confirm(club, token, cookies)).headers.get("Location")).toBe("/quiz");
  expect((await login(club, email, { password: otherPassword })).status).toBe(302);
  expect((await login(club, email)).status).toBe(400);
});

test("a link that was sent again keeps the password of the sign-up in the same browser", async () => {
  const email = newEmail();
  const cookies = readCookies(await register(club, email));
  await club.binding.exec("UPDATE outbox SET created_at = created_at - 61000");
  await register(club, email, {
    firstName: "Stranger",
    password: otherPassword,
    repeatPassword: otherPassword,
  });
  await club.binding.exec("UPDATE outbox SET created_at = created_at - 61000");
  const aMinuteLater = cookies.replace(/emailed=[^;]*/, "");
  await club.fetch("/email-confirmed", { ...createFormPost({ email }), headers: { Cookie: aMinuteLater } });
  const confirmed = await confirm(club, await findLinkToken(club, email), cookies);
  expect(confirmed.headers.get("Location")).toBe("/quiz");
  expect((await login(club, email)).status).toBe(302);
  expect((await login(club, email, { password: otherPassword })).status).toBe(400);
});

test("remembers no event whose id is no id", async () => {
  for (const id of [`${"a".repeat(99)}😀`, "a b", "%00", "a".repeat(200)]) {
    const response = await club.fetch(`/auth/confirm?${new URLSearchParams({ dinner: id })}`);
    expect(response.status).toBe(302);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

test("redirects a signed-in diner who opens the link again", async () => {
  const email = newEmail();
  const cookies = readCookies(await register(club, email));
  const token = await findLinkToken(club, email);
  const cookie = readCookies(await confirm(club, token, cookies));
  const again = await club.fetch(`/auth/confirm?token=${token}`, { headers: { Cookie: cookie } });
  expect(again.headers.get("Location")).toBe("/onboarding");
  const page = await club.fetch(`/email-confirmed?token=${token}`, { headers: { Cookie: cookie } });
  expect(page.headers.get("Location")).toBe("/onboarding");
});

test.each([
  ["Email link is invalid or has expired", "Email link is invalid or has expired"],
  ["Your account is hacked, call 555", "We couldn't confirm your email address."],
])("the heading stays the error after an attempt to resend: %s", async (described, heading) => {
  const search = new URLSearchParams({ error_code: "403", error_description: described });
  const page = await parsePage(await club.fetch(`/email-confirmed?${search}`));
  expect(readHeading(page)).toBe(heading);
  const action = page.querySelector("form")?.getAttribute("action")?.replaceAll("&amp;", "&") ?? "";
  for (const email of ["", newEmail()]) {
    const answer = await parsePage(await club.fetch(action, createFormPost({ email })));
    expect(readHeading(answer)).toBe(heading);
  }
  expect(readText(page)).not.toContain("hacked");
});
