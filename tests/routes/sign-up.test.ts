import { expect, test } from "vitest";
import {
  createFormPost,
  findLinkToken,
  listEmailsTo,
  login,
  password,
  readCookies,
  register,
  signUp,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();
let count = 0;
const someone = () => `diner${++count}@oten.example`;

test.each([
  ["not an address", { email: "nobody" }, "Please enter a valid email address"],
  ["an address with a bell in it", { email: "a\u0007b@oten.example" }, "Please enter a valid email address"],
  ["no address at all", { email: "" }, "Please enter a valid email address"],
  [
    "a bad address and two passwords: the address comes first",
    { email: "a b@c.d", repeatPassword: "x" },
    "Please enter a valid email address",
  ],
  ["two passwords", { repeatPassword: "Other-5-Leves" }, "Your passwords do not match"],
  ...[
    ["a short one", "Pap-5ri"],
    ["one without capitals", "paprika-5-leves"],
    ["one without small letters", "PAPRIKA-5-LEVES"],
    ["one without numbers", "Paprika-Leves"],
    ["a common one", "Password1"],
    ["their own name", "Zsofi1990"],
  ].map(([name = "", weak = ""]): [string, Record<string, string>, string] => [
    name,
    { password: weak, repeatPassword: weak },
    "Please use at least 8 characters and the mix of Lowercase, Uppercase, and Numbers for password",
  ]),
])("%s is answered in a sentence, and what was typed stays", async (_, more, message) => {
  const response = await register(club, someone(), more as Record<string, string>);
  const html = await response.text();
  expect(response.status).toBe(400);
  expect(html).toContain(message);
  expect(html).toContain('value="Zsófi"');
  expect(html).not.toContain(password);
});

test("stores the account unconfirmed and mails a link", async () => {
  const email = someone();
  const response = await register(club, email.toUpperCase());
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/confirm-your-email"]);
  await expect.poll(async () => (await listEmailsTo(club, email))[0]?.sentAt).not.toBeNull();
  const [mail, ...others] = await listEmailsTo(club, email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Confirm your email");
  expect(mail?.html).toContain(`${club.url}/auth/confirm?token=`);

  const refused = await login(club, email);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Email not confirmed");
});

test("an address that has an account is answered the same, and its owner is told", async () => {
  const [known, fresh] = [someone(), someone()];
  await signUp(club, known);
  const answers = await Promise.all([register(club, known), register(club, fresh)]);
  const [first, second] = await Promise.all(
    answers.map(async (answer) => ({
      status: answer.status,
      location: answer.headers.get("Location"),
      cookies: answer.headers.getSetCookie(),
      body: await answer.text(),
    })),
  );
  expect(first).toEqual(second);
  expect((await listEmailsTo(club, known)).map((mail) => mail.subject)).toContain(
    "You have an account already",
  );
});

test("until an address is confirmed each sign-up has a link of its own, and the one that is followed counts", async () => {
  const email = someone();
  const other = "Somlói-5-Galuska";
  await register(club, email, { firstName: "Stranger" });
  const strangers = await findLinkToken(club, email);
  await club.binding.exec("UPDATE outbox SET created_at = created_at - 61000");
  await register(club, email, { firstName: "Zsófi", password: other, repeatPassword: other });
  const owners = await findLinkToken(club, email);
  expect(owners).not.toBe(strangers);

  const pressed = await club.fetch("/email-confirmed", createFormPost({ token: owners }));
  expect(pressed.headers.get("Location")).toBe("/quiz");
  expect((await login(club, email, { password: other })).status).toBe(302);
  expect((await login(club, email)).status).toBe(400);
  expect(
    readCookies(await club.fetch("/email-confirmed", createFormPost({ token: strangers }))),
  ).not.toContain("session=");
});

test("the first link brings the first password, whatever was typed since", async () => {
  const email = someone();
  const other = "Somlói-5-Galuska";
  await register(club, email);
  const owners = await findLinkToken(club, email);
  await club.binding.exec("UPDATE outbox SET created_at = created_at - 61000");
  await register(club, email, { firstName: "Stranger", password: other, repeatPassword: other });
  await club.fetch("/email-confirmed", createFormPost({ token: owners }));
  expect((await login(club, email)).status).toBe(302);
  expect((await login(club, email, { password: other })).status).toBe(400);
});

test("ten at once make one account", async () => {
  const email = someone();
  await Promise.all(Array.from({ length: 10 }, () => register(club, email)));
  const { results } = await club.binding.prepare("SELECT id FROM users WHERE email = ?").bind(email).all();
  expect(results).toHaveLength(1);
  const { results: profiles } = await club.binding
    .prepare("SELECT profiles.id FROM profiles JOIN users USING (id) WHERE email = ?")
    .bind(email)
    .all();
  expect(profiles).toHaveLength(1);
});
