import { Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "#app/cli/migrate.ts";
import type { Reached } from "#app/cli/ops/reached.ts";
import { clubBehind } from "#app/cli/ops/remote-club.ts";
import { openDatabase } from "#app/db/client.server.ts";
import { venues } from "#app/db/schema.ts";
import { takeBackup } from "#app/models/backup/backup.server.ts";
import { addVenue, listVenues } from "#app/models/venue/venues.server.ts";

/** Plays what wrangler puts before the deployed bindings: passes on to the database what is asked of it by name. */
const standIn = `export default {
  fetch(request, env) {
    const headers = new Headers();
    for (const [name, value] of request.headers)
      if (name.startsWith("mf-header-")) headers.set(name.slice("mf-header-".length), value);
    const { fetcher } = env[request.headers.get("MF-Binding")];
    return fetcher.fetch(request.headers.get("MF-URL"), new Request(request, { headers }));
  },
}`;

let deployed: Miniflare;
let club: Reached;

beforeAll(async () => {
  deployed = new Miniflare({
    modules: true,
    script: standIn,
    compatibilityDate: "2026-01-01",
    d1Databases: ["DB"],
  });
  await migrate(await deployed.getD1Database("DB"));
  type Connection = Parameters<typeof clubBehind>[0];
  club = await clubBehind((await deployed.ready) as Connection);
});

afterAll(async () => {
  await club?.close();
  await deployed?.dispose();
});

test("models work on a database that is elsewhere as they do on one that is here", async () => {
  const db = openDatabase(club.env.DB);
  const fresh = {
    name: "Kakukk",
    address: "Fő utca 1",
    googleMapsLink: "https://x.y",
    timeZone: "Europe/Budapest",
  };
  const id = await addVenue(db, { ...fresh, diets: [1] });
  expect(await addVenue(db, { ...fresh, diets: [] })).toBe(undefined);
  expect(await listVenues(db)).toMatchObject([{ id, name: "Kakukk", diets: [1] }]);
  expect((await takeBackup(db)).tables.find(({ name }) => name === "venues")?.rows).toHaveLength(1);
});

test("a batch there is all or nothing too", async () => {
  const db = openDatabase(club.env.DB);
  const venue = { name: "Galamb", address: "Fő utca 2", googleMapsLink: "https://x.y" };
  const same = { id: "the same", ...venue };
  await expect(db.batch([db.insert(venues).values(same), db.insert(venues).values(same)])).rejects.toThrow();
  expect(await listVenues(db)).toHaveLength(1);
});
