import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { tokens, users } from "#app/db/schema/account.ts";
import { securityNotes } from "#app/db/schema/security.ts";
import { outbox } from "#app/db/schema.ts";
import {
  createFormPost,
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
import { readCookie } from "#tests/support/cookies.ts";
import { deskVars, didIt, playAccess, postOperation, readPlan } from "#tests/support/desk.ts";
import { createEvent } from "#tests/support/events.ts";
import { parsePage, readFieldValue, readPageText } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: deskVars });
const ops = connectOps(club);
const access = playAccess();

const findUser = async (email: string) =>
  (await club.db.select().from(users).where(eq(users.email, email)))[0];

const choose = (token: string, fields: Record<string, string> = {}) =>
  club.fetch(
    "/reset-password",
    createFormPost({
      token,
      password,
      repeatPassword: password,
      firstName: "Anna",
      lastName: "Kiss",
      ...fields,
    }),
  );

test("user invite makes an account that is its owner's once they choose a password, with the evening they would like", async () => {
  const email = newEmail();
  const eventId = await createEvent(club);
  const cili = await access.headersOf("cili");
  const fields = { email, firstName: "Anna", lastName: "Kiss", event: eventId };
  const planned = await postOperation(club, cili, "user invite", fields);
  expect(planned.status).toBe(200);
  expect(await findUser(email)).toBeUndefined();
  const form = readPlan(planned.page);
  const sent = await Promise.all(
    Array.from({ length: 10 }, () => postOperation(club, cili, "user invite", form)),
  );
  expect(sent.filter(didIt)).toHaveLength(1);
  expect(await listSubjectsTo(club, email)).toEqual(["Your seat at Öten is waiting"]);
  const invited = await findUser(email);
  expect(invited).toMatchObject({ passwordHash: null, emailConfirmedAt: null });
  expect(await club.db.select().from(securityNotes)).toContainEqual(
    expect.objectContaining({ userId: invited?.id, detail: "user invite", operator: "cili@club.example" }),
  );
  expect((await login(club, email)).status).toBe(400);

  const [mail] = await listEmailsTo(club, email);
  const token = await findLinkToken(club, email);
  expect(mail?.text).toContain(`dinner=${eventId}`);
  const opened = await club.fetch(`/reset-password?token=${token}&dinner=${eventId}`);
  expect(readCookie(readCookies(opened), "dinner")).toBe(eventId);
  const page = await parsePage(opened.clone());
  expect(readFieldValue(page, "First name")).toBe("Anna");
  expect(await readPageText(opened)).toContain("agree to our Terms");
  const chosen = await choose(token);
  expect(chosen.headers.get("Location")).toBe("/onboarding");
  expect(readCookies(chosen)).toContain("session=");
  expect((await findUser(email))?.emailConfirmedAt).not.toBeNull();
  expect(await listSubjectsTo(club, email), "a first password changes none").not.toContain(
    "Your password was changed",
  );
  expect((await choose(token, { password: "Another-5-Leves" })).headers.get("Location")).toBe(
    "/reset-password",
  );
});

test("user invite says the same of every address, and one that has an account hears of it by email", async () => {
  const [confirmed, unconfirmed, unknown] = [newEmail(), newEmail(), newEmail()];
  await signUp(club, confirmed);
  await register(club, unconfirmed);
  const answers = await Promise.all(
    [confirmed, unconfirmed, unknown].map(async (email) => {
      const options = ["--email", email, "--first-name", "Eve", "--last-name", "X"];
      const planned = await ops.run("user", "invite", ...options, "--dry-run");
      const done = await ops.run("user", "invite", ...options, "--yes");
      return [planned.out, done.out, done.err].map((text) => text.replaceAll(email, "EMAIL"));
    }),
  );
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
  expect(await listSubjectsTo(club, confirmed)).toContain("Welcome back: you already have an account");
  expect(await listSubjectsTo(club, confirmed)).not.toContain("Your seat at Öten is waiting");
  expect(await findUser(confirmed)).not.toMatchObject({ firstName: "Eve" });
  expect(await listSubjectsTo(club, unconfirmed)).toContain("Your seat at Öten is waiting");
});

test("an invitation sent again at once is one email, and a wrong address or evening is refused", async () => {
  const email = newEmail();
  const options = ["--first-name", "Anna", "--last-name", "Kiss", "--yes"];
  await ops.json("user", "invite", "--email", email, ...options);
  await ops.json("user", "invite", "--email", email, ...options);
  expect(await club.db.select().from(outbox).where(eq(outbox.to, email))).toHaveLength(1);
  const { code } = await ops.run("user", "invite", "--email", "anna", ...options);
  expect(code).toBe(2);
  const over = await createEvent(club, { hoursFromNow: -1 });
  const refused = await ops.run("user", "invite", "--email", newEmail(), "--event", over, ...options);
  expect(refused.err).toContain("can’t be booked");
});

test("an operator of a city invites to an evening of it, and nobody at the door invites", async () => {
  const fields = { email: newEmail(), firstName: "Anna", lastName: "Kiss" };
  const refused = await postOperation(club, await access.headersOf("cili"), "user invite", fields);
  expect(refused.status).toBe(409);
  const door = await postOperation(club, await access.headersOf("dani"), "user invite", fields);
  expect(door.status).toBe(404);
});

test("user correct-address moves an account that nobody has confirmed to the right address, and the old link ends", async () => {
  const [mistyped, right] = [newEmail(), newEmail()];
  const response = await register(club, mistyped);
  expect(response.status).toBe(302);
  const oldToken = await findLinkToken(club, mistyped);
  const anna = await access.headersOf("anna");
  const planned = await postOperation(club, anna, "user correct-address", { user: mistyped, email: right });
  expect(planned.status).toBe(200);
  const form = readPlan(planned.page);
  const sent = await Promise.all(
    Array.from({ length: 10 }, () => postOperation(club, anna, "user correct-address", form)),
  );
  expect(sent.filter(didIt)).toHaveLength(1);
  expect(await findUser(mistyped)).toBeUndefined();
  const corrected = await findUser(right);
  expect(corrected?.emailConfirmedAt).toBeNull();
  expect(await club.db.select().from(securityNotes)).toContainEqual(
    expect.objectContaining({ userId: corrected?.id, detail: "user correct-address" }),
  );
  const used = await club.fetch(`/auth/confirm?token=${oldToken}`);
  expect(used.headers.get("Location")).toContain("error_code=403");
  expect(await listSubjectsTo(club, mistyped)).toEqual([]);
  expect(await listSubjectsTo(club, right)).toEqual(["Confirm your email"]);
  const token = await findLinkToken(club, right);
  const works = await club.fetch(`/auth/confirm?token=${token}`);
  expect(works.headers.get("Location")).toContain("/email-confirmed?token=");
  expect(
    await club.db
      .select()
      .from(tokens)
      .where(eq(tokens.userId, corrected?.id ?? "")),
  ).toHaveLength(1);
});

test("user correct-address sends an invitation to the right address as an invitation", async () => {
  const [mistyped, right] = [newEmail(), newEmail()];
  await ops.json("user", "invite", "--email", mistyped, "--first-name", "Anna", "--yes");
  await ops.json("user", "correct-address", mistyped, "--email", right, "--yes");
  expect(await listSubjectsTo(club, right)).toEqual(["Your seat at Öten is waiting"]);
  const token = await findLinkToken(club, right);
  expect((await choose(token)).headers.get("Location")).toBe("/onboarding");
  expect((await findUser(right))?.emailConfirmedAt).not.toBeNull();
});

test("user correct-address refuses confirmed accounts and addresses that have an account", async () => {
  const [confirmed, unconfirmed, other] = [newEmail(), newEmail(), newEmail()];
  await signUp(club, confirmed);
  await register(club, unconfirmed);
  await register(club, other);
  const correct = (user: string, email: string) =>
    ops.run("user", "correct-address", user, "--email", email, "--yes");
  expect((await correct(confirmed, newEmail())).err).toContain("Somebody has confirmed");
  expect((await correct(unconfirmed, confirmed)).err).toContain("has an account already");
  expect((await correct(unconfirmed, other)).err).toContain("has an account already");
  expect((await correct(unconfirmed, unconfirmed)).code).toBe(4);
  expect(await findUser(unconfirmed)).toBeDefined();
});
