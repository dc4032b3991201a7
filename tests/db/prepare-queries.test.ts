import { eq, gt, type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { loadBatched } from "#app/db/batches.ts";
import { derive, prepareQueries, prepareQueriesOfUser } from "#app/db/prepare-queries.ts";
import { cities } from "#app/db/schema/city.ts";
import { events } from "#app/db/schema/event.ts";
import { tables } from "#app/db/schema.ts";
import { readSession } from "#app/models/account/sessions.server.ts";
import { signUp } from "#tests/support/accounts.ts";
import { createCityEvent, viennaCity } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvent, venueOf } from "#tests/support/events.ts";

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
  expect(all.map((results) => [...results])).toEqual([
    [[{ name }], [{ slug }]],
    [[], []],
    [[{ name }], []],
  ]);
  expect(count).toBe(1);
});

test("what is null is null in the SQL, and what follows from a value follows from that of each request", async () => {
  const query = prepareQueriesOfUser(["slug?", "start"], (db, userId, { slug, start }) => [
    db
      .select({
        slug: sql<string>`coalesce(${slug}, 'none')`.as("given_slug"),
        end: derive(start, (ms) => ms + 1).as("end"),
        startAgain: sql`${start} + ${start}`.as("start_again"),
        userId: sql`${userId}`.as("user_id"),
        mark: sql`'it''s a ?'`.as("mark"),
      })
      .from(sql`(select 1)`),
  ]);
  const load = async (userId: string | SQL, slug: string | null, start: number) =>
    (await club.db.batch(query(club.db, userId, { slug, start })))[0][0];
  const mark = "it's a ?";
  const subquery = sql`(select ${"b"} || ${"c"})`;
  expect(await load("a", "vienna", 1)).toEqual({ slug: "vienna", end: 2, startAgain: 2, userId: "a", mark });
  expect(await load(subquery, null, 5)).toEqual({ slug: "none", end: 6, startAgain: 10, userId: "bc", mark });
  expect(await load("d", "budapest", 7)).toEqual({
    slug: "budapest",
    end: 8,
    startAgain: 14,
    userId: "d",
    mark,
  });
});

test("a row becomes what drizzle makes of it, also where a left join has found nothing", async () => {
  const eventId = await createEvent(club);
  const write = (db: typeof club.db) =>
    [
      db
        .select({
          id: events.id,
          date: events.date,
          isAvailable: events.available,
          table: { id: sql<string>`${tables.id}`.as("table_id"), number: tables.number, score: tables.score },
          city: { name: cities.name, price: cities.price },
        })
        .from(events)
        .innerJoin(cities, eq(cities.id, events.cityId))
        .leftJoin(tables, eq(tables.eventId, events.id))
        .where(eq(events.id, eventId)),
    ] as const;
  const compare = async () => {
    const [prepared] = await club.db.batch(prepareQueries([], write)(club.db, {}));
    expect(prepared).toEqual((await club.db.batch(write(club.db)))[0]);
    return prepared;
  };
  expect(await compare()).toMatchObject([{ id: eventId, table: null, city: { price: expect.any(Number) } }]);
  await club.db.insert(tables).values({ id: "t", eventId, venueId: venueOf(eventId), number: 3 });
  expect(await compare()).toMatchObject([{ table: { id: "t", number: 3, score: null } }]);
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
