import { expect, test } from "vitest";
import { listDeposits } from "#app/models/deposit/deposits.server.ts";
import { requestRefund } from "#app/models/deposit/refunds.server.ts";
import { runCron } from "#tests/support/cron.ts";
import {
  bookWithDeposit,
  cancelBooking,
  findDeposit,
  moveEventWithin48Hours,
  openStripeClub,
} from "#tests/support/deposits.ts";
import { seatTogether } from "#tests/support/events.ts";

const { club, stripe } = await openStripeClub();

test("an operator can refund a paid or kept deposit, and only once", async () => {
  const paid = await bookWithDeposit(club, stripe);
  const kept = await bookWithDeposit(club, stripe);
  await seatTogether(club, kept.eventId, [kept.booking]);
  await moveEventWithin48Hours(club, kept.eventId);
  await cancelBooking(kept.diner, kept.booking);
  await runCron(club);
  for (const { booking } of [paid, kept]) {
    const id = (await findDeposit(club.db, booking))?.id ?? "";
    expect(await requestRefund(club.db, id, new Date())).toBe(true);
    await runCron(club);
    const deposit = await findDeposit(club.db, booking);
    expect(deposit).toMatchObject({ state: "refunded", cause: "by-hand" });
    expect(stripe.listRefunds(deposit?.paymentId)).toHaveLength(1);
    expect(await requestRefund(club.db, id, new Date())).toBe(false);
  }
});

test("lists deposits newest first, or those of one state", async () => {
  const { booking } = await bookWithDeposit(club, stripe);
  const [newest] = await listDeposits(club.db);
  expect(newest).toMatchObject({ bookingId: booking, state: "paid", amount: 300_000, currency: "huf" });
  const states = (await listDeposits(club.db, { state: "refunded" })).map(({ state }) => state);
  expect(new Set(states)).toEqual(new Set(["refunded"]));
});
