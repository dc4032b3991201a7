import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { addVenues } from "#app/models/venue/venues.server.ts";
import { formatLocalTime } from "#app/operations/words.ts";
import { openClub } from "#tests/support/club.ts";
import { addTestCity, insertDiners, newVenue } from "#tests/support/events.ts";
import { changeOptions, connectOps, failure } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);
const hourMs = 3_600_000;
const year = new Date().getFullYear() + 1;
/** No Friday, which is the day of the schedules here. */
const dayOfJuly = new Date(year, 6, 3).getDay() === 5 ? 4 : 3;
const summerDay = `${year}-07-0${dayOfJuly}`;

const budapest = [
  ...["--slug", "budapest", "--name", "Budapest", "--country", "hu", "--zone", "Europe/Budapest"],
  ...["--currency", "HUF", "--price", "2500", "--deposit", "3000"],
];
const tokyo = [
  ...["--slug", "tokyo", "--name", "Tokyo", "--country", "JP", "--zone", "asia/tokyo"],
  ...["--currency", "jpy", "--price", "0", "--deposit", "1500", "--at", "35.68, 139.65"],
];
const sumo = ["venue", "add", "--name", "Sumo", "--address", "Ginza 1", "--tables", "6", "--price", "3"];

test("city add stores amounts in the smallest unit that Stripe counts, and refuses what can’t be", async () => {
  expect((await ops.run("city", "list")).out).toBe("No city yet: add one with city add.\n");
  expect((await ops.run("event", "add", "--at", "x")).err).toBe(
    "There is no city yet: add one with city add.\n",
  );
  const before = await ops.hashRows();
  for (const [option, value, sentence] of [
    ["--slug", "New York", "--slug has only letters a to z, digits and hyphens, such as new-york."],
    ["--country", "UK", "--country is a country of two letters, such as HU."],
    ["--country", "Japan", "--country is a country of two letters, such as HU."],
    ["--country", "", "--country is a country of two letters, such as HU."],
    ...["Mars/Base", "+02:00", "BST", "EST5EDT", "Etc/GMT+1", "US/Pacific", "Europe"].map(
      (zone) =>
        [
          "--zone",
          zone,
          "--zone is a time zone with its area and its place, such as Europe/Budapest, or UTC.",
        ] as const,
    ),
    ["--currency", "XQQ", "--currency is a currency of three letters, such as HUF."],
    ["--at", "91,0", '--at is a latitude and a longitude, such as "47.4979,19.0402".'],
    ["--deposit", "174.99", "--deposit is 0, or at least 175 HUF: Stripe charges no less."],
    ["--price", "-1", "--price is an amount of HUF, such as 1500 HUF: “-1” is none, or can’t be charged."],
    ...(
      [
        ["25,50", "25.50"],
        ["3.000", "3000"],
        ["HUF 1.234,50", "1234.50"],
      ] as const
    ).map(
      ([typed, meant]) =>
        [
          "--price",
          typed,
          `--price has only digits, and a point before decimals: for “${typed}”, write ${meant}.`,
        ] as const,
    ),
    ...["¥3000", "3000 euros", "30 US dollars", "-5 EUR"].map(
      (typed) => ["--price", typed, `--price is in HUF, and “${typed}” is not.`] as const,
    ),
    ...["much", "1e9", "2500 forintot", "100 HUF per person", "3000-6000", "- 5"].map(
      (typed) =>
        [
          "--deposit",
          typed,
          `--deposit is an amount of HUF, such as 1500 HUF: “${typed}” is none, or can’t be charged.`,
        ] as const,
    ),
  ] as const)
    expect(await ops.run("city", "add", ...changeOptions(budapest, { [option.slice(2)]: value }))).toEqual(
      failure(2, sentence),
    );
  expect((await ops.run("city", "add", ...changeOptions(tokyo, { deposit: "7.50" }))).err).toContain(
    "an amount of JPY",
  );
  expect(await ops.run("city", "add", ...changeOptions(tokyo, { deposit: "49" }))).toEqual(
    failure(2, "--deposit is 0, or at least 50 JPY: Stripe charges no less."),
  );
  expect((await ops.run("city", "add", ...budapest, "--dry-run")).out).toMatch(
    /^Would add the city Budapest, in the time zone Europe\/Budapest, now GMT(?:[+-]\d\d:\d\d)?, with a deposit of 3000 HUF\. Nothing was changed\.\n$/,
  );
  expect((await ops.run("city", "add", ...changeOptions(budapest, { zone: "Asia/Dhaka" }))).err).toContain(
    "(Asia/Dhaka is no time zone of Hungary, which has Europe/Budapest). Add --yes to confirm.",
  );
  expect(await ops.hashRows()).toBe(before);

  expect(await ops.json("city", "add", ...budapest)).toMatchObject({
    slug: "budapest",
    country: "HU",
    currency: "huf",
    price: 250_000,
    deposit: 300_000,
  });
  expect(await ops.run("city", "add", ...budapest)).toEqual(failure(4, "There is already a city budapest."));
  const twin = changeOptions(budapest, { slug: "buda-pest", name: "BUDAPEST" });
  expect(await ops.run("city", "add", ...twin)).toEqual(
    failure(
      4,
      "There is already a city Budapest in HU, budapest: give this one a name that tells them apart.",
    ),
  );
  expect(await ops.json("city", "list")).toMatchObject([{ latitude: null, venueCount: 0, upcomingCount: 0 }]);
});

test("with one city and one venue, nothing asks for them and no list shows the city", async () => {
  await ops.json(
    "venue",
    "add",
    "--name",
    "Kakukk",
    "--address",
    "Fő utca 1",
    "--tables",
    "4",
    "--price",
    "2",
  );
  const added = await ops.run("event", "add", "--at", `${summerDay} 19:00`);
  expect(added.out).toMatch(
    new RegExp(
      `^Added ${summerDay} 19:00 at Kakukk: \\S+\\nPeople can book until .+; then the tables are made\\.\\n$`,
    ),
  );
  expect((await ops.run("schedule", "add", "--on", "friday", "--at", "19:00", "--keep", "all")).out).toMatch(
    /^Scheduled Fridays 19:00 at Kakukk: \S+\. The cron adds its events within a minute\.\n(?:Friday, .+ is .+\n)*$/,
  );
  for (const [args, headings] of [
    [
      ["event", "list"],
      /^id +time \(Europe\/Budapest\) +venue +capacity +seated +standby +pending +canceled +state +booking ends\n/,
    ],
    [["venue", "list"], /^id +name +address +tables +price +step-free +events +diets\n/],
    [["schedule", "list"], /^id +day +time +venues +tables +weeks ahead\n/],
    [
      ["stats"],
      /^Events since .+\nevents +capacity +seated +standby +canceled +no-shows +deposits paid +kept +refunded\n/,
    ],
  ] as const)
    expect((await ops.run(...args)).out).toMatch(headings);
  const [event] = await ops.json("event", "list");
  expect(event).toMatchObject({
    capacity: 20,
    citySlug: "budapest",
    venues: [{ name: "Kakukk", tables: 4 }],
  });
  const { out } = await ops.run("event", "show", event.id);
  expect(out).toContain(" at Kakukk: open\n");
  expect(out).toContain("\nVenue: Kakukk, Fő utca 1\nCapacity: 20\n");
  expect(out).not.toContain("City");
});

test("with two cities, each has its own time zone, venues and events", async () => {
  await ops.json("city", "add", ...tokyo);
  expect(await ops.run(...sumo)).toEqual(failure(2, "Name the city with --city: budapest or tokyo."));
  expect(await ops.run(...sumo, "--city", "kyoto")).toEqual(
    failure(3, "There is no city kyoto: city list shows them."),
  );
  const { id: venueId } = await ops.json(...sumo, "--city", "Tokyo");
  const [{ id: kakukk }] = await ops.json("venue", "list", "--city", "budapest");
  const add = ["event", "add", "--city", "tokyo", "--at", `${summerDay} 19:00`];
  expect(await ops.run(...add, "--venue", kakukk)).toEqual(
    failure(3, `There is no venue ${kakukk} in Tokyo: type its id or its whole name, see venue list.`),
  );
  expect((await ops.run(...add, "--venue", "sumo=7", "--dry-run")).out).toContain("at Sumo with 7 tables");
  expect(await ops.run(...add, "--venue", venueId, venueId)).toEqual(
    failure(2, `Sumo (${venueId.slice(0, 8)}) is named twice.`),
  );
  expect((await ops.run(...add, "--venue", `${venueId}=7`)).out).toContain(
    `Added ${summerDay} 19:00 in Tokyo at Sumo: `,
  );
  expect((await ops.run("event", "list")).out).toMatch(/^id +local time +city +venue +capacity /);
  const [event, ...others] = await ops.json("event", "list", "--city", "tokyo");
  expect(others).toEqual([]);
  expect(event).toMatchObject({ date: `${summerDay}T10:00:00.000Z`, capacity: 35, cityName: "Tokyo" });
  expect((await ops.run("event", "show", event.id)).out).toContain(
    `${summerDay} 19:00 in Tokyo: open\nid ${event.id}\nCity: Tokyo, Asia/Tokyo\nVenue: Sumo, Ginza 1\n`,
  );
  expect(
    (await ops.run("schedule", "add", "--on", "friday", "--at", "19:00", "--city", "tokyo")).out,
  ).toContain("Scheduled Fridays 19:00 in Tokyo at Sumo: ");
  const schedules = await ops.json("schedule", "list", "--city", "tokyo");
  expect(schedules).toMatchObject([{ cityName: "Tokyo", venues: [{ venueId, name: "Sumo", tables: 6 }] }]);
  const moveToBudapest = (id: string) => ops.run("venue", "edit", id, "--city", "budapest");
  expect((await moveToBudapest(venueId)).err).toBe(
    "Sumo has, or had, an event or a schedule in its city: add it to the other city with venue add.\n",
  );
  const { id: scheduledId } = await ops.json(
    ...["venue", "add", "--city", "tokyo", "--name", "Onigiri", "--address", "Ginza 2"],
    ...["--tables", "2", "--price", "1"],
  );
  expect((await moveToBudapest(scheduledId)).code).toBe(0);
  expect((await ops.run("venue", "edit", scheduledId, "--city", "tokyo")).code).toBe(0);
  const onMonday = ["schedule", "add", "--city", "tokyo", "--on", "monday", "--at", "19:00"];
  await ops.json(...onMonday, "--venue", scheduledId);
  expect((await moveToBudapest(scheduledId)).err).toContain("Onigiri has, or had, an event or a schedule");
  expect((await ops.run(...sumo, "--city", "tokyo")).code).toBe(4);
  expect((await ops.run(...sumo, "--city", "budapest", "--dry-run")).code).toBe(0);
  expect((await ops.run("match", "preview")).out).toContain(`${summerDay} 19:00 in Tokyo`);
});

test("city edit changes a city, but not its time zone while events are to come", async () => {
  const edit = (...options: string[]) => ops.run("city", "edit", "tokyo", ...options);
  const before = await ops.hashRows();
  expect((await edit("--zone", "Asia/Seoul")).err).toBe(
    "The time zone can’t change while Tokyo has 1 upcoming event.\n",
  );
  expect((await edit("--country", "HU", "--name", "budapest")).err).toBe(
    "There is already a city Budapest in HU, budapest: give this one a name that tells them apart.\n",
  );
  expect((await edit("--country", "HU")).err).toContain("(Asia/Tokyo is no time zone of Hungary, which has");
  expect(await edit("--currency", "EUR", "--yes")).toEqual(
    failure(2, "Another currency needs --price and --deposit too."),
  );
  expect(await edit("--slug", "budapest")).toEqual(failure(4, "There is already a city budapest."));
  expect((await edit("--name", "Tokyo")).code).toBe(2);
  expect(await edit("--deposit", "49")).toEqual(
    failure(2, "--deposit is 0, or at least 50 JPY: Stripe charges no less."),
  );
  expect((await edit("--deposit", "2000", "--dry-run")).out).toBe(
    "Deposit: 2000 JPY, before 1500 JPY.\nWould change the deposit of Tokyo; 1 event to come keeps its own deposit. Nothing was changed.\n",
  );
  expect(await ops.hashRows()).toBe(before);
  expect(
    (await edit("--slug", "edo", "--currency", "kwd", "--yes", "--price", "7.5", "--deposit", "10")).code,
  ).toBe(0);
  expect((await ops.json("city", "list"))[1]).toMatchObject({
    slug: "edo",
    currency: "kwd",
    price: 7_500,
    deposit: 10_000,
    venueCount: 2,
    upcomingCount: 1,
  });
  expect((await ops.run("city", "list")).out).toMatch(
    /^edo +Tokyo +JP +Asia\/Tokyo +7\.500 KWD +10 KWD +2 +1$/m,
  );
  expect((await ops.run("city", "edit", "kyoto", "--name", "Edo")).code).toBe(3);
});

test("stats count past events by city, and add no amounts of two currencies", async () => {
  const [budapestCity, edo] = await ops.json("city", "list");
  const now = Date.now();
  const addPast = async (id: string, cityId: string, hoursAgo: number) => {
    const date = new Date(now - hoursAgo * hourMs);
    const closesAt = new Date(now - (hoursAgo + 48) * hourMs);
    await club.db.insert(events).values({ id, cityId, date, scheduledFor: date, closesAt, capacity: 10 });
  };
  await addPast("past-1", budapestCity.id, 30);
  await addPast("past-2", edo.id, 31);
  await addPast("long-ago", edo.id, 24 * 100);
  const users = await insertDiners(club, 7);
  const ofBooking = { createdAt: new Date(now - 200 * hourMs) };
  const seated = { ...ofBooking, confirmed: true };
  await club.db.insert(bookings).values([
    { ...seated, id: "b0", userId: users[0] ?? "", eventId: "past-1" },
    { ...seated, id: "b1", userId: users[1] ?? "", eventId: "past-1", attendance: "no-show" },
    { ...seated, id: "b2", userId: users[2] ?? "", eventId: "past-1", canceled: true },
    {
      ...ofBooking,
      id: "b3",
      userId: users[3] ?? "",
      eventId: "past-1",
      standby: true,
      standbyReason: "left over",
      canceled: true,
      canceledByClub: true,
    },
    { ...seated, id: "b4", userId: users[4] ?? "", eventId: "past-2" },
    { ...seated, id: "b5", userId: users[5] ?? "", eventId: "past-2" },
    { ...seated, id: "b6", userId: users[6] ?? "", eventId: "long-ago" },
  ]);
  const ofDeposit = {
    origin: "https://oten.example",
    dueAt: new Date(),
    createdAt: new Date(now - hourMs),
    paidAt: new Date(now - hourMs),
  };
  await club.db.insert(deposits).values([
    { ...ofDeposit, bookingId: "b0", amount: 300_000, currency: "huf", state: "refunded" },
    { ...ofDeposit, bookingId: "b1", amount: 300_000, currency: "huf", state: "kept" },
    { ...ofDeposit, bookingId: "b4", amount: 1_500, currency: "jpy", state: "paid" },
    { ...ofDeposit, bookingId: "b5", amount: 10_000, currency: "kwd", state: "refunded" },
    { ...ofDeposit, bookingId: null, amount: 1_500, currency: "jpy", state: "refunded" },
  ]);
  const { cities, depositsOfErased } = await ops.json("stats");
  expect(cities).toMatchObject([
    { city: "budapest", events: 1, capacity: 10, seated: 2, standby: 1, canceled: 1, noShows: 1 },
    { city: "edo", events: 1, capacity: 10, seated: 2, standby: 0, canceled: 0, noShows: 0 },
  ]);
  expect(cities[0].deposits).toEqual([
    {
      currency: "huf",
      paidCount: 2,
      paid: 600_000,
      keptCount: 1,
      kept: 300_000,
      refundedCount: 1,
      refunded: 300_000,
    },
  ]);
  expect(cities[1].deposits).toMatchObject([
    { currency: "jpy", paid: 1_500, refunded: 0 },
    { currency: "kwd", paid: 10_000, refunded: 10_000 },
  ]);
  expect(depositsOfErased).toMatchObject([{ currency: "jpy", paid: 1_500, refunded: 1_500 }]);
  const { out } = await ops.run("stats");
  expect(out).toMatch(/^city +events +capacity .+\n/m);
  expect(out).toMatch(/^Tokyo +1 +10 +2 +0 +0 +0 +1500 JPY, 10 KWD +0 +10 KWD$/m);
  expect(out).toContain("Deposits of erased accounts: paid 1500 JPY, kept 0, refunded 1500 JPY\n");
  expect(out, "the cities are in two time zones").toMatch(/^Events since \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m);
  const openedAt = ofDeposit.createdAt;
  const deposited = (await ops.run("deposit", "list")).out;
  expect(deposited).toMatch(
    new RegExp(`${formatLocalTime(openedAt, "Asia/Tokyo")} +1500 JPY +paid .* Tokyo$`, "m"),
  );
  expect(deposited, "an erased account").toMatch(
    new RegExp(`${formatLocalTime(openedAt, "UTC")} UTC +1500 JPY +refunded`),
  );
  const longer = await ops.json("stats", "--city", "edo", "--weeks", "20");
  expect(longer.cities).toMatchObject([{ events: 2, seated: 3 }]);
  expect((await ops.run("stats", "--weeks", "0")).code).toBe(2);
  expect((await ops.run("deposit", "list")).out).toMatch(
    /^id +local opened +amount +state +refunded +reason +dispute +diner +booking +event +city\n/,
  );
  const listed = await ops.json("deposit", "list", "--city", "budapest");
  expect(listed.map(({ citySlug }: { citySlug: string }) => citySlug)).toEqual(["budapest", "budapest"]);
  await club.binding.exec("DELETE FROM bookings");
});

test("removes a city or a venue only while nothing refers to it", async () => {
  const used = await ops.run("city", "remove", "edo", "--yes");
  expect(used.code).toBe(4);
  expect(used.err).toMatch(
    /^Tokyo can’t be removed: it has 2 venues, \d events and 2 schedules, counting past, canceled and ended ones\. Diners are offered it only while it has upcoming events or a schedule: cancel or end these to put it away\.\n$/,
  );
  const [{ id: usedVenue }] = await ops.json("venue", "list", "--city", "edo");
  expect((await ops.run("venue", "remove", usedVenue, "--yes")).err).toMatch(
    /^Onigiri can’t be removed: it belongs to 1 schedule, counting past, canceled and ended ones\. /,
  );
  await ops.json("city", "add", ...changeOptions(tokyo, { slug: "typo", name: "Tokio" }));
  const { id } = await ops.json(
    ...["venue", "add", "--name", "Sumo", "--address", "Ginza 9", "--tables", "6", "--price", "3"],
    ...["--city", "typo"],
  );
  const remove = ["city", "remove", "typo"];
  expect((await ops.run(...remove, "--yes")).err).toContain("Tokio can’t be removed: it has 1 venue,");
  expect((await ops.run("venue", "remove", id, "--dry-run")).out).toBe(
    "Would remove the venue Sumo. Nothing was changed.\n",
  );
  expect((await ops.run("venue", "remove", id, "--yes")).out).toBe("Removed Sumo.\n");
  expect((await ops.run(...remove)).err).toContain("This would remove the city Tokio.");
  expect((await ops.run(...remove, "--yes")).out).toBe("Removed Tokio.\n");
  expect((await ops.run(...remove, "--yes")).code).toBe(3);
});

test("lists stay short in a club of 500 cities, and a command names a few of them", async () => {
  await addTestCity(club);
  const json = JSON.stringify(Array.from({ length: 500 }, (_, i) => `city-${i}`));
  await club.db.run(sql`INSERT INTO cities (id, slug, name, time_zone, currency, price, deposit)
        SELECT value, value, 'City ' || value, 'UTC', 'eur', 0, 500 FROM json_each(${json})`);
  await club.db.insert(venues).values(newVenue("one", { cityId: "city-7" }));
  const addRows = (statement: string, ...values: number[]) =>
    club.binding
      .prepare(statement)
      .bind(json, ...values)
      .run();
  const week =
    "(WITH RECURSIVE w(n) AS (VALUES(0) UNION ALL SELECT n + 1 FROM w WHERE n < 19) SELECT n FROM w)";
  await addRows(`INSERT INTO venues (id, city_id, name, address, google_maps_link, tables, price_level)
    SELECT 'v-' || value || '-' || n, value, 'Venue ' || n, value || n, 'https://maps.example', 5, 1
    FROM json_each(?), ${week}`);
  await addRows(
    `INSERT INTO events (id, city_id, date, scheduled_for, closes_at, available)
      SELECT 'e-' || value || '-' || n, value, ?2 + n * 604800000, ?2 + n * 604800000, ?2 - 1 + n * 604800000, 1 FROM json_each(?1), ${week}`,
    Date.now() + 100 * hourMs,
  );
  await addRows(`INSERT INTO event_venues (event_id, venue_id, tables)
    SELECT 'e-' || value || '-' || w.n, 'v-' || value || '-' || v.n, 5
    FROM json_each(?), ${week} w, ${week} v WHERE v.n < 3`);
  const { out } = await ops.run("event", "list");
  expect(out.split("\n")).toHaveLength(53);
  expect(out).toMatch(/\nThere are more than 50: --limit lists more\.\n$/);
  const listed = await ops.json("event", "list", "--limit", "10000");
  expect(listed).toHaveLength(10_000);
  expect(listed.find(({ id }: { id: string }) => id === "e-city-7-3")).toMatchObject({
    capacity: 75,
    venues: [{ tables: 5 }, { tables: 5 }, { tables: 5 }],
  });
  expect((await ops.run("event", "list", "--city", "city-7")).out.split("\n")).toHaveLength(22);
  expect((await ops.run("venue", "list", "--city", "city-7")).out.split("\n")).toHaveLength(23);
  expect((await ops.run("venue", "list")).out).toContain(
    "more: name a city with --city, or see all with --json.",
  );
  expect((await ops.run("event", "add", "--at", "x")).err).toBe(
    "Name the city with --city: budapest, city-0 or one of 500 others.\n",
  );
  expect((await ops.json("stats")).cities).toHaveLength(502);
});

test("an event has up to 100 venues", async () => {
  const many = Array.from({ length: 101 }, (_, i) =>
    newVenue(`many-${i}-venue`, { cityId: "city-9", name: `Many ${i}`, address: String(i), tables: 1 }),
  );
  await club.db.batch(addVenues(club.db, many));
  const ids = Array.from({ length: 101 }, (_, i) => `many-${i}-`);
  const add = ["event", "add", "--city", "city-9", "--at", `${year}-08-01 19:00`, "--venue"];
  expect(await ops.run(...add, ...ids)).toEqual(failure(2, "--venue names at most 100 venues."));
  const { id } = await ops.json(...add, ...ids.slice(0, 100));
  expect(await ops.json("event", "venues", id)).toHaveLength(100);
  expect((await ops.run("event", "venues", id, "--add", "many-100-")).err).toBe(
    "An event has at most 100 venues.\n",
  );
  const { out } = await ops.run("event", "show", id);
  expect(out).toMatch(/\nVenues: Many 0 \(1 table\), .+, 90 more, see event venues\nCapacity: 500\n/);
});
