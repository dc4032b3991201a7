import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cities } from "#app/db/schema/city.ts";
import { schedules } from "#app/db/schema/event.ts";
import { findHoliday } from "#app/lib/event/holidays.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { openClub } from "#tests/support/club.ts";
import { openAnswer, postOperation, readPlan } from "#tests/support/desk.ts";
import { addTestVenues, createCity, testCity } from "#tests/support/events.ts";
import { parsePage, readText } from "#tests/support/html.ts";
import { runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: { DESK_TOKEN: "a-token-for-tests", DESK_OPERATOR: "Anna" } });
const ops = connectOps(club);
const headers = { Cookie: "desk=a-token-for-tests", Accept: "text/html" };
const names = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** Christmas Days that are half a year away at least, so that no schedule has opened them. */
const [christmas = ""] = Array.from(
  { length: 2 },
  (_, i) => `${new Date().getUTCFullYear() + i}-12-25`,
).filter((day) => Date.parse(day) > Date.now() + 5 * dayMs);
const weekday = names[new Date(christmas).getUTCDay()] ?? "";

const readPlaces = async (slug = "budapest") => {
  const page = await parsePage(await club.fetch(`/desk/places?city=${slug}`, { headers }));
  return readText(page.querySelector("main") ?? page);
};

async function skippedOf(id: string): Promise<string[]> {
  const [row] = await club.db.select().from(schedules).where(eq(schedules.id, id));
  return (row?.skipped ?? []).map((ms) => new Date(ms).toISOString().slice(0, 10));
}

test("a new schedule leaves out the public holidays of twelve months, and those that somebody unticks in its plan take place", async () => {
  await addTestVenues(club, ["venue-one"]);
  const fields = { city: "budapest", on: weekday, at: "19:00", venue: "venue-one=2", weeks: "52" };
  const planned = await postOperation(club, headers, "schedule add", fields);
  const boxes = planned.page.querySelectorAll("input[name=ticked]");
  expect(boxes.every((box) => box.hasAttribute("checked"))).toBe(true);
  const days = boxes.map((box) => box.getAttribute("value") ?? "");
  expect(days).toContain(christmas);
  expect(planned.page.textContent).toContain("is Christmas Day");
  const kept = days.filter((day) => day !== christmas);
  const form = new URLSearchParams(readPlan(planned.page));
  form.delete("offered");
  for (const day of days) form.append("offered", day);
  form.append("ticked", christmas);
  const answer = await club.fetch("/desk/do/schedule/add", { method: "POST", headers, body: form });
  const done = await openAnswer(club, headers, answer);
  expect(done.page.textContent).toContain("Done.");
  expect(done.page.textContent).toContain("is Christmas Day, and left out");
  const [{ id = "" } = {}] = await club.db.select().from(schedules);
  expect(await skippedOf(id)).toEqual([christmas]);
  await runJob("openEvents", { db: club.db, env: {} as Env }, new Date());
  const opened = JSON.stringify(await ops.json("event", "list"));
  expect(opened).not.toContain(`${christmas}T`);
  const isOpened = (day: string) =>
    Date.parse(day) > Date.now() + 4 * dayMs && Date.parse(day) < Date.now() + 52 * 7 * dayMs;
  for (const day of kept.filter(isOpened)) expect(opened).toContain(`${day}T`);
});

test("in the terminal, the plan names the holidays that are left out, and --keep keeps them", async () => {
  const add = (at: string, ...more: string[]) => [
    ...["schedule", "add", "--city", "budapest", "--on", weekday, "--at", at],
    ...["--venue", "venue-one=2", "--weeks", "1", ...more],
  ];
  const dry = await ops.run(...add("12:00", "--dry-run"));
  expect(dry.out).toContain("is Christmas Day");
  expect(dry.out).toContain("--keep");
  const added = await ops.json(...add("12:00", "--yes"));
  const skipped = await skippedOf(added.id);
  expect(skipped).toContain(christmas);
  expect(skipped.every((day) => findHoliday("HU", day))).toBe(true);
  const one = await ops.json(...add("13:00", "--keep", christmas, "--yes"));
  expect(await skippedOf(one.id)).toEqual(skipped.filter((day) => day !== christmas));
  const all = await ops.json(...add("14:00", "--keep", "all", "--yes"));
  expect(await skippedOf(all.id)).toEqual([]);
  expect((await ops.run(...add("15:00", "--keep", "2020-01-01", "--yes"))).code).toBe(2);
});

test("a holiday that a schedule keeps is skipped with one tap", async () => {
  const [kept] = (await ops.json("schedule", "list")).filter(
    ({ time }: { time: string }) => time === "14:00",
  );
  expect(await readPlaces()).toContain("is Christmas Day");
  const skip = () =>
    club.fetch("/desk/places?city=budapest", {
      method: "POST",
      headers,
      body: new URLSearchParams({ schedule: kept.id, date: christmas }),
    });
  expect((await skip()).status).toBe(302);
  expect(await skippedOf(kept.id)).toEqual([christmas]);
  const again = await skip();
  expect(again.status).toBe(409);
  expect(await again.text()).toContain("is left out already");
  const { out } = await ops.run("schedule", "holidays");
  for (const [, day = ""] of out.matchAll(/(\d{4}-\d\d-\d\d)/g)) expect(findHoliday("HU", day)).toBeDefined();
});

test("where a holiday is open already, it can be canceled; of other countries it is said that none is known", async () => {
  const soon = await ops.run(
    ...["schedule", "add", "--city", "budapest", "--on", weekday, "--at", "21:00"],
    ...["--venue", "venue-one=2", "--weeks", "52", "--keep", "all", "--yes"],
  );
  expect(soon.code).toBe(0);
  await runJob("openEvents", { db: club.db, env: {} as Env }, new Date());
  expect(await readPlaces()).toContain("Open already: cancel it?");
  const slug = await createCity(club, { country: "JP", timeZone: "Asia/Tokyo" });
  await club.db.insert(schedules).values({
    ...{ id: "in-japan", cityId: slug, weekday: 5, time: "19:00", weeks: 1, createdAt: new Date() },
  });
  expect(await readPlaces(slug)).toContain("We know no holidays of Japan.");
  expect((await ops.run("schedule", "holidays", "--city", slug)).out).toContain(
    "We know no holidays of Japan.",
  );
  await club.db.update(cities).set({ country: null }).where(eq(cities.id, testCity.id));
  expect((await ops.run("schedule", "holidays", "--city", "budapest")).out).toContain("We know no holidays");
});
