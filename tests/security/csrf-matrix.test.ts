import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { createFormPost, password } from "#tests/support/accounts.ts";
import { type Club, openClub } from "#tests/support/club.ts";
import { dumpClub, expectNoChange, listChangedTables } from "#tests/support/dump-club.ts";
import { inParallel } from "#tests/support/in-parallel.ts";
import { createRealRequest, findAddresses, sortByHarm, validForms } from "#tests/support/real-requests.ts";
import { findTableErrors, type Route, routes, routesWithAction } from "#tests/support/routes.ts";
import {
  type SeatedDiner,
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

/** Called by servers. Each has a test below that it refuses a request without its own proof. */
const serverToServerPaths = ["/dev/google/token", "/unsubscribe", "/webhooks/resend", "/webhooks/stripe"];

const formRoutes = routesWithAction.filter(({ path }) => !serverToServerPaths.includes(path));

const byPath = (some: Route[]) => some.map((route) => [route.path, route] as const);

test("knows a form for every action, and every action that is for servers", () => {
  const paths = routesWithAction.map(({ path }) => path);
  const where = "validForms in tests/support/real-requests.ts";
  expect(findTableErrors(Object.keys(validForms), paths, where)).toEqual([]);
  expect(serverToServerPaths.filter((path) => !paths.includes(path))).toEqual([]);
});

interface ForeignRequest {
  origin: string;
  foreign: Record<string, string>;
}

const listOtherOrigins = (origin: string) => {
  const { protocol, hostname, port } = new URL(origin);
  const otherScheme = origin.replace(protocol, protocol === "https:" ? "http:" : "https:");
  const otherPort = `${protocol}//${hostname}:${Number(port || 8443) + 1}`;
  return ["https://evil.example", "null", otherScheme, otherPort, `${origin}.evil.example`];
};

/** What browsers, old and new, send for a page of another site, and what a program may send. */
const listForeignRequests = (origin: string): ForeignRequest[] => [
  ...[
    {},
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "cross-site", Origin: origin },
    { "Sec-Fetch-Site": "same-site", Origin: "https://blog.oten.example" },
  ].map((foreign) => ({ origin, foreign: foreign as Record<string, string> })),
  ...listOtherOrigins(origin).flatMap((Origin) => [
    { origin, foreign: { Origin } },
    ...["same-origin", "none"].map((site) => ({
      origin,
      foreign: { "Sec-Fetch-Site": site, Origin },
    })),
  ]),
];

/** Miniflare gives the Worker requests with this address. */
const secureOrigin = "https://oten.example";

const secureRequests = listOtherOrigins(secureOrigin).map((Origin) => ({
  origin: secureOrigin,
  foreign: { "Sec-Fetch-Site": "same-origin", Origin },
}));

const dispatch: Club["fetchBare"] = (path, init) =>
  club.worker.dispatchFetch(secureOrigin + path, {
    redirect: "manual",
    ...(init as object),
  }) as unknown as Promise<Response>;

describe("refuses from any other site, and changes nothing", () => {
  test.each(byPath(formRoutes))("POST %s", async (_, route) => {
    const { path, init } = await createRealRequest(club, route, all);
    const requests = [...listForeignRequests(club.url), ...secureRequests];
    const before = await dumpClub(club);
    await inParallel(requests, async ({ origin, foreign }) => {
      const send = origin === secureOrigin ? dispatch : club.fetchBare;
      const response = await send(path, { ...init, headers: { ...init.headers, ...foreign } });
      await response.body?.cancel();
      expect(response.status, JSON.stringify({ origin, foreign, path })).toBe(403);
    });
    expectNoChange(before, await dumpClub(club));
  });
});

/** What a GET may change, each with its reason. */
const changedByReading: Record<string, string[]> = {
  // A session that is used is renewed, and its diner sees when it was used.
  sessions: ["expires_at", "last_seen_at"],
};

const withoutAllowed = (dump: Awaited<ReturnType<typeof dumpClub>>) =>
  Object.fromEntries(
    Object.entries(dump).map(([table, rows]) => [
      table,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).filter(([column]) => !changedByReading[table]?.includes(column)),
        ),
      ),
    ]),
  );

test("changes nothing when a diner or a visitor reads everything there is", async () => {
  await waitForEmails(club);
  const sixteenDaysMs = 16 * 86_400_000;
  const { owner } = all.diners;
  const cookies = [await startSession(club, owner, { ageMs: sixteenDaysMs }), ""];
  const addresses = await Promise.all(routes.map((route) => findAddresses(club, route, owner)));
  const requests = addresses.flat().flatMap((path) => cookies.map((cookie) => ({ path, cookie })));
  const before = await dumpClub(club);
  await inParallel(requests, async ({ path, cookie }) => {
    const response = await club.fetch(path, { headers: { Cookie: cookie } });
    await response.body?.cancel();
    expect(response.status, path).toBeLessThan(500);
  });
  expectNoChange(withoutAllowed(before), withoutAllowed(await dumpClub(club)));
});

/** What ends a session while its browser still shows a form. */
const endings: [string, (diner: SeatedDiner) => Promise<unknown>][] = [
  [
    "was signed out elsewhere",
    async (diner) =>
      sendAs(await startSession(club, diner), "/dashboard/settings/security", {
        intent: "sign-out-everywhere",
      }),
  ],
  [
    "ended with a new password",
    async (diner) => {
      const fields = { password: `${password}-4`, repeatPassword: `${password}-4` };
      await sendAs(await startSession(club, diner), "/dashboard/settings/password", fields);
    },
  ],
  [
    "is of an account that was deleted",
    async (diner) =>
      sendAs(await startSession(club, diner), "/dashboard/settings/delete", { email: diner.email }),
  ],
];

async function sendAs(cookie: string, path: string, fields: Record<string, string>) {
  const headers = { Cookie: cookie };
  const response = await club.fetch(path, { method: "POST", body: new URLSearchParams(fields), headers });
  await response.body?.cancel();
  return response;
}

/** What they answer is the same for whoever asks, and needs no account. */
const answersAnybody = ["/*", "/auth/passkey-options", "/dev/checkout", "/dev/google", "/logout"];

describe("writes and emails nothing for a session that", () => {
  test.each(endings)("%s", async (ending, end) => {
    const others = await seatDiners(club, `${ending.replaceAll(" ", "-")}-`);
    const withSession = formRoutes.filter(
      ({ path }) => !validForms[path]?.isSignedOut && !answersAnybody.includes(path),
    );
    const requests: { path: string; cookie: string; fields: Record<string, string> }[] = [];
    for (const route of withSession) {
      const { path, cookie, fields, diner } = await createRealRequest(club, route, others);
      const more = (await validForms[route.path]?.createOthers?.(diner, club)) ?? [];
      // A link in an email needs no session.
      const plain = path.split("?")[0] ?? "";
      requests.push(...[fields, ...more].map((each) => ({ path: plain, cookie, fields: each })));
    }
    expect(requests.length).toBeGreaterThan(25);
    for (const diner of Object.values(others.diners)) await end(diner);
    // What the cron would send to others later must not leave meanwhile.
    await club.db.run(sql`delete from outbox where sent_at is null and batch_id is null`);
    await waitForEmails(club);
    const before = await dumpClub(club);
    for (const { path, cookie, fields } of requests) {
      const { status } = await sendAs(cookie, path, fields);
      expect([302, 401, 404], `${path} ${JSON.stringify(fields)} ${status}`).toContain(status);
      expectNoChange(before, await dumpClub(club), `POST ${path} ${JSON.stringify(fields)}`);
    }
  });
});

/** After the tests that change nothing, because these forms do. */
describe("accepts the same form from its own site", () => {
  test.each(byPath(sortByHarm(formRoutes)))("POST %s", async (_, route) => {
    const { path, init, changes } = await createRealRequest(club, route, all);
    const before = await dumpClub(club);
    const response = await club.fetch(path, init);
    await response.body?.cancel();
    expect(response.status).not.toBe(403);
    const changed = listChangedTables(before, await dumpClub(club));
    if (changes) expect(changed, `the form in validForms for ${route.path} has no effect`).toContain(changes);
  });
});

describe("refuses servers without their own proof, and changes nothing", () => {
  const refusals: Record<string, { status: number; requests: () => [string, RequestInit][] }> = {
    "/dev/google/token": {
      status: 401,
      requests: () => [
        ["/dev/google/token", createFormPost({ code: "code" })],
        ["/dev/google/token", createFormPost({ code: "code", client_secret: "guessed" })],
      ],
    },
    "/unsubscribe": {
      status: 400,
      requests: () => [
        ["/unsubscribe", { method: "POST" }],
        [`/unsubscribe?booking=${all.diners.owner.bookingId}`, { method: "POST" }],
        [`/unsubscribe?booking=${all.diners.owner.bookingId}&key=guessed`, { method: "POST" }],
      ],
    },
    "/webhooks/resend": {
      status: 400,
      requests: () => [
        ["/webhooks/resend", { method: "POST", body: "{}" }],
        ["/webhooks/resend", { method: "POST", body: "{}", headers: { "svix-signature": "v1,00" } }],
      ],
    },
    "/webhooks/stripe": {
      status: 400,
      requests: () => [
        ["/webhooks/stripe", { method: "POST", body: "{}" }],
        ["/webhooks/stripe", { method: "POST", body: "{}", headers: { "Stripe-Signature": "t=1,v1=00" } }],
      ],
    },
  };

  test.each(serverToServerPaths)("POST %s", async (path) => {
    const refusal = refusals[path];
    if (!refusal)
      throw new Error(`Add to refusals in tests/security/csrf-matrix.test.ts what ${path} refuses, and how.`);
    const Cookie = await startSession(club, all.diners.owner);
    await waitForEmails(club);
    const before = await dumpClub(club);
    for (const [address, init] of refusal.requests()) {
      for (const foreign of [{}, { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }]) {
        const headers = { Connection: "close", Cookie, ...init.headers, ...foreign } as Record<
          string,
          string
        >;
        expect((await club.fetchBare(address, { ...init, headers })).status, address).toBe(refusal.status);
      }
    }
    expectNoChange(before, await dumpClub(club));
  });
});
