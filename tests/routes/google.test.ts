import { eq, sql } from "drizzle-orm";
import { OAuth2Server } from "oauth2-mock-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashToken } from "#app/auth/device.server.ts";
import { identities, sessions } from "#app/db/schema/account.ts";
import { blockAccount } from "#app/models/account/blocks.server.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { proveOrLink } from "#app/models/account/identities.server.ts";
import { findAccount } from "#app/models/account/users.server.ts";
import {
  beVerified,
  confirm,
  createFormPost,
  fetchStatus,
  findLinkToken,
  listEmailsTo,
  listSubjectsTo,
  login,
  readCookies,
  register,
  signUp,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { readCookie } from "#tests/support/cookies.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { parsePage, readAlerts, readPageText } from "#tests/support/html.ts";

/** A real OAuth 2 and OpenID Connect server in place of Google. */
const google = new OAuth2Server();
const port = await findFreePort();
await google.issuer.keys.generate("RS256");
beforeAll(() => google.start(port, "localhost"));
afterAll(() => google.stop());

const club = openClub({
  vars: { GOOGLE_CLIENT_ID: "oten", GOOGLE_CLIENT_SECRET: "secret", GOOGLE_URL: `http://localhost:${port}` },
});

let count = 0;
/** Google answers for the addresses of this domain. */
const newPerson = () => ({
  sub: `g${++count}`,
  email: `google${count}@gmail.example`,
  email_verified: true,
  hd: "gmail.example",
});

/** Sets the claims of the next sign-in. */
function setNextClaims(claims: Record<string, unknown>) {
  google.service.once("beforeUserinfo", (response) => {
    response.body = { given_name: "Réka", family_name: "Kovács", ...claims };
  });
}

/** Returns the URL at Google, the URL Google redirects to, and the cookies our site set. */
async function goToGoogle(fields: Record<string, string> = {}) {
  const sent = await club.fetch("/auth/google", createFormPost(fields));
  const googleUrl = new URL(sent.headers.get("Location") ?? "");
  const response = await fetch(googleUrl, { redirect: "manual" });
  return {
    googleUrl,
    returnUrl: new URL(response.headers.get("Location") ?? ""),
    cookie: readCookies(sent),
  };
}

const returnFromGoogle = (returnUrl: URL, cookie: string) =>
  club.fetch(returnUrl.pathname + returnUrl.search, { headers: { Cookie: cookie } });

async function signInWith(claims: Record<string, unknown>, fields: Record<string, string> = {}) {
  setNextClaims(claims);
  const { returnUrl, cookie } = await goToGoogle(fields);
  return returnFromGoogle(returnUrl, cookie);
}

test("a page that was wanted earlier is forgotten where the sign-in names none", async () => {
  const headers = { Accept: "text/html" };
  const wanted = readCookies(await club.fetch("/dashboard/bookings/one", { headers }));
  const sent = await club.fetch("/auth/google", { ...createFormPost({}), headers: { Cookie: wanted } });
  expect(sent.headers.getSetCookie().join("\n")).toMatch(/^next=;/m);
});

test("sends the browser to Google with a state and a return URL", async () => {
  const { googleUrl, returnUrl } = await goToGoogle();
  expect(googleUrl.searchParams.get("client_id")).toBe("oten");
  expect(googleUrl.searchParams.get("redirect_uri")).toBe(`${club.url}/auth/google/callback`);
  expect(googleUrl.searchParams.get("response_type")).toBe("code");
  expect(returnUrl.searchParams.get("state")).toBe(googleUrl.searchParams.get("state"));
});

test("proves to Google that the browser which began is the one that returns", async () => {
  const person = newPerson();
  setNextClaims(person);
  const { googleUrl, returnUrl, cookie } = await goToGoogle();
  expect(googleUrl.searchParams.get("code_challenge_method")).toBe("S256");
  const ofAnotherVisit = readCookies(await club.fetch("/auth/google", createFormPost({})));
  const [verifier = ""] = /verifier=[^;]+/.exec(ofAnotherVisit) ?? [];
  const stolen = await returnFromGoogle(returnUrl, cookie.replace(/verifier=[^;]+/, verifier));
  expect(stolen.headers.get("Location")).toBe("/login?refused=failed");
});

test("creates a confirmed account at the first sign-in and finds it at the next", async () => {
  const person = newPerson();
  const first = await signInWith(person);
  expect(first.headers.get("Location")).toBe("/onboarding");
  expect(await fetchStatus(club, readCookies(first))).toBe(200);
  const again = await signInWith({ ...person, email: "moved@gmail.example" }, { next: "/quiz" });
  expect(again.headers.get("Location")).toBe("/quiz");
  const { results } = await club.binding.prepare("SELECT email FROM users").all();
  expect(results).toEqual([{ email: person.email }]);
});

test("signs up somebody whose name at Google is an address without it", async () => {
  const person = { ...newPerson(), given_name: "Réka http://evil.example", family_name: "evil.example" };
  expect((await signInWith(person)).status).toBe(302);
  expect(await findAccount(club.db, person.email)).toMatchObject({ firstName: "Réka", lastName: "" });
});

test("creates one account from ten simultaneous first sign-ins", async () => {
  const person = newPerson();
  await Promise.all(Array.from({ length: 10 }, () => signInWith(person)));
  const results = await club.db.all(sql`SELECT id FROM users WHERE email = ${person.email}`);
  expect(results).toHaveLength(1);
});

test("links a confirmed account with the same email, whose password keeps working", async () => {
  const person = newPerson();
  await signUp(club, person.email);
  expect((await signInWith({ ...person, email: person.email.toUpperCase() })).headers.get("Location")).toBe(
    "/onboarding",
  );
  expect((await login(club, person.email)).status).toBe(302);
});

test.each([
  ["no domain", { hd: undefined }],
  ["another domain", { hd: "other.example" }],
])("asks for the password where Google does not answer for the address (%s)", async (_, claims) => {
  const person = { ...newPerson(), ...claims };
  const cookie = await signUp(club, person.email);
  const refused = await signInWith(person);
  expect(readCookies(refused)).not.toContain("session=");
  const location = refused.headers.get("Location") ?? "";
  const page = await parsePage(await club.fetch(location));
  expect(readAlerts(page)).toEqual([
    "Google isn’t linked to your account yet. Sign in another way, then link it in your settings.",
  ]);
  expect(await listSubjectsTo(club, person.email)).not.toContain("Google was linked to your account");
  await beVerified(club, cookie);
  await returnSignedIn(person, cookie, "/");
  expect((await signInWith(person)).headers.get("Location")).toBe("/onboarding");
});

test.each([false, true])(
  "begins an account with any verified address (somebody had signed up with it: %s)",
  async (isUnconfirmed) => {
    const person = { ...newPerson(), hd: undefined };
    if (isUnconfirmed) await register(club, person.email);
    for (let i = 0; i < 2; i++) {
      const signedIn = await signInWith(person);
      expect(signedIn.headers.get("Location")).toBe("/onboarding");
      expect(await fetchStatus(club, readCookies(signedIn))).toBe(200);
    }
  },
);

test("links an account with an address of gmail.com", async () => {
  const person = { ...newPerson(), email: `oten.${count}@gmail.com`, hd: undefined };
  await signUp(club, person.email);
  expect((await signInWith(person)).headers.get("Location")).toBe("/onboarding");
});

test("the Google account of the old address signs nobody in after the email was changed", async () => {
  const person = newPerson();
  const cookie = await signUp(club, person.email);
  expect((await signInWith(person)).headers.get("Location")).toBe("/onboarding");
  await beVerified(club, cookie);
  const newAddress = `moved-${person.email}`;
  const path = "/dashboard/settings/email";
  const headers = { Cookie: cookie };
  await club.fetch(path, { ...createFormPost({ email: newAddress }), headers });
  const token = await findLinkToken(club, newAddress);
  expect(await readPageText(await club.fetch(`${path}?token=${token}`, { headers }))).toContain(
    "We also unlink Google, which has your old address.",
  );
  await club.fetch(path, { ...createFormPost({ token }), headers });
  const [told] = await listEmailsTo(club, person.email);
  expect([told?.subject, told?.text]).toEqual([
    "Your email was changed",
    expect.stringContaining("We’ve also unlinked the Google account that was linked to it."),
  ]);
  const before = await club.db.all(sql`SELECT id FROM users WHERE email = ${newAddress}`);
  const other = await signInWith(person);
  const sessions = await club.db.all(
    sql`SELECT user_id AS id FROM sessions WHERE token_hash = ${hashToken(readCookie(readCookies(other), "session"))}`,
  );
  expect(sessions).toHaveLength(1);
  expect(sessions).not.toEqual(before);
});

test("gives an unconfirmed account to the owner of its email, without the data a stranger typed", async () => {
  const person = newPerson();
  const deviceCookie = readCookies(await register(club, person.email, { firstName: "Stranger" }));
  const token = await findLinkToken(club, person.email);
  const signedIn = await signInWith(person);
  expect(signedIn.headers.get("Location")).toBe("/onboarding");
  const settings = await club.fetch("/dashboard/settings", { headers: { Cookie: readCookies(signedIn) } });
  expect(await readPageText(settings)).toContain("Réka");
  expect((await login(club, person.email)).status).toBe(400);
  expect(readCookies(await confirm(club, token, deviceCookie))).not.toContain("session=");
  const results = await club.db.all(
    sql`SELECT first_name FROM users JOIN profiles USING (id, first_name) WHERE email = ${person.email}`,
  );
  expect(results).toEqual([{ first_name: "Réka" }]);
});

test("returns a visitor who denied access to the login without an error", async () => {
  const { returnUrl, cookie } = await goToGoogle();
  returnUrl.searchParams.delete("code");
  returnUrl.searchParams.set("error", "access_denied");
  expect((await returnFromGoogle(returnUrl, cookie)).headers.get("Location")).toBe("/login");
});

test("a visitor who denied access still gets to the page they wanted", async () => {
  const { returnUrl, cookie } = await goToGoogle({ next: "/dashboard/settings" });
  returnUrl.searchParams.delete("code");
  returnUrl.searchParams.set("error", "access_denied");
  const returned = await returnFromGoogle(returnUrl, cookie);
  expect(returned.headers.get("Location")).toBe("/login?next=%2Fdashboard%2Fsettings");
});

async function returnSignedIn(claims: Record<string, unknown>, cookie: string, next: string) {
  setNextClaims(claims);
  const sent = await club.fetch("/auth/google", { ...createFormPost({ next }), headers: { Cookie: cookie } });
  const response = await fetch(sent.headers.get("Location") ?? "", { redirect: "manual" });
  const returnUrl = new URL(response.headers.get("Location") ?? "");
  return returnFromGoogle(returnUrl, `${cookie}; ${readCookies(sent)}`);
}

test("proves who is signed in by a linked Google account alone, and links a new one only after that", async () => {
  const person = newPerson();
  const cookie = await signUp(club, person.email);
  const data = "/dashboard/settings/data";
  const early = await returnSignedIn(person, cookie, data);
  expect(early.headers.get("Location")).toContain("refused=not-linked");
  expect(await fetchStatus(club, cookie, data)).toBe(302);

  await beVerified(club, cookie);
  expect((await returnSignedIn(person, cookie, data)).headers.get("Location")).toBe(data);
  await club.binding.exec("UPDATE sessions SET verified_at = NULL");
  expect(await fetchStatus(club, cookie, data)).toBe(302);
  expect((await returnSignedIn(person, cookie, data)).headers.get("Location")).toBe(data);
  expect(await fetchStatus(club, cookie, data)).toBe(200);

  await club.binding.exec("UPDATE sessions SET verified_at = NULL");
  const other = await returnSignedIn(newPerson(), cookie, data);
  expect(other.headers.get("Location")).toContain("refused=not-linked");
});

test("links nothing for a browser that was signed out while Google was asked", async () => {
  const { email, sub } = newPerson();
  await signUp(club, email);
  const { id: userId = "" } = (await findAccount(club.db, email)) ?? {};
  const [session] = await club.db.delete(sessions).where(eq(sessions.userId, userId)).returning();
  const identity = {
    provider: "google",
    subject: sub,
    email,
    isOwnersForSure: true,
    firstName: "Réka",
    lastName: "",
    from: "",
    now: new Date(),
  } as const;
  const prover = { sessionId: session?.id ?? "", userId, isVerified: true };
  expect(await proveOrLink(club.db, prover, identity, { current: [], known: [] })).toBe("failed");
  expect(await club.db.$count(identities, eq(identities.userId, userId))).toBe(0);
  expect(await listSubjectsTo(club, email)).not.toContain("Google was linked to your account");
});

test("offers a new password to whom the only other way does not work, or none of several", async () => {
  const cookie = readCookies(await signInWith(newPerson()));
  await club.binding.exec("UPDATE sessions SET verified_at = NULL");
  const readPage = async () =>
    readPageText(await club.fetch("/dashboard/settings/verify", { headers: { Cookie: cookie } }));
  expect(await readPage()).toContain("Doesn’t work? Get a link to choose a new password.");
  await club.binding.exec(
    "INSERT INTO passkeys (credential_id, user_id, public_key, counter, transports, name, created_at) SELECT 'k', user_id, '', 0, '[]', 'Chrome on Mac', 0 FROM sessions ORDER BY sessions.rowid DESC LIMIT 1",
  );
  expect(await readPage()).toContain("Neither works? Get a link to choose a new password.");
});

test("an unlinked Google account signs nobody in until its owner links it again", async () => {
  const person = newPerson();
  const cookie = await signUp(club, person.email);
  const post = (fields: Record<string, string>) =>
    club.fetch("/dashboard/settings/security", { ...createFormPost(fields), headers: { Cookie: cookie } });
  await beVerified(club, cookie);
  await returnSignedIn(person, cookie, "/");
  expect((await signInWith(person)).headers.get("Location")).toBe("/onboarding");
  for (const _ of [1, 2]) expect((await post({ intent: "unlink-google" })).status).toBe(302);
  const notices = await listSubjectsTo(club, person.email);
  expect(notices.filter((subject) => subject === "Google was unlinked from your account")).toHaveLength(1);
  const refused = await signInWith(person);
  expect(refused.headers.get("Location")).toBe("/login?refused=unlinked");
  expect(readCookies(refused)).not.toContain("session=");
  await returnSignedIn(person, cookie, "/");
  expect((await signInWith(person)).headers.get("Location")).toBe("/onboarding");
});

describe("refuses, with an explanation and without a session:", () => {
  const readRefusal = async (response: Response) => {
    expect(readCookies(response)).not.toContain("session=");
    const location = response.headers.get("Location") ?? "";
    expect(location).toMatch(/^\/login\?refused=/);
    return readAlerts(await parsePage(await club.fetch(location))).join();
  };

  test.each([false, undefined, "true"])(
    "an email that Google has not verified (%s)",
    async (email_verified) => {
      const response = await signInWith({ ...newPerson(), email_verified });
      expect(await readRefusal(response)).toContain("Google hasn’t verified this email address yet.");
    },
  );

  test("a state that is forged, missing or from another browser", async () => {
    const { returnUrl, cookie } = await goToGoogle();
    const forged = new URL(returnUrl);
    forged.searchParams.set("state", "forged");
    const missing = new URL(returnUrl);
    missing.searchParams.delete("state");
    for (const [url, cookies] of [
      [forged, cookie],
      [missing, cookie],
      [returnUrl, ""],
    ] as const) {
      expect(await readRefusal(await returnFromGoogle(url, cookies))).toContain(
        "Signing in with Google didn’t work.",
      );
    }
  });

  test("a return URL that is used twice", async () => {
    setNextClaims(newPerson());
    const { returnUrl, cookie } = await goToGoogle();
    const first = await returnFromGoogle(returnUrl, cookie);
    expect(readCookies(first)).toContain("session=");
    expect(first.headers.getSetCookie().join()).toContain("auth=; ");
    expect(await readRefusal(await returnFromGoogle(returnUrl, ""))).toContain("didn’t work");
  });

  test("a failing or invalid response from Google", async () => {
    google.service.once("beforeUserinfo", (response) => {
      response.statusCode = 500;
      response.body = {};
    });
    const { returnUrl, cookie } = await goToGoogle();
    expect(await readRefusal(await returnFromGoogle(returnUrl, cookie))).toContain("didn’t work");
    google.service.once("beforeResponse", (response) => {
      response.statusCode = 503;
      response.body = {};
    });
    const later = await goToGoogle();
    expect(await readRefusal(await returnFromGoogle(later.returnUrl, later.cookie))).toContain("didn’t work");
  });
});

test("a blocked account is refused with the reason, also one that is made again with the same Google account", async () => {
  const person = newPerson();
  const findId = async () => (await findAccount(club.db, person.email))?.id ?? "";
  await signInWith(person);
  const now = new Date();
  await blockAccount(club.db, { userId: await findId(), reason: "Bothered the table.", endsAt: null, now });
  const refused = await signInWith(person);
  expect(refused.headers.get("Location")).toBe("/login?refused=blocked");
  const login = await club.fetch("/login?refused=blocked");
  expect(readAlerts(await parsePage(login)).join()).toContain("The club has blocked this account.");
  await eraseAccount(club.db, await findId(), now);
  // Google knows the account by its number, whatever its address is now.
  person.email = `new-${person.email}`;
  expect((await signInWith(person)).headers.get("Location")).toBe("/login?refused=blocked");
});
