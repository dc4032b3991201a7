import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import { cookieNames } from "#app/http/cookies.ts";
import { login, newEmail, password, signUp, verify } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import { formNames, listForms } from "#tests/support/form-names.ts";
import { generateHostilePaths } from "#tests/support/hostile-paths.ts";
import { inParallel } from "#tests/support/in-parallel.ts";
import {
  createRealRequest,
  findAddresses,
  type RealRequest,
  sortByHarm,
} from "#tests/support/real-requests.ts";
import { fillPath, hasParameter, type Route, routes, routesWithAction } from "#tests/support/routes.ts";
import { type SeatedDiners, seatDiners, startSession } from "#tests/support/seated-diners.ts";

const club = openClub();
let all: SeatedDiners;
beforeAll(async () => {
  all = await seatDiners(club);
});

const answerTimeoutMs = 300_000;
const formType = { "Content-Type": "application/x-www-form-urlencoded" };
const tooMuch = 64 * 1024 + 1;

/** Bodies that are the same for every action. */
const fixedBodies: RequestInit[] = [
  {},
  { body: "" },
  { body: "not a form", headers: { "Content-Type": "text/plain" } },
  { body: "%%%=%E0%A4%A&email[]=1&=&&&", headers: formType },
  { body: "a=%ED%A0%80&%ED%A0%80=b", headers: formType },
  { body: "{", headers: { "Content-Type": "application/json" } },
  { body: '{"__proto__":{"email":1},"name":{}}', headers: { "Content-Type": "application/json" } },
  { body: "--x\r\nbroken", headers: { "Content-Type": "multipart/form-data; boundary=x" } },
  { body: "--x", headers: { "Content-Type": "multipart/form-data" } },
  { body: "x".repeat(tooMuch), headers: formType },
  { body: "a=&".repeat(10_000), headers: formType },
];

const hostileValues = [
  "",
  "a\u0000b",
  "__proto__",
  "-1",
  "null",
  '{"__proto__":[1],"constructor":[1]}',
  '{"1":["\\ud800"],"2":[1e400],"20":["__proto__"]}',
  "' OR 1=1 --@x.y",
  "//evil.example",
];

/** Bodies with the fields of a form that the action accepts. */
function listBodies({ fields }: RealRequest): RequestInit[] {
  const names = Object.keys(fields);
  if (names.length === 0) return fixedBodies;
  const files = new FormData();
  for (const name of names) files.set(name, new Blob(["x"]), "file.png");
  const setAll = (value: string) => names.map((name) => `${encodeURIComponent(name)}=${value}`).join("&");
  return [
    ...fixedBodies,
    { body: files },
    { body: setAll("%ED%A0%80"), headers: formType },
    { body: setAll("%00&%00=").repeat(100), headers: formType },
    { body: setAll("1").replaceAll("=", "[]="), headers: formType },
    ...hostileValues.map((value) => ({ body: setAll(encodeURIComponent(value)), headers: formType })),
    ...names.flatMap((name) =>
      ["", "a\u0000b", "__proto__"].map((value) => ({
        body: new URLSearchParams({ ...fields, [name]: value }),
      })),
    ),
  ];
}

/** Every name that the code reads from a query, a form or the headers. */
const readNames = [
  ...new Set(
    [
      ...readFileSync(join(root, "build/server/index.js"), "utf8").matchAll(
        /\.(?:get|getAll|has)\("([\w-]+)"\)/g,
      ),
    ].map(([, name = ""]) => name),
  ),
];

const chunk = <Item>(items: Item[], size: number) =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

/** What patterns, lists and parsers that take long for long text have most trouble with. */
const longValues: ((length: number) => string)[] = [
  (length) => `a@${".".repeat(length - 3)}@`,
  (length) => "a".repeat(length),
  (length) => "/,;:".repeat(length / 4),
  (length) => "[".repeat(length),
];

/** One field at a time, so that no body is too long to be read; the shortest last, since some actions accept it. */
async function listLongBodies(route: Route, real: RealRequest): Promise<RequestInit[]> {
  const toBody = (long: string[], others: Record<string, string>) => ({
    body: [...long, new URLSearchParams(others)].join("&"),
    headers: formType,
  });
  const setLong = (name: string, length: number, i: number) =>
    `${encodeURIComponent(name)}=${longValues[i % longValues.length]?.(length)}`;
  const forms = await listForms(club, route, real);
  const known = new Set(forms.flatMap(({ names }) => names));
  const others = [...new Set([...formNames, ...readNames])].filter((name) => !known.has(name));
  const ofForms = (lengths: number[]) =>
    lengths.flatMap((length, i) =>
      forms.flatMap(({ fields, names }) =>
        names.map((name, j) => {
          const { [name]: _, ...rest } = fields;
          return toBody([setLong(name, length, i + (length < 60_000 ? j : 0))], rest);
        }),
      ),
    );
  return [
    ...ofForms(longValues.map(() => 60_000)),
    ...chunk(others, 6).map((names) =>
      toBody(
        names.map((name, i) => setLong(name, 10_000, i)),
        {},
      ),
    ),
    ...ofForms([10_000, 1_000]),
  ];
}

const sendEveryFieldTwice = ({ fields }: RealRequest): RequestInit => ({
  body: new URLSearchParams([...Object.entries(fields), ...Object.entries(fields)]),
});

/** No request of this file needs as long for itself; another one may hold the Worker meanwhile. */
const slowMs = 1_000;
const seemSlow: { path: string; init: RequestInit }[] = [];

async function measureMs(send: () => Promise<Response>): Promise<number> {
  const start = performance.now();
  await (await send()).body?.cancel();
  return performance.now() - start;
}

/** Each alone, and the fastest of ten counts: less than a second, or on a slow machine than ten hashes of a password. */
async function expectNothingSlow() {
  for (const { path, init } of seemSlow.splice(0)) {
    let [ms, hashMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let i = 0; i < 10 && ms > slowMs; i++) {
      ms = Math.min(ms, await measureMs(() => club.fetch(path, init)));
      if (ms > slowMs) hashMs = Math.min(hashMs, await measureMs(() => login(club, newEmail())));
    }
    expect(ms, describeSent(path, init)).toBeLessThan(Math.max(slowMs, 10 * hashMs));
  }
}

/** Nothing short can take long to read, and many of them hash a password. */
const isLong = (path: string, { headers, body }: RequestInit) =>
  [path, JSON.stringify(headers), body].join("").length > 1_000;

const describeSent = (path: string, { headers, body }: RequestInit) =>
  `${path.slice(0, 200)} ${JSON.stringify(headers)?.slice(0, 200)} ${String(body).slice(0, 200)}`;

async function expectNoServerError(path: string, init: RequestInit) {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const start = performance.now();
  const response = await club.fetch(path, { ...init, signal });
  if (performance.now() - start > slowMs && isLong(path, init)) seemSlow.push({ path, init });
  await response.body?.cancel();
  expect(response.status, describeSent(path, init)).toBeLessThan(500);
  return response;
}

test("an address with several slashes is no fault, whatever the method", async () => {
  for (const path of ["//", "///", "//about", "//evil.example"])
    for (const method of ["GET", "HEAD", "POST"]) {
      const response = await club.fetchBare(path, { method });
      expect(response.status, `${method} ${path}`).toBeLessThan(500);
      expect(await response.text()).not.toContain("https://evil.example");
    }
});

test("an address of 60 kB in the form for an email is told so", async () => {
  const body = new URLSearchParams({ email: `a@${".".repeat(60_000)}@` });
  const response = await club.fetch("/forgot-password", { method: "POST", body });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("Please enter a valid email address");
});

test("a path over 2 kB is refused, with a page for browsers", async () => {
  for (const path of [`/${"x".repeat(2_048)}`, "/".repeat(16_000)]) {
    const program = await club.fetchBare(path);
    expect([program.status, await program.text()]).toEqual([
      414,
      "No page of ours has it. Check the link, then try again.",
    ]);
    const browser = await club.fetchBare(path, { headers: { Accept: "text/html" } });
    expect([browser.status, browser.headers.get("Content-Type")]).toEqual([414, "text/html; charset=utf-8"]);
    expect(await browser.text()).toContain("This address is too long");
  }
  expect((await club.fetchBare(`/${"x".repeat(2_047)}`)).status).toBe(404);
});

describe("answers hostile forms without a server error", () => {
  test.each(sortByHarm(routesWithAction).map((route) => [route.path, route] as const))(
    "POST %s",
    async (_, route) => {
      const real = await createRealRequest(club, route, all);
      const send = async ({ headers, ...init }: RequestInit) => {
        const Cookie = real.cookie && (await startSession(club, real.diner));
        return expectNoServerError(real.path, { method: "POST", ...init, headers: { ...headers, Cookie } });
      };
      await inParallel(await listLongBodies(route, real), async (init) => {
        const response = await send(init);
        expect(response.status, describeSent(real.path, init)).not.toBe(413);
        expectShortLocation(response, describeSent(real.path, init));
      });
      await inParallel(listBodies(real), send);
      // Some actions accept it, and end the session or the account.
      await send(sendEveryFieldTwice(real));
      await expectNothingSlow();
    },
  );
});

test("a query over 4 kB is refused, with a page for browsers", async () => {
  const long = `/about?a=${"x".repeat(4_094)}`;
  expect((await club.fetchBare(long)).status).toBe(414);
  const browser = await club.fetchBare(long, { headers: { Accept: "text/html" } });
  expect(browser.status).toBe(414);
  expect(await browser.text()).toContain("This address is too long");
  expect((await club.fetchBare(long.slice(0, -1))).status).toBe(200);
});

test("a wanted page of 60 kB leads home", async () => {
  const next = `/${"x".repeat(60_000)}`;
  const email = newEmail();
  const cookie = await signUp(club, email);
  const signedIn = await login(club, email, { next });
  expect([signedIn.status, signedIn.headers.get("Location")]).toEqual([302, "/onboarding"]);
  const verified = await verify(club, cookie, password, next);
  expect(verified.headers.get("Location")).toBe("/dashboard/settings");
  const back = await club.fetch("/auth/google/callback?error=access_denied", {
    headers: { Cookie: writeCookie("next", next) },
  });
  expect(back.headers.get("Location")).toBe("/login");
});

const hostileWords = ["a\u0000b", "__proto__", "-1", "1e999", "//evil.example", "x".repeat(200)];

const hostileSegments = [
  ...[...generateHostilePaths(10)].map((path) => encodeURIComponent(path.slice(1))),
  ...hostileWords.map(encodeURIComponent),
  "%E0%A4%A",
  "%ED%A0%80",
];

const anyParameter = (value: string) => new Proxy({}, { get: () => value });

/** A response may lead to another page of the club only. */
function expectOwnLocation(response: Response, path: string) {
  const location = response.headers.get("Location") ?? response.headers.get("X-Remix-Redirect");
  if (location) expect(new URL(location, club.url).origin, path).toBe(club.url);
}

describe("answers hostile addresses without a server error", () => {
  test("finds the names that the code reads from queries", () => {
    expect(readNames).toEqual(
      expect.arrayContaining(["booked", "event", "next", "past", "question", "token"]),
    );
  });

  test("GET with hostile queries", async () => {
    const { owner } = all.diners;
    const paths = (
      await Promise.all(
        routes
          .filter(({ hasLoader, isLayout }) => hasLoader && !isLayout)
          .map(async (route) => {
            const [path = ""] = await findAddresses(club, route, owner);
            const searches = hostileWords.flatMap((word) =>
              chunk(readNames, Math.ceil(3_000 / word.length)).map(
                (names) => new URLSearchParams(names.map((name) => [name, word])),
              ),
            );
            return [
              ...searches.map((search) => `${path}?${search}`),
              `${path}?${readNames.map((name) => `${name}=%ED%A0%80&${name}=%00`).join("&")}`,
              `${path}?_data=__proto__&_data=root`,
            ];
          }),
      )
    ).flat();
    await inParallel(paths, async (path) => {
      const response = await expectNoServerError(path, { headers: { Cookie: owner.cookie } });
      expectOwnLocation(response, path);
    });
  });

  test("every method with hostile parameters", async () => {
    const { owner } = all.diners;
    const requests = routes.filter(hasParameter).flatMap((route) =>
      hostileSegments.flatMap((segment) => {
        const path = fillPath(route.path, anyParameter(segment));
        return [{ path, method: "GET" }, ...(route.hasAction ? [{ path, method: "POST" }] : [])];
      }),
    );
    await inParallel(requests, async ({ path, method }) => {
      const response = await expectNoServerError(path, { method, headers: { Cookie: owner.cookie } });
      expectOwnLocation(response, path);
    });
  });
});

describe("answers long values without a server error, and quickly", () => {
  const readHeaders = [
    ...[
      "Accept",
      "Accept-Language",
      "Authorization",
      "CF-Connecting-IP",
      "Cf-Access-Jwt-Assertion",
      "Content-Type",
      "Origin",
      "Referer",
    ],
    ...["Sec-Fetch-Site", "Stripe-Signature", "User-Agent", "X-Forwarded-Host", "cf-ray"],
  ];
  /** All names of a request together, since workerd takes headers of 128 kB. */
  const lengths = [
    { length: 1_000, count: 100 },
    { length: 10_000, count: 9 },
    { length: 60_000, count: 2 },
  ];
  const units = ["a", "a@.", "/,;=:"];
  const long = (length: number, i: number) => {
    const unit = units[i % units.length] ?? "";
    return unit.repeat(length / unit.length);
  };

  test("knows every header that the code reads", () => {
    const source = globSync("app/**/*.{ts,tsx}").map((file) => readFileSync(file, "utf8"));
    const names = [...source.join("").matchAll(/request\.headers\.(?:get|has)\("([^"]+)"/g)].map(
      ([, n]) => n,
    );
    expect(names.length).toBeGreaterThan(8);
    expect([...readHeaders, "Cookie"]).toEqual(expect.arrayContaining(names));
  });

  const pages = routes.filter(({ isLayout, hasLoader, hasAction }) => !isLayout && (hasLoader || hasAction));
  const requests = pages.flatMap((route) => [
    ...(route.hasLoader ? [{ route, method: "GET" }] : []),
    ...(route.hasAction ? [{ route, method: "POST" }] : []),
  ]);

  test("in headers and cookies", async () => {
    const Cookie = await startSession(club, all.diners.owner);
    const sent = await Promise.all(
      pages.map(async (route, turn) => {
        const path = (await findAddresses(club, route, all.diners.owner)).at(-1) ?? "";
        /** Each page gets every name, and every name each length, the longest ones on every third page. */
        const chunkByTurns = (names: readonly string[], { length, count }: (typeof lengths)[number]) =>
          chunk([...names], count).filter((_, i) => length < 60_000 || (i + turn) % 3 === 0);
        const withHeaders = lengths.flatMap((lengthAndCount) =>
          chunkByTurns(readHeaders, lengthAndCount).map((names) => ({
            Cookie,
            ...Object.fromEntries(names.map((name, i) => [name, long(lengthAndCount.length, i)])),
          })),
        );
        const withCookies = lengths.flatMap((lengthAndCount) =>
          chunkByTurns(cookieNames, lengthAndCount).map((names) => ({
            Cookie: names
              .map((name, i) => writeCookie(name, long(lengthAndCount.length * 0.7, i)))
              .join("; "),
          })),
        );
        // One with each method, where a route has both.
        return [
          ...withHeaders.map((headers) => ({ path, method: route.hasAction ? "POST" : "GET", headers })),
          ...withCookies.map((headers) => ({ path, method: route.hasLoader ? "GET" : "POST", headers })),
        ];
      }),
    );
    await inParallel(sent.flat(), async ({ path, ...init }) => {
      expectShortLocation(await expectNoServerError(path, init), path);
    });
    await expectNothingSlow();
  });

  test("in paths and queries", async () => {
    const { cookie: Cookie } = all.diners.owner;
    const sent = requests.flatMap(({ route, method }) => {
      const path = fillPath(route.path, anyParameter("x"));
      return lengths
        .flatMap(({ length }, i) => [
          ...(hasParameter(route) ? [fillPath(route.path, anyParameter(encodeURI(long(length, i))))] : []),
          // Of 180 kB workerd itself answers, and takes a second.
          ...chunk(
            length > 4_000 || method === "POST" ? readNames.slice(0, 3) : readNames,
            length > 10_000 ? 1 : 3,
          ).map((names) => `${path}?${names.map((name) => `${name}=${long(length, i)}`).join("&")}`),
        ])
        .map((long) => ({ path: long, method }));
    });
    await inParallel(sent, async ({ path, method }) => {
      expectShortLocation(await expectNoServerError(path, { method, headers: { Cookie } }), path);
    });
    await expectNothingSlow();
  });
});

/** Programs read at most 16 kB of all headers. */
const expectShortLocation = ({ headers }: Response, path: string) =>
  expect(headers.get("Location")?.length ?? 0, path.slice(0, 200)).toBeLessThan(8_000);
