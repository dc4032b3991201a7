import { expect, test } from "vitest";
import {
  createFormPost,
  fetchStatus,
  findLinkToken,
  listEmailsTo,
  login,
  password,
  signUp,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();
let count = 0;
const someone = () => `diner${++count}@oten.example`;

test("a reset ends every session, tells the owner, and works once", async () => {
  const email = someone();
  const old = await signUp(club, email);
  const asked = await club.fetch("/forgot-password", createFormPost({ email }));
  const stranger = await club.fetch("/forgot-password", createFormPost({ email: someone() }));
  expect([asked.status, stranger.status]).toEqual([200, 200]);
  const token = await findLinkToken(club, email);
  const fresh = "Halászlé-7-Leves";
  const use = () =>
    club.fetch("/reset-password", createFormPost({ token, password: fresh, repeatPassword: fresh }));
  const uses = await Promise.all(Array.from({ length: 10 }, use));
  expect(uses.filter((answer) => answer.headers.get("Location") === "/onboarding")).toHaveLength(1);
  expect(await fetchStatus(club, old)).toBe(302);
  expect((await login(club, email)).status).toBe(400);
  expect((await listEmailsTo(club, email))[0]?.subject).toBe("Your password was changed");
});

test.each([
  [{ password: "weak", repeatPassword: "weak" }, "Please use at least 8 characters"],
  [{ password, repeatPassword: "Other-5-Leves" }, "Your passwords do not match"],
])("a bad new password is refused and the link stays good (%#)", async (more, message) => {
  const email = someone();
  await signUp(club, email);
  await club.fetch("/forgot-password", createFormPost({ email }));
  const token = await findLinkToken(club, email);
  const refused = await club.fetch(`/reset-password?token=${token}`, createFormPost({ token, ...more }));
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(message);
  expect(await (await club.fetch(`/reset-password?token=${token}`)).text()).toContain("Repeat Password");
});
