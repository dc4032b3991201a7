import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { tables } from "#app/db/schema.ts";
import { seat } from "#app/models/booking/seat-transitions.server.ts";
import { editEvent, findEvent } from "#app/models/event/events.server.ts";
import { runCron } from "#tests/support/cron.ts";
import {
  bookWithDeposit,
  cancelBooking,
  findDeposit,
  listDepositSubjects,
  minutesFromNow,
  moveEventToPast,
  moveEventWithin48Hours,
  openStripeClub,
  sendWebhook,
  startCheckout,
} from "#tests/support/deposits.ts";
import { book, createEvent, seatTogether, signUpDiner, venueOf } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { closeTable } from "#tests/support/reseating.ts";

const { club, stripe } = await openStripeClub();

describe("refunds a deposit", () => {
  test("once after a free cancellation, with one email, however many cron runs overlap", async () => {
    const { diner, booking } = await bookWithDeposit(club, stripe);
    await cancelBooking(diner, booking);
    await Promise.all(Array.from({ length: 10 }, () => runCron(club)));
    const deposit = await findDeposit(club.db, booking);
    expect(deposit).toMatchObject({ state: "refunded", cause: "canceled-in-time" });
    expect(stripe.listRefunds(deposit?.paymentId)).toMatchObject([{ amount: 300_000, status: "succeeded" }]);
    expect(await listDepositSubjects(club, diner.email)).toEqual([
      "We’ve refunded your deposit",
      "You’ve paid your deposit",
    ]);
  });

  test("when standby ends without a seat", async () => {
    const { booking, eventId } = await bookWithDeposit(club, stripe);
    await moveEventWithin48Hours(club, eventId);
    await club.db
      .update(events)
      .set({ matchedAt: new Date(), date: minutesFromNow(120) })
      .where(eq(events.id, eventId));
    await runCron(club);
    expect(await findDeposit(club.db, booking)).toMatchObject({
      state: "refunded",
      cause: "canceled-by-club",
    });
  });

  test("when the club cancels the event", async () => {
    const { booking, eventId } = await bookWithDeposit(club, stripe);
    await moveEventWithin48Hours(club, eventId);
    await club.db.update(events).set({ canceledAt: new Date() }).where(eq(events.id, eventId));
    await runCron(club);
    expect(await findDeposit(club.db, booking)).toMatchObject({
      state: "refunded",
      cause: "canceled-by-club",
    });
  });

  test("when the payment comes after the booking was canceled, and sends one email", async () => {
    const diner = await signUpDiner(club);
    const eventId = await createEvent(club);
    const booking = await book(diner, eventId);
    const paid = stripe.pay(await startCheckout(diner, booking));
    await moveEventWithin48Hours(club, eventId);
    await cancelBooking(diner, booking);
    await sendWebhook(club, paid);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunding" });
    await runCron(club);
    expect(await findDeposit(club.db, booking)).toMatchObject({
      state: "refunded",
      cause: "canceled-before-paid",
    });
    expect(await listDepositSubjects(club, diner.email)).toEqual(["We’ve refunded your deposit"]);
  });

  test.each([null, "attended"] as const)("a day after dinner, with attendance %s", async (attendance) => {
    const { booking, eventId } = await bookWithDeposit(club, stripe);
    await club.db.update(bookings).set({ attendance }).where(eq(bookings.id, booking));
    await moveEventToPast(club, eventId, 23);
    await runCron(club);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });
    await moveEventToPast(club, eventId, 25);
    await runCron(club);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunded", cause: "dinner-over" });
  });
});

test.each([
  [1, { state: "refunded", cause: "canceled-in-time" }],
  [-1, { state: "kept", cause: "canceled-late" }],
])("canceling is free until 48 hours before dinner: %i minutes before that", async (minutes, decided) => {
  const { diner, booking, eventId } = await bookWithDeposit(club, stripe);
  await seatTogether(club, eventId, [booking]);
  await club.db
    .update(events)
    .set({ date: minutesFromNow(48 * 60 + minutes), closesAt: minutesFromNow(-60) })
    .where(eq(events.id, eventId));
  await cancelBooking(diner, booking);
  await runCron(club);
  expect(await findDeposit(club.db, booking)).toMatchObject(decided);
});

test("a cancellation by the diner decides the deposit of that booking at once, and no other", async () => {
  const own = await bookWithDeposit(club, stripe);
  const other = await bookWithDeposit(club, stripe);
  await club.db.run(
    sql`UPDATE bookings SET canceled = 1, canceled_at = ${Date.now()} WHERE id = ${other.booking}`,
  );
  await cancelBooking(own.diner, own.booking);
  expect(await findDeposit(club.db, own.booking)).toMatchObject({
    state: "refunding",
    cause: "canceled-in-time",
  });
  expect(await findDeposit(club.db, other.booking)).toMatchObject({ state: "paid" });
  const page = await (await own.diner.get("/dashboard/bookings")).text();
  expect(page).not.toContain("Deposit paid");
  await runCron(club);
  expect(await findDeposit(club.db, other.booking)).toMatchObject({ state: "refunded" });
});

test("refunds the deposit of a diner who cancels on standby, even within 48 hours of dinner", async () => {
  const { diner, booking, eventId } = await bookWithDeposit(club, stripe);
  await moveEventWithin48Hours(club, eventId);
  const read = async () => readPageText(await diner.get(`/dashboard/bookings/${booking}/cancel`));
  // The tables are being made.
  expect(await read()).toContain("It costs you nothing: we’ll refund the deposit of 3000 HUF");
  expect(await read()).toContain("Canceling is free until you have a seat.");
  await club.db
    .update(bookings)
    .set({ standby: true, standbyReason: "left over", movedAt: new Date() })
    .where(eq(bookings.id, booking));
  expect(await read()).toContain("It costs you nothing: we’ll refund the deposit of 3000 HUF");
  await cancelBooking(diner, booking);
  await runCron(club);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunded", cause: "canceled-in-time" });
});

test("refunds whoever cancels after the club moved the event, but not who booked after that", async () => {
  const before = await bookWithDeposit(club, stripe);
  const { eventId } = before;
  const date = new Date(Date.now() + 20 * 3_600_000);
  const event = await findEvent(club.db, eventId);
  if (!event) throw new Error("The event is gone");
  await editEvent(club.db, {
    event,
    changes: { date, closesAt: new Date(Date.now() - 1_000) },
    email: { kind: "event-moved", data: { previousDate: 0, previousTimeZone: "UTC" } },
    now: new Date(),
  });
  const after = await bookWithDeposit(club, stripe);
  await club.db.run(sql`UPDATE bookings SET event_id = ${eventId} WHERE id = ${after.booking}`);
  await seatTogether(club, eventId, [before.booking, after.booking]);

  const readTerms = async ({ diner, booking }: typeof before) =>
    readPageText(await diner.get(`/dashboard/bookings/${booking}/cancel`));
  for (const words of [
    "It costs you nothing: we’ll refund the deposit of 3000 HUF.",
    "Canceling is free until the dinner begins, because we moved it.",
  ])
    expect(await readTerms(before)).toContain(words);
  expect(await readTerms(after)).toContain("we keep the deposit of 3000 HUF");
  for (const { diner, booking } of [before, after]) await cancelBooking(diner, booking);
  await runCron(club);
  expect(await findDeposit(club.db, before.booking)).toMatchObject({
    state: "refunded",
    cause: "canceled-after-move",
  });
  expect(await findDeposit(club.db, after.booking)).toMatchObject({ state: "kept", cause: "canceled-late" });
});

test("refunds whoever cancels after the club moved them to another venue, but not after another table at the same one", async () => {
  const now = new Date();
  const paidAt = async (tableCounts: [number, number]) => {
    const { diner, booking } = await bookWithDeposit(club, stripe);
    const eventId = await createEvent(club, { venueTables: tableCounts });
    await club.db.update(bookings).set({ eventId }).where(eq(bookings.id, booking));
    await moveEventWithin48Hours(club, eventId);
    await seatTogether(club, eventId, [booking]);
    const [table] = await club.db.select().from(tables).where(eq(tables.eventId, eventId));
    if (!table) throw new Error("No table");
    return { diner, booking, eventId, tableId: table.id };
  };
  const takesSeatAt = async (
    venue: number,
    { booking, eventId, tableId }: Awaited<ReturnType<typeof paidAt>>,
  ) => {
    const newTable = { id: `${tableId}-new`, eventId, venueId: venueOf(eventId, venue), number: 1_000 };
    await club.db.insert(tables).values(newTable);
    const to = { tableId: newTable.id, venueId: newTable.venueId };
    const change = { bookingIds: [booking], fromTableId: tableId, ...to, shares: [], now };
    expect(await seat(club.db, { ...change, reason: "moved", madeBy: "software" })).toBe(true);
  };
  const whole = await paidAt([1, 1]);
  await club.db.update(bookings).set({ movedAt: now }).where(eq(bookings.id, whole.booking));
  const alone = await paidAt([1, 1]);
  await takesSeatAt(1, alone);
  const unseated = await paidAt([1, 1]);
  await club.db.run(sql`UPDATE events SET matched_at = 1 WHERE id = ${unseated.eventId}`);
  const [theirs] = await club.db.select().from(tables).where(eq(tables.id, unseated.tableId));
  expect(await closeTable(club.db, unseated.eventId, theirs?.number ?? 0, now)).toBe(true);
  await seatTogether(club, unseated.eventId, [unseated.booking]);
  const sameVenue = await paidAt([2, 1]);
  await takesSeatAt(0, sameVenue);
  for (const { diner, booking } of [whole, alone, unseated]) {
    const page = await readPageText(await diner.get(`/dashboard/bookings/${booking}/cancel`));
    expect(page).toContain("Canceling is free until the dinner begins, because we moved it");
    await cancelBooking(diner, booking);
    expect(await findDeposit(club.db, booking)).toMatchObject({
      state: "refunding",
      cause: "canceled-after-move",
    });
  }
  await cancelBooking(sameVenue.diner, sameVenue.booking);
  expect(await findDeposit(club.db, sameVenue.booking)).toMatchObject({
    state: "kept",
    cause: "canceled-late",
  });
});

describe("keeps a deposit", () => {
  test("after a late cancellation, with one email", async () => {
    const { diner, booking, eventId } = await bookWithDeposit(club, stripe);
    await seatTogether(club, eventId, [booking]);
    await moveEventWithin48Hours(club, eventId);
    await cancelBooking(diner, booking);
    await Promise.all([runCron(club), runCron(club)]);
    const deposit = await findDeposit(club.db, booking);
    expect(deposit).toMatchObject({ state: "kept", cause: "canceled-late" });
    expect(stripe.listRefunds(deposit?.paymentId)).toEqual([]);
    expect(await listDepositSubjects(club, diner.email)).toEqual([
      "Sorry that you couldn’t come: we’ve kept your deposit",
      expect.stringMatching(/^You’re all set for \w+: you’ve paid your deposit$/),
    ]);
  });

  test("a day after dinner of a diner who did not come", async () => {
    const { booking, eventId } = await bookWithDeposit(club, stripe);
    await club.db.update(bookings).set({ attendance: "no-show" }).where(eq(bookings.id, booking));
    await moveEventToPast(club, eventId, 23);
    await runCron(club);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });
    await moveEventToPast(club, eventId, 25);
    await runCron(club);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "kept", cause: "no-show" });
  });
});
