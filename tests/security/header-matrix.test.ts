import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Club, openClub } from "#tests/support/club.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import { startFakeStripe } from "#tests/support/fake-stripe.ts";
import { inParallel } from "#tests/support/in-parallel.ts";
import { createRealRequest, findAddresses, sortByHarm } from "#tests/support/real-requests.ts";
import { type Route, routes, routesWithAction } from "#tests/support/routes.ts";
import { seatDiners, seatedFirstName, startSession } from "#tests/support/seated-diners.ts";

const stripe = await startFakeStripe();
afterAll(() => stripe.close());

const localClub = openClub();
const deployedClub = openClub({
  vars: {
    APP_ENV: "production",
    BREACHED_PASSWORDS_URL: "off",
    GOOGLE_CLIENT_ID: "client",
    GOOGLE_CLIENT_SECRET: "secret",
    HEALTH_SECRET: "the secret of the monitor",
    ...stripe.vars,
  },
});

/** The same for everybody, so that any cache may keep them. */
const cacheablePaths = ["/.well-known/security.txt", "/faces/:file", "/robots.txt", "/sitemap.xml"];

/** Emails of any provider show these pictures. */
const sharedPath = "/faces/:file";

/** Emails have styles of their own, and a local club shows them like an email program. */
const ownPolicies: Record<string, string> = {
  "/dev/outbox/:id": "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
};

/** Every cookie of the product, without the prefix that it has where there is TLS. */
const cookies = [
  "answer",
  "auth",
  "bookmark",
  "device",
  "dinner",
  "emailed",
  "next",
  "notice",
  "seen",
  "session",
  "tonight",
  "verifier",
];

interface Collected {
  route: Route;
  request: string;
  isSignedIn: boolean;
  response: Response;
  type: string;
  body: string;
}

async function collectResponses(club: Club): Promise<Collected[]> {
  const all = await seatDiners(club);
  const { owner } = all.diners;
  const collected: Collected[] = [];
  const collect = async (route: Route, path: string, init: RequestInit = {}) => {
    const response = await club.fetch(path, init);
    collected.push({
      route,
      request: `${init.method ?? "GET"} ${path} ${JSON.stringify(init.headers ?? {})} (${response.status})`,
      isSignedIn: /session=\w/.test(JSON.stringify(init.headers ?? {})),
      response,
      type: response.headers.get("Content-Type") ?? "",
      body: await response.text(),
    });
  };

  const addresses = await Promise.all(
    routes.map(async (route) => (await findAddresses(club, route, owner)).map((path) => ({ route, path }))),
  );
  const session = { headers: { Cookie: await startSession(club, owner) } };
  await inParallel(addresses.flat(), async ({ route, path }) => {
    await collect(route, path);
    await collect(route, path, session);
    await collect(route, path, { method: "POST", headers: { Origin: "https://evil.example" } });
    if (!route.hasAction) await collect(route, path, { method: "POST", ...session });
  });
  for (const route of routesWithAction) {
    const { path, cookie } = await createRealRequest(club, route, all);
    await collect(route, path, { method: "POST", body: new URLSearchParams(), headers: { Cookie: cookie } });
  }
  for (const route of sortByHarm(routesWithAction)) {
    const { path, init } = await createRealRequest(club, route, all);
    await collect(route, path, init);
  }
  for (const route of routes.filter(({ path }) => path === "/register"))
    await collect(route, route.path, {
      method: "POST",
      body: new URLSearchParams({ question: "1", answer: "1" }),
    });
  // Their dinner was moved to today by the form that says that they will be late.
  await club.binding.exec("UPDATE venues SET phone = '+36 1 555 0142'");
  const atDinner = { headers: { Cookie: await startSession(club, all.diners.otherTable) } };
  for (const route of routes.filter(({ path }) => path === "/dashboard/bookings"))
    await collect(route, route.path, atDinner);
  await collectFailures(club, (route, path) => collect(route, path, session));
  return collected;
}

/** Reads every page while the database fails. */
async function collectFailures(club: Club, collect: (route: Route, path: string) => Promise<void>) {
  expect(await club.takeLoggedErrors()).toEqual([]);
  await club.binding.exec("ALTER TABLE sessions RENAME TO elsewhere");
  const pages = routes.filter(({ path, isLayout }) => !path.includes("/:") && !isLayout);
  await inParallel(pages, (route) => collect(route, route.path));
  const last = await club.fetch("/dashboard", {
    headers: { Cookie: `${writeCookie("session", "a")}; ${writeCookie("__Host-session", "a")}` },
  });
  expect(last.status).toBe(500);
  const lastId = last.headers.get("X-Request-Id") ?? "";
  expect((await club.takeLoggedErrors()).join()).toContain(lastId);
  await club.binding.exec("ALTER TABLE elsewhere RENAME TO sessions");
}

const readCookie = (line: string) => {
  const [, prefix = "", name = ""] = /^(__Host-)?([^=]+)=/.exec(line) ?? [];
  const attributes = line.split("; ").slice(1);
  return { line, prefix, name, attributes };
};

const listCookies = (responses: Collected[]) =>
  responses.flatMap(({ response }) => response.headers.getSetCookie().map(readCookie));

describe.each([
  { name: "a local club", club: localClub, isSecure: false },
  { name: "a deployed club", club: deployedClub, isSecure: true },
])("$name", ({ club, isSecure }) => {
  let responses: Collected[] = [];
  beforeAll(async () => {
    responses = await collectResponses(club);
  });

  /** Lists the requests whose response is wrong. */
  const expectAll = (some: Collected[], isRight: (one: Collected) => boolean) => {
    expect(some.length).toBeGreaterThan(0);
    expect(some.filter((one) => !isRight(one)).map(({ request }) => request)).toEqual([]);
  };
  const header = ({ response }: Collected, name: string) => response.headers.get(name) ?? "";
  const isPage = ({ type, route }: Collected) => type.startsWith("text/html") && !(route.path in ownPolicies);

  test("answers in each way that the routes know", () => {
    const statuses = new Set(responses.map(({ response }) => response.status));
    expect([...statuses]).toEqual(expect.arrayContaining([200, 302, 400, 403, 404, 405, 500]));
  });

  test("sends pages with a policy that names this response's scripts only", () => {
    const pages = responses.filter(isPage);
    const nonces = new Set<string>();
    expectAll(pages, (page) => {
      const policy = header(page, "Content-Security-Policy");
      const nonce = /script-src 'self' 'nonce-([0-9a-f]{32})';/.exec(policy)?.[1] ?? "";
      const isNew = nonce !== "" && !nonces.has(nonce);
      nonces.add(nonce);
      const closed = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "style-src 'self'"];
      return isNew && !policy.includes("unsafe") && closed.every((part) => policy.includes(part));
    });
    expectAll(pages, (page) => {
      const nonce = /'nonce-(\w+)'/.exec(header(page, "Content-Security-Policy"))?.[1];
      const scripts = page.body.match(/<script\b[^>]*>/g) ?? [];
      return scripts.every((script) => script.includes(`nonce="${nonce}"`));
    });
    expectAll(pages, ({ body }) => !/<[a-z][^<>]*\s(?:on[a-z]+|style)="/.test(body));
  });

  test("lets everything else load nothing", () => {
    expectAll(
      responses.filter((one) => !isPage(one) && !(one.route.path in ownPolicies)),
      (one) => header(one, "Content-Security-Policy") === "default-src 'none'; frame-ancestors 'none'",
    );
  });

  if (!isSecure) {
    test.each(Object.entries(ownPolicies))("sends %s with a policy of its own", (path, policy) => {
      expectAll(
        responses.filter(({ route, response }) => route.path === path && response.ok),
        (one) => header(one, "Content-Security-Policy") === policy,
      );
    });
  }

  test.each([
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Strict-Transport-Security", isSecure ? "max-age=63072000; includeSubDomains" : ""],
    ["X-Content-Type-Options", "nosniff"],
    ["X-Frame-Options", "DENY"],
  ])("sends %s with every response", (name, value) => {
    expectAll(responses, (one) => header(one, name) === value);
  });

  test("lets no other site show anything but the drawn faces of emails", () => {
    expectAll(responses, (one) => {
      const isShared = one.route.path === sharedPath && one.response.ok;
      return header(one, "Cross-Origin-Resource-Policy") === (isShared ? "cross-origin" : "same-origin");
    });
  });

  test("lets shared caches keep only what is the same for everybody", () => {
    expectAll(
      responses,
      (one) =>
        /\b(private|no-store)\b/.test(header(one, "Cache-Control")) ||
        (cacheablePaths.includes(one.route.path) && one.response.headers.getSetCookie().length === 0),
    );
    for (const path of cacheablePaths) {
      const bodies = responses.filter(({ route, response }) => route.path === path && response.ok);
      expect(new Set(bodies.map(({ body }) => body.replace(/^Expires: .*$/m, ""))).size, path).toBe(1);
    }
  });

  test("lets no cache keep what a diner sees, but for a photo in their own browser", () => {
    const isKeptByNone = (one: Collected) => /\bno-store\b/.test(header(one, "Cache-Control"));
    const namesDiner = ({ isSignedIn, body }: Collected) =>
      isSignedIn && (body.includes(seatedFirstName) || /(owner|stranger)@oten/.test(body));
    expectAll(responses.filter(namesDiner), isKeptByNone);
    expectAll(
      responses.filter(
        ({ isSignedIn, route, response }) =>
          isSignedIn && response.ok && !cacheablePaths.includes(route.path),
      ),
      (one) =>
        isKeptByNone(one) ||
        (one.type.startsWith("image/") && header(one, "Cache-Control").startsWith("private, ")),
    );
  });

  test("lets no cache keep a page that a link from an email opens", () => {
    const opened = responses.filter((one) => /[?&](token|key)=/.test(one.request) && isPage(one));
    expect([...new Set(opened.map(({ route }) => route.path))]).toEqual(
      expect.arrayContaining([
        "/bookings/:id/feedback",
        "/host/:id",
        "/reset-password",
        "/sheet/:id",
        "/stop-recovery",
      ]),
    );
    expectAll(opened, (one) => /\bno-store\b/.test(header(one, "Cache-Control")));
  });

  test("sets only known cookies, which scripts and other sites can't use", () => {
    const set = listCookies(responses);
    const unknown = set.filter(({ name }) => !cookies.includes(name)).map(({ name }) => name);
    expect(unknown, "add them to cookies in tests/security/header-matrix.test.ts").toEqual([]);
    expect([...new Set(set.map(({ name }) => name))].sort()).toEqual(cookies);
    for (const { line, attributes } of set) {
      expect(attributes, line).toContain("HttpOnly");
      expect(attributes.join("; "), line).toMatch(/SameSite=(Lax|Strict)/);
      expect(attributes.join("; "), line).toMatch(/Path=\//);
      expect(attributes.join("; "), line).not.toMatch(/Domain=/i);
    }
  });

  test("keeps cookies to this site and to TLS where there is TLS", () => {
    for (const { line, prefix, attributes } of listCookies(responses)) {
      expect(attributes.includes("Secure"), line).toBe(isSecure);
      expect(prefix, line).toBe(isSecure ? "__Host-" : "");
    }
  });

  test("sets no cookie for visitors who only read, but for the page they have to sign in for", () => {
    const clearsItsOwn = "/auth/google/callback";
    const wantsSignIn = ["next", "notice"];
    expectAll(
      responses.filter(
        ({ request, isSignedIn, route }) =>
          request.startsWith("GET") && !isSignedIn && route.path !== clearsItsOwn,
      ),
      ({ response, route }) => {
        const names = response.headers.getSetCookie().map((line) => readCookie(line).name);
        // Who opens the link in the email has signed up.
        if (route.path === "/email-confirmed") return names.every((name) => name === "device");
        const isSentAway = response.status === 302 && response.headers.get("Location") === "/";
        return names.every((name) => isSentAway && wantsSignIn.includes(name));
      },
    );
  });

  test("tells nothing about how it is built", () => {
    const names = ["Server", "Via", "X-Powered-By", "X-Runtime", "X-Version"];
    expectAll(responses, ({ response }) => names.every((name) => !response.headers.has(name)));
    expectAll(
      responses.filter(({ type }) => !type.startsWith("image/")),
      ({ body }) =>
        !/^\s+at .+[:)]|\bat \S+ \(|file:\/\/|node_modules|entry\.worker|\/app\/\w+\/|SQLITE|D1_ERROR|drizzle/m.test(
          body,
        ),
    );
  });
});
