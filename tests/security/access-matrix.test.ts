import { beforeAll, describe, expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { dumpClub, expectNoChange } from "#tests/support/dump-club.ts";
import { findAddresses, validForms } from "#tests/support/real-requests.ts";
import { findTableErrors, hasParameter, type Route, routes } from "#tests/support/routes.ts";
import {
  dinerNames,
  type SeatedDiners,
  seatDiners,
  startSession,
  waitForEmails,
} from "#tests/support/seated-diners.ts";

const club = openClub();
let all: SeatedDiners;
beforeAll(async () => {
  all = await seatDiners(club);
});

/** A status, where a redirect leads, or which picture it is. */
type Answer = number | string;

const home = "→ /";
const email = "→ /dashboard/settings/email";
const security = "→ /dashboard/settings/security";
const verify = "→ /dashboard/settings/verify";

/**
 * What each asker gets of the owner's: the owner, a table-mate, a diner at another table of the same event, a diner who
 * has nothing to do with them, and a visitor without an account. "with its link" adds the query of the owner's link, and
 * "with its form" sends the owner's form.
 */
const ownedThings: Record<string, [Answer, Answer, Answer, Answer, Answer]> = {
  "GET /avatars/:file": ["photo", "photo", "default photo", "default photo", "default photo"],
  // The same picture for everybody: its address says nothing of whose face it is.
  "GET /faces/:file": ["photo", "photo", "photo", "photo", "photo"],
  "GET /venue-photos/:file": [404, 404, 404, 404, 404],
  "GET /bookings/:id/calendar.ics": [404, 404, 404, 404, 404],
  "GET /bookings/:id/calendar.ics with its link": [200, 200, 200, 200, 200],
  "GET /calendar/:file": [404, 404, 404, 404, 404],
  "GET /calendar/:file with its link": [200, 200, 200, 200, 200],
  "GET /bookings/:id/cancel": [404, 404, 404, 404, 404],
  "GET /bookings/:id/cancel with its link": [200, 200, 200, 200, 200],
  "POST /bookings/:id/cancel": [404, 404, 404, 404, 404],
  "GET /bookings/:id/contest": [200, 404, 404, 404, 404],
  "GET /bookings/:id/contest with its link": [200, 200, 200, 200, 200],
  "POST /bookings/:id/contest": [400, 404, 404, 404, 404],
  "GET /bookings/:id/together": [200, 404, 404, 404, 404],
  "GET /bookings/:id/together with its link": [200, 200, 200, 200, 200],
  "POST /bookings/:id/together": [400, 404, 404, 404, 404],
  "GET /friend/:token": [200, 200, 200, 200, 200],
  "POST /friend/:token": [400, 400, 400, 400, 400],
  "GET /host/:id": [404, 404, 404, 404, 404],
  "GET /host/:id with its link": [200, 200, 200, 200, 200],
  "POST /host/:id": [404, 404, 404, 404, 404],
  "GET /sheet/:id": [404, 404, 404, 404, 404],
  "GET /sheet/:id with its link": [200, 200, 200, 200, 200],
  "POST /sheet/:id": [404, 404, 404, 404, 404],
  // The address is the link.
  "GET /line/:token": [404, 404, 404, 404, 404],
  "POST /line/:token": [404, 404, 404, 404, 404],
  "GET /bookings/:id/feedback": [200, 404, 404, 404, 404],
  "GET /bookings/:id/feedback with its link": [200, 200, 200, 200, 200],
  "POST /bookings/:id/feedback": [409, 404, 404, 404, 404],
  "GET /dashboard/bookings/:id": [200, 404, 404, 404, home],
  "GET /dashboard/bookings/:id/calendar.ics": [200, 404, 404, 404, home],
  "GET /dashboard/bookings/:id/cancel": [200, 404, 404, 404, home],
  "POST /dashboard/settings/email with its form": ["→ /dashboard/settings#top", email, email, email, home],
  "POST /dashboard/settings/security with its form": [security, security, security, security, home],
  // Before the owner cancels.
  "POST /payment with its form": ["→ https://oten.example/dev/checkout", 404, 404, 404, home],
  "POST /dashboard/bookings/:id": [400, 404, 404, 404, home],
  "POST /dashboard/bookings/:id/cancel": ["→ /dashboard/bookings", 404, 404, 404, home],
  "GET /dashboard/bookings/:id/receipt": [200, 404, 404, 404, home],
  "GET /dashboard/bookings/:id/receipt.json": [200, 404, 404, 404, home],
  "GET /dashboard/settings/email with its link": [200, 200, 200, 200, home],
  "GET /dev/outbox/:id": [200, 200, 200, 200, 200],
  "GET /payment with its link": [200, 404, 404, 404, home],
};

/**
 * What a visitor and a diner get, and a diner who has just typed the password where that differs; a POST sends an empty
 * form.
 */
const otherRoutes: Record<string, [Answer, Answer, Answer?]> = {
  "GET /": [200, 200],
  "GET /*": [404, 404],
  "POST /*": [404, 404],
  "GET /.well-known/security.txt": [200, 200],
  "GET /about": [200, 200],
  "GET /who-sees-what": [200, 200],
  "GET /auth/change-email": ["→ /login", "→ /dashboard/settings/email"],
  "GET /auth/confirm": ["→ /email-confirmed", "→ /onboarding"],
  "GET /auth/google": ["→ /login", "→ /login"],
  "POST /auth/google": ["→ /dev/google", "→ /dev/google"],
  "GET /auth/google/callback": ["→ /login", verify],
  "GET /auth/passkey-options": ["→ /login", "→ /login"],
  "POST /auth/passkey-options": [400, 400],
  "GET /confirm-your-email": [200, 200],
  "GET /contact": [200, 200],
  "GET /dashboard": [home, "→ /dashboard/bookings"],
  "GET /dashboard/bookings": [home, 200],
  "GET /dashboard/bookings/new": [home, 200],
  "POST /dashboard/bookings/new": [home, 400],
  "GET /dashboard/settings": [home, 200],
  "POST /dashboard/settings": [home, 400],
  "GET /dashboard/settings/answers": [home, 200],
  "GET /dashboard/settings/data": [home, verify, 200],
  "GET /dashboard/settings/data.json": [home, verify, 200],
  "GET /dashboard/settings/delete": [home, verify, 200],
  "POST /dashboard/settings/delete": [home, verify, 400],
  "GET /dashboard/settings/email": [home, verify, 200],
  "POST /dashboard/settings/email": [home, verify, 400],
  "GET /dashboard/settings/history": [home, 200],
  "GET /dashboard/settings/password": [home, verify, 200],
  "POST /dashboard/settings/password": [home, verify, 400],
  "GET /dashboard/settings/security": [home, 200],
  "POST /dashboard/settings/security": [home, 400],
  "GET /dashboard/settings/verify": [home, 200, "→ /dashboard/settings"],
  "POST /dashboard/settings/verify": [home, 400, "→ /dashboard/settings"],
  "GET /dev/checkout": [404, 404],
  "POST /dev/checkout": [404, 404],
  "GET /dev/components": [200, 200],
  "GET /dev/google": [200, 200],
  "POST /dev/google": ["→ /auth/google/callback", "→ /auth/google/callback"],
  "POST /dev/google/token": [401, 401],
  "GET /dev/google/userinfo": [401, 401],
  "GET /dev/outbox": [200, 200],
  "GET /dev/outbox.json": [200, 200],
  "GET /email-confirmed": [200, 200],
  "POST /email-confirmed": [400, 400],
  "GET /events": [200, 200],
  "POST /events": [400, 400],
  "GET /forgot-password": [200, 200],
  "POST /forgot-password": [400, 400],
  "GET /healthz": [200, 200],
  "GET /healthz/deep": [404, 404],
  "GET /how-it-goes": [404, 404],
  "GET /identity": [home, 200],
  "POST /identity": [home, 400],
  "GET /login": [200, "→ /onboarding"],
  "POST /login": [400, "→ /onboarding"],
  "GET /logout": [home, home],
  "POST /logout": [home, home],
  "GET /onboarding": [home, "→ /dashboard"],
  "GET /offline": [200, 200],
  "GET /payment": [home, 200],
  "POST /payment": [home, 404],
  "GET /privacy": [200, 200],
  "GET /quiz": ["→ /login", "→ /identity"],
  "POST /quiz": ["→ /login", 400],
  "GET /quiz/answers": [405, 405],
  "POST /quiz/answers": [401, 400],
  "GET /register": [200, "→ /onboarding"],
  "POST /register": [400, "→ /onboarding"],
  "GET /reset-password": [200, 200],
  "POST /reset-password": [400, 400],
  "GET /refused": [404, 404],
  "GET /stop-recovery": [200, 200],
  "POST /stop-recovery": [400, 400],
  "GET /robots.txt": [200, 200],
  "GET /sitemap.xml": [200, 200],
  "GET /terms": [200, 200],
  "GET /unsubscribe": [400, 400],
  "POST /unsubscribe": [400, 400],
  "GET /your-city": [200, 200],
  "POST /your-city": [400, 400],
  "GET /webhooks/resend": [405, 405],
  "POST /webhooks/resend": [400, 400],
  "GET /webhooks/stripe": [405, 405],
  "POST /webhooks/stripe": [400, 400],
};

function describeAnswer(response: Response): Answer {
  const location = response.headers.get("Location") ?? response.headers.get("X-Remix-Redirect");
  const type = response.headers.get("Content-Type") ?? "";
  if (location) expect([302, 303]).toContain(response.status);
  if (location)
    return `→ ${new URL(location, club.url).href.replace(club.url, "").replace(/\?.*/, "").replace(all.diners.owner.bookingId, ":id")}`;
  if (type.startsWith("image/")) return type === "image/svg+xml" ? "default photo" : "photo";
  return response.status;
}

async function ask(path: string, cookie: string, method = "GET", fields = {}): Promise<Answer> {
  const body = method === "POST" ? new URLSearchParams(fields) : undefined;
  const response = await club.fetch(path, { method, body, headers: { Cookie: cookie } });
  await response.body?.cancel();
  return describeAnswer(response);
}

const listNames = (some: Route[]) =>
  some.flatMap(({ path, hasLoader, hasAction, isPage, isLayout }) => [
    ...(!isLayout && (hasLoader || isPage) ? [`GET ${path}`] : []),
    ...(hasAction ? [`POST ${path}`] : []),
  ]);

const here = "tests/security/access-matrix.test.ts";

test("knows what everybody gets from every route", () => {
  const listErrors = (table: object, expected: Route[], name: string) =>
    findTableErrors(
      Object.keys(table).filter((row) => !row.includes(" with ")),
      listNames(expected),
      `${name} in ${here}`,
    );
  expect([
    ...listErrors(ownedThings, routes.filter(hasParameter), "ownedThings"),
    ...listErrors(
      otherRoutes,
      routes.filter((route) => !hasParameter(route)),
      "otherRoutes",
    ),
  ]).toEqual([]);
});

const findRoute = (name: string) => {
  const [, method = "", path = ""] = /^(\w+) (\S+)/.exec(name) ?? [];
  const route = routes.find((each) => each.path === path && !each.isLayout);
  if (!route) throw new Error(`"${name}" is gone from the build: delete its row in ${here}.`);
  return { method, route };
};

/** The forms come last, because the owner's are accepted. */
const formsLast = (rows: [string, Answer[]][]) => rows.sort(([a], [b]) => Number(a > "P") - Number(b > "P"));

describe("gives what belongs to a diner only to those who may have it", () => {
  test.each(formsLast(Object.entries(ownedThings)))("%s", async (name, [ofOwner, ...ofOthers]) => {
    const { method, route } = findRoute(name);
    const [plainPath = "", linkPath = ""] = await findAddresses(club, route, all.diners.owner);
    const path = name.endsWith(" with its link") ? linkPath : plainPath;
    const isForm = name.endsWith(" with its form");
    const fields = isForm ? await validForms[route.path]?.createFields(all.diners.owner, all, club) : {};
    const askAs = (cookie: string) => ask(path, cookie, method, fields);
    const [ownCookie = "", ...otherCookies] = listCookies();

    const before = await dumpClub(club);
    expect(await Promise.all(otherCookies.map(askAs))).toEqual(ofOthers);
    expectNoChange(before, await dumpClub(club));
    expect(await askAs(ownCookie)).toEqual(ofOwner);
    if (method === "POST") await waitForEmails(club);
  });

  test("refuses every form where a route takes none", async () => {
    const withoutAction = routes.filter((route) => hasParameter(route) && !route.hasAction);
    const before = await dumpClub(club);
    for (const route of withoutAction) {
      const [path = ""] = await findAddresses(club, route, all.diners.owner);
      const answers = await Promise.all(listCookies().map((cookie) => ask(path, cookie, "POST")));
      expect(answers, route.path).toEqual([405, 405, 405, 405, 405]);
    }
    expectNoChange(before, await dumpClub(club));
  });
});

/** Of those who ask, in the order of the rows. */
const listCookies = () => [...dinerNames.map((name) => all.diners[name].cookie), ""];

describe("sends visitors and diners where they belong", () => {
  test.each(Object.entries(otherRoutes))("%s", async (name, [ofVisitor, ofDiner, ofVerified = ofDiner]) => {
    const { method, route } = findRoute(name);
    const { stranger } = all.diners;
    const [path = ""] = await findAddresses(club, route, stranger);
    const before = await dumpClub(club);
    expect(await ask(path, "", method)).toEqual(ofVisitor);
    if (method === "POST") expectNoChange(before, await dumpClub(club));
    // Some forms end the session.
    const oldCookie =
      method === "GET" ? stranger.cookie : await startSession(club, stranger, { ageMs: 30 * 60_000 });
    expect(await ask(path, oldCookie, method)).toEqual(ofDiner);
    expect(await ask(path, await startSession(club, stranger), method)).toEqual(ofVerified);
  });
});
