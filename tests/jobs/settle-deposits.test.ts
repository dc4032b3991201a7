import { eq } from "drizzle-orm";
import { afterAll, describe, expect, test } from "vitest";
import { bookings, deposits, events } from "#app/db/schema.ts";
import { eraseAccount } from "#app/models/account.server.ts";
import { askForRefund, listDeposits, listParkedDeposits } from "#app/models/deposit.server.ts";
import { mailsTo } from "../support/accounts.ts";
import { openClub } from "../support/club.ts";
import {
  cron,
  deliver,
  depositOf,
  expectLedgerToAgree,
  letDinnerPass,
  toCheckout,
  withDeposit,
} from "../support/deposits.ts";
import { book, newDiner, openDinner } from "../support/dinners.ts";
import { type Fault, playStripe } from "../support/stripe.ts";

const stripe = await playStripe();
afterAll(() => stripe.close());

const club = openClub({ vars: stripe.vars });

const minute = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * minute);
const refundsOf = (payment: string | null | undefined) =>
  [...stripe.refunds.values()].filter(({ payment_intent }) => payment_intent === payment);
const cancel = (
  diner: { post: (path: string, fields: Record<string, string>) => Promise<Response> },
  booking: string,
) => diner.post(`/dashboard/bookings/${booking}/cancel`, {});
/** The dinner draws near: less than 48 hours are left. */
const closeBooking = (eventId: string) =>
  club.db
    .update(events)
    .set({ date: later(60 * 10), closesAt: later(-60) })
    .where(eq(events.id, eventId));

const subjectsTo = async (email: string) =>
  (await mailsTo(club, email)).map(({ subject }) => subject).filter((subject) => subject.includes("deposit"));

describe("goes back, once, and its diner is told:", () => {
  test("on free cancellation, however many crons run", async () => {
    const { diner, booking } = await withDeposit(club, stripe);
    await cancel(diner, booking);
    await Promise.all(Array.from({ length: 10 }, () => cron(club)));
    const deposit = await depositOf(club.db, booking);
    expect(deposit).toMatchObject({ state: "refunded", cause: "canceled-in-time" });
    expect(refundsOf(deposit?.paymentId)).toMatchObject([{ amount: 300_000, status: "succeeded" }]);
    expect(await subjectsTo(diner.email)).toEqual([
      "Your deposit is on its way back",
      "We have your deposit",
    ]);
  });

  test("when we cancel, even in the last hours", async () => {
    const { booking, eventId } = await withDeposit(club, stripe);
    await closeBooking(eventId);
    await club.db
      .update(events)
      .set({ matchedAt: new Date(), date: later(120) })
      .where(eq(events.id, eventId));
    await cron(club);
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "refunded", cause: "canceled-by-club" });
  });

  test("when the whole dinner is canceled", async () => {
    const { booking, eventId } = await withDeposit(club, stripe);
    await closeBooking(eventId);
    await club.db.update(events).set({ canceledAt: new Date() }).where(eq(events.id, eventId));
    await cron(club);
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "refunded", cause: "canceled-by-club" });
  });

  test("when the payment came after its booking was canceled", async () => {
    const diner = await newDiner(club);
    const eventId = await openDinner(club);
    const booking = await book(diner, eventId);
    const paid = stripe.pay(await toCheckout(diner, booking));
    await closeBooking(eventId);
    await cancel(diner, booking);
    await deliver(club, paid);
    await cron(club);
    expect(await depositOf(club.db, booking)).toMatchObject({
      state: "refunded",
      cause: "canceled-before-paid",
    });
    expect(await subjectsTo(diner.email)).toEqual(["Your deposit is on its way back"]);
  });

  test.each([null, "attended"] as const)("a day after dinner, marked %s", async (attendance) => {
    const { booking, eventId } = await withDeposit(club, stripe);
    await club.db.update(bookings).set({ attendance }).where(eq(bookings.id, booking));
    await letDinnerPass(club, eventId, 23);
    await cron(club);
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "paid" });
    await letDinnerPass(club, eventId, 25);
    await cron(club);
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "refunded", cause: "dinner-over" });
  });
});

describe("stays with us, and its diner is told why:", () => {
  test("after a late cancellation", async () => {
    const { diner, booking, eventId } = await withDeposit(club, stripe);
    await closeBooking(eventId);
    await cancel(diner, booking);
    await Promise.all([cron(club), cron(club)]);
    const deposit = await depositOf(club.db, booking);
    expect(deposit).toMatchObject({ state: "kept", cause: "canceled-late" });
    expect(refundsOf(deposit?.paymentId)).toEqual([]);
    expect(await subjectsTo(diner.email)).toEqual(["Your deposit stays with us", "We have your deposit"]);
  });

  test("a day after a dinner it was not seen at, and no sooner", async () => {
    const { booking, eventId } = await withDeposit(club, stripe);
    await club.db.update(bookings).set({ attendance: "no-show" }).where(eq(bookings.id, booking));
    await letDinnerPass(club, eventId, 23);
    await cron(club);
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "paid" });
    await letDinnerPass(club, eventId, 25);
    await cron(club);
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "kept", cause: "no-show" });
  });
});

describe("a refund is made once, whatever happens to the call:", () => {
  test.each<Fault[]>([
    ["500 before"],
    ["500 after"],
    ["cut before"],
    ["cut after"],
    ["cut after", "cut after"],
    ["429"],
    ["409", "409"],
    ["500 after", "500 after", "cut before"],
  ])("%s %s %s", async (...faults) => {
    const { diner, booking } = await withDeposit(club, stripe);
    await cancel(diner, booking);
    stripe.fail("create refund", ...faults);
    for (let i = 0; i < 5; i++) await cron(club, later(i * 10));
    const deposit = await depositOf(club.db, booking);
    expect(deposit).toMatchObject({ state: "refunded", parkedAt: null });
    expect(refundsOf(deposit?.paymentId)).toHaveLength(1);
  });

  test("hang, before and after it is done", async () => {
    const both = [await withDeposit(club, stripe), await withDeposit(club, stripe)];
    for (const { diner, booking } of both) await cancel(diner, booking);
    stripe.fail("create refund", "hang after", "hang before");
    await cron(club);
    await cron(club, later(5));
    for (const { booking } of both) {
      const deposit = await depositOf(club.db, booking);
      expect(deposit).toMatchObject({ state: "refunded" });
      expect(refundsOf(deposit?.paymentId)).toHaveLength(1);
    }
  }, 60_000);

  test("it waits longer from try to try", async () => {
    const { diner, booking } = await withDeposit(club, stripe);
    await cancel(diner, booking);
    stripe.fail("create refund", ...Array<Fault>(20).fill("429"));
    const waits: number[] = [];
    for (let now = new Date(); waits.length < 4; ) {
      await cron(club, now);
      const due = (await depositOf(club.db, booking))?.dueAt ?? now;
      waits.push((due.getTime() - now.getTime()) / minute);
      now = due;
    }
    expect(waits).toEqual([1, 2, 4, 8]);
    stripe.fail("create refund");
    await cron(club, later(60));
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "refunded" });
  });

  test("a key that Stripe no longer takes is an alarm, and nothing is parked", async () => {
    const { diner, booking } = await withDeposit(club, stripe);
    await cancel(diner, booking);
    stripe.fail("create refund", "401");
    await cron(club);
    expect(club.takeFaults().join()).toContain("refund not made yet");
    await cron(club, later(5));
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "refunded" });
  });

  test("one made by hand at Stripe’s is found", async () => {
    const { diner, booking } = await withDeposit(club, stripe);
    const payment = (await depositOf(club.db, booking))?.paymentId ?? "";
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
    await cancel(diner, booking);
    await cron(club);
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "refunded", refundId: "re_by_hand" });
  });

  test("a pending one is asked about, not asked for again", async () => {
    const { diner, booking } = await withDeposit(club, stripe);
    await cancel(diner, booking);
    stripe.fail("create refund", "pending");
    await cron(club);
    const deposit = await depositOf(club.db, booking);
    expect(deposit).toMatchObject({ state: "refunding", parkedAt: null });
    stripe.endRefund(deposit?.refundId ?? "", "succeeded");
    await cron(club, later(30));
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "refunding" });
    stripe.fail("retrieve refund", "500 before", "500 before");
    await cron(club, later(61));
    await cron(club, later(65));
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "refunded" });
    expect(refundsOf(deposit?.paymentId)).toHaveLength(1);
  });
});

describe("what Stripe refuses", () => {
  test("is parked with an alarm, left alone, and tried again by hand", async () => {
    const { diner, booking } = await withDeposit(club, stripe);
    await cancel(diner, booking);
    stripe.fail("create refund", "refused");
    await cron(club);
    const id = (await depositOf(club.db, booking))?.id ?? "";
    expect(club.takeFaults().join()).toMatch(/"event":"refund parked".*charge_disputed/);
    expect(await listParkedDeposits(club.db)).toMatchObject([{ id, parkedBecause: "charge_disputed" }]);
    const asked = stripe.calls.length;
    await cron(club, later(600));
    expect(stripe.calls).toHaveLength(asked);

    expect(await askForRefund(club.db, id, new Date())).toBe(true);
    expect(await askForRefund(club.db, id, new Date())).toBe(false);
    await cron(club);
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "refunded", parkedAt: null });
    expect(await listParkedDeposits(club.db)).toEqual([]);
  });

  test("or a bank takes back days later is with us again, and parked", async () => {
    const { diner, booking } = await withDeposit(club, stripe);
    await cancel(diner, booking);
    await cron(club);
    const done = await depositOf(club.db, booking);
    const failed = stripe.endRefund(done?.refundId ?? "", "failed");
    await Promise.all([deliver(club, failed), deliver(club, failed), deliver(club, failed)]);
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "refunding", settledAt: null });
    await expect.poll(() => club.takeFaults().join()).toContain("expired_or_canceled_card");
    // What was told of it before may come again.
    const stale = stripe.event("refund.created", {
      ...stripe.refunds.get(done?.refundId ?? ""),
      status: "succeeded",
    });
    await deliver(club, stale);
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "refunding" });

    await askForRefund(club.db, done?.id ?? "", new Date());
    await cron(club);
    const again = await depositOf(club.db, booking);
    expect(again).toMatchObject({ state: "refunded" });
    expect(again?.refundId).not.toBe(done?.refundId);
    await deliver(club, failed);
    expect(await depositOf(club.db, booking)).toEqual(again);
  });
});

describe("by hand", () => {
  test("a held deposit goes back, and a kept one too; one that is back does not", async () => {
    const held = await withDeposit(club, stripe);
    const kept = await withDeposit(club, stripe);
    await closeBooking(kept.eventId);
    await cancel(kept.diner, kept.booking);
    await cron(club);
    for (const { booking } of [held, kept]) {
      const id = (await depositOf(club.db, booking))?.id ?? "";
      expect(await askForRefund(club.db, id, new Date())).toBe(true);
      await cron(club);
      const deposit = await depositOf(club.db, booking);
      expect(deposit).toMatchObject({ state: "refunded", cause: "by-hand" });
      expect(refundsOf(deposit?.paymentId)).toHaveLength(1);
      expect(await askForRefund(club.db, id, new Date())).toBe(false);
    }
  });

  test("the operator reads them newest first, by state", async () => {
    const { booking } = await withDeposit(club, stripe);
    const [newest] = await listDeposits(club.db);
    expect(newest).toMatchObject({ bookingId: booking, state: "paid", amount: 3000 });
    const states = (await listDeposits(club.db, { state: "refunded" })).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(["refunded"]));
  });
});

describe("whoever is erased", () => {
  const erase = async (booking: string) => {
    const id = (await depositOf(club.db, booking))?.id ?? "";
    const userId = await club.binding
      .prepare("SELECT user_id FROM bookings WHERE id = ?")
      .bind(booking)
      .first<string>("user_id");
    await eraseAccount(club.db, userId ?? "", new Date());
    return async () => {
      const [row] = (await club.binding.prepare("SELECT * FROM deposits WHERE id = ?").bind(id).all())
        .results;
      return row;
    };
  };

  test("in time has it back, and nothing names them any more", async () => {
    const { diner, booking } = await withDeposit(club, stripe);
    const row = await erase(booking);
    expect(await row()).toMatchObject({ booking_id: null, state: "refunding", cause: "canceled-in-time" });
    await cron(club);
    const gone = await row();
    expect(gone).toMatchObject({ state: "refunded" });
    expect(JSON.stringify(gone)).not.toContain(diner.email);
    expect(await mailsTo(club, diner.email)).toEqual([]);
  });

  test("late leaves it with us, as if they had canceled", async () => {
    const { booking, eventId } = await withDeposit(club, stripe);
    await closeBooking(eventId);
    const row = await erase(booking);
    expect(await row()).toMatchObject({ state: "kept", cause: "canceled-late" });
  });

  test("after a dinner they came to has it back", async () => {
    const { booking, eventId } = await withDeposit(club, stripe);
    await letDinnerPass(club, eventId, 2);
    const row = await erase(booking);
    expect(await row()).toMatchObject({ state: "refunding", cause: "dinner-over" });
  });

  test("while a payment is on its way has it back when it comes", async () => {
    const diner = await newDiner(club);
    const booking = await book(diner, await openDinner(club));
    const paid = stripe.pay(await toCheckout(diner, booking));
    const row = await erase(booking);
    await deliver(club, paid);
    await cron(club);
    expect(await row()).toMatchObject({ state: "refunded", cause: "erased" });
  });
});

describe("the hourly question", () => {
  const abandoned = async () => {
    const diner = await newDiner(club);
    const booking = await book(diner, await openDinner(club));
    return { diner, booking, checkout: await toCheckout(diner, booking) };
  };

  test("finds a payment whose webhook never came", async () => {
    const { diner, booking, checkout } = await abandoned();
    stripe.pay(checkout);
    await cron(club, later(30));
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "open" });
    stripe.fail("retrieve checkout", "500 before", "500 before");
    await cron(club, later(61));
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "open" });
    await Promise.all([cron(club, later(130)), cron(club, later(130))]);
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "paid" });
    expect(await subjectsTo(diner.email)).toEqual(["We have your deposit"]);
  });

  test("is asked once an hour, and no more once the checkout has run out", async () => {
    const { booking, checkout } = await abandoned();
    const asked = () => stripe.calls.filter(({ call }) => call === "retrieve checkout").length;
    await cron(club, later(200));
    const before = asked();
    await cron(club, later(201));
    expect(asked()).toBe(before);
    stripe.expire(checkout);
    await cron(club, later(270));
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "expired" });
    const after = asked();
    await cron(club, later(400));
    expect(asked()).toBe(after);
  });

  test("closes the checkout of a booking that was canceled, so that nobody pays for it", async () => {
    const { diner, booking, checkout } = await abandoned();
    await cancel(diner, booking);
    await cron(club, later(500));
    expect(stripe.sessions.get(checkout)?.status).toBe("expired");
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "expired" });
  });

  test("gives up a checkout that was opened and never told", async () => {
    const diner = await newDiner(club);
    const booking = await book(diner, await openDinner(club));
    stripe.fail("create checkout", "409", "409");
    expect((await diner.post("/payment", { booking })).status).toBe(503);
    club.takeFaults();
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "open", checkoutId: null });
    await cron(club, later(61));
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "expired" });
    await toCheckout(diner, booking);
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "open", checkouts: 2 });
  });
});

describe("the ledger", () => {
  test("can’t be rewritten, torn, or made to give back more than came in", async () => {
    const { booking } = await withDeposit(club, stripe);
    const deposit = await depositOf(club.db, booking);
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
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows) await expectLedgerToAgree(club.db, row);
  });
});
