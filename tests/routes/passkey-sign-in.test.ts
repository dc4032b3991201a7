import { expect, test } from "vitest";
import { securityNotes } from "#app/db/schema/security.ts";
import { blockAccount } from "#app/models/account/blocks.server.ts";
import { findAccount } from "#app/models/account/users.server.ts";
import { createFormPost, fetchStatus, newEmail, signUp, verify } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import { parsePage, readAlerts } from "#tests/support/html.ts";
import {
  addPasskey,
  countRows,
  forgetVerification,
  newAuthenticator,
  postCredential,
  readOptions,
  sendNewPasskey,
  signInWithPasskey,
} from "#tests/support/passkeys.ts";
import type { Deviations } from "#tests/support/software-authenticator.ts";
import { sendWithinOneMinute } from "#tests/support/within-one-minute.ts";

const club = openClub();

const post = (cookie: string, path: string, fields: Record<string, string>) =>
  club.fetch(path, { ...createFormPost(fields), headers: { Cookie: cookie } });
const readAlert = async (response: Response) =>
  readAlerts(await parsePage(response))
    .filter(Boolean)
    .join();
const countSessions = (email: string) =>
  countRows(
    club,
    "SELECT count(*) FROM sessions JOIN users ON users.id = sessions.user_id WHERE users.email = ?",
    email,
  );

test("leads to no other site after signing in", async () => {
  const authenticator = await addPasskey(club, await signUp(club, newEmail()));
  const signedIn = await signInWithPasskey(club, authenticator, {}, { next: "//evil.example" });
  expect(signedIn.headers.get("Location")).toBe("/onboarding");
});

const wrongAssertions: [string, Deviations][] = [
  ["of another origin", { origin: "https://evil.example" }],
  ["of another port", { origin: "http://127.0.0.1:1" }],
  ["of another rpId", { rpId: "evil.example" }],
  ["in a frame of another site", { crossOrigin: true }],
  ["with a tampered signature", { isTampered: true }],
  ["without a verified user", { isUserVerified: false }],
  ["without a present user", { isUserPresent: false }],
  ["for another challenge", { challenge: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }],
  ["of another type", { type: "webauthn.create" }],
  ["with the handle of another user", { userHandle: "AAAA" }],
  ["without a user handle", { userHandle: null }],
  ["of a credential that nobody has", { credentialId: "AAAA" }],
];

test.each(wrongAssertions)("refuses an assertion %s", async (_, deviations) => {
  const email = newEmail();
  const authenticator = await addPasskey(club, await signUp(club, email));
  const refused = await signInWithPasskey(club, authenticator, deviations);
  expect(refused.status).toBe(400);
  expect(await readAlert(refused)).toMatch(/\.$/);
  expect(refused.headers.getSetCookie().join()).not.toContain("session=");
  expect(await countSessions(email)).toBe(1);
});

test("says what is wrong: another passkey, a missing check, a copy, or a challenge that is gone", async () => {
  const authenticator = await addPasskey(club, await signUp(club, newEmail()));
  const alertOf = async (deviations: Deviations) =>
    readAlert(await signInWithPasskey(club, authenticator, deviations));
  expect(await alertOf({ credentialId: "AAAA" })).toContain("We don’t know this passkey");
  expect(await alertOf({ isUserVerified: false })).toContain("didn’t check that it’s you");
  expect(await alertOf({ isTampered: true })).toContain("This passkey didn’t work");
  expect(await alertOf({ isTampered: true, isUserVerified: false })).toContain("This passkey didn’t work");
  expect(await alertOf({ challenge: "AAAA" })).toContain("That took too long");
  expect((await signInWithPasskey(club, authenticator, { counter: 5 })).status).toBe(302);
  expect(await alertOf({ counter: 4 })).toContain("Somebody may have copied this passkey");
});

test("names a passkey to the device as unknown only where no account has it", async () => {
  const authenticator = await addPasskey(club, await signUp(club, newEmail()));
  const unknownAfter = async (deviations: Deviations) =>
    (await parsePage(await signInWithPasskey(club, authenticator, deviations)))
      .querySelector("[data-passkey]")
      ?.getAttribute("data-unknown");
  expect(await unknownAfter({ credentialId: "AAAA" })).toBe("AAAA");
  for (const deviations of [
    { isTampered: true },
    { userHandle: "AAAA" },
    { userHandle: null },
    { isUserVerified: false },
    { credentialId: "AAAA", challenge: "AAAA" },
  ])
    expect(await unknownAfter(deviations), JSON.stringify(deviations)).toBeUndefined();
});

test.each<[string, Deviations]>([
  ["is of another type", { type: "webauthn.create" }],
  ["is of another origin", { origin: "https://evil.example" }],
  ["is in a frame of another site", { crossOrigin: true }],
  ["is not verified", { isUserVerified: false }],
  ["is tampered with", { isTampered: true }],
  ["is of an unknown credential", { credentialId: "AAAA" }],
])("a challenge is used up by an assertion that %s", async (_, deviations) => {
  const authenticator = await addPasskey(club, await signUp(club, newEmail()));
  const options = await readOptions(club, "sign-in");
  await postCredential(club, "/login", authenticator.assert(options, deviations));
  const again = await postCredential(club, "/login", authenticator.assert(options));
  expect(await readAlert(again)).toContain("That took too long, or was sent twice");
});

test("refuses the assertion of another key for a known credential", async () => {
  const authenticator = await addPasskey(club, await signUp(club, newEmail()));
  const thief = newAuthenticator(club);
  const refused = await signInWithPasskey(club, thief, {
    credentialId: authenticator.credentialId,
    userHandle: authenticator.userHandle,
  });
  expect(refused.status).toBe(400);
});

test("refuses an assertion that was sent before, or whose challenge is too old or for something else", async () => {
  const cookie = await signUp(club, newEmail());
  const authenticator = await addPasskey(club, cookie);
  const assertion = authenticator.assert(await readOptions(club, "sign-in"));
  expect((await postCredential(club, "/login", assertion)).status).toBe(302);
  expect(await readAlert(await postCredential(club, "/login", assertion))).toContain("Try again");

  const late = authenticator.assert(await readOptions(club, "sign-in"));
  await club.binding.exec("UPDATE passkey_challenges SET expires_at = expires_at - 300000");
  expect((await postCredential(club, "/login", late)).status).toBe(400);

  const forVerification = authenticator.assert(await readOptions(club, "verify", cookie));
  expect((await postCredential(club, "/login", forVerification)).status).toBe(400);
});

test("signs in once where one assertion is sent 50 times at once", async () => {
  const email = newEmail();
  const authenticator = await addPasskey(club, await signUp(club, email));
  const assertion = authenticator.assert(await readOptions(club, "sign-in"));
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => postCredential(club, "/login", assertion)),
  );
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
  expect(await countSessions(email)).toBe(2);
});

test("signs in once where 50 challenges are answered with one counter at once", async () => {
  const authenticator = await addPasskey(club, await signUp(club, newEmail()));
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => signInWithPasskey(club, authenticator, { counter: 7 })),
  );
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  expect((await signInWithPasskey(club, authenticator, { counter: 8 })).status).toBe(302);
});

test("refuses a counter that goes back or stands still, but for a device that does not count", async () => {
  const authenticator = await addPasskey(club, await signUp(club, newEmail()));
  const statusOf = async (counter: number) =>
    (await signInWithPasskey(club, authenticator, { counter })).status;
  expect(await statusOf(0)).toBe(302);
  expect(await statusOf(0)).toBe(302);
  expect(await statusOf(5)).toBe(302);
  expect(await statusOf(5)).toBe(400);
  expect(await statusOf(4)).toBe(400);
  expect(await statusOf(0)).toBe(400);
  expect(await statusOf(5)).toBe(400);
  expect(await statusOf(6)).toBe(302);
});

test("proves with a passkey that somebody is still there, and leads on", async () => {
  const cookie = await signUp(club, newEmail());
  const authenticator = await addPasskey(club, cookie);
  await forgetVerification(club);
  const options = await readOptions(club, "verify", cookie);
  expect(options.allowCredentials).toMatchObject([{ id: authenticator.credentialId }]);
  const verifyWith = (by: string, credential: string) =>
    postCredential(club, "/dashboard/settings/verify", credential, {
      cookie: by,
      next: "/dashboard/settings/data",
    });
  const verified = await verifyWith(cookie, authenticator.assert(options, { userHandle: null }));
  expect(verified.headers.get("Location")).toBe("/dashboard/settings/data");
  expect(await fetchStatus(club, cookie, "/dashboard/settings/data")).toBe(200);

  const strangersCookie = await signUp(club, newEmail());
  const withMyChallenge = authenticator.assert(await readOptions(club, "verify", cookie));
  const withMyPasskey = authenticator.assert(await readOptions(club, "verify", strangersCookie));
  for (const credential of [withMyChallenge, withMyPasskey]) {
    const refused = await verifyWith(strangersCookie, credential);
    expect(refused.status).toBe(400);
    expect(await readAlert(refused)).toMatch(/\.$/);
  }
  expect(await fetchStatus(club, strangersCookie, "/dashboard/settings/data")).toBe(302);
  await forgetVerification(club);
  const forSignIn = authenticator.assert(await readOptions(club, "sign-in"));
  expect((await verifyWith(cookie, forSignIn)).status).toBe(400);
});

test("answers as for an unknown passkey when the account is erased while it signs in", async () => {
  const authenticator = await addPasskey(club, await signUp(club, newEmail()));
  await club.binding.exec(
    "CREATE TRIGGER meanwhile AFTER UPDATE ON passkeys BEGIN DELETE FROM users WHERE id = NEW.user_id; END",
  );
  const erased = await signInWithPasskey(club, authenticator);
  await club.binding.exec("DROP TRIGGER meanwhile");
  expect(erased.status).toBe(400);
  expect(erased.headers.getSetCookie().join()).not.toContain("session=");
  expect(await readAlert(erased)).toContain("We don’t know this passkey.");
});

test("tells whose account is blocked so, whether or not their device counts", async () => {
  const email = newEmail();
  const authenticator = await addPasskey(club, await signUp(club, email));
  const { id: userId = "" } = (await findAccount(club.db, email)) ?? {};
  await blockAccount(club.db, { userId, reason: "Threats", endsAt: null, now: new Date() });
  for (const counter of [0, 5, 5]) {
    await club.db.delete(securityNotes);
    const blocked = await signInWithPasskey(club, authenticator, { counter });
    expect([blocked.status, await readAlert(blocked)].join()).toMatch(/^400,.*blocked this account/);
    expect(blocked.headers.getSetCookie().join()).not.toContain("session=");
    expect(await club.db.select().from(securityNotes)).toMatchObject([{ userId, kind: "sign-in-blocked" }]);
  }
  expect(await countSessions(email)).toBe(0);
});

test("keeps only the hash of a challenge, and deletes it once it is expired", async () => {
  const { challenge } = await readOptions(club, "sign-in");
  const countChallenges = (hash: string) =>
    countRows(club, "SELECT count(*) FROM passkey_challenges WHERE hash LIKE ?", hash);
  expect(await countChallenges(challenge)).toBe(0);
  expect(await countChallenges("%")).toBeGreaterThan(0);
  await runCron(club, new Date(Date.now() + 299_000));
  expect(await countChallenges("%")).toBeGreaterThan(0);
  await runCron(club, new Date(Date.now() + 301_000));
  expect(await countChallenges("%")).toBe(0);
});

test("limits how many challenges a network gets", async () => {
  const answers = await sendWithinOneMinute(130, (address) =>
    club.fetch("/auth/passkey-options", {
      ...createFormPost({ purpose: "sign-in" }),
      headers: { "CF-Connecting-IP": address },
    }),
  );
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited.length).toBeGreaterThan(0);
  expect(limited[0]?.headers.get("Retry-After")).toBe("60");
});

test("answers junk of every kind with 4xx", async () => {
  const cookie = await signUp(club, newEmail());
  const authenticator = await addPasskey(club, cookie);
  const right = JSON.parse(authenticator.assert(await readOptions(club, "sign-in")));
  const withResponse = (response: object) =>
    JSON.stringify({ ...right, response: { ...right.response, ...response } });
  const registration = JSON.parse(
    newAuthenticator(club).register(await readOptions(club, "register", cookie)),
  );
  const withAttestation = (attestationObject: unknown) =>
    JSON.stringify({ ...registration, response: { ...registration.response, attestationObject } });
  const toJson = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const nested = Buffer.alloc(12_000, 0x81).toString("base64url");
  const junk = [
    "",
    "null",
    "[]",
    "{",
    '"text"',
    "{}",
    "\u0000",
    "x".repeat(60_000),
    `${"[".repeat(15_000)}`,
    JSON.stringify({ ...right, id: "not base64!" }),
    JSON.stringify({ ...right, id: "A".repeat(2_000) }),
    JSON.stringify({ ...right, rawId: "AAAA" }),
    JSON.stringify({ ...right, rawId: 7 }),
    JSON.stringify({ ...right, type: "password" }),
    JSON.stringify({ ...right, response: null }),
    withResponse({ clientDataJSON: "AAAA" }),
    withResponse({ clientDataJSON: toJson(null) }),
    withResponse({ clientDataJSON: toJson({ type: "webauthn.get", challenge: {}, origin: 7 }) }),
    withResponse({ clientDataJSON: "A".repeat(10_000) }),
    withResponse({ authenticatorData: "AAAA" }),
    withResponse({ authenticatorData: "" }),
    withResponse({ signature: 7 }),
    withResponse({ userHandle: { $ne: "" } }),
    withResponse({ userHandle: "A".repeat(1_000) }),
    withAttestation(undefined),
    withAttestation("AAAA"),
    withAttestation(nested),
    withAttestation("v2NmbXRkbm9uZf8"),
    withAttestation("uv____8"),
  ];
  for (const credential of junk) {
    await forgetVerification(club);
    const answers = [
      await postCredential(club, "/login", credential),
      await postCredential(club, "/dashboard/settings/verify", credential, { cookie }),
    ];
    await verify(club, cookie);
    answers.push(await sendNewPasskey(club, cookie, credential));
    for (const answer of answers) {
      expect(answer.status, credential.slice(0, 100)).toBe(400);
      expect(await readAlert(answer)).toMatch(/\.$/);
    }
  }
  for (const fields of [{}, { purpose: "" }, { purpose: "__proto__" }, { purpose: "x".repeat(50_000) }])
    expect((await post(cookie, "/auth/passkey-options", fields as Record<string, string>)).status).toBe(400);
  const asJson = { method: "POST", body: "{", headers: { "Content-Type": "application/json" } };
  expect((await club.fetch("/auth/passkey-options", asJson)).status).toBe(400);
  const tooLarge = createFormPost({ credential: "x".repeat(70_000) });
  expect((await club.fetch("/login", tooLarge)).status).toBe(413);
});

test("refuses to give another site a challenge", async () => {
  const refused = await club.fetch("/auth/passkey-options", {
    ...createFormPost({ purpose: "sign-in" }),
    headers: { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
  });
  expect(refused.status).toBe(403);
});
