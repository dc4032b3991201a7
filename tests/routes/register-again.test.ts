import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/account.ts";
import { outbox } from "#app/db/schema.ts";
import { newLinkId } from "#app/lib/signatures.server.ts";
import { emailResetLink } from "#app/models/account/email-links.server.ts";
import {
  confirm,
  findLinkToken,
  listEmailsTo,
  login,
  newEmail,
  password,
  readCookies,
  register,
  signUp,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { CrashError, crashAtCall } from "#tests/support/crashing-database.ts";

const club = openClub({ wrapper: "support/failing-worker.ts" });

const letPass = (minutes: number) =>
  club.db.run(sql`update outbox set created_at = created_at - ${minutes * 60_000}`);

/** Whoever registers hears at no call of the database that it was made, and sends the form again some minutes later. */
async function registerThroughCrashes(minutes: number, prepare: (email: string) => Promise<unknown>) {
  const counts: number[] = [];
  for (let call = 1; call < 20; call++) {
    const email = newEmail();
    await prepare(email);
    const crashed = await register(club, email, {}, { "Failing-Call": `${call} done` });
    if (Number(crashed.headers.get("Call-Count")) < call) break;
    await club.takeLoggedErrors();
    await letPass(minutes);
    const again = await register(club, email);
    expect([again.status, again.headers.get("Location")]).toEqual([302, "/confirm-your-email"]);
    counts.push((await listEmailsTo(club, email)).length);
  }
  expect(counts.length).toBeGreaterThan(1);
  return counts;
}

test.each([
  ["a new address", 0, async () => {}],
  ["a new address, minutes later", 5, async () => {}],
  ["an address with an account, minutes later", 5, (email: string) => signUp(club, email)],
])("a registration that arrived and is sent again leaves one email: %s", async (_, minutes, prepare) => {
  expect(new Set(await registerThroughCrashes(minutes, prepare))).toEqual(new Set([1]));
});

test("the one link has the password of the browser that sent the form again", async () => {
  const email = newEmail();
  await register(club, email, {}, { "Failing-Call": "2 done" });
  await club.takeLoggedErrors();
  await letPass(2);
  const cookies = readCookies(await register(club, email));
  expect(await listEmailsTo(club, email)).toHaveLength(1);
  await confirm(club, await findLinkToken(club, email), cookies);
  expect((await login(club, email, { password })).status).toBe(302);
});

test("a registration with another name, or after ten minutes, is another one", async () => {
  const email = newEmail();
  await register(club, email);
  await letPass(5);
  await register(club, email, { firstName: "Réka" });
  await letPass(11);
  await register(club, email, { firstName: "Réka" });
  expect(await listEmailsTo(club, email)).toHaveLength(3);
  expect(await club.db.$count(users, eq(users.email, email))).toBe(1);
});

test("a batch with a link that is sent twice, because nobody heard of the first time, queues one email", async () => {
  const email = newEmail();
  await signUp(club, email);
  const now = new Date();
  const link = { linkId: newLinkId(), now, expiresAt: new Date(now.getTime() + 3_600_000) };
  const send = (db = club.db) =>
    emailResetLink(db, {
      ...link,
      email: { kind: "reset-password", to: email, data: { linkId: link.linkId } },
    });
  const crashing = openDatabase(crashAtCall(club.binding, { callNumber: 1, isCallDone: true }));
  await expect(send(crashing)).rejects.toThrow(CrashError);
  await send();
  expect(await club.db.$count(outbox, eq(outbox.to, email))).toBe(1);
});
