import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { bookingLinks } from "#app/emails/links.server.ts";
import { listParkedDeposits } from "#app/models/deposit/deposits.server.ts";
import { requestRefund } from "#app/models/deposit/refunds.server.ts";
import { createFormPost, readCookies } from "#tests/support/accounts.ts";
import { runCron } from "#tests/support/cron.ts";
import {
  bookWithDeposit,
  cancelBooking,
  expectLedgerToMatch,
  findDeposit,
  minutesFromNow,
  moveEventWithin48Hours,
  openStripeClub,
  sendWebhook,
} from "#tests/support/deposits.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { book, createEvent, signUpDiner, testCity } from "#tests/support/events.ts";
import type { StripeFault } from "#tests/support/fake-stripe.ts";
import { findLinks, parsePage, readPageText } from "#tests/support/html.ts";

const { club, stripe } = await openStripeClub();

const minuteMs = 60_000;

test("shows a refund on its way also where the dinner is booked again", async () => {
  const { diner, booking, eventId } = await bookWithDeposit(club, stripe);
  await cancelBooking(diner, booking);
  const again = await book(diner, eventId);
  await cancelBooking(diner, again);
  await book(diner, eventId);
  const listCanceled = async () => {
    const page = await parsePage(await diner.get("/dashboard/bookings"));
    return findLinks(page, /^Location on/).flatMap((link) => {
      const id = link.getAttribute("href")?.split("/").at(-1);
      return id === booking || id === again ? id : [];
    });
  };
  expect(await listCanceled()).toEqual([booking]);
  await runCron(club);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunded" });
  expect(await listCanceled()).toEqual([]);
});

async function createLateBooking() {
  const late = await bookWithDeposit(club, stripe);
  await moveEventWithin48Hours(club, late.eventId);
  await club.binding.prepare("UPDATE bookings SET confirmed = 1 WHERE id = ?").bind(late.booking).run();
  return late;
}

async function createUnpaidBooking() {
  const diner = await signUpDiner(club);
  return { diner, booking: await book(diner, await createEvent(club)) };
}

test.each([
  ["none was paid", createUnpaidBooking, " It cost you nothing."],
  ["in time", () => bookWithDeposit(club, stripe), " We’re refunding your deposit."],
  ["too late", createLateBooking, " We keep your deposit."],
])("says after canceling what becomes of the deposit: %s", async (_, create, sentence) => {
  const { diner, booking } = await create();
  for (const _time of ["first", "second"]) {
    const headers = { Cookie: `${diner.cookie}; ${readCookies(await cancelBooking(diner, booking))}` };
    const page = await parsePage(await club.fetch("/dashboard/bookings", { headers }));
    expect(page.querySelector("[role=status]")?.textContent).toBe(`Your booking is canceled.${sentence}`);
  }
});

test("says the same after canceling by the link in an email", async () => {
  const { booking, eventId } = await bookWithDeposit(club, stripe);
  const [event] = await club.db.select().from(events).where(eq(events.id, eventId));
  const { cancel } = bookingLinks(emailEnv, {
    bookingId: booking,
    date: event?.date ?? new Date(),
    timeZone: testCity.timeZone,
  });
  const canceled = await club.fetch(new URL(cancel).pathname + new URL(cancel).search, createFormPost({}));
  expect(await readPageText(canceled)).toContain("Thank you for telling us. We’re refunding your deposit.");
});

const faultSequences: StripeFault[][] = [
  ["500 before"],
  ["500 after"],
  ["cut before"],
  ["cut after"],
  ["cut after", "cut after"],
  ["429"],
  ["409", "409"],
  ["500 after", "500 after", "cut before"],
];

test.each(faultSequences.map((faults) => [faults.join(", then "), faults] as const))(
  "makes one refund after %s",
  async (_, faults) => {
    const { diner, booking } = await bookWithDeposit(club, stripe);
    await cancelBooking(diner, booking);
    stripe.fail("create refund", ...faults);
    for (let i = 0; i < 5; i++) await runCron(club, minutesFromNow(i * 10));
    const deposit = await findDeposit(club.db, booking);
    expect(deposit).toMatchObject({ state: "refunded", parkedAt: null });
    expect(stripe.listRefunds(deposit?.paymentId)).toHaveLength(1);
  },
);

test("makes one refund when Stripe never answers, whether or not it made the refund", async () => {
  const canceled = [await bookWithDeposit(club, stripe), await bookWithDeposit(club, stripe)];
  for (const { diner, booking } of canceled) await cancelBooking(diner, booking);
  stripe.fail("create refund", "hang after", "hang before");
  await runCron(club);
  await runCron(club, minutesFromNow(5));
  for (const { booking } of canceled) {
    const deposit = await findDeposit(club.db, booking);
    expect(deposit).toMatchObject({ state: "refunded" });
    expect(stripe.listRefunds(deposit?.paymentId)).toHaveLength(1);
  }
});

test("waits twice as long before each further attempt", async () => {
  const { diner, booking } = await bookWithDeposit(club, stripe);
  await cancelBooking(diner, booking);
  stripe.fail("create refund", ...Array<StripeFault>(20).fill("429"));
  const waitsMinutes: number[] = [];
  for (let now = new Date(); waitsMinutes.length < 4; ) {
    await runCron(club, now);
    const dueAt = (await findDeposit(club.db, booking))?.dueAt ?? now;
    waitsMinutes.push((dueAt.getTime() - now.getTime()) / minuteMs);
    now = dueAt;
  }
  for (const [i, minutes] of waitsMinutes.entries()) {
    expect(minutes).toBeGreaterThanOrEqual(2 ** i);
    expect(minutes).toBeLessThanOrEqual(2 ** i * 1.25);
  }
  expect(waitsMinutes).toHaveLength(4);
  stripe.fail("create refund");
  await runCron(club, minutesFromNow(60));
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunded" });
});

test("logs an error while Stripe refuses the API key, and refunds once it is accepted", async () => {
  const { diner, booking } = await bookWithDeposit(club, stripe);
  await cancelBooking(diner, booking);
  stripe.fail("create refund", "401");
  await runCron(club);
  expect((await club.takeLoggedErrors()).join()).toContain("refund not made yet");
  await runCron(club, minutesFromNow(5));
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunded" });
});

test("finds a refund that an operator made in Stripe's dashboard", async () => {
  const { diner, booking } = await bookWithDeposit(club, stripe);
  const paymentId = (await findDeposit(club.db, booking))?.paymentId ?? "";
  const refund = {
    id: "re_by_hand",
    object: "refund",
    amount: 300_000,
    created: 0,
    currency: "huf",
    payment_intent: paymentId,
    status: "succeeded",
  } as const;
  stripe.refunds.set(refund.id, refund);
  await cancelBooking(diner, booking);
  await runCron(club);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunded", refundId: "re_by_hand" });
});

test("checks a pending refund every hour instead of making another", async () => {
  const { diner, booking } = await bookWithDeposit(club, stripe);
  await cancelBooking(diner, booking);
  stripe.fail("create refund", "pending");
  await runCron(club);
  const deposit = await findDeposit(club.db, booking);
  expect(deposit).toMatchObject({ state: "refunding", parkedAt: null });
  stripe.finishRefund(deposit?.refundId ?? "", "succeeded");
  await runCron(club, minutesFromNow(30));
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunding" });
  stripe.fail("retrieve refund", "500 before", "500 before");
  await runCron(club, minutesFromNow(61));
  await runCron(club, minutesFromNow(65));
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunded" });
  expect(stripe.listRefunds(deposit?.paymentId)).toHaveLength(1);
});

test("parks a refund that Stripe refuses, logs an error, and tries again when an operator requests it", async () => {
  const { diner, booking } = await bookWithDeposit(club, stripe);
  await cancelBooking(diner, booking);
  stripe.fail("create refund", "refused");
  await runCron(club);
  const id = (await findDeposit(club.db, booking))?.id ?? "";
  expect((await club.takeLoggedErrors()).join()).toMatch(/"event":"refund parked".*charge_disputed/);
  expect(await listParkedDeposits(club.db)).toMatchObject([{ id, parkedReason: "charge_disputed" }]);
  const callCount = stripe.calls.length;
  await runCron(club, minutesFromNow(600));
  expect(stripe.calls).toHaveLength(callCount);

  expect(await requestRefund(club.db, id, new Date())).toBe(true);
  expect(await requestRefund(club.db, id, new Date())).toBe(false);
  await runCron(club);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunded", parkedAt: null });
  expect(await listParkedDeposits(club.db)).toEqual([]);
});

test("parks a refund that a bank rejects days later, and ignores late webhooks about it", async () => {
  const { diner, booking } = await bookWithDeposit(club, stripe);
  await cancelBooking(diner, booking);
  await runCron(club);
  const refunded = await findDeposit(club.db, booking);
  const failed = stripe.finishRefund(refunded?.refundId ?? "", "failed");
  await Promise.all([sendWebhook(club, failed), sendWebhook(club, failed), sendWebhook(club, failed)]);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunding", settledAt: null });
  await expect.poll(async () => (await club.takeLoggedErrors()).join()).toContain("expired_or_canceled_card");
  const stale = stripe.createEvent("refund.created", {
    ...stripe.refunds.get(refunded?.refundId ?? ""),
    status: "succeeded",
  });
  await sendWebhook(club, stale);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunding" });

  await requestRefund(club.db, refunded?.id ?? "", new Date());
  await runCron(club);
  const refundedAgain = await findDeposit(club.db, booking);
  expect(refundedAgain).toMatchObject({ state: "refunded" });
  expect(refundedAgain?.refundId).not.toBe(refunded?.refundId);
  await sendWebhook(club, failed);
  expect(await findDeposit(club.db, booking)).toEqual(refundedAgain);
});

test("the ledger gives the state of every deposit in this file", async () => {
  const rows = await club.db.select().from(deposits);
  expect(rows.length).toBeGreaterThan(15);
  for (const row of rows) await expectLedgerToMatch(club.db, row);
});
