import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { root } from "#app/cli/project.mjs";
import { openClub } from "#tests/support/club.ts";
import { generateHostilePaths } from "#tests/support/hostile-paths.ts";
import { inParallel } from "#tests/support/in-parallel.ts";
import {
  createRealRequest,
  findAddresses,
  type RealRequest,
  sortByHarm,
} from "#tests/support/real-requests.ts";
import { fillPath, hasParameter, routes, routesWithAction } from "#tests/support/routes.ts";
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
  "x".repeat(5_000),
  `a@${".".repeat(20_000)}@`,
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

const sendEveryFieldTwice = ({ fields }: RealRequest): RequestInit => ({
  body: new URLSearchParams([...Object.entries(fields), ...Object.entries(fields)]),
});

async function expectNoServerError(path: string, init: RequestInit) {
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const response = await club.fetch(path, { ...init, signal });
  await response.body?.cancel();
  const sent = `${path.slice(0, 200)} ${String(init.body).slice(0, 200)}`;
  expect(response.status, sent).toBeLessThan(500);
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
      await inParallel(listBodies(real), send);
      // Some actions accept it, and end the session or the account.
      await send(sendEveryFieldTwice(real));
    },
  );
});

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

const hostileWords = ["a\u0000b", "__proto__", "-1", "1e999", "//evil.example", "x".repeat(200)];

const hostileSegments = [
  ...[...generateHostilePaths(10)].map((path) => encodeURIComponent(path.slice(1))),
  ...hostileWords.map(encodeURIComponent),
  "%E0%A4%A",
  "%ED%A0%80",
];

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
            const searches = hostileWords.map(
              (word) => new URLSearchParams(readNames.map((name) => [name, word])),
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
    const anyParameter = (value: string) => new Proxy({}, { get: () => value });
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
