import { TZDate } from "@date-fns/tz";
import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events, schedules } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { dayMs, hourMs, minuteMs } from "#app/lib/time-units.ts";
import { openClub } from "#tests/support/club.ts";
import { deskVars, didIt, playAccess, postOperation, readPlan } from "#tests/support/desk.ts";
import { createCity, newVenue } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub({ vars: deskVars });
const ops = connectOps(club);
const access = playAccess();
const timeZone = "Europe/Budapest";
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

const dayOf = (date: Date) => new TZDate(date.getTime(), timeZone).toISOString().slice(0, 10);

/** On the weekday of three days from now, so that the first event is the same whenever the test runs. */
const start = new Date(Date.now() + 3 * dayMs);
const on = weekdays[new TZDate(start.getTime(), timeZone).getDay()] ?? "";
const dayInWeeks = (weeks: number) => {
  const local = new TZDate(start.getTime(), timeZone);
  return dayOf(
    new TZDate(local.getFullYear(), local.getMonth(), local.getDate() + 7 * weeks, 12, 0, timeZone),
  );
};

async function addSchedule(...options: string[]) {
  const cityId = await createCity(club, { timeZone });
  await club.db.insert(venues).values(newVenue(`venue-${cityId}`, { cityId }));
  const { id } = await ops.json(
    ...["schedule", "add", "--city", cityId, "--on", on, "--at", "19:00", "--keep", "all"],
    ...["--venue", `venue-${cityId}=4`, "--weeks", "4", ...options],
  );
  return { id: id as string, cityId };
}

const open = (now = new Date()) => runJob("openEvents", { db: club.db, env: {} as Env }, now);

const listDays = async (cityId: string) =>
  (await club.db.select().from(events).where(eq(events.cityId, cityId)).orderBy(asc(events.date))).map(
    ({ date }) => dayOf(date),
  );

test("schedule skip leaves out a date that is not open yet, and --undo opens it after all", async () => {
  const { id, cityId } = await addSchedule();
  const anna = await access.headersOf("anna");
  const fields = { schedule: id, date: dayInWeeks(2) };
  const planned = await postOperation(club, anna, "schedule skip", fields);
  const form = readPlan(planned.page);
  const sent = await Promise.all(
    Array.from({ length: 10 }, () => postOperation(club, anna, "schedule skip", form)),
  );
  expect(sent.filter(didIt)).toHaveLength(1);
  expect((await ops.run("schedule", "list", "--city", cityId)).out).toContain(dayInWeeks(2));
  const list = async () => (await ops.run("event", "list", "--city", cityId)).out;
  expect(await list()).toBe("No upcoming event yet: those of the schedule appear once the cron has run.\n");
  await open();
  expect(await list()).toContain(dayInWeeks(1));
  expect(await listDays(cityId)).toEqual([0, 1, 3].map(dayInWeeks));
  const skip = (...options: string[]) => ops.run("schedule", "skip", id, "--yes", "--date", ...options);
  expect((await skip(dayInWeeks(2))).err).toContain("is left out already");
  expect((await skip(dayInWeeks(1))).err).toContain("is open already");
  expect((await skip(dayOf(new Date(start.getTime() + dayMs)))).code).toBe(2);
  expect((await skip(dayInWeeks(2), "--undo")).code).toBe(0);
  expect((await skip(dayInWeeks(2), "--undo")).err).toContain("is not left out");
  await open();
  expect(await listDays(cityId)).toEqual([0, 1, 2, 3].map(dayInWeeks));
});

test("a date is left out or opened, never both, where the cron runs at the same time", async () => {
  for (let i = 0; i < 3; i++) {
    const { id, cityId } = await addSchedule();
    const skip = ops.run("schedule", "skip", id, "--date", dayInWeeks(2), "--yes");
    const [{ code }] = await Promise.all([skip, open()]);
    const isOpened = (await listDays(cityId)).includes(dayInWeeks(2));
    expect(isOpened).toBe(code !== 0);
  }
});

test("schedule pause opens nothing before a day, and diners of the city read why and when dinners come again", async () => {
  const { id, cityId } = await addSchedule();
  const because = "We’re taking a break <b>over the holidays</b>.";
  const until = dayInWeeks(2);
  const pause = ["schedule", "pause", id, "--until", until, "--because", because, "--yes"];
  await ops.json(...pause);
  await open();
  expect(await listDays(cityId)).toEqual([2, 3].map(dayInWeeks));
  const paused = await addSchedule();
  const far = dayInWeeks(9);
  await ops.json("schedule", "pause", paused.id, "--until", far, "--because", because, "--yes");
  expect((await ops.run("event", "list", "--city", paused.cityId)).out).toBe(
    "No upcoming event: add one with event add.\n",
  );
  await open();
  expect(await listDays(paused.cityId)).toEqual([]);
  const page = await club.fetch(`/events?city=${paused.cityId}`);
  const html = await page.clone().text();
  expect(html).not.toContain("<b>over");
  const text = await readPageText(page);
  expect(text).toContain(because);
  expect(text).toContain("Dinners come again from");
  expect((await ops.run("schedule", "list", "--city", paused.cityId)).out).toContain(`paused until ${far}`);
  expect(
    (await ops.run("schedule", "pause", id, "--until", "2020-01-01", "--because", "x", "--yes")).code,
  ).toBe(2);

  await ops.json("schedule", "resume", paused.id);
  expect((await ops.run("schedule", "resume", paused.id)).code).toBe(4);
  await open();
  expect(await listDays(paused.cityId)).toEqual([0, 1, 2, 3].map(dayInWeeks));
  expect(await readPageText(await club.fetch(`/events?city=${paused.cityId}`))).not.toContain(
    "taking a break",
  );
});

test("a schedule of every other week opens every other date, from its first one", async () => {
  const { cityId } = await addSchedule("--every", "2", "--first", dayInWeeks(1));
  await open();
  expect(await listDays(cityId)).toEqual([1, 3].map(dayInWeeks));
  expect((await ops.run("schedule", "list", "--city", cityId)).out).toContain(", every 2 weeks");
  const soon = await addSchedule("--every", "3");
  await open();
  expect(await listDays(soon.cityId)).toEqual([0, 3].map(dayInWeeks));
});

test("a schedule without a date in the coming weeks is looked at once a day, not every minute", async () => {
  const { id, cityId } = await addSchedule("--every", "52", "--first", dayInWeeks(30));
  await open();
  expect(await listDays(cityId)).toEqual([]);
  const [found] = await club.db.select().from(schedules).where(eq(schedules.id, id));
  expect(found?.planAt.getTime()).toBeGreaterThan(Date.now() + 23 * hourMs - minuteMs);
});
