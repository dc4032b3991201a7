import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { cities } from "#app/db/schema/city.ts";
import { events } from "#app/db/schema/event.ts";
import { longDate, withPlainSpaces } from "#app/lib/dates.ts";
import { addSchedule, endSchedule } from "#app/models/event/schedules.server.ts";
import { createCityEvent, tokyoCity, viennaCity } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";
import { writeCookie } from "#tests/support/cookies.ts";
import { book, createEvent, signUpDiner } from "#tests/support/events.ts";
import {
  findLinks,
  type Page,
  parsePage,
  readAlerts,
  readHeading,
  readSelectedValue,
  readText,
} from "#tests/support/html.ts";
import { withinOneMinute } from "#tests/support/within-one-minute.ts";

const club = openClub({ timeZone: "Europe/Budapest" });
const oneCityClub = openClub({ timeZone: "Europe/Budapest" });

let inBudapest = "";
let inVienna = "";

beforeAll(async () => {
  inBudapest = await createEvent(club, { hoursFromNow: 100 });
  inVienna = (await createCityEvent(club, { city: viennaCity, hoursFromNow: 120 })).id;
});

const listEventIds = (page: Page) =>
  page.querySelectorAll("input[name=event]").map((input) => input.getAttribute("value"));

const load = async (path: string) => parsePage(await club.fetch(path));

test("a club with one city names none, whatever the address says", async () => {
  const eventId = await createEvent(oneCityClub);
  const page = await parsePage(await oneCityClub.fetch("/events"));
  expect(listEventIds(page)).toEqual([eventId]);
  expect(readText(page)).not.toContain("Dinners in");
  expect(findLinks(page, "Change the city")).toEqual([]);
  for (const search of ["?city=", "?city=vienna"])
    expect((await oneCityClub.fetch(`/events${search}`)).headers.get("Location")).toBe("/events");
});

test("shows the events of one city, and a link to the cities", async () => {
  const page = await load("/events?city=vienna");
  expect(listEventIds(page)).toEqual([inVienna]);
  expect(readText(page)).toContain("Dinners in Vienna");
  expect(readText(page)).toContain("We found 1 upcoming events for you to choose from:");
  expect(findLinks(page, "Change the city")[0]?.getAttribute("href")).toBe("?city=&from=vienna");
});

test("lists the cities with a link for each", async () => {
  const page = await load("/events?city=");
  expect(readHeading(page)).toBe("Where would you like to eat?");
  const text = readText(page);
  expect(text).toContain("Vienna");
  expect(text).toContain("Austria · 1 dinner");
  const links = page.querySelectorAll("main a").map((link) => link.getAttribute("href"));
  expect(links).toEqual(expect.arrayContaining(["?city=budapest", "?city=vienna"]));
  expect(page.querySelectorAll("main form")).toHaveLength(0);
});

test("marks the city in whose events the visitor was", async () => {
  for (const slug of ["budapest", "vienna"]) {
    const page = await load(`/events?city=&from=${slug}`);
    const marked = page.querySelectorAll("main a[aria-current]").map((link) => link.getAttribute("href"));
    expect(marked).toEqual([`?city=${slug}`]);
  }
  expect((await club.fetch("/events?city=&from=%00")).status).toBe(200);
});

test.each(["atlantis", "<script>", "a".repeat(90), "Vïenna", "\u0000"])(
  "answers 404 with the list of cities for the unknown city %j",
  async (city) => {
    const response = await club.fetch(`/events?city=${encodeURIComponent(city)}`);
    expect(response.status).toBe(404);
    const text = readText(await parsePage(response));
    expect(text).toContain("We have no dinners there yet");
    expect(text).toContain("Austria · 1 dinner");
  },
);

test("finds a city however its name in the address is spelled", async () => {
  for (const [typed, path] of [
    ["?city=VIENNA", "/events?city=vienna"],
    ["?event=x&city=Vienna&page=2", "/events?event=x&city=vienna&page=2"],
  ])
    expect((await club.fetch(`/events${typed}`)).headers.get("Location")).toBe(path);
});

test("the list of cities names the next dinner that can be booked", async () => {
  const city = { ...viennaCity, id: "city-graz", slug: "graz", name: "Graz" };
  const findLinkOf = async () => (await load("/events?city=")).querySelector('a[href="?city=graz"]') as Page;
  const readNext = async () => readText(await findLinkOf());
  await createCityEvent(club, { city, hoursFromNow: 30, closesInHours: -18 });
  expect(await readNext()).toMatch(/None can be booked now Austria · 1 dinner$/);
  expect((await findLinkOf()).querySelector(".evening")).toBeNull();
  const { id } = await createCityEvent(club, { city, hoursFromNow: 300 });
  const [event] = await club.db.select().from(events).where(eq(events.id, id));
  const next = `${withPlainSpaces(longDate(event?.date as Date, city.timeZone))}`;
  expect(await readNext()).toMatch(new RegExp(`${next} \\d+ seats free Austria · 2 dinners`));
  expect((await findLinkOf()).querySelector(".evening")).not.toBeNull();
  const diner = await signUpDiner(club);
  await diner.post("/events?city=graz", { event: id });
  const ofDiner = await parsePage(await diner.get("/events?city="));
  expect(readText(ofDiner.querySelector('a[href="?city=graz"]') as Page)).toContain("None can be booked now");
});

test("chooses the city where the diner booked last", async () => {
  const diner = await signUpDiner(club);
  expect(listEventIds(await parsePage(await diner.get("/events")))).toContain(inBudapest);
  await diner.post("/events?city=vienna", { event: inVienna });
  const text = readText(await parsePage(await diner.get("/events")));
  expect(text).toContain("Dinners in Vienna");
  expect(text).toContain("Booked");
});

test("shows the city of an event that was chosen before", async () => {
  expect(readSelectedValue(await load(`/events?event=${inVienna}`), "event")).toBe(inVienna);
  const page = await parsePage(
    await club.fetch("/events", { headers: { Cookie: writeCookie("dinner", inVienna) } }),
  );
  expect(readSelectedValue(page, "event")).toBe(inVienna);
});

test("keeps the city when a booking is refused, and says on the card why it can't be chosen", async () => {
  const diner = await signUpDiner(club);
  const { id } = await createCityEvent(club, { city: viennaCity, hoursFromNow: 200 });
  const atTheSameTime = await createEvent(club, { hoursFromNow: 202 });
  const other = await book(diner, atTheSameTime);
  const response = await diner.post("/events?city=vienna", { event: id });
  expect(response.status).toBe(409);
  const page = await parsePage(response);
  expect(readText(page)).toContain("Dinners in Vienna");
  const [first] = page.querySelectorAll("input[name=event]:not([disabled])");
  expect(readSelectedValue(page, "event")).toBe(first?.getAttribute("value"));
  for (const shown of [page, await parsePage(await diner.get("/events?city=vienna"))]) {
    const refused = shown.querySelector(`input[value=${id}]`);
    expect(refused?.hasAttribute("disabled")).toBe(true);
    expect(refused?.hasAttribute("checked")).toBe(false);
    expect(refused?.getAttribute("aria-label")).toMatch(
      /, Available, You’re already booked around that time$/,
    );
  }
  expect(readText(await parsePage(await diner.get(`/events?event=${id}`)))).toContain(
    "You’re already booked around that time. Here are the other dinners.",
  );
  const [alert = ""] = readAlerts(page);
  expect(alert).toMatch(
    /^Error creating appointment: you have a dinner in Budapest on \w+, \w+ \d+, \d+:\d\d [AP]M\. Two dinners must be at least 4 hours apart\./,
  );
  expect(findLinks(page, "See that booking")[0]?.getAttribute("href")).toBe(`/dashboard/bookings/${other}`);
});

test("a booked event leads to the booking and can't be chosen", async () => {
  const diner = await signUpDiner(club);
  const bookingId = await book(diner, inBudapest);
  const page = await parsePage(await diner.get("/events?city=budapest"));
  const [card] = page.querySelectorAll(`a[href="/dashboard/bookings/${bookingId}"]`);
  expect(card && readText(card)).toContain("Booked");
  expect(listEventIds(page)).not.toContain(inBudapest);
});

test("says of an event that can’t be booked why it counts as sold out", async () => {
  await createCityEvent(club, { city: tokyoCity, hoursFromNow: 60, closesInHours: -25 });
  const text = await withinOneMinute(async () => {
    await createCityEvent(club, { city: tokyoCity, hoursFromNow: 70, closesInHours: -1e-6 });
    return readText(await load("/events?city=tokyo"));
  });
  expect(text).toContain("Sold Out");
  expect(text).toMatch(/Booking closed on \w+day/);
  expect(text).toContain("Booking closed today");
});

test("names the neighborhoods and the prices of all venues", async () => {
  const shared = { ...tokyoCity, id: "city-osaka", slug: "osaka", name: "Osaka" };
  const venues = [
    { district: "Namba", priceLevel: 1, diets: [1] },
    { district: "Namba", priceLevel: 3, diets: [2] },
  ];
  await createCityEvent(club, { city: shared, venues });
  const text = readText(await load("/events?city=osaka"));
  expect(text).toMatch(/· 20 seats free\s+Namba/);
  expect(text).toContain("Dinner You pay for what you eat (low to high prices)");
  expect(text).toContain("Caters for Vegetarian, vegan");
  const apart = { ...tokyoCity, id: "city-kyoto", slug: "kyoto", name: "Kyoto" };
  await createCityEvent(club, { city: apart, venues: [{ district: "Gion" }, { district: "Kamigyo" }] });
  expect(readText(await load("/events?city=kyoto"))).toContain("Gion or Kamigyo");
});

test("names the city beside a time only where the visitor's clock shows another one", async () => {
  expect(readText(await load("/events?city=vienna"))).not.toMatch(/\d [AP]M in/);
  expect(readText(await load("/events?city=kyoto"))).toMatch(/\d [AP]M in Kyoto/);
});

test("says beside the button what it books, for each event that can be booked", async () => {
  const page = await load("/events?city=vienna");
  const bookable = page.querySelectorAll("input[name=event]:not([disabled])");
  expect(bookable.length).toBeGreaterThan(0);
  for (const input of bookable) {
    const label = input.closest("label");
    const [date = ""] = (input.getAttribute("aria-label") ?? "").split(", 1")[0]?.split(/, (?=\d)/) ?? [];
    expect(label?.querySelector("[data-summary]")?.textContent).toContain(date);
    expect(label?.querySelector("[data-summary]")?.textContent).toContain("Vienna · free");
  }
});

test("offers only cities with upcoming dinners or a schedule", async () => {
  for (const slug of ["planned", "put-away"])
    await club.db.insert(cities).values({ ...viennaCity, id: slug, slug, name: `City ${slug}` });
  const schedule = { cityId: "planned", weekday: 5, time: "19:00", weeks: 8, venues: [] };
  const scheduleId = (await addSchedule(club.db, schedule, new Date())) ?? "";
  const listSlugs = async () =>
    (await load("/events?city=")).querySelectorAll("main a").map((link) => link.getAttribute("href"));
  expect(await listSlugs()).toContain("?city=planned");
  expect(await listSlugs()).not.toContain("?city=put-away");
  await endSchedule(club.db, scheduleId, new Date());
  expect(await listSlugs()).not.toContain("?city=planned");
  expect((await club.fetch("/events?city=planned")).status).toBe(200);
});

test("offers no other city where there is none with dinners", async () => {
  await oneCityClub.db.insert(cities).values(viennaCity);
  const page = await parsePage(await oneCityClub.fetch("/events"));
  expect(readText(page)).toContain("Dinners in Budapest");
  expect(findLinks(page, "Change the city")).toEqual([]);
  expect((await oneCityClub.fetch("/events?city=")).headers.get("Location")).toBe("/events");
});

test("five hundred cities can be searched by name and country, without accents", async () => {
  const rows = Array.from({ length: 500 }, (_, i) => ({
    ...viennaCity,
    id: `many-${i}`,
    slug: `many-${i}`,
    name: i === 321 ? "Kraków" : `City ${i}`,
    country: i === 321 ? "PL" : "AT",
  }));
  for (let i = 0; i < rows.length; i += 8) await club.db.insert(cities).values(rows.slice(i, i + 8));
  await club.binding.exec(
    "INSERT INTO schedules (id, city_id, weekday, time, weeks, created_at) SELECT id, id, 5, '19:00', 8, 0 FROM cities WHERE id LIKE 'many-%'",
  );
  const all = await load("/events?city=");
  expect(all.querySelectorAll('main a[href^="?city="]').length).toBeGreaterThan(500);
  expect(all.querySelector("main form[method=get] input[name=search]")).not.toBeNull();
  for (const search of ["krakow", "POLAND", " Krak%C3%B3w "]) {
    const found = await load(`/events?city=&search=${search}`);
    const links = found.querySelectorAll('main a[href^="?city=m"]').map((link) => link.getAttribute("href"));
    expect(links, search).toEqual(["?city=many-321"]);
  }
  for (const search of ["nowhere", "%00", "x".repeat(3_000)]) {
    const response = await club.fetch(`/events?city=&search=${search}`);
    expect(response.status).toBe(200);
    expect(readText(await parsePage(response))).toContain("No city is called");
  }
});
