import { expect, test } from "vitest";
import { createCityEvent, putOnStandby, tokyoCity } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";
import { book, createEvent, type Diner, signUpDiner } from "#tests/support/events.ts";
import { findLinks, type Page, parsePage, readAlerts, readText } from "#tests/support/html.ts";

const club = openClub({ timeZone: "Europe/Budapest" });
const clubAbroad = openClub({ timeZone: "Asia/Tokyo" });
const twoCityClub = openClub({ timeZone: "Europe/Budapest" });

const readMain = (page: Page) => readText(page.querySelector("main") ?? page);

/** All screens that show a booking or an event, of a diner with one booking. */
async function readScreens(diner: Diner, bookingId: string): Promise<string[]> {
  const paths = [
    "/events",
    `/events?booked=${bookingId}`,
    "/dashboard/bookings",
    `/dashboard/bookings/${bookingId}`,
    `/dashboard/bookings/${bookingId}/cancel`,
    `/payment?booking=${bookingId}`,
  ];
  return Promise.all(paths.map(async (path) => readMain(await parsePage(await diner.get(path)))));
}

test("no screen of a club with one city names it", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  const bookingId = await book(diner, eventId);
  const other = await book(diner, await createEvent(club, { hoursFromNow: 300 }));
  await putOnStandby(club, other, "left over");
  for (const id of [bookingId, other])
    for (const screen of await readScreens(diner, id)) expect(screen).not.toContain("Budapest");
  const clashing = await createEvent(club, { hoursFromNow: 151 });
  const refused = await parsePage(await diner.post("/events", { event: clashing }));
  expect(readAlerts(refused)[0]).toContain("you have a dinner on ");
});

test("a club with one city names it beside a time that the visitor’s clock does not show", async () => {
  const diner = await signUpDiner(clubAbroad);
  const bookingId = await book(diner, await createEvent(clubAbroad));
  const screens = await readScreens(diner, bookingId);
  for (const screen of screens) {
    expect(screen).toMatch(/\d [AP]M in Budapest/);
    expect(screen).not.toMatch(/[,·] ?Budapest/);
  }
});

test("a club with several cities names that of a booking once", async () => {
  await createCityEvent(twoCityClub, { city: tokyoCity });
  const diner = await signUpDiner(twoCityClub);
  const bookingId = await book(diner, await createEvent(twoCityClub));
  const [, ...screensOfBooking] = await readScreens(diner, bookingId);
  for (const screen of screensOfBooking) expect(screen?.match(/Budapest/g), screen).toHaveLength(1);
});

test("a diner without a booking sees the next dinner and how many seats it has, and a pending one leads to what comes next", async () => {
  const diner = await signUpDiner(club);
  const readList = async () =>
    (await readMain(await parsePage(await diner.get("/dashboard/bookings")))).replaceAll(/\s+/g, " ");
  const eventId = await createEvent(club, { hoursFromNow: 49, capacity: 20, diets: [1] });
  expect(await readList()).toMatch(
    /You have no bookings yet\..* The next dinner \S+, .+ \d+ seats free Book this one/,
  );
  const id = await book(diner, eventId);
  const page = await parsePage(await diner.get("/dashboard/bookings"));
  expect(findLinks(page, "What’s next").map((link) => link.getAttribute("href"))).toEqual([
    `/dashboard/bookings/${id}`,
  ]);
  expect(page.querySelectorAll("svg.evening .evening-yours")).toHaveLength(1);
});
