import { expect, test } from "vitest";
import { book } from "#app/models/booking/transitions.server.ts";
import { findEvent } from "#app/models/event/events.server.ts";
import { findBookability } from "#app/models/event/upcoming-events.server.ts";
import { openClub } from "#tests/support/club.ts";
import {
  bookForDiners,
  createEvent,
  insertDiners,
  insertDinersWithAnswers,
  signUpDiner,
} from "#tests/support/events.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test("nobody can book once match run has made the tables as if it were later", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  await bookForDiners(club, await insertDinersWithAnswers(club, 7), eventId);
  const { code, out, err } = await ops.run("match", "run", eventId, "--yes", "--now", inHours(170));
  expect([code, err, out]).toEqual([0, "", expect.stringContaining("Made 1 table")]);
  const now = new Date();
  expect((await findEvent(club.db, eventId))?.closesAt.getTime()).toBeLessThanOrEqual(now.getTime());
  const [userId = ""] = await insertDiners(club, 1);
  expect(await book(club.db, { userId, eventId, now })).toBe(undefined);
  const diner = await signUpDiner(club);
  const page = await (await diner.get("/events")).text();
  expect(page).toContain("Sold Out");
  expect(page).not.toContain("Available");
});

test("nobody can book an event whose tables are made, whenever its booking would have ended", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  await bookForDiners(club, await insertDinersWithAnswers(club, 5), eventId);
  await ops.json("job", "run", "makeTables", "--now", inHours(170), "--yes");
  const now = new Date();
  const event = await findEvent(club.db, eventId);
  expect(event?.matchedAt).not.toBe(null);
  expect(event?.closesAt.getTime()).toBeGreaterThan(now.getTime());
  const [userId = ""] = await insertDiners(club, 1);
  expect(await book(club.db, { userId, eventId, now })).toBe(undefined);
  expect(await findBookability(club.db, eventId, now)).toMatchObject({ isOpen: false });
  expect((await ops.run("event", "show", eventId)).out).not.toContain("Next: booking ends");
});
