import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { eventVenues } from "#app/db/schema/event.ts";
import { tables } from "#app/db/schema.ts";
import { addAvoidance, removeAvoidance } from "#app/models/account/avoidances.server.ts";
import { findBooking } from "#app/models/booking/bookings.server.ts";
import { moveTable } from "#app/models/booking/event-transitions.server.ts";
import { seat } from "#app/models/booking/seat-transitions.server.ts";
import { listTableChanges } from "#app/models/booking/table-changes.server.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { findDecidableDeposits } from "#app/models/deposit/settlement.server.ts";
import { cancelEvent } from "#app/models/event/events.server.ts";
import { openClub } from "#tests/support/club.ts";
import { newDeposit } from "#tests/support/deposits.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, venueOf } from "#tests/support/events.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { wrapDatabase } from "#tests/support/wrap-database.ts";

const club = openClub();
const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
const now = hours(106);

/** Fifteen diners at three tables: two at the first venue and one at the second, which has another free. */
async function createSeatedEvent() {
  const eventId = await createEvent(club, { venueTables: [2, 2, 2] });
  const dinerIds = await insertDinersWithAnswers(club, 15);
  await bookForDiners(club, dinerIds, eventId);
  await runJob("makeTables", createJobContext(club), hours(105));
  const found = await listTables(club.db, eventId);
  for (const [i, { id }] of found.entries())
    await club.db
      .update(tables)
      .set({ venueId: venueOf(eventId, i < 2 ? 0 : 1) })
      .where(eq(tables.id, id));
  await club.binding.exec("DELETE FROM outbox");
  return { eventId, tableIds: found.map(({ id }) => id), diners: found.map(({ diners }) => diners) };
}

const readVenue = async (tableId: string | undefined) =>
  (
    await club.db
      .select()
      .from(tables)
      .where(eq(tables.id, tableId ?? ""))
  )[0]?.venueId;

async function move(tableId = "", venueId = "", at = now, db = club.db) {
  const found = await club.db.select({ id: bookings.id }).from(bookings).where(eq(bookings.tableId, tableId));
  return moveTable(db, { tableId, venueId, bookingIds: found.map(({ id }) => id), now: at });
}

test("moves a table to a venue with one left, and tells each of its diners once where it is", async () => {
  const { eventId, tableIds, diners } = await createSeatedEvent();
  const [left] = diners[0] ?? [];
  await cancel(club.db, { id: left?.bookingId ?? "", userId: left?.userId ?? "", now: hours(105.5) });
  await club.binding.exec("DELETE FROM outbox");
  const before = await club.db
    .select()
    .from(bookings)
    .where(eq(bookings.tableId, tableIds[0] ?? ""));

  expect(await move(tableIds[0], venueOf(eventId, 1))).toBe(true);
  expect(await readVenue(tableIds[0])).toBe(venueOf(eventId, 1));
  const emails = await readOutbox(club);
  expect(emails.map(({ kind, to }) => [kind, to]).sort()).toEqual(
    (diners[0] ?? [])
      .filter(({ userId }) => userId !== left?.userId)
      .map(({ userId }) => ["booking-confirmed", `${userId}@x.y`])
      .sort(),
  );
  for (const { subject, text } of emails) {
    expect(subject).toContain("Your table moved to another restaurant");
    expect(text).toMatch(/Where: Vendéglő \d+\/2\n/);
  }
  const after = await club.db
    .select()
    .from(bookings)
    .where(eq(bookings.tableId, tableIds[0] ?? ""));
  for (const { id, sequence, canceled } of after) {
    const previous = before.find((row) => row.id === id)?.sequence ?? 0;
    expect(sequence, "calendars take the change of who still comes").toBe(previous + (canceled ? 0 : 1));
  }
  expect((await listTableChanges(club.db, eventId)).map(({ what }) => what)).toContain(
    "Table 1 moved to another restaurant.",
  );
});

test("after a move canceling is free until the dinner begins, also within the last 48 hours", async () => {
  const { eventId, tableIds, diners } = await createSeatedEvent();
  const [[diner], [other]] = [diners[0] ?? [], diners[1] ?? []];
  for (const each of [diner, other])
    await club.db
      .insert(deposits)
      .values(newDeposit(each?.bookingId, { dueAt: now, createdAt: now, paidAt: now }));
  expect(await move(tableIds[0], venueOf(eventId, 1))).toBe(true);
  const findOutcome = async (each: typeof diner) => {
    const { bookingId = "", userId = "" } = each ?? {};
    const booking = await findBooking(club.db, userId, bookingId);
    await cancel(club.db, { id: bookingId, userId, now: hours(120) });
    const [decided] = await findDecidableDeposits(club.db, hours(121));
    await club.db.delete(deposits).where(eq(deposits.bookingId, bookingId));
    return [booking?.wasMoved, decided?.cause];
  };
  expect(await findOutcome(diner)).toEqual([true, "canceled-after-move"]);
  expect(await findOutcome(other), "whose table stayed").toEqual([false, "canceled-late"]);
  const email = (await readOutbox(club)).find(({ kind }) => kind === "booking-confirmed");
  expect(email?.text).toContain("Canceling is free until the dinner begins");
});

test("moves it once, also when each call arrives twice or ten come at once", async () => {
  const { eventId, tableIds } = await createSeatedEvent();
  const doubling = openDatabase(
    wrapDatabase(club.binding, async (call) => {
      const answer = await call();
      await call();
      return answer;
    }),
  );
  expect(await move(tableIds[0], venueOf(eventId, 2), now, doubling)).toBe(true);
  expect(await readOutbox(club)).toHaveLength(5);
  const moved = await Promise.all(Array.from({ length: 10 }, () => move(tableIds[1], venueOf(eventId, 2))));
  expect(moved.filter(Boolean)).toHaveLength(1);
  expect(await readOutbox(club)).toHaveLength(10);
  const lines = await listTableChanges(club.db, eventId);
  expect(lines.filter(({ what }) => what.includes("moved to another restaurant"))).toHaveLength(2);
});

test("moves no table to a venue that has none left, that the event has not, or where it is", async () => {
  const { eventId, tableIds } = await createSeatedEvent();
  const elsewhere = await createEvent(club);
  expect(await move(tableIds[0], venueOf(eventId, 0))).toBe(false);
  expect(await move(tableIds[0], venueOf(elsewhere))).toBe(false);
  expect(await move(tableIds[0], "nowhere")).toBe(false);
  expect(await move("no table", venueOf(eventId, 1))).toBe(false);
  expect(await move(tableIds[2], venueOf(eventId, 0)), "both are taken").toBe(false);
  expect(await readOutbox(club)).toEqual([]);
  expect(await listTableChanges(club.db, eventId)).toEqual([]);
});

test("of two tables that move to the last one of a venue, one does", async () => {
  const { eventId, tableIds } = await createSeatedEvent();
  const moved = await Promise.all([
    move(tableIds[0], venueOf(eventId, 1)),
    move(tableIds[1], venueOf(eventId, 1)),
  ]);
  expect(moved.filter(Boolean)).toHaveLength(1);
  expect(await readOutbox(club)).toHaveLength(5);
});

test("a closed table does not move, and leaves its place to another only where its venue has fewer tables", async () => {
  const { eventId, tableIds } = await createSeatedEvent();
  const close = (keepsPlace: boolean) =>
    club.db
      .update(tables)
      .set({ closedAt: now, keepsPlace })
      .where(eq(tables.id, tableIds[0] ?? ""));
  await close(true);
  expect(await move(tableIds[0], venueOf(eventId, 2))).toBe(false);
  expect(await move(tableIds[2], venueOf(eventId, 0))).toBe(false);
  await close(false);
  expect(await move(tableIds[2], venueOf(eventId, 0))).toBe(true);
});

test("moves no table that somebody joined after the move was planned, and seats nobody where a table was before", async () => {
  const { eventId, tableIds, diners } = await createSeatedEvent();
  const [tableId = ""] = tableIds;
  const planned = (diners[0] ?? []).slice(2);
  for (const { bookingId, userId } of (diners[0] ?? []).slice(0, 2))
    await cancel(club.db, { id: bookingId, userId, now });
  const join = (fromTable: number, venueId: string) => {
    const bookingId = diners[fromTable]?.[0]?.bookingId ?? "";
    const to = { fromTableId: tableIds[fromTable] ?? "", tableId, venueId };
    return seat(club.db, {
      ...to,
      bookingIds: [bookingId],
      shares: [],
      reason: "moved",
      madeBy: "software",
      now,
    });
  };
  expect(await join(1, venueOf(eventId, 1)), "the table is not there").toBe(false);
  const pair = [planned[0]?.userId ?? "", diners[1]?.[0]?.userId ?? ""] as const;
  await addAvoidance(club.db, pair, now);
  expect(await join(1, venueOf(eventId, 0)), "somebody there has come to avoid them").toBe(false);
  await removeAvoidance(club.db, pair);
  for (const fromTable of [1, 2]) {
    expect(await join(fromTable, venueOf(eventId, 0))).toBe(true);
    const { userId = "", bookingId = "" } = diners[fromTable]?.[0] ?? {};
    const booking = await findBooking(club.db, userId, bookingId);
    expect(booking?.wasMoved, "only who came from another restaurant").toBe(fromTable === 2);
  }
  const bookingIds = planned.map(({ bookingId }) => bookingId);
  expect(await moveTable(club.db, { tableId, venueId: venueOf(eventId, 1), bookingIds, now })).toBe(false);
  expect(await readVenue(tableId)).toBe(venueOf(eventId, 0));
});

test("moves nothing once dinner has begun, or the event is canceled", async () => {
  const { eventId, tableIds } = await createSeatedEvent();
  expect(await move(tableIds[0], venueOf(eventId, 1), hours(151))).toBe(false);
  await cancelEvent(club.db, { id: eventId, because: undefined, now });
  expect(await move(tableIds[0], venueOf(eventId, 1))).toBe(false);
});

test("counts the tables that the event has at a venue now", async () => {
  const { eventId, tableIds } = await createSeatedEvent();
  await club.db
    .update(eventVenues)
    .set({ tables: 1 })
    .where(eq(eventVenues.venueId, venueOf(eventId, 1)));
  expect(await move(tableIds[0], venueOf(eventId, 1))).toBe(false);
});
