import { expect, test } from "vitest";
import { runCron } from "#tests/support/cron.ts";
import {
  cancelBooking,
  findDeposit,
  listDepositSubjects,
  minutesFromNow,
  openStripeClub,
  startCheckout,
} from "#tests/support/deposits.ts";
import { book, createEvent, signUpDiner } from "#tests/support/events.ts";

const { club, stripe } = await openStripeClub();

const bookAndStartCheckout = async () => {
  const diner = await signUpDiner(club);
  const booking = await book(diner, await createEvent(club));
  return { diner, booking, checkout: await startCheckout(diner, booking) };
};

test("finds a payment whose webhook was lost, at the next hourly check that Stripe answers", async () => {
  const { diner, booking, checkout } = await bookAndStartCheckout();
  stripe.pay(checkout);
  await runCron(club, minutesFromNow(30));
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "open" });
  stripe.fail("retrieve checkout", "500 before", "500 before");
  await runCron(club, minutesFromNow(61));
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "open" });
  await Promise.all([runCron(club, minutesFromNow(130)), runCron(club, minutesFromNow(130))]);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });
  expect(await listDepositSubjects(club, diner.email)).toEqual(["You’ve paid your deposit"]);
});

test("checks an open checkout once an hour, and an expired one no more", async () => {
  const { booking, checkout } = await bookAndStartCheckout();
  const countChecks = () => stripe.calls.filter((call) => call === "retrieve checkout").length;
  await runCron(club, minutesFromNow(200));
  const countWhileOpen = countChecks();
  await runCron(club, minutesFromNow(201));
  expect(countChecks()).toBe(countWhileOpen);
  stripe.expire(checkout);
  await runCron(club, minutesFromNow(270));
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "expired" });
  const countOnceExpired = countChecks();
  await runCron(club, minutesFromNow(400));
  expect(countChecks()).toBe(countOnceExpired);
});

test("expires the checkout of a canceled booking, so that nobody pays it", async () => {
  const { diner, booking, checkout } = await bookAndStartCheckout();
  await cancelBooking(diner, booking);
  await runCron(club, minutesFromNow(500));
  expect(stripe.sessions.get(checkout)?.status).toBe("expired");
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "expired" });
});

test("expires a checkout that Stripe never confirmed, so that the diner can start another", async () => {
  const diner = await signUpDiner(club);
  const booking = await book(diner, await createEvent(club));
  stripe.fail("create checkout", "409", "409");
  expect((await diner.post("/payment", { booking })).status).toBe(503);
  await club.takeLoggedErrors();
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "open", checkoutId: null });
  await runCron(club, minutesFromNow(61));
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "expired" });
  await startCheckout(diner, booking);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "open", checkoutCount: 2 });
});
