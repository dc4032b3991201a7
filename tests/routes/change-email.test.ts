import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#app/db/schema/account.ts";
import { emailAddressChange } from "#app/models/account/email-links.server.ts";
import {
  beVerified,
  createFormPost,
  findLinkToken,
  listEmailsTo,
  listSubjectsTo,
  login,
  newEmail,
  register,
  signUp,
  signUpThroughForms,
  verify,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import { dumpClub } from "#tests/support/dump-club.ts";
import {
  findButtons,
  parsePage,
  readAlerts,
  readFieldError,
  readFieldValue,
  readInputValue,
  readPageText,
  readText,
} from "#tests/support/html.ts";

const club = openClub();
const otherPassword = "Somlói-5-Galuska";

const post = (cookie: string, path: string, fields: Record<string, string>) =>
  club.fetch(path, { ...createFormPost(fields), headers: { Cookie: cookie } });
const get = (cookie: string, path: string) => club.fetch(path, { headers: { Cookie: cookie } });

test("the link to a new address works for 24 hours", async () => {
  const newAddress = newEmail();
  const cookie = await signUp(club, newEmail());
  await beVerified(club, cookie);
  await post(cookie, "/dashboard/settings/email", { email: newAddress });
  const token = await findLinkToken(club, newAddress);
  const letPass = (minutes: number) =>
    club.db.run(sql`UPDATE tokens SET created_at = created_at - ${minutes * 60_000}, expires_at = expires_at - ${minutes * 60_000}
      WHERE purpose = 'change-email'`);
  const use = async () =>
    (await post(cookie, "/dashboard/settings/email", { token })).headers.get("Location");
  await letPass(24 * 60);
  expect(await use()).not.toBe("/dashboard/settings#top");
  await letPass(-1);
  expect(await use()).toBe("/dashboard/settings#top");
});

test("changes the email once the new address has confirmed it, and tells the old one", async () => {
  const [oldEmail, newAddress] = [newEmail(), newEmail()];
  const cookie = await signUp(club, oldEmail);
  await beVerified(club, cookie);
  const sent = await post(cookie, "/dashboard/settings/email", { email: newAddress.toUpperCase() });
  const sentText = await readPageText(sent);
  expect(sentText).toContain(`We’ve sent a link to ${newAddress}.`);
  expect(sentText).not.toContain("We’ll send a link");
  const token = await findLinkToken(club, newAddress);
  const path = `/dashboard/settings/email?token=${token}`;
  expect(findButtons(await parsePage(await get(cookie, path)), "Use this address")).toHaveLength(1);
  expect((await login(club, oldEmail)).status).toBe(302);

  const changed = await Promise.all(
    Array.from({ length: 5 }, () => post(cookie, "/dashboard/settings/email", { token })),
  );
  expect(changed.filter(({ headers }) => headers.get("Location") === "/dashboard/settings#top")).toHaveLength(
    1,
  );
  expect((await login(club, oldEmail)).status).toBe(400);
  expect((await login(club, newAddress)).status).toBe(302);
  const [notice] = await listEmailsTo(club, oldEmail);
  expect(notice?.subject).toBe("Your email was changed");
  expect(notice?.text).toContain("d…@oten.example");
  expect(notice?.text).not.toContain(newAddress);
});

test("no link is sent to who has not typed the password lately, nor to the address of the account itself", async () => {
  const [email, newAddress] = [newEmail(), newEmail()];
  const cookie = await signUp(club, email);
  const before = await listEmailsTo(club, email);
  const asked = await post(cookie, "/dashboard/settings/email", { email: newAddress });
  expect(asked.headers.get("Location")).toMatch(/^\/dashboard\/settings\/verify\?/);
  expect(await listEmailsTo(club, newAddress)).toEqual([]);
  await beVerified(club, cookie);
  expect((await post(cookie, "/dashboard/settings/email", { email })).status).toBe(400);
  expect(await listEmailsTo(club, email)).toEqual(before);
  expect(await readPageText(await get(cookie, "/dashboard/settings"))).not.toContain("Open the link");
});

test("the settings say which new address is still to be opened, until it is used", async () => {
  const [email, newAddress] = [newEmail(), newEmail()];
  const cookie = await signUp(club, email);
  await beVerified(club, cookie);
  await post(cookie, "/dashboard/settings/email", { email: newAddress });
  const readSettings = async () => readPageText(await get(cookie, "/dashboard/settings"));
  expect(await readSettings()).toContain(`Open the link that we sent to ${newAddress}.`);
  const token = await findLinkToken(club, newAddress);
  const readOpened = async (by: string) =>
    readPageText(await get(cookie, `/dashboard/settings/email?token=${by}`));
  expect(await readOpened("wrong")).toContain(`Open the link that we sent to ${newAddress}.`);
  expect(await readOpened(token)).not.toContain("Open the link");
  await post(cookie, "/dashboard/settings/email", { token });
  expect(await readSettings()).not.toContain("Open the link");
});

test("says within the first minute where the link is, what to do with it, and when it can be sent again", async () => {
  const [email, newAddress, other, taken] = [newEmail(), newEmail(), newEmail(), newEmail()];
  const cookie = await signUp(club, email);
  await signUp(club, taken);
  await beVerified(club, cookie);
  const send = (to: string) => post(cookie, "/dashboard/settings/email", { email: to });
  const answers: string[] = [];
  for (const to of [newAddress, taken]) {
    expect((await send(to)).status).toBe(200);
    const tooEarly = await send(to.toUpperCase());
    expect(tooEarly.status).toBe(429);
    const seconds = tooEarly.headers.get("Retry-After") ?? "";
    expect(seconds).toMatch(/^(60|[1-5]?\d)$/);
    const page = await parsePage(tooEarly);
    const message = `We’ve just sent a link to ${to}. Open it and press “Use this address” to change your email. You can send it again in ${seconds} seconds.`;
    expect(page.querySelectorAll("main [role=status]").map(readText)).toEqual([message]);
    expect(readAlerts(page)).toEqual([]);
    expect(readInputValue(page, "email")).toBe(to.toUpperCase());
    const text = readText(page);
    answers.push(text.replace(message, "").replaceAll(to, "…"));
    expect(await listEmailsTo(club, to)).toHaveLength(1);
  }
  expect(answers[0]).toBe(answers[1]);
  const token = await findLinkToken(club, newAddress);
  expect((await send(other)).status).toBe(200);
  expect(await listSubjectsTo(club, other)).toEqual(["Confirm your new email"]);

  await post(cookie, "/dashboard/settings/email", { token });
  expect((await login(club, newAddress)).status).toBe(302);
});

/** Asks for links to one new address, at times that a test chooses. */
async function askForLinks(email?: string) {
  const to = newEmail();
  const from = email ?? newEmail();
  if (!email) await signUp(club, from);
  const [user] = await club.db.select({ userId: users.id }).from(users).where(eq(users.email, from));
  const first = Date.now();
  const at = (laterMs: number) => new Date(first + laterMs);
  const send = (laterMs: number) => {
    const linkId = crypto.randomUUID();
    return emailAddressChange(club.db, {
      linkId,
      now: at(laterMs),
      expiresAt: at(laterMs + 86_400_000),
      userId: user?.userId ?? "",
      to,
    });
  };
  const countEmails = async () => (await listEmailsTo(club, to)).length;
  return { at, send, countEmails };
}

test("a link to a new address is sent again after exactly one minute, once for requests at the same time", async () => {
  const { at, send, countEmails } = await askForLinks();
  const atOnce = await Promise.all(Array.from({ length: 5 }, () => send(0)));
  expect(atOnce.filter((answer) => answer === "sent")).toHaveLength(1);
  expect(atOnce.filter((answer) => answer !== "sent")).toEqual(Array(4).fill(at(60_000)));
  expect(await send(59_999)).toEqual(at(60_000));
  expect(await send(60_000)).toBe("sent");
  expect(await send(60_001)).toEqual(at(120_000));
  expect(await countEmails()).toBe(2);
});

test("after three links to one address in an hour, the next one leaves an hour after the first, as it says", async () => {
  const { at, send, countEmails } = await askForLinks();
  for (const minutes of [0, 1, 5]) expect(await send(minutes * 60_000)).toBe("sent");
  expect(await countEmails()).toBe(3);
  for (const minutes of [5, 6, 59]) expect(await send(minutes * 60_000)).toEqual(at(60 * 60_000));
  expect(await countEmails()).toBe(3);
  expect(await send(60 * 60_000)).toBe("sent");
  expect(await send(61 * 60_000 - 1)).toEqual(at(61 * 60_000));
  expect(await countEmails()).toBe(4);
});

test("takes twenty new addresses a day, however often the password is changed meanwhile", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  await beVerified(club, cookie);
  for (const _ of Array(19).keys()) expect(await (await askForLinks(email)).send(0)).toBe("sent");
  const [twentieth, next] = [newEmail(), newEmail()];
  const ask = (to: string) => post(cookie, "/dashboard/settings/email", { email: to });
  expect(await readPageText(await ask(twentieth))).toContain(`We’ve sent a link to ${twentieth}.`);
  // Waiting for a minute would not help.
  expect((await ask(twentieth)).headers.get("Retry-After")).toBe("86400");
  const fields = { password: otherPassword, repeatPassword: otherPassword };
  expect((await post(cookie, "/dashboard/settings/password", fields)).status).toBe(302);
  const refused = await ask(next);
  expect(refused.status).toBe(429);
  const page = await parsePage(refused);
  expect(readFieldError(page, "New email")).toBe(
    "You’ve asked for 20 links in 24 hours. Try again in a day.",
  );
  expect(readFieldValue(page, "New email")).toBe(next);
  expect(await listEmailsTo(club, next)).toEqual([]);
});

test("pressing Use this address twice says twice that it is changed, to its owner only", async () => {
  const [oldEmail, newAddress, stranger] = [newEmail(), newEmail(), newEmail()];
  const [cookie, strangersCookie] = [await signUp(club, oldEmail), await signUp(club, stranger)];
  await verify(club, cookie);
  await post(cookie, "/dashboard/settings/email", { email: newAddress });
  const token = await findLinkToken(club, newAddress);
  const page = await parsePage(await get(cookie, `/dashboard/settings/email?token=${token}`));
  const fields = Object.fromEntries(
    page
      .querySelectorAll("form input[type=hidden]")
      .map((input) => [input.getAttribute("name") ?? "", input.getAttribute("value") ?? ""]),
  );
  const apply = async (by: string, more = {}) =>
    (await post(by, "/dashboard/settings/email", { ...fields, ...more })).headers.get("Location");
  for (const _ of [1, 2]) expect(await apply(cookie)).toBe("/dashboard/settings#top");
  const settings = await get(`${cookie}; ${writeCookie("notice", "email-changed")}`, "/dashboard/settings");
  expect(await readPageText(settings)).toContain("Your email has been changed.");
  const invalid = `/dashboard/settings/email?token=${token}`;
  expect(await apply(strangersCookie)).toBe(invalid);
  expect(await apply(cookie, { email: stranger })).toBe(invalid);
});

test("an erasure leaves nothing of a former address", async () => {
  const [oldEmail, newAddress] = [newEmail(), newEmail()];
  const cookie = await signUpThroughForms(club, oldEmail);
  await beVerified(club, cookie);
  await post(cookie, "/dashboard/settings/email", { email: newAddress });
  await post(cookie, "/dashboard/settings/email", { token: await findLinkToken(club, newAddress) });
  expect(await listSubjectsTo(club, oldEmail)).toEqual(["Your email was changed"]);
  await post(cookie, "/dashboard/settings/delete", { email: newAddress });
  const dump = JSON.stringify(await dumpClub(club));
  for (const address of [oldEmail, newAddress]) expect(dump).not.toContain(address);
});

test("a link for a new email works for nobody but the account that asked for it", async () => {
  const [owner, stranger, newAddress] = [newEmail(), newEmail(), newEmail()];
  const [cookie, strangersCookie] = [await signUp(club, owner), await signUp(club, stranger)];
  await beVerified(club, cookie);
  await post(cookie, "/dashboard/settings/email", { email: newAddress });
  const token = await findLinkToken(club, newAddress);
  const path = `/dashboard/settings/email?token=${token}`;
  const opened = `/auth/change-email?token=${token}`;
  const signIn = (await club.fetch(opened)).headers.get("Location") ?? "";
  expect(signIn).toContain("/login?next=");
  expect(await readPageText(await club.fetch(signIn))).toContain("Sign in with your current email address.");
  expect((await get(cookie, opened)).headers.get("Location")).toBe(path);
  expect(await readPageText(await get(strangersCookie, path))).toContain("It belongs to another account");
  await post(strangersCookie, "/dashboard/settings/email", { token });
  expect((await login(club, stranger)).status).toBe(302);
  expect((await login(club, owner)).status).toBe(302);
});

test("an address that has an account can't be taken, and the answer does not tell that it has one", async () => {
  const [owner, taken, free] = [newEmail(), newEmail(), newEmail()];
  const cookie = await signUp(club, owner);
  await signUp(club, taken);
  await beVerified(club, cookie);
  const answers: string[] = [];
  for (const email of [taken, free]) {
    const answer = await post(cookie, "/dashboard/settings/email", { email });
    answers.push((await readPageText(answer)).replaceAll(email, "…"));
  }
  expect(answers[0]).toBe(answers[1]);
  expect(await listSubjectsTo(club, taken)).toContain("You already have an account");
  expect((await listEmailsTo(club, taken))[0]?.text).toContain("use this address for another account");
  expect(await listSubjectsTo(club, free)).toEqual(["Confirm your new email"]);

  const token = await findLinkToken(club, free);
  await signUp(club, free);
  const late = await post(cookie, "/dashboard/settings/email", { token });
  expect(late.headers.get("Location")).toContain("token=");
  expect((await login(club, owner)).status).toBe(302);
});

test("a stranger's unconfirmed sign-up keeps nobody from their new address, before or after the link", async () => {
  const [owner, newAddress] = [newEmail(), newEmail()];
  const cookie = await signUp(club, owner);
  await register(club, newAddress);
  await beVerified(club, cookie);
  await post(cookie, "/dashboard/settings/email", { email: newAddress });
  const token = await findLinkToken(club, newAddress);
  await register(club, newAddress);
  const changed = await post(cookie, "/dashboard/settings/email", { token });
  expect(changed.headers.get("Location")).toBe("/dashboard/settings#top");
  expect((await login(club, newAddress)).status).toBe(302);
});

test("a reset link that was sent to the old address dies with it", async () => {
  const [oldEmail, newAddress] = [newEmail(), newEmail()];
  const cookie = await signUp(club, oldEmail);
  await club.fetch("/forgot-password", createFormPost({ email: oldEmail }));
  const resetToken = await findLinkToken(club, oldEmail);
  await beVerified(club, cookie);
  await post(cookie, "/dashboard/settings/email", { email: newAddress });
  await post(cookie, "/dashboard/settings/email", { token: await findLinkToken(club, newAddress) });
  const fields = { token: resetToken, password: otherPassword, repeatPassword: otherPassword };
  expect((await club.fetch("/reset-password", createFormPost(fields))).headers.get("Location")).toBe(
    "/reset-password",
  );
});

test("a link that would change the address dies with a change of the password", async () => {
  const [email, newAddress] = [newEmail(), newEmail()];
  const cookie = await signUp(club, email);
  await beVerified(club, cookie);
  await post(cookie, "/dashboard/settings/email", { email: newAddress });
  const token = await findLinkToken(club, newAddress);
  const fields = { password: otherPassword, repeatPassword: otherPassword };
  expect((await post(cookie, "/dashboard/settings/password", fields)).status).toBe(302);
  expect(await readPageText(await get(cookie, "/dashboard/settings"))).not.toContain(newAddress);
  await post(cookie, "/dashboard/settings/email", { token });
  expect((await login(club, newAddress, { password: otherPassword })).status).toBe(400);
  expect((await login(club, email, { password: otherPassword })).status).toBe(302);
});
