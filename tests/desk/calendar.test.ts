import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cities } from "#app/db/schema/city.ts";
import { findHoliday } from "#app/lib/event/holidays.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { openClub } from "#tests/support/club.ts";
import { deskVars, type OperatorName, playAccess } from "#tests/support/desk.ts";
import { createEvening, moveEvening } from "#tests/support/evenings.ts";
import { addTestVenues, createCity, createEvent, testCity } from "#tests/support/events.ts";
import { findLinks, parsePage, readHeading } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: deskVars });
const ops = connectOps(club);
const access = playAccess();

const open = async (path: string, who: OperatorName = "anna") =>
  parsePage(await club.fetch(path, { headers: await access.headersOf(who) }));

type Page = Awaited<ReturnType<typeof open>>;

const cellOf = (page: Page, day: string) =>
  [...page.querySelectorAll("td")].find((cell) => cell.querySelector(`time[datetime="${day}"]`));

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The first month that begins 40 days from now or later, so that no schedule of two weeks has opened it. */
const soon = new Date(Date.now() + 40 * dayMs);
const firstMs = Date.UTC(soon.getUTCFullYear(), soon.getUTCMonth() + 1, 1);
const month = toDay(firstMs).slice(0, 7);
const days = Array.from({ length: 28 }, (_, i) => toDay(firstMs + i * dayMs));
const fridays = days.filter((day) => new Date(day).getUTCDay() === 5);

test("the events of a month stand on their days, with what weekly events leave out, holidays and the months beside it", async () => {
  await addTestVenues(club, ["kakukk"]);
  await club.db.update(cities).set({ country: "HU" }).where(eq(cities.id, testCity.id));
  const [first = "", second = "", third = "", fourth = ""] = fridays;
  const { id } = await ops.json(
    ...["schedule", "add", "--city", "budapest", "--on", "friday", "--at", "19:00", "--weeks", "2"],
    ...["--venue", "kakukk=2", "--keep", "all", "--yes"],
  );
  await ops.json("schedule", "pause", id, "--until", second, "--because", "A break.", "--yes");
  await ops.json("schedule", "skip", id, "--date", third, "--yes");
  const { eventId } = await createEvening(club, [[5]]);
  await moveEvening(club, eventId, (Date.parse(`${days[1]}T12:00Z`) - Date.now()) / 60_000);

  const page = await open(`/desk/evenings?month=${month}`);
  expect(page.querySelectorAll("thead th")).toHaveLength(7);
  const own = cellOf(page, days[1] ?? "");
  expect(own?.querySelector("a")?.getAttribute("href")).toBe(`/desk/evenings/${eventId}`);
  for (const [day, says] of [
    [first, "Paused"],
    [third, "Skipped"],
    [fourth, "Opens later"],
  ] as const)
    expect(cellOf(page, day)?.textContent, day).toContain(says);
  const skip = cellOf(page, fourth)?.querySelector("a")?.getAttribute("href") ?? "";
  expect((await open(skip.replaceAll("&amp;", "&"))).querySelector("main form")?.outerHTML).toContain(fourth);

  const [before, after] = page.querySelectorAll("main a[href*='month=']").slice(-2);
  expect(before?.getAttribute("href")).toContain(`month=${toDay(firstMs - dayMs).slice(0, 7)}`);
  expect(after?.getAttribute("href")).toContain(`month=${toDay(firstMs + 32 * dayMs).slice(0, 7)}`);
  const december = await open(`/desk/evenings?month=${new Date().getUTCFullYear() + 1}-12`);
  const christmas = `${new Date().getUTCFullYear() + 1}-12-25`;
  expect(cellOf(december, christmas)?.textContent).toContain(findHoliday("HU", christmas));
});

test("without a month it is this one, and the list is a link away", async () => {
  for (const path of ["/desk/evenings", "/desk/evenings?month=2026-13", "/desk/evenings?month=x"]) {
    const page = await open(path);
    expect(readHeading(page)).toBe("Events");
    expect(page.querySelector("time[aria-current=date]"), path).toBeTruthy();
    const href = findLinks(page, "As a list")[0]?.getAttribute("href") ?? "";
    const list = await open(href.replaceAll("&amp;", "&"));
    expect(list.querySelector("table")).toBeFalsy();
    expect(findLinks(list, "As a calendar")).toHaveLength(1);
  }
});

test("who runs a city sees no other city’s events in the calendar", async () => {
  const eventId = await createEvent(club, { cityId: await createCity(club, { name: "Elsewhere" }) });
  await moveEvening(club, eventId, (Date.parse(`${days[2]}T12:00Z`) - Date.now()) / 60_000);
  const path = `/desk/evenings?month=${month}`;
  expect((await open(path)).textContent).toContain("Elsewhere");
  expect((await open(path, "cili")).textContent).not.toContain("Elsewhere");
});
