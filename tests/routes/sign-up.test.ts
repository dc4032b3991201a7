import { expect, test } from "vitest";
import {
  confirm,
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
import {
  parsePage,
  readAlerts,
  readFieldError,
  readFieldValue,
  readPageText,
  readText,
} from "#tests/support/html.ts";

const club = openClub();

const invalidEmail = "Please enter a valid email address";
const differentPasswords = "Your passwords do not match";
const weakPassword =
  "Please use at least 8 characters and the mix of Lowercase, Uppercase, and Numbers for password";

test.each([
  ["an invalid email", { email: "nobody" }, "Email", invalidEmail],
  ["a control character in the email", { email: "a\u0007b@oten.example" }, "Email", invalidEmail],
  // A sender may read these as other addresses.
  ["an email in brackets", { email: "x<anna@oten.example>" }, "Email", invalidEmail],
  ["an email in quotes", { email: '"anna"@oten.example' }, "Email", invalidEmail],
  ["an email with a comment", { email: "anna(x)@oten.example" }, "Email", invalidEmail],
  ["two emails", { email: "x,anna@oten.example" }, "Email", invalidEmail],
  ["an email whose domain has no dot", { email: "anna@oten" }, "Email", invalidEmail],
  ["no email", { email: "" }, "Email", invalidEmail],
  [
    "an invalid email before different passwords",
    { email: "a b@c.d", repeatPassword: "x" },
    "Email",
    invalidEmail,
  ],
  ["different passwords", { repeatPassword: "Other-5-Leves" }, "Repeat Password", differentPasswords],
  ["different weak passwords", { password: "a", repeatPassword: "b" }, "Repeat Password", differentPasswords],
  ...[
    ["a short password", "Pap-5ri"],
    ["a password without uppercase", "paprika-5-leves"],
    ["a password without lowercase", "PAPRIKA-5-LEVES"],
    ["a password without numbers", "Paprika-Leves"],
    ["a common password", "Password1", "Many people use this password"],
    ["a password with the diner's name", "Zsofi1990", "Don’t use your name"],
  ].map(
    ([title = "", weak = "", message = weakPassword]): [string, Record<string, string>, string, string] => [
      title,
      { password: weak, repeatPassword: weak },
      "Password",
      message,
    ],
  ),
])("refuses %s at its field and keeps the name, but no password", async (_, more, field, message) => {
  const response = await register(club, newEmail(), more as Record<string, string>);
  expect(response.status).toBe(400);
  const html = await response.clone().text();
  const page = await parsePage(response);
  expect(readFieldError(page, field)).toContain(message);
  expect(readFieldValue(page, "First name")).toBe("Zsófi");
  expect(html).not.toContain(password);
});

test("nobody signs up with an address as their name, which every email to their table would make a link of", async () => {
  const email = newEmail();
  for (const [field, label] of [
    ["firstName", "First name"],
    ["lastName", "Last name"],
  ] as const) {
    const response = await register(club, email, { [field]: "http://evil.example" });
    expect(response.status).toBe(400);
    const page = await parsePage(response);
    expect(readFieldError(page, label)).toContain("look like a web address");
    expect(readFieldValue(page, label)).toBe("http://evil.example");
  }
  expect(await listEmailsTo(club, email)).toEqual([]);
});

test("stores an unconfirmed account and emails a confirmation link", async () => {
  const email = newEmail();
  const response = await register(club, email.toUpperCase());
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/confirm-your-email"]);
  await expect.poll(async () => (await listEmailsTo(club, email))[0]?.sentAt).not.toBeNull();
  const [sent, ...others] = await listEmailsTo(club, email);
  expect(others).toEqual([]);
  expect(sent?.subject).toBe("Confirm your email");
  expect(sent?.html).toContain("https://oten.example/auth/confirm?token=");

  const refused = await login(club, email);
  expect(refused.status).toBe(400);
  expect(readAlerts(await parsePage(refused))).toEqual(["Invalid login credentials"]);
});

test("shows where the email went in the browser that signed up, and in no other", async () => {
  const email = newEmail();
  const cookie = readCookies(await register(club, email));
  const changed = cookie.replace(/(emailed=\w{9})./, "$1x");
  const open = (path: string, cookies: string) => club.fetch(path, { headers: { Cookie: cookies } });
  const page = await readPageText(await open("/confirm-your-email", cookie));
  expect(page).toContain(`We sent it to ${email}.`);
  for (const other of ["", changed])
    expect(await readPageText(await open("/confirm-your-email", other))).not.toContain("We sent it to");
  const resend = await parsePage(await open("/email-confirmed?error_code=400", cookie));
  expect(readFieldValue(resend, "Email")).toBe(email);
});

test.each([
  ["gmail.com", "Open Gmail", "https://mail.google.com/"],
  ["Hotmail.co.uk", "Open Outlook", "https://outlook.live.com/mail/"],
  ["icloud.com", "Open iCloud Mail", "https://www.icloud.com/mail"],
  ["oten.example", undefined, undefined],
  ["me.example", undefined, undefined],
])("opens the mailbox of an address whose domain says where it is: %s", async (domain, name, href) => {
  const cookie = readCookies(await register(club, newEmail().replace("oten.example", domain)));
  const page = await parsePage(await club.fetch("/confirm-your-email", { headers: { Cookie: cookie } }));
  const link = page.querySelectorAll("main a").find((each) => readText(each).startsWith("Open "));
  expect([link && readText(link), link?.getAttribute("href")]).toEqual([name, href]);
});

test("answers a known email like a new one and informs its owner", async () => {
  const [knownEmail, freshEmail] = [newEmail(), newEmail()];
  await signUp(club, knownEmail);
  const responses = await Promise.all([register(club, knownEmail), register(club, freshEmail)]);
  const [first, second] = await Promise.all(
    responses.map(async (response) => ({
      status: response.status,
      location: response.headers.get("Location"),
      cookies: response.headers
        .getSetCookie()
        .map((cookie) =>
          cookie
            .replace(/device=[^;]{60,70};/, "device=…;")
            .replace(/emailed=[^;]+\.[^;]{43,};/, "emailed=…;"),
        ),
      body: await response.text(),
    })),
  );
  expect(first).toEqual(second);
  expect(await listSubjectsTo(club, knownEmail)).toContain("Welcome back: you already have an account");
});

test("an attacker who signs up with somebody's email can't learn at the login whether it has an account", async () => {
  const [knownEmail, freshEmail] = [newEmail(), newEmail()];
  await signUp(club, knownEmail);
  const attackers = { password: "Attacker-5-Leves", repeatPassword: "Attacker-5-Leves" };
  const answers: unknown[] = [];
  for (const email of [knownEmail, freshEmail]) {
    await register(club, email, attackers);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 11; attempt++)
      statuses.push((await login(club, email, attackers)).status);
    const text = (await readPageText(await login(club, email, attackers))).replaceAll(email, "…");
    answers.push({ statuses, text });
  }
  expect(answers[0]).toEqual(answers[1]);
});

test("keeps the password of the sign-up whose link is opened", async () => {
  const email = newEmail();
  const otherPassword = "Somlói-5-Galuska";
  const owners = await register(club, email);
  const ownerToken = await findLinkToken(club, email);
  await club.binding.exec("UPDATE outbox SET created_at = created_at - 61000");
  await register(club, email, {
    firstName: "Stranger",
    password: otherPassword,
    repeatPassword: otherPassword,
  });
  await confirm(club, ownerToken, readCookies(owners));
  expect((await login(club, email)).status).toBe(302);
  expect((await login(club, email, { password: otherPassword })).status).toBe(400);
});

test("creates one account from ten simultaneous sign-ups", async () => {
  const email = newEmail();
  await Promise.all(Array.from({ length: 10 }, () => register(club, email)));
  const { results } = await club.binding.prepare("SELECT id FROM users WHERE email = ?").bind(email).all();
  expect(results).toHaveLength(1);
  const { results: profiles } = await club.binding
    .prepare("SELECT profiles.id FROM profiles JOIN users USING (id) WHERE email = ?")
    .bind(email)
    .all();
  expect(profiles).toHaveLength(1);
});
