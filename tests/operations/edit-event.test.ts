import { expect, test } from "vitest";
import { closeEvent, editEvent, findEvent } from "#app/models/event/events.server.ts";
import { formatLocalTime } from "#app/operations/words.ts";
import { openClub } from "#tests/support/club.ts";
import { bookForDiners, createCity, createEvent, insertDinersWithAnswers } from "#tests/support/events.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);

const hourMs = 3_600_000;
/** A whole minute, as an operator types it. */
const start = Math.floor(Date.now() / 60_000) * 60_000;
const inHours = (hours: number) => new Date(start + hours * hourMs);
const show = (date: Date) => formatLocalTime(date, "Europe/Budapest");
const edit = (eventId: string, ...options: string[]) => ops.run("event", "edit", eventId, ...options);

async function findTimes(eventId: string) {
  const event = await findEvent(club.db, eventId);
  if (!event) throw new Error("No such event");
  return event;
}

test("booking ends as long before the new start as before the old one, and the question says when", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  const closesAt = inHours(199);
  await edit(eventId, "--closes", closesAt.toISOString());
  const before = await findTimes(eventId);
  expect(before.closesAt).toEqual(closesAt);

  const dryRun = await edit(eventId, "--at", inHours(60).toISOString(), "--dry-run");
  const movedMs = inHours(60).getTime() - before.date.getTime();
  const movedEnd = new Date(closesAt.getTime() + movedMs);
  expect(dryRun.out).toContain(`to ${show(inHours(60))}, booking until ${show(movedEnd)}`);
  expect((await edit(eventId, "--at", inHours(60).toISOString())).code).toBe(0);
  const after = await findTimes(eventId);
  expect(after.date.getTime() - after.closesAt.getTime()).toBe(before.date.getTime() - closesAt.getTime());

  const chosen = inHours(300);
  await edit(eventId, "--at", inHours(310).toISOString(), "--closes", chosen.toISOString());
  expect((await findTimes(eventId)).closesAt).toEqual(chosen);
});

test("an end of booking in the past is refused, moved or typed, and so is an empty time", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  const before = await ops.hashRows();
  const { err, code } = await edit(eventId, "--at", inHours(30).toISOString());
  expect(err).toMatch(/^Booking would have ended at .+: set a later time with --closes\.\n$/);
  expect(code).toBe(4);
  expect((await edit(eventId, "--closes", inHours(-1).toISOString())).err).toBe(
    `Booking would have ended at ${show(inHours(-1))}: set a later time with --closes.\n`,
  );
  for (const option of ["--at", "--closes"]) {
    const empty = await edit(eventId, option, "");
    expect([empty.code, empty.err]).toEqual([2, expect.stringContaining("“” is not a time")]);
  }
  expect(await ops.hashRows()).toBe(before);
  const closes = ["--closes", inHours(20).toISOString()];
  expect((await edit(eventId, "--at", inHours(30).toISOString(), ...closes)).code).toBe(0);
});

test("moving an event whose booking was ended opens it again only with --closes", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  expect((await ops.run("event", "close", eventId, "--yes")).code).toBe(0);
  const { closesAt } = await findTimes(eventId);
  const moved = await edit(eventId, "--at", inHours(400).toISOString(), "--dry-run");
  expect(moved.out).not.toContain("booking until");
  expect((await edit(eventId, "--at", inHours(400).toISOString())).code).toBe(0);
  expect((await findTimes(eventId)).closesAt).toEqual(closesAt);
  const reopened = await edit(eventId, "--closes", inHours(300).toISOString());
  expect(reopened.code, reopened.err).toBe(0);
  expect((await findTimes(eventId)).closesAt).toEqual(inHours(300));
});

test("an event that is closed or seated while the operator thinks is not opened again", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  const event = await findTimes(eventId);
  const now = new Date();
  const changes = { closesAt: inHours(190) };
  await closeEvent(club.db, eventId, now);
  expect(await editEvent(club.db, { event, changes, now })).toBe(false);
  await club.binding.prepare("UPDATE events SET matched_at = 5 WHERE id = ?").bind(eventId).run();
  expect(await editEvent(club.db, { event: { ...event, closesAt: now }, changes, now })).toBe(false);
});

test("an event with tables keeps its end of booking", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 100 });
  await bookForDiners(club, await insertDinersWithAnswers(club, 6), eventId);
  await ops.json("match", "run", eventId, "--yes");
  const { closesAt } = await findTimes(eventId);
  expect((await edit(eventId, "--at", inHours(150).toISOString(), "--yes")).code).toBe(0);
  expect((await findTimes(eventId)).closesAt).toEqual(closesAt);
  expect((await edit(eventId, "--closes", inHours(120).toISOString())).err).toBe(
    "The tables are made: booking is already over.\n",
  );
});

test("event edit and event add say with --dry-run that the city has another event then", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  const other = await findTimes(await createEvent(club, { hoursFromNow: 220 }));
  const at = ["--at", other.date.toISOString(), "--dry-run"];
  const sentence = failure(4, "There is already an event in Budapest at that time.");
  expect(await edit(eventId, ...at)).toEqual(sentence);
  const [venue] = other.venues;
  expect(await ops.run("event", "add", "--venue", venue?.venueId ?? "", ...at)).toEqual(sentence);
});

test("event edit says whether diners can book, and leaves venues and tables to event venues", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 230 });
  expect((await edit(eventId, "--available", "perhaps")).err).toBe("--available is yes or no.\n");
  expect((await edit(eventId, "--available", "yes")).code).toBe(2);
  expect((await edit(eventId, "--available", "no", "--dry-run")).out).toContain(" to not available. Nothing");
  expect(await ops.json("event", "edit", eventId, "--available", "no")).toEqual({
    id: eventId,
    available: false,
  });
  expect(await ops.json("event", "show", eventId)).toMatchObject({
    available: false,
    state: "not available",
  });
  expect((await edit(eventId, "--tables", "3")).err).toContain("Unknown option '--tables'");
});

test("the question says how many diners a move leaves with two dinners within four hours", async () => {
  const [moved, other] = [
    await createEvent(club, { hoursFromNow: 400 }),
    await createEvent(club, { hoursFromNow: 500, cityId: await createCity(club) }),
  ];
  const dinerIds = await insertDinersWithAnswers(club, 3);
  await bookForDiners(club, dinerIds, moved);
  await bookForDiners(club, dinerIds.slice(0, 2), other);
  const move = (hours: number) => edit(moved, "--at", inHours(hours).toISOString(), "--dry-run");
  expect((await move(502)).out).toContain(
    "and email 3 diners; 2 of them then have another dinner within four hours",
  );
  expect((await move(490)).out).not.toContain("another dinner");
});
