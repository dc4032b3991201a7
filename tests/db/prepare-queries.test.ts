import { eq, gt } from "drizzle-orm";
import { expect, test } from "vitest";
import { loadBatched } from "#app/db/batched-read.ts";
import { prepareQueries } from "#app/db/prepare-queries.ts";
import { cities } from "#app/db/schema.ts";
import { readSession } from "#app/models/account/sessions.server.ts";
import { signUp } from "#tests/support/accounts.ts";
import { createCityEvent, viennaCity } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";

const club = openClub();

test("prepared queries are written once, and each request gets its own values", async () => {
  let count = 0;
  const query = prepareQueries(["slug", "latitude"], (db, { slug, latitude }) => {
    count++;
    return [
      db.select({ name: cities.name }).from(cities).where(eq(cities.slug, slug)),
      db.select({ slug: cities.slug }).from(cities).where(gt(cities.latitude, latitude)).limit(1),
    ];
  });
  const load = (slug: string, latitude: number) => club.db.batch(query(club.db, { slug, latitude }));
  const { slug, name } = viennaCity;
  await createCityEvent(club, { city: viennaCity });
  const all = await Promise.all([load(slug, -90), load("nowhere", 90), load(slug, 90)]);
  expect(all).toEqual([
    [[{ name }], [{ slug }]],
    [[], []],
    [[{ name }], []],
  ]);
  expect(count).toBe(1);
});

test("two columns of one name are refused when the queries are written", () => {
  const query = prepareQueries([], (db) => [db.select({ a: cities.name, b: cities.name }).from(cities)]);
  expect(() => query(club.db, {})).toThrow("give one an alias");
});

test("of two sessions that are looked up at once, each gets its own", async () => {
  await Promise.all([signUp(club, "one@oten.example"), signUp(club, "two@oten.example")]);
  const rows = await club.binding
    .prepare("SELECT token_hash AS tokenHash, user_id AS userId FROM sessions")
    .all<{ tokenHash: string; userId: string }>();
  const now = new Date();
  const found = await Promise.all(
    rows.results.map(({ tokenHash }) =>
      loadBatched({ db: club.db }, readSession(club.db, { tokenHash, now })),
    ),
  );
  expect(found).toHaveLength(2);
  expect(found.map((session) => session?.userId)).toEqual(rows.results.map(({ userId }) => userId));
});
