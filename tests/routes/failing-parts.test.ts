import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readCookies } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { createPhoto } from "#tests/support/hostile-images.ts";
import { parsePage, readAlerts, readFieldValue, readInputValue } from "#tests/support/html.ts";
import { playService } from "#tests/support/outside.ts";
import { createPortPool } from "#tests/support/port-pool.ts";
import { createRealRequest, findAddresses } from "#tests/support/real-requests.ts";
import { type Route, routes, routesWithAction } from "#tests/support/routes.ts";
import { type SeatedDiners, seatDiners, startSession } from "#tests/support/seated-diners.ts";

const club = openClub({ wrapper: "support/faulty-worker.ts" });
let all: SeatedDiners;

const openPort = createPortPool();
const hanging = await openPort(() => {});
const broken = await openPort((_, response) => response.writeHead(500).end("<h1>Internal Server Error</h1>"));
const refusing = `http://127.0.0.1:${await findFreePort()}`;
afterAll(() => {
  for (const server of [hanging, broken]) server.close();
});
beforeAll(async () => {
  all = await seatDiners(club);
});

/** What hangs here hangs for ten minutes; this is far less, on a slow machine too. */
const maxSeconds = 30;

interface Sent {
  name: string;
  path: string;
  init: RequestInit;
}

const isOfDatabase = (fault: string) => /^(DB|replica)=/.test(fault);

const isForMachines = /^\/(dev|webhooks)/;

/** All others read from the database alone. */
const needsOtherParts = /avatars|venue-photos|identity|data|verify|payment|login|register|health|auth/;

/** Every page and file, for a diner and for a visitor, that can notice the fault. */
async function listReads(fault: string): Promise<Sent[]> {
  const { owner } = all.diners;
  const cookie = await startSession(club, owner);
  const isRead = ({ path }: Route) => isOfDatabase(fault) || needsOtherParts.test(path);
  const found = routes.filter((route) => isRead(route) && !route.isLayout && !isForMachines.test(route.path));
  const addresses = await Promise.all(found.map((route) => findAddresses(club, route, owner)));
  return addresses.flatMap((some) =>
    [cookie, ""].map((Cookie) => {
      const path = some.at(-1) ?? "";
      return { name: `GET ${path}${Cookie ? "" : " signed out"}`, path, init: { headers: { Cookie } } };
    }),
  );
}

/** Every form but those that end an account or a session, and a photo. */
async function listForms(): Promise<Sent[]> {
  const forms = routesWithAction.filter(({ path }) => !/^\/dev|delete|logout/.test(path));
  const requests = await Promise.all(forms.map((route) => createRealRequest(club, route, all)));
  return [
    ...requests.map(({ path, init }) => ({ name: `POST ${path}`, path, init })),
    { name: "POST a photo", path: "/identity", init: await createUpload() },
  ];
}

async function createUpload(name = "Kata"): Promise<RequestInit> {
  const form = new FormData();
  form.set("name", name);
  form.set("photo", new File([new Uint8Array(await createPhoto().png().toBuffer())], "photo.png"));
  const encoded = new Response(form);
  const Cookie = await startSession(club, all.diners.stranger);
  return {
    method: "POST",
    body: await encoded.arrayBuffer(),
    headers: { Cookie, "Content-Type": encoded.headers.get("Content-Type") ?? "" },
  };
}

/** Whoever else sends something as the same diner has to be answered before. */
const endsSessions = ({ name }: Sent) => /^POST .*password/.test(name);

const send = (path: string, init: RequestInit, faults: string) =>
  club.fetch(path, { ...init, headers: { Accept: "text/html", ...init.headers, Faults: faults } });

/** Nothing where the answer came in time, and tells a person what to do. */
async function findFault({ name, path, init }: Sent, faults: string): Promise<string[]> {
  const begunAt = performance.now();
  const response = await send(path, init, faults);
  const text = await response.text();
  const seconds = (performance.now() - begunAt) / 1000;
  if (seconds > maxSeconds) return [`${name} took ${seconds} s`];
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
  const isBare = isPage ? !/try again/i.test(text) : /^(Unexpected Server Error|$)/.test(text);
  return response.status >= 500 && isBare ? [`${name}: ${response.status} ${text}`] : [];
}

const faults = [
  ...["DB", "replica", "AVATARS", "IMAGES", "TASKS", "limits"].flatMap((part) => [
    `${part}=hangs`,
    `${part}=fails`,
  ]),
  `services=${hanging.url}`,
  `services=${broken.url}`,
  `services=${refusing}`,
];

describe("while one part hangs or fails, every request is answered within seconds, and never with a bare 500", () => {
  test.each(faults)("%s", async (fault) => {
    const url = new URLSearchParams(fault).get("services");
    for (const host of url ? ["api.stripe.com", "api.resend.com", "challenges.cloudflare.com"] : [])
      onTestFinished(playService(host, url ?? ""));
    const requests = [...(await listReads(fault)), ...(await listForms())];
    const [last, first] = [true, false].map((is) => requests.filter((sent) => endsSessions(sent) === is));
    const found: string[] = [];
    for (const some of [first, last])
      found.push(...(await Promise.all((some ?? []).map((sent) => findFault(sent, fault)))).flat());
    await club.takeLoggedErrors();
    expect(found).toEqual([]);
  });
});

/** Somebody comes back from Google, with the cookies of who went there. */
async function returnFromGoogle(faults: string): Promise<Response> {
  const sent = await send("/auth/google", { method: "POST", body: new URLSearchParams() }, faults);
  const state = new URL(sent.headers.get("Location") ?? "").searchParams.get("state") ?? "";
  const query = new URLSearchParams({ state, code: "code" });
  return send(`/auth/google/callback?${query}`, { headers: { Cookie: readCookies(sent) } }, faults);
}

test.each([hanging.url, broken.url, refusing])(
  "where Google does not answer, the login says so and offers to try again: %s",
  async (url) => {
    const begunAt = performance.now();
    const response = await returnFromGoogle(`services=${url}`);
    expect(response.headers.get("Location")).toBe("/login?refused=failed");
    expect((performance.now() - begunAt) / 1000).toBeLessThan(maxSeconds);
  },
);

test.each([
  ["AVATARS=hangs", "Dóri"],
  ["AVATARS=fails", "Luca"],
  ["IMAGES=hangs", "Panni"],
])("a photo that can’t be stored is said so, and the name is saved: %s", async (fault, name) => {
  const upload = await createUpload(name);
  const response = await send("/identity", upload, fault);
  expect(response.status).toBe(503);
  const page = await parsePage(response);
  expect(readAlerts(page)).toEqual([
    "We couldn’t save your photo just now. Try again in a moment. Your name is saved.",
  ]);
  expect(readFieldValue(page, "Name")).toBe(name);
  const keptPhoto = readInputValue(page, "keptPhoto") ?? "";
  if (fault.startsWith("AVATARS")) expect(keptPhoto).toMatch(/^data:image\/webp;base64,/);
  const { Cookie = "" } = upload.headers as Record<string, string>;
  const saved = await parsePage(await club.fetch("/identity", { headers: { Cookie } }));
  expect(readFieldValue(saved, "Name")).toBe(name);
  await club.takeLoggedErrors();
});

test.each(["AVATARS=hangs", "AVATARS=fails"])(
  "a face that can’t be read is drawn within seconds: %s",
  async (fault) => {
    const { owner } = all.diners;
    const [Cookie, { avatarUrl }] = [await startSession(club, owner), owner];
    const begunAt = performance.now();
    const response = await send(`/avatars/${avatarUrl.split("/")[1]}`, { headers: { Cookie } }, fault);
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "image/svg+xml"]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect((performance.now() - begunAt) / 1000).toBeLessThan(maxSeconds);
    await club.takeLoggedErrors();
  },
);
