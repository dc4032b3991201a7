import { afterAll, describe, expect, test } from "vitest";
import { deposits } from "#app/db/schema.ts";
import { listDeposits, listParkedDeposits } from "#app/models/deposit/deposits.server.ts";
import { requestRefund } from "#app/models/deposit/refunds.server.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import {
  bookWithDeposit,
  cancelBooking,
  expectLedgerToMatch,
  findDeposit,
  minutesFromNow,
  moveEventWithin48Hours,
  sendWebhook,
} from "#tests/support/deposits.ts";
import { seatTogether } from "#tests/support/events.ts";
import { type StripeFault, startFakeStripe } from "#tests/support/fake-stripe.ts";

const stripe = await startFakeStripe();
afterAll(() => stripe.close());

const club = openClub({ vars: stripe.vars });

const minute = 60_000;

describe("a refund is made once, whatever happens to the call:", () => {
  test.each<StripeFault[]>([
    ["500 before"],
    ["500 after"],
    ["cut before"],
    ["cut after"],
    ["cut after", "cut after"],
    ["429"],
    ["409", "409"],
    ["500 after", "500 after", "cut before"],
  ])("%s %s %s", async (...faults) => {
    const { diner, booking } = await bookWithDeposit(club, stripe);
    await cancelBooking(diner, booking);
    stripe.fail("create refund", ...faults);
    for (let i = 0; i < 5; i++) await runCron(club, minutesFromNow(i * 10));
    const deposit = await findDeposit(club.db, booking);
    expect(deposit).toMatchObject({ state: "refunded", parkedAt: null });
    expect(stripe.listRefunds(deposit?.paymentId)).toHaveLength(1);
  });

  test("hang, before and after it is done", async () => {
    const both = [await bookWithDeposit(club, stripe), await bookWithDeposit(club, stripe)];
    for (const { diner, booking } of both) await cancelBooking(diner, booking);
    stripe.fail("create refund", "hang after", "hang before");
    await runCron(club);
    await runCron(club, minutesFromNow(5));
    for (const { booking } of both) {
      const deposit = await findDeposit(club.db, booking);
      expect(deposit).toMatchObject({ state: "refunded" });
      expect(stripe.listRefunds(deposit?.paymentId)).toHaveLength(1);
    }
  }, 60_000);

  test("it waits longer from try to try", async () => {
    const { diner, booking } = await bookWithDeposit(club, stripe);
    await cancelBooking(diner, booking);
    stripe.fail("create refund", ...Array<StripeFault>(20).fill("429"));
    const waits: number[] = [];
    for (let now = new Date(); waits.length < 4; ) {
      await runCron(club, now);
      const due = (await findDeposit(club.db, booking))?.dueAt ?? now;
      waits.push((due.getTime() - now.getTime()) / minute);
      now = due;
    }
    for (const [i, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(2 ** i);
      expect(wait).toBeLessThanOrEqual(2 ** i * 1.25);
    }
    expect(waits).toHaveLength(4);
    stripe.fail("create refund");
    await runCron(club, minutesFromNow(60));
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunded" });
  });

  test("a key that Stripe no longer takes is an alarm, and nothing is parked", async () => {
    const { diner, booking } = await bookWithDeposit(club, stripe);
    await cancelBooking(diner, booking);
    stripe.fail("create refund", "401");
    await runCron(club);
    expect(club.takeFaults().join()).toContain("refund not made yet");
    await runCron(club, minutesFromNow(5));
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunded" });
  });

  test("one made by hand at Stripe’s is found", async () => {
    const { diner, booking } = await bookWithDeposit(club, stripe);
    const payment = (await findDeposit(club.db, booking))?.paymentId ?? "";
    const byHand = {
      id: "re_by_hand",
      object: "refund",
      amount: 300_000,
      created: 0,
      currency: "huf",
      payment_intent: payment,
      status: "succeeded",
    } as const;
    stripe.refunds.set(byHand.id, byHand);
    await cancelBooking(diner, booking);
    await runCron(club);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunded", refundId: "re_by_hand" });
  });

  test("a pending one is asked about, not asked for again", async () => {
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
});

describe("what Stripe refuses", () => {
  test("is parked with an alarm, left alone, and tried again by hand", async () => {
    const { diner, booking } = await bookWithDeposit(club, stripe);
    await cancelBooking(diner, booking);
    stripe.fail("create refund", "refused");
    await runCron(club);
    const id = (await findDeposit(club.db, booking))?.id ?? "";
    expect(club.takeFaults().join()).toMatch(/"event":"refund parked".*charge_disputed/);
    expect(await listParkedDeposits(club.db)).toMatchObject([{ id, parkedReason: "charge_disputed" }]);
    const asked = stripe.calls.length;
    await runCron(club, minutesFromNow(600));
    expect(stripe.calls).toHaveLength(asked);

    expect(await requestRefund(club.db, id, new Date())).toBe(true);
    expect(await requestRefund(club.db, id, new Date())).toBe(false);
    await runCron(club);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunded", parkedAt: null });
    expect(await listParkedDeposits(club.db)).toEqual([]);
  });

  test("or a bank takes back days later is with us again, and parked", async () => {
    const { diner, booking } = await bookWithDeposit(club, stripe);
    await cancelBooking(diner, booking);
    await runCron(club);
    const done = await findDeposit(club.db, booking);
    const failed = stripe.finishRefund(done?.refundId ?? "", "failed");
    await Promise.all([sendWebhook(club, failed), sendWebhook(club, failed), sendWebhook(club, failed)]);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunding", settledAt: null });
    await expect.poll(() => club.takeFaults().join()).toContain("expired_or_canceled_card");
    // What was told of it before may come again.
    const stale = stripe.createEvent("refund.created", {
      ...stripe.refunds.get(done?.refundId ?? ""),
      status: "succeeded",
    });
    await sendWebhook(club, stale);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunding" });

    await requestRefund(club.db, done?.id ?? "", new Date());
    await runCron(club);
    const again = await findDeposit(club.db, booking);
    expect(again).toMatchObject({ state: "refunded" });
    expect(again?.refundId).not.toBe(done?.refundId);
    await sendWebhook(club, failed);
    expect(await findDeposit(club.db, booking)).toEqual(again);
  });
});

describe("by hand", () => {
  test("a held deposit goes back, and a kept one too; one that is back does not", async () => {
    const held = await bookWithDeposit(club, stripe);
    const kept = await bookWithDeposit(club, stripe);
    await seatTogether(club, kept.eventId, [kept.booking]);
    await moveEventWithin48Hours(club, kept.eventId);
    await cancelBooking(kept.diner, kept.booking);
    await runCron(club);
    for (const { booking } of [held, kept]) {
      const id = (await findDeposit(club.db, booking))?.id ?? "";
      expect(await requestRefund(club.db, id, new Date())).toBe(true);
      await runCron(club);
      const deposit = await findDeposit(club.db, booking);
      expect(deposit).toMatchObject({ state: "refunded", cause: "by-hand" });
      expect(stripe.listRefunds(deposit?.paymentId)).toHaveLength(1);
      expect(await requestRefund(club.db, id, new Date())).toBe(false);
    }
  });

  test("the operator reads them newest first, by state", async () => {
    const { booking } = await bookWithDeposit(club, stripe);
    const [newest] = await listDeposits(club.db);
    expect(newest).toMatchObject({ bookingId: booking, state: "paid", amount: 3000 });
    const states = (await listDeposits(club.db, { state: "refunded" })).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(["refunded"]));
  });
});

describe("the ledger", () => {
  test("can’t be rewritten, torn, or made to give back more than came in", async () => {
    const { booking } = await bookWithDeposit(club, stripe);
    const deposit = await findDeposit(club.db, booking);
    const run = (statement: string) => club.binding.prepare(statement).bind(deposit?.id).run();
    await expect(run("UPDATE ledger SET amount = 0 WHERE deposit_id = ?")).rejects.toThrow("append-only");
    await expect(run("DELETE FROM ledger WHERE deposit_id = ?")).rejects.toThrow("append-only");
    await expect(run("DELETE FROM deposits WHERE id = ?")).rejects.toThrow("FOREIGN KEY");
    const line = (kind: string, amount: number) =>
      run(`INSERT INTO ledger (deposit_id, at, kind, amount) VALUES (?, 0, '${kind}', ${amount})`);
    await expect(line("refunded", -3001)).rejects.toThrow("more would be given back");
    await expect(line("paid", 3000)).rejects.toThrow("UNIQUE");
  });

  test("tells the state of every deposit of this file", async () => {
    const rows = await club.db.select().from(deposits);
    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) await expectLedgerToMatch(club.db, row);
  });
});
