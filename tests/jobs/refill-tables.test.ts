import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { outbox, tables } from "#app/db/schema.ts";
import { listTables, updateShares } from "#app/models/booking/tables.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { recordSweep } from "#app/models/health/heartbeats.server.ts";
import { openClub } from "#tests/support/club.ts";
import { newDeposit } from "#tests/support/deposits.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers, listBookings } from "#tests/support/events.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { closeTable } from "#tests/support/reseating.ts";

const club = openClub();
const hourMs = 3_600_000;
const createContext = () => createJobContext(club);
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hourMs);

const listRecipients = async (kind: typeof outbox.$inferSelect.kind) =>
  (await club.db.select().from(outbox).where(eq(outbox.kind, kind))).map(({ to }) => to.replace("@x.y", ""));

async function cancelBookings(eventId: string, dinerIds: string[]) {
  for (const userId of dinerIds) {
    const id = await club.binding
      .prepare("SELECT id FROM bookings WHERE event_id = ? AND user_id = ?")
      .bind(eventId, userId)
      .first<string>("id");
    await cancel(club.db, { id: id ?? "", userId, now: new Date() });
  }
}

/** Makes the tables of a new event in 150 hours, and empties the outbox. */
async function matchEvent(dinerCount: number): Promise<{ eventId: string; dinerIds: string[] }> {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  const dinerIds = await insertDinersWithAnswers(club, dinerCount);
  await bookForDiners(club, dinerIds, eventId);
  await runJob("makeTables", createContext(), hoursFromNow(105));
  await club.binding.exec("DELETE FROM outbox");
  return { eventId, dinerIds };
}

const listDinersAt = async (eventId: string, tableId: string | null | undefined) =>
  (await listBookings(club, eventId))
    .filter((booking) => booking.table_id === tableId && !booking.canceled)
    .map((booking) => booking.user_id);

test("gives a free seat to a diner on standby and emails them once, however many runs overlap", async () => {
  const { eventId, dinerIds } = await matchEvent(7);
  const [onStandby] = (await listBookings(club, eventId)).filter(({ standby }) => standby);
  await runJob("refillTables", createContext(), hoursFromNow(110));
  expect(await listRecipients("booking-confirmed")).toEqual([]);
  await cancelBookings(eventId, dinerIds.slice(0, 1));
  await Promise.all(
    Array.from({ length: 10 }, () => runJob("refillTables", createContext(), hoursFromNow(110))),
  );
  const seated = (await listBookings(club, eventId)).filter(
    ({ table_id, canceled }) => table_id && !canceled,
  );
  expect(seated).toHaveLength(5);
  expect(await listRecipients("booking-confirmed")).toHaveLength(1);
  expect([dinerIds[5], dinerIds[6]]).toContain((await listRecipients("booking-confirmed"))[0]);
  const email = (await readOutbox(club)).find(({ kind }) => kind === "booking-confirmed");
  expect(email?.subject).toMatch(/^You have a seat/);
  // What was shared before stays, or is left out at random.
  const [table] = await listTables(club.db, eventId);
  expect(email?.text).toContain(table?.shares?.[0] ?? "");
  expect(onStandby).toBeDefined();
});

test("what a table shared stays while a seat is free, and then what is still true, but not always", async () => {
  const { eventId, dinerIds } = await matchEvent(5);
  const [table] = await listTables(club.db, eventId);
  await cancelBookings(eventId, dinerIds.slice(0, 1));
  const isTable = eq(tables.id, table?.id ?? "");
  const join = async (joining: number) => {
    await club.db
      .update(tables)
      .set({ shares: ["true", "false"] })
      .where(isTable);
    await updateShares(club.db, table?.id ?? "", { shares: ["true"], joining }, sql`true`);
    return (await club.db.select().from(tables).where(isTable))[0]?.shares?.join();
  };
  expect(await join(0)).toBe("true,false");
  const left = new Set<string | undefined>();
  for (let i = 0; i < 50; i++) left.add(await join(1));
  expect([...left].sort()).toEqual(["", "true"]);
});

test("two on standby who belong together get two free seats of one table at once, and no single one", async () => {
  const { eventId, dinerIds } = await matchEvent(7);
  await club.db
    .update(bookings)
    .set({ togetherId: "pair" })
    .where(and(eq(bookings.eventId, eventId), eq(bookings.standby, true)));
  const pair = await listDinersAt(eventId, null);
  const seated = dinerIds.filter((id) => !pair.includes(id));
  const refill = () =>
    Promise.all(Array.from({ length: 5 }, () => runJob("refillTables", createContext(), hoursFromNow(110))));
  await cancelBookings(eventId, seated.slice(0, 1));
  await refill();
  expect(await listDinersAt(eventId, null)).toEqual(expect.arrayContaining(pair));
  await cancelBookings(eventId, seated.slice(1, 2));
  await club.binding.exec("DELETE FROM outbox");
  await refill();
  const [table] = await listTables(club.db, eventId);
  expect((await listDinersAt(eventId, table?.id)).sort()).toEqual([...seated.slice(2), ...pair].sort());
  expect((await listRecipients("booking-confirmed")).sort()).toEqual([...pair].sort());
});

test("whose mate cancels while both are given seats still gets one in the next minute", async () => {
  const { eventId } = await matchEvent(13);
  const [single = "", gone = "", stays = ""] = await listDinersAt(eventId, null);
  await club.db
    .update(bookings)
    .set({ togetherId: "pair" })
    .where(and(eq(bookings.eventId, eventId), inArray(bookings.userId, [gone, stays])));
  const [first, second] = await listTables(club.db, eventId);
  await cancelBookings(eventId, [
    ...(await listDinersAt(eventId, first?.id)).slice(0, 1),
    ...(await listDinersAt(eventId, second?.id)).slice(0, 2),
  ]);
  await club.binding.exec(
    `CREATE TRIGGER meanwhile AFTER UPDATE OF table_id ON bookings WHEN NEW.user_id = '${single}' BEGIN UPDATE bookings SET canceled = 1 WHERE user_id = '${gone}'; END`,
  );
  await runJob("refillTables", createContext(), hoursFromNow(110));
  await club.binding.exec("DROP TRIGGER meanwhile");
  expect(await listDinersAt(eventId, first?.id)).toContain(single);
  expect(await listDinersAt(eventId, second?.id)).toHaveLength(3);
  await recordSweep(club.db, hoursFromNow(110));
  await runJob("refillTables", createContext(), hoursFromNow(110));
  expect(await listDinersAt(eventId, second?.id)).toContain(stays);
  const isMarked = and(eq(tables.eventId, eventId), isNotNull(tables.seatFreedAt));
  expect(await club.db.$count(tables, isMarked)).toBe(0);
});

test("tells a diner off standby until when canceling is free, while it still is", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  const dinerIds = await insertDinersWithAnswers(club, 6);
  const bookingIds = await bookForDiners(club, dinerIds, eventId);
  await club.db
    .update(events)
    .set({ closesAt: hoursFromNow(1) })
    .where(eq(events.id, eventId));
  await club.db.insert(deposits).values(bookingIds.map((bookingId) => newDeposit(bookingId)));
  await runJob("makeTables", createContext(), hoursFromNow(2));
  await club.binding.exec("DELETE FROM outbox");
  const [seated] = (await listBookings(club, eventId)).filter(({ table_id }) => table_id);
  await cancelBookings(eventId, [seated?.user_id ?? ""]);
  await runJob("refillTables", createContext(), hoursFromNow(3));
  const email = (await readOutbox(club)).find(({ kind }) => kind === "booking-confirmed");
  expect(email?.subject).toMatch(/^You have a seat/);
  expect(email?.text).toMatch(
    /free until \w+day, .+\. If you cancel after that or don’t come, we keep your deposit\./,
  );
  expect(email?.text).not.toMatch(/was free|cancel now/);
});

test("fills two free seats from standby, and no table beyond five", async () => {
  const { eventId, dinerIds } = await matchEvent(13);
  await cancelBookings(eventId, dinerIds.slice(0, 2));
  await runJob("refillTables", createContext(), hoursFromNow(110));
  const bookings = (await listBookings(club, eventId)).filter(({ canceled }) => !canceled);
  const tableIds = [...new Set(bookings.flatMap(({ table_id }) => table_id ?? []))];
  for (const tableId of tableIds) expect(await listDinersAt(eventId, tableId)).toHaveLength(5);
  expect((await listRecipients("booking-confirmed")).sort()).toHaveLength(2);
});

test("dissolves a table of two three hours before dinner, moves one diner to a free seat and cancels the other", async () => {
  const { eventId } = await matchEvent(10);
  const bookings = await listBookings(club, eventId);
  const [smallTableId, otherTableId] = [...new Set(bookings.map(({ table_id }) => table_id))];
  await cancelBookings(eventId, [
    ...(await listDinersAt(eventId, smallTableId)).slice(0, 3),
    ...(await listDinersAt(eventId, otherTableId)).slice(0, 1),
  ]);
  const remaining = await listDinersAt(eventId, smallTableId);
  await runJob("refillTables", createContext(), hoursFromNow(140));
  expect(await listDinersAt(eventId, smallTableId)).toEqual(remaining);
  await Promise.all(
    Array.from({ length: 10 }, () => runJob("refillTables", createContext(), hoursFromNow(147.5))),
  );
  await runJob("refillTables", createContext(), hoursFromNow(147.75));
  expect(await listDinersAt(eventId, smallTableId)).toEqual([]);
  expect(await listDinersAt(eventId, otherTableId)).toHaveLength(5);
  const [moved, canceled] = [
    await listRecipients("booking-confirmed"),
    await listRecipients("table-dissolved"),
  ];
  expect([moved.length, canceled.length]).toEqual([1, 1]);
  expect([...moved, ...canceled].sort()).toEqual(remaining.sort());
  const email = (await readOutbox(club)).find(({ kind }) => kind === "booking-confirmed");
  expect(email?.subject).toMatch(/^You have a new table/);
});

test("within 48 hours of dinner, tells nobody who moves that canceling is still free", async () => {
  const { eventId } = await matchEvent(10);
  const bookings = await listBookings(club, eventId);
  const [smallTableId, otherTableId] = [...new Set(bookings.map(({ table_id }) => table_id))];
  const [first = "", second = ""] = await listDinersAt(eventId, otherTableId);
  const small = await listDinersAt(eventId, smallTableId);
  await cancelBookings(eventId, [...small.slice(0, 3), first, second]);
  await runJob("refillTables", createContext(), hoursFromNow(147.5));
  const emails = (await readOutbox(club)).filter(({ kind }) => kind === "booking-confirmed");
  expect(emails.map(({ to }) => to.replace("@x.y", "")).sort()).toEqual(small.slice(3).sort());
  for (const { text } of emails) expect(text).not.toContain("free until");
});

test("in the last two hours nobody of a small table loses their seat, and all move where all fit", async () => {
  const { eventId } = await matchEvent(10);
  const bookings = await listBookings(club, eventId);
  const [smallTableId, otherTableId] = [...new Set(bookings.map(({ table_id }) => table_id))];
  const [first = "", second = "", ...late] = await listDinersAt(eventId, otherTableId);
  await cancelBookings(eventId, [...(await listDinersAt(eventId, smallTableId)).slice(0, 3), first]);
  const remaining = await listDinersAt(eventId, smallTableId);
  await runJob("refillTables", createContext(), hoursFromNow(148));
  await runJob("refillTables", createContext(), hoursFromNow(149));
  expect(await listDinersAt(eventId, smallTableId), "one seat for two").toEqual(remaining);
  expect(await listRecipients("table-dissolved")).toEqual([]);

  await cancelBookings(eventId, [second]);
  await runJob("refillTables", createContext(), hoursFromNow(149));
  expect((await listDinersAt(eventId, otherTableId)).sort()).toEqual([...late, ...remaining].sort());
  expect((await listRecipients("booking-confirmed")).sort()).toEqual(remaining.sort());
});

test("cancels the diners of a table that is closed in the last three hours, with one email each", async () => {
  const { eventId } = await matchEvent(10);
  const [table] = await listTables(club.db, eventId);
  await club.db.run(sql`UPDATE event_venues SET tables = 2 WHERE event_id = ${eventId}`);
  expect(await closeTable(club.db, eventId, 1, hoursFromNow(148))).toBe(true);
  await runJob("refillTables", createContext(), hoursFromNow(148));
  await runJob("endStandby", createContext(), hoursFromNow(148));
  const recipients = new Set(table?.diners.map(({ userId }) => `${userId}@x.y`));
  const emails = (await readOutbox(club)).filter(({ to }) => recipients.has(to));
  expect(emails.map(({ kind }) => kind)).toEqual(Array(5).fill("canceled-by-club"));
  expect(emails[0]?.text).toContain("It costs you nothing");
  expect(await listDinersAt(eventId, table?.id)).toEqual([]);
});
