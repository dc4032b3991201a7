import { expect, test } from "vitest";
import { venues } from "#app/db/schema/venue.ts";
import { formatLocalTime } from "#app/operations/words.ts";
import { openClub } from "#tests/support/club.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { changeOptions, connectOps } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);
const hourMs = 3_600_000;

const lisbon = [
  ...["city", "found", "--name", "Lisbon", "--country", "Portugal", "--zone", "Europe/Lisbon"],
  ...["--currency", "EUR", "--price", "15", "--restaurant", "Taberna do Largo", "--address", "Carmo 8"],
  ...["--tables", "3", "--diet", "vegan,Vegetarian", "--level", "2", "--step-free", "yes"],
  ...["--on", "friday", "--at", "20:00", "--deposit", "5", "--yes"],
];

test("city found in a terminal asks six questions, proposes answers, and lets each be changed before it opens", async () => {
  const answers = [
    ...["Győr", "Hungary"],
    ...["", "", "2500 euros", "2500 forints"],
    ...["Kis Kakukk", "Fő tér 1", ""],
    ...["many", "", "gluten", "vegan, vegetarian", "", ""],
    ...["", "25:00", "", ""],
    "3000 HUF",
    ...["3", "Nagy Kakukk", "Fő tér 1", "+36 96 555 010"],
    ...["", "yes"],
  ];
  const { code, out, err } = await ops.runAndAnswer(answers, "city", "found");
  expect([code, err]).toEqual([0, expect.stringContaining("1 of 6. Which city is it?")]);
  expect(err).toContain("[Europe/Budapest]");
  expect(err).toContain("[HUF]");
  expect(err).toContain("The answer is a whole number from 1 to 4000.");
  expect(err).toContain("The answer is an hour such as 19:00.");
  expect(err).toContain("The answer is in HUF, and “2500 euros” is not.");
  expect(err).toContain("There is no diet “gluten”. Diets: ");
  expect(err).toContain("A deposit of 3000 HUF. It goes back");
  expect(err).toContain("3. Nagy Kakukk. Fő tér 1, +36 96 555 010");
  expect(err).toContain("This will open Győr: Fridays 19:00 at Nagy Kakukk with 15 seats, first on Friday,");
  expect(out).toMatch(/^Győr is open\. Its events can be booked within a minute\.\n/);

  expect(await ops.json("city", "list")).toMatchObject([
    {
      slug: "gyor",
      country: "HU",
      timeZone: "Europe/Budapest",
      currency: "huf",
      price: 250_000,
      venueCount: 1,
    },
  ]);
  expect(await ops.json("venue", "list")).toMatchObject([
    {
      name: "Nagy Kakukk",
      tables: 3,
      diets: ["Vegetarian", "Vegan"],
      phone: "+36 96 555 010",
      stepFree: false,
    },
  ]);
  await runJob("openEvents", createJobContext(club), new Date());
  const events = await ops.json("event", "list");
  expect(events.length).toBeGreaterThanOrEqual(6);
});

test("an answer that the others refuse is asked for again at once, and nothing is stored until the last yes", async () => {
  const before = await ops.hashRows();
  const answers = [
    ...["Vienna", "AT", "", "", "7,50", "7.50", "Gasthaus", "Ring 1"],
    ...["", "", "", "", "", "", "", "", "10", "2"],
    ...["", "HUF", "", "", "no"],
  ];
  const { code, err } = await ops.runAndAnswer(answers, "city", "found");
  expect(err).toContain("for “7,50”, write 7.50.");
  expect(err).toContain("Nothing was changed.");
  expect(code).toBe(4);
  expect(await ops.hashRows()).toBe(before);
});

const found = (values: Record<string, string>, ...more: string[]) =>
  ops.run(...changeOptions(lisbon, values), ...more);
const addCity = (slug: string, name: string) =>
  ops.json(
    ...["city", "add", "--slug", slug, "--name", name, "--country", "PT", "--zone", "Europe/Lisbon"],
    ...["--currency", "EUR", "--price", "15", "--deposit", "5"],
  );

test("city found without a terminal takes all of it as options, and of two at once one founds it", async () => {
  const dry = await ops.run(...lisbon, "--dry-run");
  expect(dry.out).toMatch(
    /Would open Lisbon: Fridays 20:00 at Taberna do Largo with 15 seats, first on Friday, .+\./,
  );
  const both = await Promise.all([ops.run(...lisbon), ops.run(...lisbon)]);
  expect(both.map(({ code }) => code).sort()).toEqual([0, 4]);
  expect(both.map(({ out }) => out).join()).toContain("Lisbon is open");
  expect((await ops.run(...lisbon)).err).toContain("There is already a city Lisbon in PT, lisbon");
  expect((await ops.json("venue", "list", "--city", "lisbon")).length).toBe(1);
  expect((await ops.json("schedule", "list", "--city", "lisbon")).length).toBe(1);
  const missing = await ops.run("city", "found", "--name", "Porto");
  expect([missing.code, missing.err]).toEqual([
    2,
    expect.stringMatching(/^--country is missing\.\n--zone is missing\.\n/),
  ]);
});

test("a city that is there already, with or without a restaurant, is not founded, and nothing is written", async () => {
  await addCity("evora", "Évora");
  await ops.json(
    ...["venue", "add", "--city", "evora", "--name", "Old Place", "--address", "X 1"],
    ...["--tables", "9", "--price", "1"],
  );
  await addCity("faro", "Faro");
  const before = await ops.hashRows();
  for (const name of ["Evora", "Faro"]) {
    const { code, err } = await found({ name, deposit: "none", price: "9" });
    expect([code, err]).toEqual([4, expect.stringContaining("There is already a city")]);
  }
  expect(await ops.hashRows()).toBe(before);
  for (const city of ["evora", "faro"]) {
    if (city === "evora") await ops.json("venue", "remove", "Old Place", "--yes");
    await ops.json("city", "remove", city, "--yes");
  }
});

test("two cities of one name in two countries, names without Latin letters and long names are founded", async () => {
  const slugs: string[] = [];
  const foundAndRemember = async (values: Record<string, string>) => {
    const [before, { err }] = [await ops.json("city", "list"), await found(values)];
    expect(err).toBe("");
    const known = before.map(({ slug }: { slug: string }) => slug);
    slugs.push(
      ...(await ops.json("city", "list"))
        .map(({ slug }: { slug: string }) => slug)
        .filter((slug: string) => !known.includes(slug)),
    );
  };
  await foundAndRemember({ name: "Valencia", country: "ES", zone: "Europe/Madrid" });
  const venezuela = { country: "VE", zone: "America/Caracas", currency: "USD" };
  await foundAndRemember({ name: "Valencia", ...venezuela });
  const japan = { country: "JP", zone: "Asia/Tokyo", currency: "JPY", price: "1500", deposit: "none" };
  await addCity("gone", "Gone");
  await foundAndRemember({ name: "京都", ...japan });
  await foundAndRemember({ name: "大阪", ...japan });
  await ops.json("city", "remove", "gone", "--yes");
  await foundAndRemember({ name: "神戸", ...japan });
  const long = "Krung Thep Maha Nakhon Amon Rattanakosin Mahinthara Ayuthaya Mahadilok";
  await foundAndRemember({ name: long, country: "TH", zone: "Asia/Bangkok" });
  expect(slugs).toEqual([
    ...["valencia", "valencia-ve", "city-jp", "city-jp-2", "city-jp-3"],
    "krung-thep-maha-nakhon-amon-rattanakosin-mahinthar",
  ]);
});

test("who says that holidays are not left out has evenings on holidays", async () => {
  const now = new Date();
  const holiday = now.getMonth() === 11 ? [now.getFullYear() + 1, 0, 1] : [now.getFullYear(), 11, 25];
  const [year = 0, month = 0, day] = holiday;
  const on = new Date(Date.UTC(year, month, day)).toLocaleDateString("en", {
    weekday: "long",
    timeZone: "UTC",
  });
  expect((await found({ name: "Braga", on }, "--skip-holidays", "no")).err).toBe("");
  expect((await found({ name: "Porto", on })).err).toBe("");
  const [kept] = await ops.json("schedule", "list", "--city", "braga");
  const [left] = await ops.json("schedule", "list", "--city", "porto");
  expect([kept.skipped.length, left.skipped.length > 0]).toEqual([0, true]);
});

test("no deposit is what city add makes of 0", async () => {
  const city = ["city", "add", "--slug", "coimbra", "--name", "Coimbra", "--country", "PT", "--dry-run"];
  const terms = ["--zone", "Europe/Lisbon", "--currency", "EUR", "--price", "15", "--deposit", "0"];
  const added = await ops.run(...city, ...terms);
  for (const none of ["none", "0", "No"]) {
    const { code, err } = await found({ name: "Coimbra", deposit: none }, "--dry-run");
    expect([code, err]).toEqual([added.code, added.err]);
  }
});

test("a terminal asks for what an operation misses, and a script gets the sentence as before", async () => {
  const asked = await ops.runAndAnswer(["Bairro", "Rua 1", "4", "two", "2", "lisbon"], ...["venue", "add"]);
  expect([asked.code, asked.err]).toEqual([
    0,
    expect.stringContaining("--price is a whole number from 1 to 4."),
  ]);
  expect(asked.err).toContain("Its address: ");
  expect(asked.err).toContain("Name the city with --city: braga, ");
  expect((await ops.run("venue", "add")).err).toBe(
    "--name is missing.\n--address is missing.\n--tables is missing.\n--price is missing.\n",
  );
  expect(await ops.runAndAnswer([], "venue", "add")).toMatchObject({ code: 2 });
  const shown = await ops.runAndAnswer(["Bairro"], "venue", "show");
  expect(shown.out).toContain("Rua 1");
});

test("a city and a venue are found without their accents, a person by their name, and diets may be joined by commas", async () => {
  const cafe = [
    "venue",
    "add",
    "--name",
    "Café Révész",
    "--address",
    "Duna 2",
    "--tables",
    "2",
    "--price",
    "1",
  ];
  await ops.json(...cafe, "--city", "Győr", "--diet", "vegan,vegetarian", "no pork");
  expect(await ops.json("venue", "show", "cafe revesz")).toMatchObject({
    cityName: "Győr",
    diets: ["Vegetarian", "Vegan", "No pork"],
  });
  expect((await ops.json("venue", "list", "--city", "Gyor")).length).toBe(2);
  expect((await ops.run(...cafe, "--city", "Gyor", "--diet", "vegan,meat")).err).toContain(
    "There is no diet “meat”.",
  );
  await club.db.insert(venues).values(
    (await club.db.select().from(venues).limit(1)).map((venue) => ({
      ...venue,
      id: "accent",
      name: "Cafe Revesz",
    })),
  );
  expect((await ops.json("venue", "show", "café révész")).name).toBe("Café Révész");
  await ops.json(
    "user",
    "invite",
    "--email",
    "reka@diner.example",
    "--first-name",
    "Réka",
    "--last-name",
    "Tóth",
    "--yes",
  );
  expect(await ops.json("user", "show", "Reka Toth")).toMatchObject({ email: "reka@diner.example" });
});

test("booking for an event that is soon ends when there is still time to book, and the answer says when", async () => {
  const at = (hours: number) => {
    const date = new Date(Date.now() + hours * hourMs);
    date.setUTCMinutes(0, 0, 0);
    return date;
  };
  const add = (hours: number) =>
    ops.run(
      "event",
      "add",
      "--city",
      "lisbon",
      "--venue",
      "Bairro",
      "--at",
      at(hours).toISOString(),
      "--yes",
    );
  for (const [hours, before] of [
    [48, 24],
    [20, 12],
    [9, 6],
  ] as const) {
    const end = new Date(at(hours).getTime() - before * hourMs);
    expect((await add(hours)).out).toContain(
      `booking until ${formatLocalTime(end, "Europe/Lisbon")} because it is soon`,
    );
  }
  const later = (await add(80)).out;
  expect(later).not.toContain("because it is soon");
  expect(later).toMatch(/People can book until [\d-]+ \d\d:\d\d; then the tables are made\./);
  expect((await add(3)).err).toContain("set a later time with --closes");
});
