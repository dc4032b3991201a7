import { afterAll, describe, expect, test } from "vitest";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { mailsTo } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import {
  bookWithDeposit,
  findDeposit,
  moveEventToPast,
  moveEventWithin48Hours,
  sendWebhook,
  startCheckout,
} from "#tests/support/deposits.ts";
import { book, newDiner, openDinner, seatTogether } from "#tests/support/events.ts";
import { startFakeStripe } from "#tests/support/fake-stripe.ts";

const stripe = await startFakeStripe();
afterAll(() => stripe.close());

const club = openClub({ vars: stripe.vars });

describe("whoever is erased", () => {
  const erase = async (booking: string) => {
    const id = (await findDeposit(club.db, booking))?.id ?? "";
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
    const { diner, booking } = await bookWithDeposit(club, stripe);
    const row = await erase(booking);
    expect(await row()).toMatchObject({ booking_id: null, state: "refunding", cause: "canceled-in-time" });
    await runCron(club);
    const gone = await row();
    expect(gone).toMatchObject({ state: "refunded" });
    expect(JSON.stringify(gone)).not.toContain(diner.email);
    expect(await mailsTo(club, diner.email)).toEqual([]);
  });

  test("late leaves it with us, as if they had canceled", async () => {
    const { booking, eventId } = await bookWithDeposit(club, stripe);
    await seatTogether(club, eventId, [booking]);
    await moveEventWithin48Hours(club, eventId);
    const row = await erase(booking);
    expect(await row()).toMatchObject({ state: "kept", cause: "canceled-late" });
  });

  test("after a dinner they came to has it back", async () => {
    const { booking, eventId } = await bookWithDeposit(club, stripe);
    await moveEventToPast(club, eventId, 2);
    const row = await erase(booking);
    expect(await row()).toMatchObject({ state: "refunding", cause: "dinner-over" });
  });

  test("while a payment is on its way has it back when it comes", async () => {
    const diner = await newDiner(club);
    const booking = await book(diner, await openDinner(club));
    const paid = stripe.pay(await startCheckout(diner, booking));
    const row = await erase(booking);
    await sendWebhook(club, paid);
    await runCron(club);
    expect(await row()).toMatchObject({ state: "refunded", cause: "erased" });
  });
});
