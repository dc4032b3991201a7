import { afterAll, describe, expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { cancel, cron, depositOf, later, subjectsTo, toCheckout } from "#tests/support/deposits.ts";
import { book, newDiner, openDinner } from "#tests/support/events.ts";
import { playStripe } from "#tests/support/fake-stripe.ts";

const stripe = await playStripe();
afterAll(() => stripe.close());

const club = openClub({ vars: stripe.vars });

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
    expect(await subjectsTo(club, diner.email)).toEqual(["We have your deposit"]);
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
    expect(await depositOf(club.db, booking)).toMatchObject({ state: "open", checkoutCount: 2 });
  });
});
