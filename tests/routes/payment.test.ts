import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { absences } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { listEmailsTo } from "#tests/support/accounts.ts";
import { runCron } from "#tests/support/cron.ts";
import {
  bookWithDeposit,
  cancelBooking,
  findDeposit,
  moveEventToPast,
  moveEventWithin48Hours,
  openStripeClub,
  sendWebhook,
  startCheckout,
} from "#tests/support/deposits.ts";
import { book, createEvent, type Diner, seatTogether, signUpDiner } from "#tests/support/events.ts";
import type { StripeFault } from "#tests/support/fake-stripe.ts";
import {
  findButtons,
  findLinks,
  type Page,
  parsePage,
  readHeading,
  readInputValue,
  readPageText,
  readText,
} from "#tests/support/html.ts";
import { createRandom, drawSeed } from "#tests/support/random.ts";

const { club, stripe } = await openStripeClub();

test("shows the price and the deposit, and opens a checkout with the amount in fillér", async () => {
  const diner = await signUpDiner(club);
  const booking = await book(diner, await createEvent(club));
  const response = await diner.get(`/payment?booking=${booking}`);
  const page = await parsePage(response);
  expect(page.querySelector("s")?.textContent).toContain("2500 HUF");
  const text = readText(page);
  for (const words of ["Free", "For a limited time", "Deposit: 3000 HUF", "refundable"]) {
    expect(text).toContain(words);
  }
  expect(readHeading(page)).toMatch(/^You’re on the list for \w+day$/);
  expect(text).toContain("we keep your deposit");
  expect(findButtons(page, "Pay Deposit")).toHaveLength(1);
  expect(response.headers.get("Content-Security-Policy")).toContain("https://checkout.stripe.com");
  const session = stripe.sessions.get(await startCheckout(diner, booking));
  expect(session).toMatchObject({ amount_total: 300_000, currency: "huf", metadata: { booking } });
  expect(await findDeposit(club.db, booking)).toMatchObject({
    state: "open",
    amount: 300_000,
    currency: "huf",
  });
});

test("opens one checkout for fifty simultaneous requests and charges once", async () => {
  const diner = await signUpDiner(club);
  const booking = await book(diner, await createEvent(club));
  const before = stripe.sessions.size;
  const ids = await Promise.all(Array.from({ length: 50 }, () => startCheckout(diner, booking)));
  expect(new Set(ids).size).toBe(1);
  expect(stripe.sessions.size).toBe(before + 1);
  await sendWebhook(club, stripe.pay(ids[0] ?? ""));
  const again = await diner.post("/payment", { booking });
  expect(again.headers.get("Location")).toBe(`/payment?booking=${booking}`);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid", checkoutCount: 1 });
  const emails = await listEmailsTo(club, diner.email);
  const received = emails.filter(({ subject }) => subject === "You’ve paid your deposit");
  expect(received).toHaveLength(1);
  // The diner can still end up on standby.
  expect(received[0]?.text).not.toContain("nothing else to do");
  expect(received[0]?.text).toContain(
    "We’ll refund your deposit the day after the dinner, or once it’s clear that there’s no seat for you.",
  );
});

test("chooses the next event without a deposit when the URL names no booking", async () => {
  const diner = await signUpDiner(club);
  expect(await readPageText(await diner.get("/payment"))).toContain("There’s nothing to pay");
  const later = await book(diner, await createEvent(club, { hoursFromNow: 300 }));
  const sooner = await book(diner, await createEvent(club, { hoursFromNow: 200 }));
  const readBookingId = async () => readInputValue(await parsePage(await diner.get("/payment")), "booking");
  expect(await readBookingId()).toBe(sooner);
  await sendWebhook(club, stripe.pay(await startCheckout(diner, sooner)));
  expect(await readBookingId()).toBe(later);
  await sendWebhook(club, stripe.pay(await startCheckout(diner, later)));
  expect(await readPageText(await diner.get("/payment"))).toContain("Your deposit of 3000 HUF is paid");
});

test("shows the price and the deposit, and Pay Deposit only while it can be paid, with why, and what next", async () => {
  const diner = await signUpDiner(club);
  const expectCard = async (path: string, reason: string, link: RegExp | string) => {
    const page = await parsePage(await diner.get(path));
    const text = readText(page);
    expect(page.querySelector("s")?.textContent).toContain("2500 HUF");
    for (const words of [
      "Free",
      "For a limited time",
      "Deposit: 3000 HUF",
      "refundable",
      "refund it to your card",
      reason,
    ])
      expect(text).toContain(words);
    expect(findLinks(page, link)).not.toEqual([]);
    return findButtons(page, "Pay Deposit").length;
  };
  const expectNoPrice = async (path: string, reason: string) => {
    const page = await parsePage(await diner.get(path));
    const text = readText(page);
    for (const words of ["refund it to your card", reason]) expect(text).toContain(words);
    for (const gone of ["For a limited time", "2500 HUF", "Pay Deposit"]) expect(text).not.toContain(gone);
    expect(findLinks(page, "See your booking")).not.toEqual([]);
  };
  const eventId = await createEvent(club, { hoursFromNow: 300 });
  expect(await expectCard("/payment", "There’s nothing to pay", /^Book this one/)).toBe(0);
  const booking = await book(diner, eventId);
  const path = `/payment?booking=${booking}`;
  expect(await expectCard("/payment", "Your booking is valid without it", "Keep my booking without it")).toBe(
    1,
  );
  await club.db
    .update(bookings)
    .set({ standby: true, standbyReason: "left over" })
    .where(eq(bookings.id, booking));
  await expectNoPrice("/payment", "We’re looking for a seat for you");
  await club.db.update(bookings).set({ standby: false, standbyReason: null }).where(eq(bookings.id, booking));
  await sendWebhook(club, stripe.pay(await startCheckout(diner, booking)));
  await expectNoPrice(path, "Your deposit of 3000 HUF is paid");
  const readTitle = async () => readHeading(await parsePage(await diner.get(path)));
  expect(await readTitle()).toMatch(/^You’re on the list for \w+day$/);
  await seatTogether(club, eventId, [booking]);
  expect(await readTitle()).toBe("You’re going");
});

test("asks first how the dinner was, until the diner has said it", async () => {
  const { diner, booking } = await bookWithDeposit(club, stripe);
  const [found] = await club.db.select().from(bookings).where(eq(bookings.id, booking));
  const eventId = found?.eventId ?? "";
  await seatTogether(club, eventId, [booking]);
  await moveEventToPast(club, eventId, 60);
  const read = async () => parsePage(await diner.get(`/payment?booking=${booking}`));
  const open = await read();
  expect(readHeading(open)).toBe("Who would you like to see again?");
  expect(findLinks(open, "Choose who to see again")[0]?.getAttribute("href")).toBe(
    `/bookings/${booking}/feedback`,
  );
  expect(readText(open)).toContain("you’ll have 7 days to answer");
  await diner.post(`/bookings/${booking}/feedback`, { rating: "5" });
  const said = await read();
  expect(readHeading(said)).toBe("We hope it was a good evening");
  expect(findLinks(said, "Choose who to see again")).toEqual([]);
});

test("shows neither price nor deposit of a dinner that is canceled or over, and the way to the next", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  await createEvent(club, { hoursFromNow: 200 });
  const booking = await book(diner, eventId);
  const expectNothing = async (title: string, words: string) => {
    const page = await parsePage(await diner.get(`/payment?booking=${booking}`));
    const text = readText(page);
    expect(readHeading(page)).toBe(title);
    expect(text).toContain(words);
    for (const gone of ["refundable", "For a limited time", "Deposit: 3000 HUF", "Pay Deposit"])
      expect(text).not.toContain(gone);
    const [next] = findLinks(page, /^Book this one/);
    expect(next?.getAttribute("href")).toMatch(/^\/events\?event=/);
    expect(next?.getAttribute("href")).not.toContain(eventId);
  };
  await club.db.update(bookings).set({ canceled: true }).where(eq(bookings.id, booking));
  await expectNothing("Canceled, and nothing to pay", "We’d be glad to see you at another table.");
  await club.db.update(bookings).set({ canceled: false }).where(eq(bookings.id, booking));
  await moveEventToPast(club, eventId, 1);
  await expectNothing("This dinner is behind you", "Nothing was charged for it");
});

test.each([
  ["kept", "no-show", "you had 7 days to answer our email"],
  ["refunding", null, "Most banks show it on the card within 5 to 10 days."],
] as const)(
  "shows neither price nor deposit once it is %s, and what then counts",
  async (state, cause, words) => {
    const { diner, booking } = await bookWithDeposit(club, stripe);
    const path = `/payment?booking=${booking}`;
    expect(await readPageText(await diner.get(path))).toContain("refund it to your card");
    await club.db.update(deposits).set({ state, cause }).where(eq(deposits.bookingId, booking));
    const text = await readPageText(await diner.get(path));
    expect(text).toContain(words);
    for (const gone of ["refundable", "For a limited time", "Deposit: 3000 HUF", "Pay Deposit"])
      expect(text).not.toContain(gone);
  },
);

test("takes the earliest booking that can be paid, past one on standby, and offers the others", async () => {
  const diner = await signUpDiner(club);
  const [standby, first, second] = [
    await book(diner, await createEvent(club, { hoursFromNow: 100 })),
    await book(diner, await createEvent(club, { hoursFromNow: 200 })),
    await book(diner, await createEvent(club, { hoursFromNow: 300 })),
  ];
  await club.db
    .update(bookings)
    .set({ standby: true, standbyReason: "left over" })
    .where(eq(bookings.id, standby));
  const page = await parsePage(await diner.get("/payment"));
  expect(readInputValue(page, "booking")).toBe(first);
  const others = (shown: Page) =>
    shown.querySelectorAll("nav[aria-label='Your other dinners'] a").map((link) => link.getAttribute("href"));
  expect(others(page)).toEqual([`/payment?booking=${second}`]);
  expect(others(await parsePage(await diner.get(`/payment?booking=${standby}`)))).toEqual([
    `/payment?booking=${first}`,
    `/payment?booking=${second}`,
  ]);
});

test("answers 404 for the booking of another diner", async () => {
  const { booking } = await bookWithDeposit(club, stripe);
  const other = await signUpDiner(club);
  for (const id of [booking, "nonsense", ""]) {
    expect((await other.get(`/payment?booking=${id}`)).status).toBe(404);
    expect((await other.post("/payment", { booking: id })).status).toBe(404);
  }
});

describe("says on the page and in the email until when canceling returns the deposit", () => {
  async function pay({ isSeated = false, isLate = false, isMoved = false }) {
    const diner = await signUpDiner(club);
    const eventId = await createEvent(club);
    const booking = await book(diner, eventId);
    if (isSeated) await seatTogether(club, eventId, [booking]);
    if (isLate) await moveEventWithin48Hours(club, eventId);
    if (isMoved)
      await club.db
        .update(events)
        .set({ movedAt: new Date(Date.now() + 1_000) })
        .where(eq(events.id, eventId));
    await sendWebhook(club, stripe.pay(await startCheckout(diner, booking)));
    const page = await readPageText(await diner.get(`/payment?booking=${booking}`));
    const emails = await listEmailsTo(club, diner.email);
    const text = emails.find(({ subject }) => /you’ve paid your deposit/i.test(subject))?.text ?? "";
    return { page, text };
  }

  test.each([true, false])("paid in time, with a seat or without: %s", async (isSeated) => {
    const { page, text } = await pay({ isSeated });
    const [terms = "-"] =
      /Canceling is free until \w+day, .+\. If you cancel after that or don’t come, we keep your deposit\./.exec(
        page,
      ) ?? [];
    // The email says once where the dinner is.
    expect(text).toContain(terms.replace(" in Budapest", ""));
  });

  test("paid for a seat within 48 hours of dinner", async () => {
    const { page, text } = await pay({ isSeated: true, isLate: true });
    for (const said of [page, text])
      expect(said).toContain("If you cancel now or don’t come, we keep your deposit.");
    expect(text).not.toContain("free until");
  });

  test("paid for a dinner that the club has moved", async () => {
    const { page, text } = await pay({ isSeated: true, isMoved: true });
    for (const said of [page, text])
      expect(said).toContain(
        "Canceling is free until the dinner begins, because we moved it. If you don’t come, we keep your deposit.",
      );
  });

  test("paid within 48 hours of dinner, without a seat yet", async () => {
    const { text } = await pay({ isLate: true });
    expect(text).toContain(
      "Canceling is free until you have a seat. If you cancel after that or don’t come, we keep your deposit.",
    );
  });
});

test("waits and refreshes after the checkout until the webhook confirms the payment", async () => {
  const diner = await signUpDiner(club);
  const booking = await book(diner, await createEvent(club));
  const id = await startCheckout(diner, booking);
  const waiting = await diner.get(`/payment?booking=${booking}&back=paid`);
  expect(waiting.headers.get("Refresh")).toBe(`2; url=/payment?booking=${booking}&back=paid&looked=1`);
  expect(await readPageText(waiting)).toContain("This page refreshes by itself.");
  const late = await diner.get(`/payment?booking=${booking}&back=paid&looked=9`);
  expect(late.headers.get("Refresh")).toBeNull();
  expect(await readPageText(late)).toContain("This is taking longer than usual.");
  await sendWebhook(club, stripe.pay(id));
  const paid = await diner.get(`/payment?booking=${booking}&back=paid&looked=1`);
  expect(paid.headers.get("Refresh")).toBeNull();
  expect(await readPageText(paid)).toContain("Your deposit of 3000 HUF is paid");
});

describe("never offers to pay twice while the bank is awaited", () => {
  const readPage = async (diner: Diner, booking: string, more = "") =>
    parsePage(await diner.get(`/payment?booking=${booking}${more}`));

  async function expectToWait(diner: Diner, booking: string) {
    for (const more of ["", "&back=paid", "&back=unpaid"]) {
      const page = await readPage(diner, booking, more);
      expect(readText(page)).toContain("Your bank is still confirming");
      expect(readText(page)).toContain("You don’t have to pay again.");
      expect(readText(page)).not.toContain("Nothing was charged");
      expect(findButtons(page, "Pay Deposit")).toEqual([]);
    }
  }

  test("a checkout that was paid and whose webhook has not come, which the next page finds out", async () => {
    const diner = await signUpDiner(club);
    const booking = await book(diner, await createEvent(club));
    stripe.pay(await startCheckout(diner, booking));
    expect(await readPageText(await diner.get(`/dashboard/bookings/${booking}/cancel`))).toContain(
      "If a payment is on its way, we’ll refund it.",
    );
    const [first, next] = [await readPage(diner, booking), () => readPage(diner, booking)];
    expect(readText(first)).toContain("Your bank is still confirming");
    expect(findButtons(first, "Pay Deposit")).toEqual([]);
    await expect.poll(async () => readText(await next())).toContain("Your deposit of 3000 HUF is paid");
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });
  });

  test.each([
    ["succeeded", "Your deposit of 3000 HUF is paid", 1],
    ["failed", "The deposit is optional.", 2],
  ] as const)("a bank that takes days, and then has %s", async (outcome, said, sessionCount) => {
    const diner = await signUpDiner(club);
    const booking = await book(diner, await createEvent(club));
    const before = stripe.sessions.size;
    const id = await startCheckout(diner, booking);
    await sendWebhook(club, stripe.promise(id));
    await expectToWait(diner, booking);
    const again = await diner.post("/payment", { booking });
    expect(again.headers.get("Location")).toBe(`/payment?booking=${booking}`);
    await expectToWait(diner, booking);
    expect(stripe.sessions.size).toBe(before + 1);
    await sendWebhook(club, stripe.finishPayment(id, outcome));
    const page = await readPage(diner, booking);
    expect(readText(page)).toContain(said);
    if (outcome === "failed") await sendWebhook(club, stripe.pay(await startCheckout(diner, booking)));
    expect(stripe.sessions.size).toBe(before + sessionCount);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });
  });

  test("a booking that was canceled meanwhile", async () => {
    const diner = await signUpDiner(club);
    const booking = await book(diner, await createEvent(club));
    const id = await startCheckout(diner, booking);
    await sendWebhook(club, stripe.promise(id));
    await cancelBooking(diner, booking);
    await expectToWait(diner, booking);
    await sendWebhook(club, stripe.finishPayment(id, "succeeded"));
    expect(readText(await readPage(diner, booking))).toContain("Your refund is on its way");
  });

  test("and where Stripe does not answer, the page is there and the button asks again", async () => {
    const diner = await signUpDiner(club);
    const booking = await book(diner, await createEvent(club));
    const id = await startCheckout(diner, booking);
    stripe.pay(id);
    stripe.fail("retrieve checkout", "500 not stored", "500 not stored");
    expect(findButtons(await readPage(diner, booking), "Pay Deposit")).toHaveLength(1);
    stripe.fail("retrieve checkout");
    const before = stripe.sessions.size;
    await diner.post("/payment", { booking });
    expect(stripe.sessions.size).toBe(before);
    expect(readText(await readPage(diner, booking))).toContain("Your deposit of 3000 HUF is paid");
  });
});

test("says after an abandoned checkout that nothing was charged, and opens the same one again", async () => {
  const diner = await signUpDiner(club);
  const booking = await book(diner, await createEvent(club));
  const id = await startCheckout(diner, booking);
  expect(await readPageText(await diner.get(`/payment?booking=${booking}&back=unpaid`))).toContain(
    "Nothing was charged",
  );
  expect(await startCheckout(diner, booking)).toBe(id);
});

test("opens a new checkout after one expired, and ignores late webhooks of the first", async () => {
  const diner = await signUpDiner(club);
  const booking = await book(diner, await createEvent(club));
  const first = await startCheckout(diner, booking);
  const expired = stripe.expire(first);
  const second = await startCheckout(diner, booking);
  expect(second).not.toBe(first);
  await sendWebhook(club, expired);
  expect(await findDeposit(club.db, booking)).toMatchObject({
    state: "open",
    checkoutId: second,
    checkoutCount: 2,
  });
  await sendWebhook(club, stripe.pay(second));
  await sendWebhook(club, expired);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid", checkoutId: second });
});

test("finds a payment without its webhook when the diner submits again", async () => {
  const diner = await signUpDiner(club);
  const booking = await book(diner, await createEvent(club));
  stripe.pay(await startCheckout(diner, booking));
  const again = await diner.post("/payment", { booking });
  expect(again.headers.get("Location")).toBe(`/payment?booking=${booking}`);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });
});

test("never leaves two open checkouts, whatever Stripe answers to parallel requests", async () => {
  const random = createRandom(drawSeed());
  for (let round = 0; round < 3; round++) {
    const diner = await signUpDiner(club);
    const booking = await book(diner, await createEvent(club));
    const faults = Array.from(
      { length: 12 },
      () => (random.happens(0.4) ? "500 not stored" : "none") as StripeFault,
    );
    stripe.fail("create checkout", ...faults);
    const checkoutIds = new Set<string>();
    for (let batch = 0; batch < 2; batch++) {
      const responses = await Promise.all(
        Array.from({ length: 4 }, () => diner.post("/payment", { booking })),
      );
      for (const response of responses)
        checkoutIds.add(response.headers.get("Location")?.split("/pay/")[1] ?? "");
    }
    const payable = [...checkoutIds].filter((id) => stripe.sessions.get(id)?.status === "open");
    expect(payable.length).toBeLessThanOrEqual(1);
    stripe.fail("create checkout");
    await club.takeLoggedErrors();
    expect(await startCheckout(diner, booking)).toBe(payable[0] ?? expect.any(String));
  }
});

test.each(["500 before", "500 after", "429", "401", "refused"] as const)(
  "shows an error while Stripe fails with %s, and succeeds at the next attempt",
  async (fault) => {
    const diner = await signUpDiner(club);
    const booking = await book(diner, await createEvent(club));
    stripe.fail("create checkout", fault, fault);
    const response = await diner.post("/payment", { booking });
    expect(response.status).toBe(503);
    expect(await readPageText(response)).toContain("Nothing was charged.");
    expect((await club.takeLoggedErrors()).join()).toContain("no checkout was opened");
    stripe.fail("create checkout");
    await sendWebhook(club, stripe.pay(await startCheckout(diner, booking)));
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });
  },
);

test.each(["cut before", "cut after", "409"] as const)(
  "retries within one request after %s",
  async (fault) => {
    const diner = await signUpDiner(club);
    const booking = await book(diner, await createEvent(club));
    stripe.fail("create checkout", fault);
    const before = stripe.sessions.size;
    await startCheckout(diner, booking);
    expect(stripe.sessions.size).toBe(before + 1);
  },
);

test("gives up after 8 seconds when Stripe does not answer, whether or not it opened the checkout", async () => {
  const unanswered = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const diner = await signUpDiner(club);
      return { diner, booking: await book(diner, await createEvent(club)) };
    }),
  );
  const before = stripe.sessions.size;
  stripe.fail("create checkout", "hang before", "hang after");
  await Promise.all(
    unanswered.map(async ({ diner, booking }) =>
      expect((await diner.post("/payment", { booking })).status).toBe(503),
    ),
  );
  expect(stripe.sessions.size).toBe(before + 1);
  const logged = (await club.takeLoggedErrors()).join();
  expect(logged.match(/No answer within 8000 ms/g)).toHaveLength(2);
  for (const { diner, booking } of unanswered) {
    await startCheckout(diner, booking);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "open", checkoutCount: 1 });
  }
});

test("shows the right text for each state of the deposit", async () => {
  const { diner, booking, eventId } = await bookWithDeposit(club, stripe);
  const readStatusPage = async () => readPageText(await diner.get(`/payment?booking=${booking}`));
  expect(await readStatusPage()).toContain("Your deposit of 3000 HUF is paid");
  await moveEventToPast(club, eventId, 1);
  expect(await readStatusPage(), "at the table").not.toContain("evening");
  await moveEventToPast(club, eventId, 25);
  expect(await readStatusPage()).toContain("If we hear that you didn’t come, we’ll email you first");
  await club.binding.prepare("UPDATE bookings SET attendance = 'no-show' WHERE id = ?").bind(booking).run();
  expect(await readStatusPage(), "nobody is asked before they are told").not.toContain("Were you there?");
  await club.db.insert(absences).values({ bookingId: booking, toldAt: new Date() });
  const absent = await parsePage(await diner.get(`/payment?booking=${booking}`));
  expect(readHeading(absent)).toBe("Were you there?");
  const contest = findLinks(absent, "Tell us")[0]?.getAttribute("href") ?? "";
  expect(contest).toBe(`/bookings/${booking}/contest`);
  await diner.post(contest, { text: "I sat beside Bea." });
  expect(await readStatusPage(), "who has answered").toMatch(/We’ll look at it.*hold your deposit of 3000/s);
  await club.db.delete(absences);
  await runCron(club);
  expect(await readStatusPage()).toMatch(
    /We missed you at dinner.*your seat stayed empty.*we kept 3000.HUF, your deposit/s,
  );

  const refundedCase = await bookWithDeposit(club, stripe);
  await refundedCase.diner.post(`/dashboard/bookings/${refundedCase.booking}/cancel`, {});
  stripe.fail("create refund", "429", "429");
  await runCron(club);
  expect(
    await readPageText(await refundedCase.diner.get(`/payment?booking=${refundedCase.booking}`)),
  ).toContain("Your refund is on its way");
  stripe.fail("create refund");
  await runCron(club, new Date(Date.now() + 120_000));
  expect(
    await readPageText(await refundedCase.diner.get(`/payment?booking=${refundedCase.booking}`)),
  ).toContain("We refunded your deposit");

  const unpaid = await signUpDiner(club);
  const other = await book(unpaid, await createEvent(club));
  await unpaid.post(`/dashboard/bookings/${other}/cancel`, {});
  expect(await readPageText(await unpaid.get(`/payment?booking=${other}`))).toContain(
    "Canceled, and nothing to pay",
  );
  expect((await unpaid.post("/payment", { booking: other })).headers.get("Location")).toBe(
    `/payment?booking=${other}`,
  );
});
