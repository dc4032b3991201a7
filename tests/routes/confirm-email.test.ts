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
import { parsePage, readFieldError, readHeading, readPageText, readText } from "#tests/support/html.ts";

const club = openClub();
let count = 0;
const newEmail = () => `diner${++count}@oten.example`;

test("confirms the email and signs in with the button, not when the link is opened", async () => {
  const email = newEmail();
  await register(club, email);
  const token = await findLinkToken(club, email);
  for (const _ of [1, 2]) {
    const opened = await club.fetch(`/auth/confirm?token=${token}`);
    expect(opened.headers.get("Location")).toBe(`/email-confirmed?token=${token}`);
  }
  const page = await parsePage(await club.fetch(`/email-confirmed?token=${token}`));
  expect(readHeading(page)).toBe("Your account is almost ready!");
  const confirmed = await club.fetch("/email-confirmed", createFormPost({ token }));
  expect(confirmed.headers.get("Location")).toBe("/quiz");
  expect(await fetchStatus(club, readCookies(confirmed))).toBe(200);
  expect((await login(club, email)).status).toBe(302);
});

test("signs in once when fifty requests confirm at the same time", async () => {
  const email = newEmail();
  await register(club, email);
  const token = await findLinkToken(club, email);
  const confirmed = await Promise.all(
    Array.from({ length: 50 }, () => club.fetch("/email-confirmed", createFormPost({ token }))),
  );
  expect(confirmed.filter((response) => response.headers.get("Location") === "/quiz")).toHaveLength(1);
  expect(confirmed.filter((response) => readCookies(response).includes("session="))).toHaveLength(1);
});

test.each(["", "nonsense", "a".repeat(5_000)])(
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
  await register(club, email);
  const token = await findLinkToken(club, email);
  await club.binding.exec("UPDATE tokens SET expires_at = 1");
  expect(readCookies(await club.fetch("/email-confirmed", createFormPost({ token })))).toBe("");
});

test.each([
  ["", "Email is required"],
  ["   ", "Email is required"],
  ["nobody", "Please enter a valid email address"],
])("refuses to resend the email to %j", async (email, message) => {
  const response = await club.fetch("/email-confirmed", createFormPost({ email }));
  expect(response.status).toBe(400);
  expect(readFieldError(await parsePage(response), "Email")).toBe(message);
});

test("resends at most one email a minute, with the same answer for unknown addresses", async () => {
  const email = newEmail();
  await register(club, email);
  const resend = async (to: string) =>
    readPageText(await club.fetch("/email-confirmed", createFormPost({ email: to })));
  const texts = await Promise.all([resend(email), resend(email), resend("stranger@oten.example")]);
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain("Please check your inbox for the confirmation email.");
  expect(await listEmailsTo(club, email)).toHaveLength(1);
  expect(await listEmailsTo(club, "stranger@oten.example")).toHaveLength(0);
});

test("sends at most five emails a day to one address", async () => {
  const email = newEmail();
  await register(club, email);
  for (let attempt = 0; attempt < 7; attempt++) {
    await club.binding.exec("UPDATE outbox SET created_at = created_at - 61000");
    await club.fetch("/email-confirmed", createFormPost({ email }));
  }
  expect(await listEmailsTo(club, email)).toHaveLength(5);
});

test("redirects a signed-in diner who opens the link again", async () => {
  const email = newEmail();
  await register(club, email);
  const token = await findLinkToken(club, email);
  const cookie = readCookies(await club.fetch("/email-confirmed", createFormPost({ token })));
  const again = await club.fetch(`/auth/confirm?token=${token}`, { headers: { Cookie: cookie } });
  expect(again.headers.get("Location")).toBe("/onboarding");
});
