import { afterAll, expect, test } from "vitest";
import { mailsTo } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import {
  bookWithDeposit,
  findDeposit,
  moveEventToPast,
  sendWebhook,
  startCheckout,
} from "#tests/support/deposits.ts";
import { book, newDiner, openDinner } from "#tests/support/events.ts";
import { type StripeFault, startFakeStripe } from "#tests/support/fake-stripe.ts";

const stripe = await startFakeStripe();
afterAll(() => stripe.close());

const club = openClub({ vars: stripe.vars });

const textOf = async (answer: Response) =>
  (await answer.text())
    .replace(/<script[\s\S]*?<\/script>/g, "")
    .replace(/<[^>]+>/g, "")
    .replaceAll("<!-- -->", "");

test("a stranger is sent home", async () => {
  const answer = await club.fetch("/payment");
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/"]);
  expect((await club.fetch("/payment", { method: "POST" })).headers.get("Location")).toBe("/");
});

test("the page says what the deposit is, and leads to Stripe with the sum in fillér", async () => {
  const diner = await newDiner(club);
  const booking = await book(diner, await openDinner(club));
  const page = await diner.get(`/payment?booking=${booking}`);
  const html = await page.text();
  expect(html).toMatch(/<s[^>]*>.*2500 HUF<\/s>/s);
  for (const words of ["Free", "For a limited time", "Deposit: ", "3000 HUF", "refundable", "Pay Deposit"]) {
    expect(html).toContain(words);
  }
  expect(page.headers.get("Content-Security-Policy")).toContain("https://checkout.stripe.com");
  const session = stripe.sessions.get(await startCheckout(diner, booking));
  expect(session).toMatchObject({ amount_total: 300_000, currency: "huf", metadata: { booking } });
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "open", amount: 3000, currency: "huf" });
});

test("fifty presses at once make one deposit, one checkout and one charge", async () => {
  const diner = await newDiner(club);
  const booking = await book(diner, await openDinner(club));
  const before = stripe.sessions.size;
  const ids = await Promise.all(Array.from({ length: 50 }, () => startCheckout(diner, booking)));
  expect(new Set(ids).size).toBe(1);
  expect(stripe.sessions.size).toBe(before + 1);
  await sendWebhook(club, stripe.pay(ids[0] ?? ""));
  const again = await diner.post("/payment", { booking });
  expect(again.headers.get("Location")).toBe(`/payment?booking=${booking}`);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid", checkoutCount: 1 });
  const mails = await mailsTo(club, diner.email);
  expect(mails.filter(({ subject }) => subject === "We have your deposit")).toHaveLength(1);
});

test("without a name it is the next dinner that has no deposit, and then there is nothing to pay", async () => {
  const diner = await newDiner(club);
  expect(await textOf(await diner.get("/payment"))).toContain("There is nothing to pay");
  const later = await book(diner, await openDinner(club, { inHours: 300 }));
  const sooner = await book(diner, await openDinner(club, { inHours: 200 }));
  const named = async () =>
    /name="booking" value="([^"]+)"/.exec(await (await diner.get("/payment")).text())?.[1];
  expect(await named()).toBe(sooner);
  await sendWebhook(club, stripe.pay(await startCheckout(diner, sooner)));
  expect(await named()).toBe(later);
  await sendWebhook(club, stripe.pay(await startCheckout(diner, later)));
  expect(await textOf(await diner.get("/payment"))).toContain("There is nothing to pay");
});

test("somebody else’s booking is not found, to read or to pay", async () => {
  const { booking } = await bookWithDeposit(club, stripe);
  const other = await newDiner(club);
  for (const id of [booking, "nonsense", ""]) {
    expect((await other.get(`/payment?booking=${id}`)).status).toBe(404);
    expect((await other.post("/payment", { booking: id })).status).toBe(404);
  }
});

test("coming back is a hint: the page waits, looks again by itself, and the webhook decides", async () => {
  const diner = await newDiner(club);
  const booking = await book(diner, await openDinner(club));
  const id = await startCheckout(diner, booking);
  const back = await diner.get(`/payment?booking=${booking}&back=paid`);
  expect(back.headers.get("Refresh")).toBe(`2; url=/payment?booking=${booking}&back=paid&looked=1`);
  expect(await textOf(back)).toContain("This page looks again by itself.");
  const late = await diner.get(`/payment?booking=${booking}&back=paid&looked=9`);
  expect(late.headers.get("Refresh")).toBeNull();
  expect(await textOf(late)).toContain("This takes longer than usual.");
  await sendWebhook(club, stripe.pay(id));
  const paid = await diner.get(`/payment?booking=${booking}&back=paid&looked=1`);
  expect(paid.headers.get("Refresh")).toBeNull();
  expect(await textOf(paid)).toContain("Your deposit is paid");
});

test("whoever gave up is told that nothing was charged, and finds the same checkout", async () => {
  const diner = await newDiner(club);
  const booking = await book(diner, await openDinner(club));
  const id = await startCheckout(diner, booking);
  expect(await textOf(await diner.get(`/payment?booking=${booking}&back=unpaid`))).toContain(
    "Nothing was charged.",
  );
  expect(await startCheckout(diner, booking)).toBe(id);
});

test("a checkout that ran out is followed by another, and a late word of the first changes nothing", async () => {
  const diner = await newDiner(club);
  const booking = await book(diner, await openDinner(club));
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

test("a payment whose webhook has not come is found when its diner presses again", async () => {
  const diner = await newDiner(club);
  const booking = await book(diner, await openDinner(club));
  stripe.pay(await startCheckout(diner, booking));
  const again = await diner.post("/payment", { booking });
  expect(again.headers.get("Location")).toBe(`/payment?booking=${booking}`);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });
});

test("whatever a crowd of presses is answered, there are never two checkouts that can be paid", async () => {
  for (let round = 0; round < 3; round++) {
    const diner = await newDiner(club);
    const booking = await book(diner, await openDinner(club));
    const faults = Array.from(
      { length: 12 },
      () => (Math.random() < 0.4 ? "500 not stored" : "none") as StripeFault,
    );
    stripe.fail("create checkout", ...faults);
    const led = new Set<string>();
    for (let crowd = 0; crowd < 2; crowd++) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => diner.post("/payment", { booking })));
      for (const answer of answers) led.add(answer.headers.get("Location")?.split("/pay/")[1] ?? "");
    }
    const payable = [...led].filter((id) => stripe.sessions.get(id)?.status === "open");
    expect(payable.length).toBeLessThanOrEqual(1);
    stripe.fail("create checkout");
    club.takeFaults();
    expect(await startCheckout(diner, booking)).toBe(payable[0] ?? expect.any(String));
  }
}, 60_000);

test.each(["500 before", "500 after", "429", "401", "refused"] as const)(
  "while Stripe answers %s the page says so, and the next press works",
  async (fault) => {
    const diner = await newDiner(club);
    const booking = await book(diner, await openDinner(club));
    stripe.fail("create checkout", fault, fault);
    const answer = await diner.post("/payment", { booking });
    expect(answer.status).toBe(503);
    expect(await textOf(answer)).toContain("Nothing was charged.");
    expect(club.takeFaults().join()).toContain("no checkout was opened");
    stripe.fail("create checkout");
    await sendWebhook(club, stripe.pay(await startCheckout(diner, booking)));
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });
  },
);

test.each(["cut before", "cut after", "409"] as const)(
  "%s is got over within the same press",
  async (fault) => {
    const diner = await newDiner(club);
    const booking = await book(diner, await openDinner(club));
    stripe.fail("create checkout", fault);
    const before = stripe.sessions.size;
    await startCheckout(diner, booking);
    expect(stripe.sessions.size).toBe(before + 1);
  },
);

test.each(["hang before", "hang after"] as const)(
  "nobody waits for a Stripe that is silent (%s)",
  async (fault) => {
    const diner = await newDiner(club);
    const booking = await book(diner, await openDinner(club));
    stripe.fail("create checkout", fault);
    expect((await diner.post("/payment", { booking })).status).toBe(503);
    expect(club.takeFaults().join()).toContain("No answer within 8000 ms");
    await startCheckout(diner, booking);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "open", checkoutCount: 1 });
  },
);

test("each state has its face", async () => {
  const { diner, booking, eventId } = await bookWithDeposit(club, stripe);
  const shows = async () => textOf(await diner.get(`/payment?booking=${booking}`));
  expect(await shows()).toContain("Your deposit is paid");
  await moveEventToPast(club, eventId, 25);
  await club.binding.prepare("UPDATE bookings SET attendance = 'no-show' WHERE id = ?").bind(booking).run();
  await runCron(club);
  expect(await shows()).toMatch(/Your deposit was kept.*your chair stayed empty/s);

  const kind = await bookWithDeposit(club, stripe);
  await kind.diner.post(`/dashboard/bookings/${kind.booking}/cancel`, {});
  stripe.fail("create refund", "429", "429");
  await runCron(club);
  expect(await textOf(await kind.diner.get(`/payment?booking=${kind.booking}`))).toContain("on its way back");
  stripe.fail("create refund");
  await runCron(club, new Date(Date.now() + 120_000));
  expect(await textOf(await kind.diner.get(`/payment?booking=${kind.booking}`))).toContain("is returned");

  const unpaid = await newDiner(club);
  const other = await book(unpaid, await openDinner(club));
  await unpaid.post(`/dashboard/bookings/${other}/cancel`, {});
  expect(await textOf(await unpaid.get(`/payment?booking=${other}`))).toContain("This booking is canceled");
  expect((await unpaid.post("/payment", { booking: other })).headers.get("Location")).toBe(
    `/payment?booking=${other}`,
  );
});
