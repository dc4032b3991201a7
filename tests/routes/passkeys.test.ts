import { expect, test } from "vitest";
import { addChallenge } from "#app/models/account/credentials.server.ts";
import {
  createFormPost,
  fetchStatus,
  listEmailsTo,
  listSubjectsTo,
  login,
  newEmail,
  readCookies,
  signUp,
  verify,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { findButtons, parsePage, readAlerts } from "#tests/support/html.ts";
import {
  addPasskey,
  countRows,
  fetchOptions,
  forgetVerification,
  newAuthenticator,
  readOptions,
  removePasskey,
  sendNewPasskey,
  signInWithPasskey,
} from "#tests/support/passkeys.ts";
import type { Deviations } from "#tests/support/software-authenticator.ts";

const club = openClub();
const security = "/dashboard/settings/security";

const get = (cookie: string, path: string) => club.fetch(path, { headers: { Cookie: cookie } });
const post = (cookie: string, path: string, fields: Record<string, string>) =>
  club.fetch(path, { ...createFormPost(fields), headers: { Cookie: cookie } });
const readAlert = async (response: Response) =>
  readAlerts(await parsePage(response))
    .filter(Boolean)
    .join();

test.each(["ES256", "EdDSA", "RS256"] as const)(
  "adds a passkey with %s, tells the owner, and signs in with it",
  async (algorithm) => {
    const email = newEmail();
    const cookie = await signUp(club, email);
    const authenticator = await addPasskey(club, cookie, algorithm);
    const [notice] = await listEmailsTo(club, email);
    expect(notice?.subject).toBe("A passkey was added to your account");

    const signedIn = await signInWithPasskey(club, authenticator, {}, { next: "/dashboard/settings" });
    expect([signedIn.status, signedIn.headers.get("Location")]).toEqual([302, "/dashboard/settings"]);
    const newCookie = readCookies(signedIn);
    expect(newCookie).toMatch(/device=.*session=|session=.*device=/);
    expect(await fetchStatus(club, newCookie)).toBe(200);
    expect(await fetchStatus(club, newCookie, "/dashboard/settings/data")).toBe(302);
    expect((await listEmailsTo(club, email))[0]?.subject).toBe("New sign-in to your account");
    const page = await parsePage(await get(newCookie, security));
    expect(findButtons(page, /^Remove the passkey of/)).toHaveLength(1);
    expect(page.text).toContain("last used");
  },
);

test.each(["ES256", "EdDSA", "RS256"] as const)(
  "adds a passkey with %s that signs itself, as some devices do unasked",
  async (algorithm) => {
    const cookie = await signUp(club, newEmail());
    const authenticator = await addPasskey(club, cookie, algorithm, { attestation: "packed" });
    expect((await signInWithPasskey(club, authenticator)).status).toBe(302);
  },
);

test("asks a device for a discoverable passkey that verifies its user, and names the account at random", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  await verify(club, cookie);
  const options = await readOptions(club, "register", cookie);
  expect(options).toMatchObject({
    rp: { id: new URL(club.url).hostname },
    pubKeyCredParams: [{ alg: -7 }, { alg: -8 }, { alg: -257 }],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestation: "none",
    excludeCredentials: [],
  });
  const { results } = await club.binding
    .prepare("SELECT id FROM users WHERE email = ?")
    .bind(email)
    .all<{ id: string }>();
  const handle = Buffer.from(options.user?.id ?? "", "base64url");
  expect(handle).toHaveLength(32);
  expect(handle.toString()).not.toContain(email);
  expect(handle.toString()).not.toContain(results[0]?.id);

  const { credentialId } = await addPasskey(club, cookie);
  const next = await readOptions(club, "register", cookie);
  expect(next.user?.id).toBe(options.user?.id);
  expect(next.challenge).not.toBe(options.challenge);
  expect(next.excludeCredentials).toMatchObject([{ id: credentialId, transports: ["internal", "hybrid"] }]);
});

test("leads to the login when the account is erased while it gets a passkey", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  await verify(club, cookie);
  const credential = newAuthenticator(club).register(await readOptions(club, "register", cookie));
  await club.binding.exec(
    "CREATE TRIGGER meanwhile AFTER DELETE ON passkey_challenges BEGIN DELETE FROM users WHERE id = OLD.user_id; END",
  );
  const answer = await sendNewPasskey(club, cookie, credential);
  await club.binding.exec("DROP TRIGGER meanwhile");
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login"]);
  expect(await countRows(club, "SELECT count(*) FROM users WHERE email = ?", email)).toBe(0);
  expect((await get(cookie, "/login")).status).toBe(200);
});

test("leads to the login when the account is erased while options for a passkey are made", async () => {
  const cookie = await signUp(club, newEmail());
  await verify(club, cookie);
  await club.binding.exec(
    "CREATE TRIGGER meanwhile AFTER INSERT ON passkey_challenges BEGIN DELETE FROM users WHERE id = NEW.user_id; END",
  );
  const answer = await fetchOptions(club, "register", cookie);
  await club.binding.exec("DROP TRIGGER meanwhile");
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/login"]);

  const challenge = { purpose: "verify", now: new Date() } as const;
  expect(await addChallenge(club.db, { ...challenge, hash: "erased", userId: "erased" })).toBe(false);
  expect(await addChallenge(club.db, { ...challenge, hash: "nobody", userId: null })).toBe(true);
});

test("gives nobody options for a passkey before they are signed in, and verified to add one", async () => {
  for (const purpose of ["register", "verify"] as const)
    expect((await fetchOptions(club, purpose)).headers.get("Location")).toBe("/");
  const cookie = await signUp(club, newEmail());
  const refused = await fetchOptions(club, "register", cookie);
  expect(refused.headers.get("Location")).toContain("/dashboard/settings/verify?next=");
  expect((await sendNewPasskey(club, cookie, "{}")).headers.get("Location")).toContain("verify");
  const authenticator = await addPasskey(club, cookie);
  await forgetVerification(club);
  expect((await removePasskey(club, cookie, authenticator.credentialId)).headers.get("Location")).toContain(
    "verify",
  );
  expect((await signInWithPasskey(club, authenticator)).status).toBe(302);
});

test.each<[string, Deviations]>([
  ["of another origin", { origin: "https://evil.example" }],
  ["of another rpId", { rpId: "evil.example" }],
  ["for another challenge", { challenge: "AAAA" }],
  ["of another type", { type: "webauthn.get" }],
  ["without a verified user", { isUserVerified: false }],
  ["in a frame of another site", { crossOrigin: true }],
  ["without a present user", { isUserPresent: false }],
  ["with another id than the one inside", { outerId: "AAAA" }],
  [
    "with a certificate",
    {
      attestation: {
        fmt: "packed",
        attStmt: new Map<string, number | Uint8Array | Uint8Array[]>([
          ["alg", -7],
          ["sig", new Uint8Array(64)],
          ["x5c", [new Uint8Array(64)]],
        ]),
      },
    },
  ],
  ["with an attestation of a device", { attestation: { fmt: "apple", attStmt: new Map() } }],
  ["with an attestation of a format that nobody knows", { attestation: { fmt: "x", attStmt: new Map() } }],
  [
    "with a signature of itself that is wrong",
    {
      attestation: {
        fmt: "packed",
        attStmt: new Map<string, number | Uint8Array>([
          ["alg", -257],
          ["sig", new Uint8Array(64)],
        ]),
      },
    },
  ],
  ["with a key that is none", { coseKey: 7 }],
  [
    "with a key of another kind",
    {
      coseKey: new Map([
        [1, 2],
        [3, -35],
        [-1, 2],
      ]),
    },
  ],
  [
    "with a point that is not on the curve",
    {
      coseKey: new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(32)],
        [-3, new Uint8Array(32).fill(1)],
      ]),
    },
  ],
  [
    "with a short RSA key",
    {
      coseKey: new Map<number, number | Uint8Array>([
        [1, 3],
        [3, -257],
        [-1, new Uint8Array(64).fill(255)],
        [-2, new Uint8Array([1, 0, 1])],
      ]),
    },
  ],
])("refuses a new passkey %s", async (_, deviations) => {
  const cookie = await signUp(club, newEmail());
  await verify(club, cookie);
  const credential = newAuthenticator(club).register(await readOptions(club, "register", cookie), deviations);
  const refused = await sendNewPasskey(club, cookie, credential);
  expect(refused.status).toBe(400);
  expect(await readAlert(refused)).toMatch(/\.$/);
  const page = await parsePage(await get(cookie, security));
  expect(findButtons(page, /^Remove the passkey of/)).toEqual([]);
});

test("a passkey belongs to one account, and is added with its own challenge", async () => {
  const [email, otherEmail] = [newEmail(), newEmail()];
  const [cookie, otherCookie] = [await signUp(club, email), await signUp(club, otherEmail)];
  const authenticator = await addPasskey(club, cookie);
  await verify(club, otherCookie);
  const stolen = authenticator.register(await readOptions(club, "register", otherCookie));
  expect((await sendNewPasskey(club, otherCookie, stolen)).status).toBe(400);
  const foreign = newAuthenticator(club).register(await readOptions(club, "register", cookie));
  expect((await sendNewPasskey(club, otherCookie, foreign)).status).toBe(400);
  expect(await listSubjectsTo(club, otherEmail)).not.toContain("A passkey was added to your account");
});

test("an account has at most 20 passkeys", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  await verify(club, cookie);
  const credentials = await Promise.all(
    Array.from({ length: 22 }, async () =>
      newAuthenticator(club).register(await readOptions(club, "register", cookie)),
    ),
  );
  const answers = await Promise.all(
    credentials.map((credential) => sendNewPasskey(club, cookie, credential)),
  );
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
});

test("the last way to sign in can't be removed, and each other can", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  const [first, second] = [await addPasskey(club, cookie), await addPasskey(club, cookie)];
  const removePassword = () => post(cookie, "/dashboard/settings/password", { intent: "remove" });
  expect(
    findButtons(await parsePage(await get(cookie, "/dashboard/settings/password")), "Remove my password"),
  ).toHaveLength(1);
  for (const _ of [1, 2])
    expect((await removePassword()).headers.get("Location")).toBe("/dashboard/settings#top");
  expect((await login(club, email)).status).toBe(400);
  const removals = await Promise.all([1, 2, 3].map(() => removePasskey(club, cookie, first.credentialId)));
  expect(removals.map(({ status }) => status)).toEqual([302, 302, 302]);
  expect((await signInWithPasskey(club, first)).status).toBe(400);
  const refused = await removePasskey(club, cookie, second.credentialId);
  expect(refused.status).toBe(400);
  expect(await readAlert(refused)).toContain("only way to sign in");
  const notices = await listSubjectsTo(club, email);
  expect(notices.filter((subject) => subject === "A passkey was removed from your account")).toHaveLength(1);
  expect((await signInWithPasskey(club, second)).status).toBe(302);
});

test("somebody who removes their passkey and their password at once keeps one of them", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  const { credentialId } = await addPasskey(club, cookie);
  const answers = await Promise.all([
    removePasskey(club, cookie, credentialId),
    post(cookie, "/dashboard/settings/password", { intent: "remove" }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 400]);
});

test("nobody removes the passkey of another account", async () => {
  const authenticator = await addPasskey(club, await signUp(club, newEmail()));
  const stranger = await signUp(club, newEmail());
  await verify(club, stranger);
  await removePasskey(club, stranger, authenticator.credentialId);
  expect((await signInWithPasskey(club, authenticator)).status).toBe(302);
});

test("an account takes its passkeys and challenges with it", async () => {
  const email = newEmail();
  const cookie = await signUp(club, email);
  const { credentialId } = await addPasskey(club, cookie);
  await readOptions(club, "verify", cookie);
  await club.binding.prepare("DELETE FROM users WHERE email = ?").bind(email).run();
  expect(await countRows(club, "SELECT count(*) FROM passkeys WHERE credential_id = ?", credentialId)).toBe(
    0,
  );
  expect(
    await countRows(
      club,
      "SELECT count(*) FROM passkey_challenges WHERE user_id NOT IN (SELECT id FROM users)",
    ),
  ).toBe(0);
});
