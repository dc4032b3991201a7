import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { identities, passkeys, recoveries, sessions, tokens, users } from "#app/db/schema/account.ts";
import { findFeed, setCalendar } from "#app/models/account/profiles.server.ts";
import {
  createFormPost,
  fetchStatus,
  listEmailsTo,
  listSubjectsTo,
  login,
  newEmail,
  password,
  signUp,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { findButtons, parsePage, readHeading, readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { connectOps, failure } from "#tests/support/ops.ts";
import { addPasskey } from "#tests/support/passkeys.ts";

const club = openClub();
const ops = connectOps(club);
const hourMs = 3_600_000;

const completeAfter = (hours: number) =>
  runJob("completeRecoveries", createJobContext(club), new Date(Date.now() + hours * hourMs));

async function findLinkTo(email: string, path: string): Promise<string> {
  const texts = (await listEmailsTo(club, email)).map(({ text }) => text).join("\n");
  return new RegExp(`${path}\\?token=[\\w-]+`).exec(texts)?.[0] ?? "";
}

async function startRecovery() {
  const [oldEmail, newAddress] = [newEmail(), `new-${newEmail()}`];
  const cookie = await signUp(club, oldEmail);
  await ops.json("user", "recover", oldEmail, "--to", newAddress, "--yes");
  const [{ id: userId = "" } = {}] = await club.db.select().from(users).where(eq(users.email, oldEmail));
  return { oldEmail, newAddress, cookie, userId };
}

const emailOf = async (userId: string) =>
  (await club.db.select().from(users).where(eq(users.id, userId)))[0]?.email;

test("after 72 hours an account has its new address, and nothing of before opens it", async () => {
  const { oldEmail, newAddress, cookie, userId } = await startRecovery();
  await addPasskey(club, cookie);
  await setCalendar(club.db, userId, "feed");
  await club.db
    .insert(identities)
    .values({ provider: "google", subject: userId, userId, createdAt: new Date() });
  expect(await listSubjectsTo(club, oldEmail)).toContain("Somebody wants your account to have another email");
  expect(await listSubjectsTo(club, newAddress)).toEqual(["Your account will have this email in 72 hours"]);

  const dashboard = await club.fetch("/dashboard/bookings", { headers: { Cookie: cookie } });
  expect(await readPageText(dashboard)).toContain(`Somebody told us that they’ve lost ${oldEmail}`);
  expect((await ops.run("user", "show", oldEmail)).out).toContain(`gets the address ${newAddress} on`);
  await completeAfter(71);
  expect([await emailOf(userId), await fetchStatus(club, cookie)]).toEqual([oldEmail, 200]);
  await completeAfter(73);
  await completeAfter(73);
  expect([await emailOf(userId), await fetchStatus(club, cookie)]).toEqual([newAddress, 302]);
  for (const table of [sessions, passkeys, identities, recoveries])
    expect(await club.db.$count(table, eq(table.userId, userId))).toBe(0);
  expect(await findFeed(club.db, userId)).toEqual({ calendarSalt: null });
  for (const email of [oldEmail, newAddress]) expect((await login(club, email)).status).toBe(400);

  const reset = await findLinkTo(newAddress, "/reset-password");
  expect(await listSubjectsTo(club, oldEmail)).toContain("Your email was changed");
  const token = new URL(reset, club.url).searchParams.get("token") ?? "";
  const chosen = { token, password: `${password}-2`, repeatPassword: `${password}-2` };
  const [link] = await club.db
    .select()
    .from(tokens)
    .where(and(eq(tokens.userId, userId), eq(tokens.purpose, "reset")));
  expect(Number(link?.expiresAt) - Number(link?.createdAt)).toBe(3 * 24 * hourMs);
  expect((await club.fetch(reset, createFormPost(chosen))).status).toBe(302);
  const again = { token, password: `${password}-3`, repeatPassword: `${password}-3` };
  await club.fetch(reset, createFormPost(again));
  expect((await login(club, newAddress, { password: `${password}-3` })).status).toBe(400);
  expect((await login(club, newAddress, { password: `${password}-2` })).status).toBe(302);
  const kinds = (await ops.json("user", "history", newAddress)).map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(["recovery-started", "recovered", "password-changed"]));
});

test("the old address stops it with the link in its email, and only with the button there", async () => {
  const { oldEmail, newAddress, cookie, userId } = await startRecovery();
  const link = await findLinkTo(oldEmail, "/stop-recovery");
  const page = await parsePage(await club.fetch(link));
  expect(readHeading(page)).toBe("Keep your email?");
  expect(findButtons(page, "Stop it")).toHaveLength(1);
  expect(await club.db.$count(recoveries, eq(recoveries.userId, userId))).toBe(1);
  const stop = () => club.fetch(link, { method: "POST" });
  expect(readHeading(await parsePage(await stop()))).toBe("Your account keeps its email");
  expect(readHeading(await parsePage(await stop()))).toBe("There’s nothing to stop");
  await completeAfter(73);
  expect([await emailOf(userId), await fetchStatus(club, cookie)]).toEqual([oldEmail, 200]);
  for (const email of [oldEmail, newAddress])
    expect(await listSubjectsTo(club, email)).toContain("The account keeps its email");
});

test("an operator stops it, and starts it only where it can be done", async () => {
  const { oldEmail, newAddress, userId } = await startRecovery();
  const other = newEmail();
  await signUp(club, other);
  const recover = (...words: string[]) => ops.run("user", "recover", ...words);
  expect(await recover(oldEmail, "--to", "x@oten.example", "--yes")).toEqual(
    failure(4, `${oldEmail} is already to have ${newAddress}: stop that first, with --stop.`),
  );
  expect((await recover(oldEmail, "--stop")).code).toBe(0);
  expect(await recover(oldEmail, "--stop")).toEqual(failure(4, `${oldEmail} is to have no other address.`));
  expect((await recover(oldEmail)).code).toBe(2);
  expect((await recover(oldEmail, "--to", "no address")).code).toBe(2);
  expect((await recover(oldEmail, "--to", newAddress)).code).toBe(4);
  expect(await recover(oldEmail, "--to", other, "--yes")).toEqual(
    failure(4, `${other} has an account already.`),
  );
  expect(await emailOf(userId)).toBe(oldEmail);
});

test("an address that got an account meanwhile stays with it, and both are told", async () => {
  const { oldEmail, newAddress, cookie, userId } = await startRecovery();
  await signUp(club, newAddress);
  await completeAfter(73);
  expect([await emailOf(userId), await fetchStatus(club, cookie)]).toEqual([oldEmail, 200]);
  for (const email of [oldEmail, newAddress])
    expect(await listSubjectsTo(club, email)).toContain("The account keeps its email");
  expect(await club.db.$count(recoveries)).toBe(0);
});
