import { expect, test } from "vitest";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { listEmailsTo } from "#tests/support/accounts.ts";
import { runCron } from "#tests/support/cron.ts";
import {
  bookWithDeposit,
  findDeposit,
  moveEventToPast,
  moveEventWithin48Hours,
  openStripeClub,
  sendWebhook,
  startCheckout,
} from "#tests/support/deposits.ts";
import { book, createEvent, seatTogether, signUpDiner } from "#tests/support/events.ts";

const { club, stripe } = await openStripeClub();

/** Erases the diner of the booking, and returns a function that loads the deposit, which no longer names the booking. */
async function eraseDiner(booking: string) {
  const depositId = (await findDeposit(club.db, booking))?.id ?? "";
  const userId = await club.binding
    .prepare("SELECT user_id FROM bookings WHERE id = ?")
    .bind(booking)
    .first<string>("user_id");
  await eraseAccount(club.db, userId ?? "", new Date());
  return () => club.binding.prepare("SELECT * FROM deposits WHERE id = ?").bind(depositId).first();
}

test("refunds the deposit of a diner who is erased in time, and keeps nothing that names them", async () => {
  const { diner, booking } = await bookWithDeposit(club, stripe);
  const loadDeposit = await eraseDiner(booking);
  expect(await loadDeposit()).toMatchObject({
    booking_id: null,
    state: "refunding",
    cause: "canceled-in-time",
  });
  await runCron(club);
  const refunded = await loadDeposit();
  expect(refunded).toMatchObject({ state: "refunded" });
  expect(JSON.stringify(refunded)).not.toContain(diner.email);
  expect(await listEmailsTo(club, diner.email)).toEqual([]);
});

test("keeps the deposit of a diner who is erased late, as after a late cancellation", async () => {
  const { booking, eventId } = await bookWithDeposit(club, stripe);
  await seatTogether(club, eventId, [booking]);
  await moveEventWithin48Hours(club, eventId);
  const loadDeposit = await eraseDiner(booking);
  expect(await loadDeposit()).toMatchObject({ state: "kept", cause: "canceled-late" });
});

test("refunds the deposit of a diner who is erased after dinner", async () => {
  const { booking, eventId } = await bookWithDeposit(club, stripe);
  await moveEventToPast(club, eventId, 2);
  const loadDeposit = await eraseDiner(booking);
  expect(await loadDeposit()).toMatchObject({ state: "refunding", cause: "dinner-over" });
});

test("refunds a payment that comes after its diner is erased", async () => {
  const diner = await signUpDiner(club);
  const booking = await book(diner, await createEvent(club));
  const paid = stripe.pay(await startCheckout(diner, booking));
  const loadDeposit = await eraseDiner(booking);
  await sendWebhook(club, paid);
  await runCron(club);
  expect(await loadDeposit()).toMatchObject({ state: "refunded", cause: "erased" });
});
