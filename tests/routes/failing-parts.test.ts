import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCookies } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { createPhoto } from "#tests/support/hostile-images.ts";
import { createPortPool } from "#tests/support/port-pool.ts";
import { createRealRequest, findAddresses } from "#tests/support/real-requests.ts";
import { routes, routesWithAction } from "#tests/support/routes.ts";
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

/** What hangs here hangs for ten minutes; this is what a person waits at most. */
const maxSeconds = 20;

interface Sent {
  name: string;
  path: string;
  init: RequestInit;
}

const isForMachines = /^\/(dev|webhooks)/;

/** Every page and file, for a diner and for a visitor. */
async function listReads(): Promise<Sent[]> {
  const { owner } = all.diners;
  const cookie = await startSession(club, owner);
  const found = routes.filter(({ path, isLayout }) => !isLayout && !isForMachines.test(path));
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

async function createUpload(): Promise<RequestInit> {
  const form = new FormData();
  form.set("name", "Kata");
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
  if (process.env.SHOW) console.info(name, response.status, seconds.toFixed(1));
  if (seconds > maxSeconds) return [`${name} took ${seconds} s`];
  const isPage = response.headers.get("Content-Type")?.startsWith("text/html");
  const isBare = isPage ? !/try again/i.test(text) : /^(Unexpected Server Error|$)/.test(text);
  return response.status >= 500 && isBare ? [`${name}: ${response.status} ${text}`] : [];
}

const faults = [
  "DB=hangs",
  "DB=fails",
  "replica=hangs",
  "replica=fails",
  ...["AVATARS", "IMAGES", "TASKS", "limits"].flatMap((part) => [`${part}=hangs`, `${part}=fails`]),
  `services=${hanging.url}`,
  `services=${broken.url}`,
  `services=${refusing}`,
];

describe("while one part hangs or fails, every request is answered within seconds, and never with a bare 500", () => {
  test.each(faults.filter((f) => f.includes(process.env.ONLY ?? "")))("%s", async (fault) => {
    const requests = [...(await listReads()), ...(await listForms())];
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
