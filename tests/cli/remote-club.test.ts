import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { config, createRemoteDesk } from "#app/cli/local-worker.ts";
import { migrate } from "#app/cli/migrate.ts";
import { type ClubConnection, connectThroughProxy, makeRemote } from "#app/cli/ops/club-connections.ts";
import { openDatabase } from "#app/db/client.server.ts";
import { venues } from "#app/db/schema/venue.ts";
import { takeBackup } from "#app/models/backup/backup.server.ts";
import { addVenue, listVenues } from "#app/models/venue/venues.server.ts";
import { addTestCity, newVenue, testCity } from "#tests/support/events.ts";

/** Plays the proxy Worker that wrangler starts, and the D1 behind it, which gets one statement or the array of a batch. */
const fakeProxyScript = `export default {
  async fetch(request, { DB }) {
    const body = await request.json();
    try {
      const answers = await DB.batch([body].flat().map(({ sql, params }) => DB.prepare(sql).bind(...params)));
      const inColumns = answers.map(({ results, ...answer }) => ({
        ...answer,
        results: { columns: Object.keys(results[0] ?? {}), rows: results.map(Object.values) },
      }));
      return Response.json(Array.isArray(body) ? inColumns : inColumns[0]);
    } catch ({ message }) {
      return Response.json({ success: false, error: message }, { status: 500 });
    }
  },
}`;

type Connection = Parameters<typeof connectThroughProxy>[1];

let fakeProxy: Miniflare;
let club: ClubConnection;

beforeAll(async () => {
  fakeProxy = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: fakeProxyScript,
      compatibilityDate: "2026-01-01",
      d1Databases: ["DB"],
    }),
  );
  await migrate(await fakeProxy.getD1Database("DB"));
  club = await connectThroughProxy(makeRemote(config), (await fakeProxy.ready) as Connection);
});

afterAll(async () => {
  await club?.close();
  await fakeProxy?.dispose();
});

test("the queue stays out of reach, since ops never sends to it", () => {
  expect(config.queues.producers).toHaveLength(1);
  expect(makeRemote(config).queues).toEqual({ producers: [], consumers: [] });
  expect(club.env.TASKS).toBe(undefined);
});

test("the desk of a deployed club runs on this computer over its database, and nothing else of the club does", async () => {
  const desk = createRemoteDesk(makeRemote(config), (await fakeProxy.ready) as Connection, {
    port: 0,
    vars: {
      SESSION_SECRET: "for-tests-only-for-tests-only-32",
      DESK_TOKEN: "a-token",
      DESK_OPERATOR: "Anna",
    },
  });
  try {
    const url = await desk.ready;
    const ask = (path: string, Cookie = "") =>
      fetch(new URL(path, url), { redirect: "manual", headers: { Accept: "text/html", Cookie } });
    expect((await ask("/desk")).status).toBe(404);
    const first = await ask("/desk?token=a-token");
    const cookie = first.headers.get("Set-Cookie")?.split(";")[0];
    const page = await ask("/desk/evenings", cookie);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Events")]);
    for (const path of ["/", "/login", "/dashboard/bookings"])
      expect((await ask(path, cookie)).status, path).toBe(404);
  } finally {
    await desk.dispose();
  }
});

test("models work on a remote database", async () => {
  const db = openDatabase(club.env.DB);
  const newVenue = {
    name: "Kakukk",
    address: "Fő utca 1",
    googleMapsLink: "https://x.y",
    cityId: testCity.id,
    tables: 4,
    priceLevel: 1,
  };
  await addTestCity({ db });
  const id = await addVenue(db, { ...newVenue, diets: [1] });
  expect(await addVenue(db, { ...newVenue, diets: [] })).toBe(undefined);
  expect(await listVenues(db)).toMatchObject([{ id, name: "Kakukk", diets: [1] }]);
  expect((await Array.fromAsync(takeBackup(db))).find(({ name }) => name === "venues")?.rows).toHaveLength(1);
});

test("a batch on a remote database is one transaction", async () => {
  const db = openDatabase(club.env.DB);
  const venue = { name: "Galamb", address: "Fő utca 2", googleMapsLink: "https://x.y" };
  const row = newVenue("venue-1", venue);
  await expect(db.batch([db.insert(venues).values(row), db.insert(venues).values(row)])).rejects.toThrow();
  expect(await listVenues(db)).toHaveLength(1);
});
