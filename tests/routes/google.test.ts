import { OAuth2Server } from "oauth2-mock-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createFormPost,
  fetchStatus,
  findLinkToken,
  login,
  readCookies,
  register,
  signUp,
} from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";

/** A real OAuth 2 and OpenID server plays Google. */
const google = new OAuth2Server();
const port = 9_876;
await google.issuer.keys.generate("RS256");
beforeAll(() => google.start(port, "localhost"));
afterAll(() => google.stop());

const club = openClub({
  vars: { GOOGLE_CLIENT_ID: "oten", GOOGLE_CLIENT_SECRET: "secret", GOOGLE_URL: `http://localhost:${port}` },
});

let count = 0;
const someone = () => ({ sub: `g${++count}`, email: `google${count}@gmail.example`, email_verified: true });

/** Who Google says it is, the next time it is asked. */
function googleSays(claims: Record<string, unknown>) {
  google.service.once("beforeUserinfo", (answer) => {
    answer.body = { given_name: "Réka", family_name: "Kovács", ...claims };
  });
}

/** To Google and back, as a browser goes; the address Google sends it back to, and the cookies it holds by then. */
async function toGoogle(fields: Record<string, string> = {}) {
  const sent = await club.fetch("/auth/google", createFormPost(fields));
  const there = new URL(sent.headers.get("Location") ?? "");
  const back = await fetch(there, { redirect: "manual" });
  return { there, back: new URL(back.headers.get("Location") ?? ""), cookie: readCookies(sent) };
}

const comeBack = (back: URL, cookie: string) =>
  club.fetch(back.pathname + back.search, { headers: { Cookie: cookie } });

async function signInWith(claims: Record<string, unknown>, fields: Record<string, string> = {}) {
  googleSays(claims);
  const { back, cookie } = await toGoogle(fields);
  return comeBack(back, cookie);
}

test("the button sends a browser to Google, with a state and where to come back", async () => {
  const { there, back } = await toGoogle();
  expect(there.searchParams.get("client_id")).toBe("oten");
  expect(there.searchParams.get("redirect_uri")).toBe(`${club.url}/auth/google/callback`);
  expect(there.searchParams.get("response_type")).toBe("code");
  expect(back.searchParams.get("state")).toBe(there.searchParams.get("state"));
});

test("a new person gets a confirmed account, and the same one the next time", async () => {
  const person = someone();
  const first = await signInWith(person);
  expect(first.headers.get("Location")).toBe("/onboarding");
  expect(await fetchStatus(club, readCookies(first))).toBe(200);
  const again = await signInWith({ ...person, email: "moved@gmail.example" }, { next: "/quiz" });
  expect(again.headers.get("Location")).toBe("/quiz");
  const { results } = await club.binding.prepare("SELECT email FROM users").all();
  expect(results).toEqual([{ email: person.email }]);
});

test("ten first times at once make one account", async () => {
  const person = someone();
  await Promise.all(Array.from({ length: 10 }, () => signInWith(person)));
  const { results } = await club.binding
    .prepare("SELECT id FROM users WHERE email = ?")
    .bind(person.email)
    .all();
  expect(results).toHaveLength(1);
});

test("a confirmed account with the same address is linked, and its password still works", async () => {
  const person = someone();
  await signUp(club, person.email);
  expect((await signInWith({ ...person, email: person.email.toUpperCase() })).headers.get("Location")).toBe(
    "/onboarding",
  );
  expect((await login(club, person.email)).status).toBe(302);
});

test("an account a stranger left unconfirmed goes to the owner of its address, without what the stranger typed", async () => {
  const person = someone();
  await register(club, person.email, { firstName: "Stranger" });
  const token = await findLinkToken(club, person.email);
  const home = await signInWith(person);
  expect(home.headers.get("Location")).toBe("/onboarding");
  const page = await club.fetch("/dashboard/settings", { headers: { Cookie: readCookies(home) } });
  expect(await page.text()).toContain("Réka");
  expect((await login(club, person.email)).status).toBe(400);
  expect(readCookies(await club.fetch("/email-confirmed", createFormPost({ token })))).not.toContain(
    "session=",
  );
  const { results } = await club.binding
    .prepare("SELECT first_name FROM users JOIN profiles USING (id, first_name) WHERE email = ?")
    .bind(person.email)
    .all();
  expect(results).toEqual([{ first_name: "Réka" }]);
});

test("a visitor who said no is back at the login, and nothing is said to be wrong", async () => {
  const { back, cookie } = await toGoogle();
  back.searchParams.delete("code");
  back.searchParams.set("error", "access_denied");
  expect((await comeBack(back, cookie)).headers.get("Location")).toBe("/login");
});

describe("is refused in a sentence and without a session:", () => {
  const refusal = async (answer: Response) => {
    expect(readCookies(answer)).not.toContain("session=");
    const location = answer.headers.get("Location") ?? "";
    expect(location).toMatch(/^\/login\?refused=/);
    return (await club.fetch(location)).text();
  };

  test.each([false, undefined, "true"])("an address Google has not verified (%s)", async (email_verified) => {
    const answer = await signInWith({ ...someone(), email_verified });
    expect(await refusal(answer)).toContain("Google has not verified this email address yet.");
  });

  test("a forged state, a missing one, and one from another browser", async () => {
    const { back, cookie } = await toGoogle();
    const forged = new URL(back);
    forged.searchParams.set("state", "forged");
    const missing = new URL(back);
    missing.searchParams.delete("state");
    for (const [address, held] of [
      [forged, cookie],
      [missing, cookie],
      [back, ""],
    ] as const) {
      expect(await refusal(await comeBack(address, held))).toContain("Sign in with Google did not work.");
    }
  });

  test("an answer that is played again", async () => {
    googleSays(someone());
    const { back, cookie } = await toGoogle();
    const first = await comeBack(back, cookie);
    expect(readCookies(first)).toContain("session=");
    expect(first.headers.getSetCookie().join()).toContain("auth=; ");
    expect(await refusal(await comeBack(back, ""))).toContain("did not work");
  });

  test("an answer while Google is down, or talks nonsense", async () => {
    google.service.once("beforeUserinfo", (answer) => {
      answer.statusCode = 500;
      answer.body = {};
    });
    const { back, cookie } = await toGoogle();
    expect(await refusal(await comeBack(back, cookie))).toContain("has not verified");
    google.service.once("beforeResponse", (answer) => {
      answer.statusCode = 503;
      answer.body = {};
    });
    const later = await toGoogle();
    expect(await refusal(await comeBack(later.back, later.cookie))).toContain("did not work");
  });
});
