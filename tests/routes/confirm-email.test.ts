import { expect, test } from "vitest";
import {
  createFormPost,
  fetchStatus,
  findLinkToken,
  listEmailsTo,
  login,
  readCookies,
  register,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();
let count = 0;
const someone = () => `diner${++count}@oten.example`;

test("opening the link changes nothing; one press confirms, signs in and goes to the quiz", async () => {
  const email = someone();
  await register(club, email);
  const token = await findLinkToken(club, email);
  for (const _ of [1, 2]) {
    const opened = await club.fetch(`/auth/confirm?token=${token}`);
    expect(opened.headers.get("Location")).toBe(`/email-confirmed?token=${token}`);
  }
  expect(await (await club.fetch(`/email-confirmed?token=${token}`)).text()).toContain(
    "Your account is almost ready!",
  );
  const pressed = await club.fetch("/email-confirmed", createFormPost({ token }));
  expect(pressed.headers.get("Location")).toBe("/quiz");
  expect(await fetchStatus(club, readCookies(pressed))).toBe(200);
  expect((await login(club, email)).status).toBe(302);
});

test("of fifty presses at once one wins", async () => {
  const email = someone();
  await register(club, email);
  const token = await findLinkToken(club, email);
  const pressed = await Promise.all(
    Array.from({ length: 50 }, () => club.fetch("/email-confirmed", createFormPost({ token }))),
  );
  expect(pressed.filter((answer) => answer.headers.get("Location") === "/quiz")).toHaveLength(1);
  expect(pressed.filter((answer) => readCookies(answer).includes("session="))).toHaveLength(1);
});

test.each(["", "nonsense", "a".repeat(5_000)])(
  "a link that is no good leads to the failure (%#)",
  async (token) => {
    const opened = await club.fetch(`/auth/confirm?${new URLSearchParams({ token })}`);
    const onward = opened.headers.get("Location") ?? "";
    expect(onward).toContain("error_code=403");
    const html = await (await club.fetch(onward)).text();
    expect(html).toContain("Email link is invalid or has expired");
    expect(html).toContain("Please enter your email to resend the confirmation email:");
  },
);

test("a link that has expired is no good", async () => {
  const email = someone();
  await register(club, email);
  const token = await findLinkToken(club, email);
  await club.binding.exec("UPDATE tokens SET expires_at = 1");
  expect(readCookies(await club.fetch("/email-confirmed", createFormPost({ token })))).toBe("");
});

test.each([
  ["", "Email is required"],
  ["   ", "Email is required"],
  ["nobody", "Please enter a valid email address"],
])("resending to %j is refused", async (email, message) => {
  const response = await club.fetch("/email-confirmed", createFormPost({ email }));
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(message);
});

test("resending says the same to everyone, and mails at most once a minute", async () => {
  const email = someone();
  await register(club, email);
  const ask = async (to: string) =>
    (await club.fetch("/email-confirmed", createFormPost({ email: to }))).text();
  const said = await Promise.all([ask(email), ask(email), ask("stranger@oten.example")]);
  for (const html of said) expect(html).toContain("Please check your inbox for the confirmation email.");
  expect(await listEmailsTo(club, email)).toHaveLength(1);
  expect(await listEmailsTo(club, "stranger@oten.example")).toHaveLength(0);
});

test("five mails a day are enough", async () => {
  const email = someone();
  await register(club, email);
  for (let ask = 0; ask < 7; ask++) {
    await club.binding.exec("UPDATE outbox SET created_at = created_at - 61000");
    await club.fetch("/email-confirmed", createFormPost({ email }));
  }
  expect(await listEmailsTo(club, email)).toHaveLength(5);
});

test("a diner who is in already and follows the link once more is led onward", async () => {
  const email = someone();
  await register(club, email);
  const token = await findLinkToken(club, email);
  const cookie = readCookies(await club.fetch("/email-confirmed", createFormPost({ token })));
  const again = await club.fetch(`/auth/confirm?token=${token}`, { headers: { Cookie: cookie } });
  expect(again.headers.get("Location")).toBe("/onboarding");
});
