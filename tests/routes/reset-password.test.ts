import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { hashToken } from "#app/auth/device.server.ts";
import { identities, passkeys, users } from "#app/db/schema/account.ts";
import { resetPassword } from "#app/models/account/link-tokens.server.ts";
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
import { readCookie, writeCookie } from "#tests/support/cookies.ts";
import { parsePage, readFieldError, readFieldValue, readPageText, readText } from "#tests/support/html.ts";
import { addPasskey, signInWithPasskey } from "#tests/support/passkeys.ts";

const club = openClub();

test("resets the password once, ends every session and emails the owner", async () => {
  const email = newEmail();
  const old = await signUp(club, email);
  const known = await club.fetch("/forgot-password", createFormPost({ email }));
  const unknown = await club.fetch("/forgot-password", createFormPost({ email: newEmail() }));
  expect([known.status, unknown.status]).toEqual([200, 200]);
  const token = await findLinkToken(club, email);
  const newPassword = "Halászlé-7-Leves";
  const reset = () =>
    club.fetch(
      "/reset-password",
      createFormPost({ token, password: newPassword, repeatPassword: newPassword }),
    );
  const responses = await Promise.all(Array.from({ length: 10 }, reset));
  const sessions = responses.flatMap((response) => /\bsession=[^;]+/.exec(readCookies(response)) ?? []);
  expect(new Set(sessions.map(String)).size).toBe(1);
  expect(await fetchStatus(club, old)).toBe(302);
  expect((await login(club, email)).status).toBe(400);
  const subjects = await listSubjectsTo(club, email);
  expect(subjects.filter((subject) => subject === "Your password was changed")).toHaveLength(1);
});

test("says within the first minute that no link is sent, to which address, and when it can be, for any address", async () => {
  const [known, unknown] = [newEmail(), newEmail()];
  await signUp(club, known);
  const ask = (email: string, Cookie = "") =>
    club.fetch("/forgot-password", { ...createFormPost({ email }), headers: { Cookie } });
  const answers = await Promise.all(
    [known, unknown].map(async (email) => {
      const cookies = readCookies(await ask(email));
      const tooEarly = await ask(` ${email.toUpperCase()}`, cookies);
      expect(tooEarly.status).toBe(429);
      const seconds = tooEarly.headers.get("Retry-After") ?? "";
      expect(seconds).toMatch(/^(60|[1-5]?\d)$/);
      expect(tooEarly.headers.getSetCookie()).toEqual([]);
      const page = await parsePage(tooEarly);
      expect(readFieldError(page, "Email")).toBe(
        `You’ve just asked for a link to ${email}. You can send it again in ${seconds} seconds.`,
      );
      expect(readFieldValue(page, "Email")).toBe(` ${email.toUpperCase()}`);
      const text = readText(page);
      expect(text).not.toContain("we’ve sent it a link");
      return text.replaceAll(` ${seconds} seconds`, " 60 seconds").replaceAll(email, "…");
    }),
  );
  expect(answers[0]).toBe(answers[1]);
  const sent = await listEmailsTo(club, known);
  expect(sent).toHaveLength(1);
  const token = await findLinkToken(club, known);
  expect(await readPageText(await club.fetch(`/reset-password?token=${token}`))).toContain(known);
});

test("sends a link to another address within the same minute, and tells another browser nothing", async () => {
  const [first, second] = [newEmail(), newEmail()];
  await signUp(club, first);
  await signUp(club, second);
  let cookies = "";
  const ask = async (email: string) => {
    const answer = await club.fetch("/forgot-password", {
      ...createFormPost({ email }),
      headers: { Cookie: cookies, "CF-Connecting-IP": "203.0.113.7" },
    });
    cookies = readCookies(answer) || cookies;
    return answer.status;
  };
  // The first address again, too: its email has not been sent twice.
  expect([await ask(first), await ask(second), await ask(first), await ask(second)]).toEqual([
    200, 200, 429, 429,
  ]);
  cookies = "";
  expect(await ask(first)).toBe(200);
  for (const email of [first, second]) expect(await listEmailsTo(club, email)).toHaveLength(1);
});

test("asking for a new password keeps nobody from their confirmation, nor the other way around", async () => {
  const email = newEmail();
  const registered = readCookies(await register(club, email));
  const headers = { Cookie: registered };
  const asked = await club.fetch("/forgot-password", { ...createFormPost({ email }), headers });
  expect(asked.status).toBe(200);
  const cookies = { Cookie: `${registered.replace(/emailed=[^;]*/, "")}; ${readCookies(asked)}` };
  expect(await readPageText(await club.fetch("/confirm-your-email", { headers: cookies }))).toContain(
    `We sent it to ${email}.`,
  );
});

test("the link and the old password still work where the session could not begin", async () => {
  const email = newEmail();
  const old = await signUp(club, email);
  await club.fetch("/forgot-password", createFormPost({ email }));
  const typed = "Halászlé-7-Leves";
  const fields = { token: await findLinkToken(club, email), password: typed, repeatPassword: typed };
  const reset = () => club.fetch("/reset-password", createFormPost(fields));
  await club.binding.exec(
    "CREATE TRIGGER broken BEFORE INSERT ON sessions BEGIN SELECT RAISE(ABORT, 'full'); END",
  );
  const failed = await reset();
  await club.binding.exec("DROP TRIGGER broken");
  expect(failed.status).toBe(500);
  expect(readCookies(failed)).not.toContain("session=");
  expect(await club.takeLoggedErrors()).toHaveLength(1);
  expect(await fetchStatus(club, old)).toBe(200);
  expect((await login(club, email)).status).toBe(302);
  const done = await reset();
  expect(done.headers.get("Location")).toBe("/onboarding");
  expect(await fetchStatus(club, readCookies(done))).toBe(200);
});

test("a link that is used already begins no session, and ends none of this browser", async () => {
  const email = newEmail();
  const cookies = await signUp(club, email);
  const now = new Date();
  const { outcome } = await resetPassword(
    club.db,
    {
      linkId: "used",
      passwordHash: "x",
      firstName: "",
      lastName: "",
      keys: { current: [], known: [] },
      kept: [],
      now,
    },
    {
      tokenHash: "new",
      deviceHash: "new",
      origin: { browser: "new", network: "new" },
      browser: "Firefox on Android",
      place: null,
      now,
      expiresAt: new Date(now.getTime() + 60_000),
      replaces: hashToken(readCookie(cookies, "session")),
    },
  );
  expect(outcome).toBe("used link");
  expect(await fetchStatus(club, cookies)).toBe(200);
  const { results } = await club.binding.prepare("SELECT 1 FROM sessions WHERE token_hash = 'new'").all();
  expect(results).toEqual([]);
});

test("pressing Save twice says twice that the password is changed, with the same password only", async () => {
  const email = newEmail();
  await signUp(club, email);
  await club.fetch("/forgot-password", createFormPost({ email }));
  const token = await findLinkToken(club, email);
  const reset = (typed: string) =>
    club.fetch("/reset-password", createFormPost({ token, password: typed, repeatPassword: typed }));
  for (const response of [await reset("Halászlé-7-Leves"), await reset("Halászlé-7-Leves")]) {
    expect(response.headers.get("Location")).toBe("/onboarding");
    expect(readCookies(response)).toContain(writeCookie("notice", "password-changed"));
    expect(await fetchStatus(club, readCookies(response))).toBe(200);
  }
  const other = await reset("Other-5-Leves");
  expect(other.headers.get("Location")).toBe("/reset-password");
  expect(readCookies(other)).not.toContain("session=");
  await club.binding.prepare("UPDATE sessions SET created_at = created_at - 61000").run();
  expect((await reset("Halászlé-7-Leves")).headers.get("Location")).toBe("/reset-password");
});

test("pressing Save again after the password was removed leads to the page for a new link", async () => {
  const email = newEmail();
  await signUp(club, email);
  await club.fetch("/forgot-password", createFormPost({ email }));
  const fields = { token: await findLinkToken(club, email), password, repeatPassword: password };
  const reset = async () =>
    (await club.fetch("/reset-password", createFormPost(fields))).headers.get("Location");
  expect(await reset()).toBe("/onboarding");
  await club.binding.prepare("UPDATE users SET password_hash = NULL WHERE email = ?").bind(email).run();
  expect(await reset()).toBe("/reset-password");
});

test("a confirmation link is dead after the password was reset", async () => {
  const email = newEmail();
  const cookies = readCookies(await register(club, email));
  const confirmation = await findLinkToken(club, email);
  await club.fetch("/forgot-password", createFormPost({ email }));
  const token = await findLinkToken(club, email);
  const newPassword = { password: "Halászlé-7-Leves", repeatPassword: "Halászlé-7-Leves" };
  const reset = await club.fetch("/reset-password", createFormPost({ token, ...newPassword }));
  expect(reset.headers.get("Location")).toBe("/onboarding");
  const confirmed = await confirm(club, confirmation, cookies);
  expect(confirmed.headers.getSetCookie().join()).not.toContain("session=");
  expect((await login(club, email)).status).toBe(400);
});

test.each([
  [{ password: "weak", repeatPassword: "weak" }, "Password", "Please use at least 8 characters"],
  [{ password, repeatPassword: "Other-5-Leves" }, "Repeat Password", "Your passwords do not match"],
])("refuses an invalid new password and keeps the link valid (%#)", async (more, field, message) => {
  const email = newEmail();
  await signUp(club, email);
  await club.fetch("/forgot-password", createFormPost({ email }));
  const token = await findLinkToken(club, email);
  const refused = await club.fetch(`/reset-password?token=${token}`, createFormPost({ token, ...more }));
  expect(refused.status).toBe(400);
  expect(readFieldError(await parsePage(refused), field)).toContain(message);
  expect(await readPageText(await club.fetch(`/reset-password?token=${token}`))).toContain("Repeat Password");
});

/** Asks for the link, and sends the form behind it. */
async function resetPasswordOf(email: string, more: Record<string, string> = {}) {
  await club.fetch("/forgot-password", createFormPost({ email }));
  const token = await findLinkToken(club, email);
  const typed = "Halászlé-7-Leves";
  return club.fetch(
    `/reset-password?token=${token}`,
    createFormPost({ token, password: typed, repeatPassword: typed, ...more }),
  );
}

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

/** Somebody with a passkey of each kind, and with Google. */
async function addWays(email: string) {
  const cookie = await signUp(club, email);
  const [{ id: userId = "" } = {}] = await club.db.select().from(users).where(eq(users.email, email));
  const add = async (name: string, created: number, used?: number) => {
    const passkey = await addPasskey(club, cookie);
    await club.db
      .update(passkeys)
      .set({ name, createdAt: daysAgo(created), lastUsedAt: used === undefined ? null : daysAgo(used) })
      .where(eq(passkeys.credentialId, passkey.credentialId));
    return passkey;
  };
  const planted = await add("Planted", 1);
  const used = await add("Of this year", 300, 1);
  const unused = await add("Never used", 800);
  const longUnused = await add("Used long ago", 900, 500);
  const longUsed = await add("Long used", 366, 30);
  const subject = crypto.randomUUID();
  const google = { provider: "google", subject, userId } as const;
  await club.db.insert(identities).values({ ...google, createdAt: daysAgo(200), lastUsedAt: daysAgo(1) });
  return { userId, planted, used, unused, longUnused, longUsed, subject };
}

const review = "/dashboard/settings/security?after=reset";

test("a reset removes what else opens the account, unless it is older than a year and used since", async () => {
  const email = newEmail();
  const { userId, planted, used, unused, longUnused, longUsed } = await addWays(email);
  const done = await resetPasswordOf(email);
  expect(done.headers.get("Location")).toBe(review);
  for (const gone of [planted, used, unused, longUnused])
    expect((await signInWithPasskey(club, gone)).status).toBe(400);
  expect((await signInWithPasskey(club, longUsed)).status).toBe(302);
  expect(await club.db.$count(identities, eq(identities.userId, userId))).toBe(0);
  const [{ googleUnlinkedAt = null } = {}] = await club.db.select().from(users).where(eq(users.id, userId));
  expect(googleUnlinkedAt).not.toBeNull();

  const told = (await listEmailsTo(club, email)).find(
    ({ subject }) => subject === "Your password was changed",
  );
  expect(told?.text).toContain("It doesn’t open it anymore.");
  const [removed = "", opens = ""] = told?.text.split("Opens it too") ?? [];
  for (const name of ["Planted", "Of this year", "Never used", "Used long ago", "Google"])
    expect(removed.slice(removed.indexOf("Removed"))).toContain(name);
  expect(opens).toContain("Passkey: Long used");
  expect(opens).toContain(review);
  expect(opens).not.toContain("Google");

  const page = await parsePage(await club.fetch(review, { headers: { Cookie: readCookies(done) } }));
  const boxes = page.querySelectorAll("input[name=remove]");
  expect(boxes.map((box) => [box.getAttribute("value"), box.hasAttribute("checked")])).toEqual([
    [longUsed.credentialId, false],
  ]);
});

test("the page of the link says what goes and what stays, and the owner keeps what is ticked", async () => {
  const email = newEmail();
  const { userId, planted, used, unused, longUnused, longUsed, subject } = await addWays(email);
  await club.fetch("/forgot-password", createFormPost({ email }));
  const token = await findLinkToken(club, email);
  const path = `/reset-password?token=${token}`;
  const readTicks = async (response: Response) =>
    (await parsePage(response))
      .querySelectorAll("input[name=keep]")
      .map((box) => [box.getAttribute("value"), box.hasAttribute("checked")] as const);
  const page = await parsePage((await club.fetch(path)).clone());
  expect(readText(page)).toContain("so saving removes what you don’t tick");
  expect(readText(page)).toContain("These stay, because you’ve used them for longer than a year.");
  const offered = [planted, used, unused, longUnused].map(({ credentialId }) => credentialId);
  expect(await readTicks(await club.fetch(path))).toEqual(
    [...offered, `google:${subject}`].map((value) => [value, false]),
  );

  const send = (repeatPassword: string) =>
    club.fetch(path, {
      method: "POST",
      body: new URLSearchParams([
        ["token", token],
        ["password", "Halászlé-7-Leves"],
        ["repeatPassword", repeatPassword],
        ["keep", used.credentialId],
        ["keep", `google:${subject}`],
      ]),
    });
  // What was chosen stays chosen where the passwords differ.
  const ticked = (await readTicks(await send("Other-5-Leves"))).filter(([, isTicked]) => isTicked);
  expect(ticked.map(([value]) => value)).toEqual([used.credentialId, `google:${subject}`]);
  expect((await send("Halászlé-7-Leves")).headers.get("Location")).toBe(review);
  for (const kept of [used, longUsed]) expect((await signInWithPasskey(club, kept)).status).toBe(302);
  for (const gone of [planted, unused, longUnused])
    expect((await signInWithPasskey(club, gone)).status).toBe(400);
  expect(await club.db.$count(identities, eq(identities.userId, userId))).toBe(1);
});

test("after a reset, the owner removes what stayed, without the password again", async () => {
  const email = newEmail();
  const { longUsed } = await addWays(email);
  const headers = { Cookie: readCookies(await resetPasswordOf(email)) };
  const fields = { intent: "remove-ways", remove: longUsed.credentialId };
  const remove = () => club.fetch(review, { ...createFormPost(fields), headers });
  for (const removed of [await remove(), await remove()])
    expect([removed.status, removed.headers.get("Location")]).toEqual([302, "/onboarding"]);
  expect((await signInWithPasskey(club, longUsed)).status).toBe(400);
  const subjects = await listSubjectsTo(club, email);
  expect(subjects.filter((subject) => subject === "A passkey was removed from your account")).toHaveLength(1);
});

test("an account without a password keeps what it is opened with", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  const own = await addPasskey(club, cookie);
  await club.db.update(users).set({ passwordHash: null }).where(eq(users.email, email));
  const refused = await club.fetch("/dashboard/settings/security", {
    ...createFormPost({ intent: "remove-ways", remove: own.credentialId }),
    headers: { Cookie: cookie },
  });
  expect(refused.status).toBe(400);
  expect((await signInWithPasskey(club, own)).status).toBe(302);
  await resetPasswordOf(email);
  expect((await login(club, email, { password: "Halászlé-7-Leves" })).status).toBe(302);
});

test("a link for a new password works for an hour", async () => {
  const email = newEmail();
  await signUp(club, email);
  await club.fetch("/forgot-password", createFormPost({ email }));
  const token = await findLinkToken(club, email);
  const fields = createFormPost({ token, password, repeatPassword: password });
  const letPass = (minutes: number) =>
    club.db.run(sql`UPDATE tokens SET created_at = created_at - ${minutes * 60_000}, expires_at = expires_at - ${minutes * 60_000}
      WHERE purpose = 'reset'`);
  await letPass(60);
  expect((await club.fetch("/reset-password", fields)).headers.get("Location")).toBe("/reset-password");
  await letPass(-1);
  expect((await club.fetch("/reset-password", fields)).headers.get("Location")).toBe("/onboarding");
});

test("a stranger’s name does not stay on an account whose owner resets the password", async () => {
  const email = newEmail();
  await register(club, email, { firstName: "Rude", lastName: "Word" });
  const refused = await resetPasswordOf(email, { repeatPassword: "another", firstName: "Réka" });
  expect(readFieldValue(await parsePage(refused), "First name")).toBe("Réka");
  const readNames = async () => {
    const [{ firstName, lastName, userName } = {}] = await club.db
      .select()
      .from(users)
      .where(eq(users.email, email));
    return [firstName, lastName, userName];
  };
  expect(await readNames()).toEqual(["Rude", "Word", "Rude"]);
  const token = await findLinkToken(club, email);
  const page = await parsePage(await club.fetch(`/reset-password?token=${token}`));
  expect(readFieldValue(page, "First name") ?? "").toBe("");
  const typed = { token, password, repeatPassword: password, firstName: "Réka", lastName: "Nagy" };
  expect((await club.fetch("/reset-password", createFormPost(typed))).status).toBe(302);
  expect(await readNames()).toEqual(["Réka", "Nagy", "Réka"]);

  const other = newEmail();
  await register(club, other, { firstName: "Rude", lastName: "Word" });
  expect((await resetPasswordOf(other)).status).toBe(302);
  const [owner] = await club.db.select().from(users).where(eq(users.email, other));
  expect(owner).toMatchObject({ firstName: "", lastName: "", userName: other.split("@")[0] });
});
