import { expect, test } from "vitest";
import {
  confirm,
  createFormPost,
  fetchStatus,
  findLinkToken,
  listEmailsTo,
  login,
  password,
  readCookies,
  register,
  signUp,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { parsePage, readFieldError, readPageText } from "#tests/support/html.ts";

const club = openClub();
let count = 0;
const newEmail = () => `diner${++count}@oten.example`;

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
  expect(responses.filter((response) => response.headers.get("Location") === "/onboarding")).toHaveLength(1);
  expect(await fetchStatus(club, old)).toBe(302);
  expect((await login(club, email)).status).toBe(400);
  expect((await listEmailsTo(club, email))[0]?.subject).toBe("Your password was changed");
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
