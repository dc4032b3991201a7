import { expect, test } from "vitest";
import { outbox } from "#app/db/schema.ts";
import { countEventBookings, listLastBookings } from "#app/models/booking/event-bookings.server.ts";
import { book } from "#app/models/booking/transitions.server.ts";
import { changeEventVenue } from "#app/models/event/event-venues.server.ts";
import { openClub } from "#tests/support/club.ts";
import {
  bookForDiners,
  countBookings,
  createEvent,
  insertDiners,
  insertDinersWithAnswers,
  nameDiners,
  venueOf,
} from "#tests/support/events.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);

const listEmails = () => club.db.select().from(outbox).orderBy(outbox.to);

test("with fewer tables the last bookers lose their seats, are told once, and come first next time", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200, capacity: 15 });
  const ids = await insertDiners(club, 10);
  await bookForDiners(club, ids, eventId);
  await nameDiners(club, eventId);
  const venueId = venueOf(eventId);
  const change = (...options: string[]) => ops.run("event", "venues", eventId, ...options);
  const before = await ops.hashRows();
  const question = (await change("--set", `${venueId}=1`, "--dry-run")).out;
  expect(question).toMatch(
    /^Would give Vendéglő \d+ 1 table instead of 3 on .+: N9, N8 and 3 others lose their seats and get an email\. Nothing/m,
  );
  for (const name of ["N9", "N8", "N7", "N6", "N5"])
    expect(question).toMatch(new RegExp(`^${name} .+ no seat$`, "m"));
  expect(question).not.toContain("N4");
  expect((await change("--set", `${venueId}=1`)).code).toBe(4);
  for (const number of ["4001", "0", "x"])
    expect(await change("--set", `${venueId}=${number}`)).toEqual(
      failure(2, "--set is a venue, or a venue and a number of tables from 1 to 4000, such as 3f2a91bc=4."),
    );
  expect(await change("--set", venueId)).toEqual(failure(2, "--set needs a number of tables."));
  expect((await change("--set", `${venueId}=3`)).code).toBe(2);
  expect((await change("--set", `${venueId}=2`, "--say", "x")).code).toBe(2);
  expect(await ops.hashRows()).toBe(before);

  const shrink = ["--set", `${venueId}=1`, "--say", "The upper floor is closed.", "--yes"];
  expect((await change(...shrink)).out).toContain("5 bookings were canceled: N9, N8, N7, N6, N5.");
  expect(await countBookings(club, eventId)).toBe(5);
  const emails = await listEmails();
  expect(emails.map(({ to }) => to)).toEqual(
    ids
      .slice(5)
      .toSorted()
      .map((id) => `${id}@x.y`),
  );
  for (const { kind, data } of emails)
    expect([kind, data]).toEqual([
      "canceled-by-club",
      { what: "booking", because: "The upper floor is closed." },
    ]);
  const canceled = await club.binding
    .prepare("SELECT DISTINCT canceled_by_club, standby FROM bookings WHERE canceled = 1")
    .all();
  expect(canceled.results).toEqual([{ canceled_by_club: 1, standby: 1 }]);
  expect(await ops.json("event", "show", eventId)).toMatchObject({
    capacity: 5,
    bookings: { seated: 0, standby: 0, pending: 5, canceled: 5 },
    unsentEmails: { waiting: 5, parked: 0 },
  });
  await club.binding.exec("DELETE FROM outbox");
});

test("no booking that arrives meanwhile leaves more bookings than seats, or is canceled unasked", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200, capacity: 50 });
  await bookForDiners(club, await insertDiners(club, 12), eventId);
  const bookingIds = (await listLastBookings(club.db, eventId, 10)).map(({ id }) => id);
  const late = await insertDiners(club, 30);
  const now = new Date();
  const change = (tables: number, options: { matchedAt?: Date; capacity?: number } = {}) =>
    changeEventVenue(club.db, {
      event: { id: eventId, matchedAt: null, capacity: 50, ...options },
      venue: { venueId: venueOf(eventId), tables },
      previousTables: (options.capacity ?? 50) / 5,
      cancelsLast: options.capacity ? undefined : { because: undefined, bookingIds },
      now,
    });
  const [canceled] = await Promise.all([
    change(2),
    ...late.map((userId) => book(club.db, { userId, eventId, now: new Date() })),
  ]);
  expect([2, undefined]).toContain(canceled?.length);
  const count = await countBookings(club, eventId);
  if (canceled?.length === 2) expect(count).toBe(10);
  else expect(count).toBeGreaterThan(12);
  expect(await change(1, { capacity: canceled?.length === 2 ? 10 : 50 })).toBe(undefined);
  expect(await change(1)).toBe(undefined);
  expect(await countBookings(club, eventId)).toBe(count);
  await club.binding.exec("DELETE FROM outbox");
});

test("once the tables are made, fewer tables close those of the latest bookers", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 100 });
  await bookForDiners(club, await insertDinersWithAnswers(club, 17), eventId);
  await ops.json("match", "run", eventId, "--yes");
  await nameDiners(club, eventId);
  await club.binding.exec("DELETE FROM outbox");
  const { tables } = await ops.json("match", "show", eventId);
  const lastBookedAt = ({ diners }: { diners: { bookedAt: string }[] }) =>
    diners
      .map(({ bookedAt }) => bookedAt)
      .sort()
      .at(-1) ?? "";
  const [last] = tables.toSorted((a: never, b: never) => lastBookedAt(b).localeCompare(lastBookedAt(a)));
  const venueId = venueOf(eventId);
  const set = (tables: number, ...options: string[]) =>
    ops.run("event", "venues", eventId, "--set", `${venueId}=${tables}`, ...options);
  const before = await ops.hashRows();
  expect((await set(2, "--dry-run")).out).toMatch(
    / 2 tables instead of 10 on .+: 0 of 5 diners sit elsewhere; 5 go on standby: .+ and 3 others; 5 emails to diners\. Noth/,
  );
  expect((await set(2)).code).toBe(4);
  expect(await ops.hashRows()).toBe(before);
  const done = await ops.json("event", "venues", eventId, "--set", `${venueId}=2`, "--yes");
  expect(done).toMatchObject({
    tables: 2,
    canceled: 0,
  });
  expect(done.moved.map(({ place }: { place: string }) => place)).toEqual(Array(5).fill("standby"));
  expect((await listEmails()).map(({ kind }) => kind)).toEqual(Array(5).fill("on-standby"));
  expect((await set(2, "--yes")).code).toBe(2);
  expect((await set(3, "--dry-run")).out).toContain(": 5 diners on standby would be seated at 1 new table,");
  expect((await set(3, "--say", "The roof is fixed.")).err).toContain("only where somebody loses their seat");
  const listed = (await ops.json("event", "list")).find(({ id }: { id: string }) => id === eventId);
  expect(listed).toMatchObject({ capacity: 10, state: "tables made" });
  expect(listed.bookings).toEqual(await countEventBookings(club.db, eventId));
  expect(listed.bookings).toEqual({
    seated: 10,
    standby: 7,
    standbyReasons: { "left over": 2, "table closed": 5 },
    pending: 0,
    canceled: 0,
  });
  expect((await ops.run("event", "list")).out).toContain("7 (2 left over, 5 table closed)");
  const { out } = await ops.run("event", "show", eventId);
  expect(out).toContain(
    "Bookings: 10 seated, 7 on standby (2 left over, 5 table closed), 0 pending, 0 canceled",
  );
  expect(out).toContain(`\nTables: 2, 0 with free seats\nClosed 1 table: ${last.number}\n`);
  expect(out).toContain("\nDeposits paid: 0, together 0 HUF\nUnsent emails: 5 waiting, 0 parked\n");
  expect(out).toMatch(/\nNext: reminders are sent .+\nNext: standby ends .+\nNext: dinner starts .+\n/);
  expect(out).not.toContain("Next: booking ends");

  await ops.json("event", "cancel", eventId, "--yes");
  const canceled = await ops.run("event", "show", eventId);
  expect(canceled.out).toContain(": canceled\n");
  expect(canceled.out).not.toContain("free");
});
