import { describe, expect, test } from "vitest";
import { heartbeats } from "#app/db/schema/health.ts";
import { listSubjectsTo } from "#tests/support/accounts.ts";
import { runCron } from "#tests/support/cron.ts";
import {
  bookWithDeposit,
  findDeposit,
  openStripeClub,
  sendWebhook,
  startCheckout,
} from "#tests/support/deposits.ts";
import { dumpClub } from "#tests/support/dump-club.ts";
import { book, createEvent, signUpDiner } from "#tests/support/events.ts";
import { signWebhook } from "#tests/support/fake-stripe.ts";
import { createRandom, drawSeed, type Random } from "#tests/support/random.ts";

const { club, stripe } = await openStripeClub();

const post = (init: RequestInit) => club.fetchBare("/webhooks/stripe", { method: "POST", ...init });

async function openCheckout() {
  const diner = await signUpDiner(club);
  const booking = await book(diner, await createEvent(club));
  return { diner, booking, checkout: await startCheckout(diner, booking) };
}

const shuffle = <T>(random: Random, list: T[]) =>
  list
    .map((one) => ({ one, at: random.integerBelow(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

describe("answers 400 and changes nothing for an event with", () => {
  test.each<[string, (event: object) => Promise<RequestInit> | RequestInit]>([
    ["no signature", (event) => ({ body: JSON.stringify(event) })],
    ["another secret", (event) => signWebhook(event, { secret: "whsec_of_somebody_else" })],
    ["a signature from an hour ago", (event) => signWebhook(event, { signedAtMs: Date.now() - 3_600_000 })],
    [
      "a changed body",
      async (event) => {
        const signed = await signWebhook(event);
        return { ...signed, body: signed.body.replace("checkout", "Checkout") };
      },
    ],
    ["an empty body", async (event) => ({ ...(await signWebhook(event)), body: "" })],
    ["no JSON", async () => ({ body: "{", headers: { "Stripe-Signature": "t=1,v1=00" } })],
  ])("%s", async (_, forged) => {
    const { booking, checkout } = await openCheckout();
    const paid = stripe.pay(checkout);
    expect((await post(await forged(paid))).status).toBe(400);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "open" });
  });
});

test("refuses a body larger than any event", async () => {
  const { body: _, ...signed } = await signWebhook({});
  expect((await post({ ...signed, body: "x".repeat(300_000) })).status).toBe(413);
});

test("keeps nothing of a payment but that it was made", async () => {
  const { booking, checkout } = await openCheckout();
  const card = { brand: "visa", last4: "4242", exp_year: 2031 };
  const paid = stripe.pay(checkout);
  const [name, email] = ["Cardholder Kata", "kata@bank.example"];
  Object.assign(paid.data.object, {
    customer_details: { name, email, address: { line1: "Card street 7" } },
    payment_method_details: { card },
  });
  await sendWebhook(club, paid);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });
  const dump = JSON.stringify(await dumpClub(club));
  for (const trace of [name, email, "Card street", "visa", "last4"]) expect(dump).not.toContain(trace);
});

test("notes when a signed event came, and nothing of one that is not", async () => {
  const heardAt = async () =>
    (await club.db.select().from(heartbeats)).find(({ name }) => name === "stripe")?.at.getTime() ?? 0;
  await club.binding.exec("DELETE FROM heartbeats");
  await post({ body: "{}" });
  expect(await heardAt()).toBe(0);
  expect((await post(await signWebhook({ type: "ping", data: {} }))).status).toBe(200);
  await expect.poll(heardAt).toBeGreaterThan(Date.now() - 60_000);
});

test("accepts only POST", async () => {
  expect((await club.fetchBare("/webhooks/stripe")).status).not.toBe(200);
});

test("applies each webhook once when it arrives a hundred times, out of order and again later", async () => {
  const { diner, booking, checkout } = await openCheckout();
  const expired = stripe.expire(checkout);
  const second = await startCheckout(diner, booking);
  const paid = stripe.pay(second);
  const random = createRandom(drawSeed());
  const repeatAndShuffle = (events: object[]) =>
    shuffle(
      random,
      events.flatMap((event) => Array<object>(100).fill(event)),
    );
  const send = async (events: object[]) => {
    for (let i = 0; i < events.length; i += 20) {
      const answers = await Promise.all(events.slice(i, i + 20).map((event) => sendWebhook(club, event)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
  };
  await send(repeatAndShuffle([expired, paid]));
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid", checkoutCount: 2 });
  await diner.post(`/dashboard/bookings/${booking}/cancel`, {});
  await runCron(club);
  const [refund] = [...stripe.refunds.values()].slice(-1);
  const refunded = stripe.createEvent("refund.created", refund);
  await send(repeatAndShuffle([expired, paid, refunded]));
  const after = await findDeposit(club.db, booking);
  expect(after).toMatchObject({ state: "refunded", cause: "canceled-in-time" });

  // Stripe signs a repeated event again; a replayed one has an old signature.
  expect((await post(await signWebhook(paid, { signedAtMs: Date.now() - 30 * 86_400_000 }))).status).toBe(
    400,
  );
  await send([expired, paid, refunded]);
  expect(await findDeposit(club.db, booking)).toEqual(after);
  const subjects = await listSubjectsTo(club, diner.email);
  for (const subject of ["You’ve paid your deposit", "We’ve refunded your deposit"]) {
    expect(subjects.filter((one) => one === subject)).toHaveLength(1);
  }
});

describe("logs an error and changes nothing for", () => {
  test.each<[string, Record<string, unknown>]>([
    ["amount", { amount_total: 300 }],
    ["amount", { amount_total: 600_000 }],
    ["currency", { currency: "eur" }],
    ["reference", { client_reference_id: "another" }],
    ["booking", { metadata: { deposit: "", booking: "another", checkout: "1" } }],
    ["deposit", { metadata: { deposit: "nobody’s", booking: "another", checkout: "1" } }],
  ])("a payment with the wrong %s", async (problem, wrong) => {
    const { booking, checkout } = await openCheckout();
    const paid = stripe.pay(checkout);
    const object = { ...paid.data.object, ...wrong } as { metadata: { deposit: string } };
    if (object.metadata.deposit === "")
      object.metadata.deposit = (await findDeposit(club.db, booking))?.id ?? "";
    expect((await sendWebhook(club, { ...paid, data: { object } })).status).toBe(200);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "open" });
    const logged = `"problem":"${problem}"`;
    expect((await club.takeLoggedErrors()).join()).toContain(logged);
  });

  test("a second payment for the same deposit", async () => {
    const { booking, paid } = await bookWithDeposit(club, stripe);
    const object = { ...paid.data.object, payment_intent: "pi_second" };
    expect((await sendWebhook(club, { ...paid, data: { object } })).status).toBe(200);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });
    expect((await club.takeLoggedErrors()).join()).toContain('"problem":"paid twice"');
  });

  test("a refund in another currency", async () => {
    const { booking } = await bookWithDeposit(club, stripe);
    const deposit = await findDeposit(club.db, booking);
    const refund = {
      id: "re_part",
      amount: 100,
      currency: "eur",
      payment_intent: deposit?.paymentId,
      status: "succeeded",
    };
    expect((await sendWebhook(club, stripe.createEvent("refund.created", refund))).status).toBe(200);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });
    expect((await club.takeLoggedErrors()).join()).toContain('"event":"refund does not match"');
  });
});

test.each([
  [
    "a checkout of another shop",
    "checkout.session.completed",
    { id: "cs_x", metadata: {}, status: "complete" },
  ],
  [
    "a refund of another shop",
    "refund.updated",
    { id: "re_x", amount: 1, currency: "huf", payment_intent: "pi_x", status: "succeeded" },
  ],
  ["an event we did not subscribe to", "customer.created", { id: "cus_x" }],
  ["an event without an object", "checkout.session.completed", "nonsense"],
])("accepts and ignores %s", async (_, type, object) => {
  expect((await sendWebhook(club, { ...stripe.createEvent(type, {}), data: { object } })).status).toBe(200);
});

test("keeps a delayed payment open, and allows a new attempt when it fails", async () => {
  const { diner, booking, checkout } = await openCheckout();
  const paid = stripe.pay(checkout);
  const delayed = { ...paid.data.object, payment_status: "unpaid" };
  await sendWebhook(club, { ...paid, data: { object: delayed } });
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "open" });
  await sendWebhook(club, {
    ...paid,
    type: "checkout.session.async_payment_failed",
    data: { object: delayed },
  });
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "expired" });
  expect(await startCheckout(diner, booking)).not.toBe(checkout);
});

test("answers 500 while the database fails, so that Stripe sends the event again", async () => {
  const { booking, checkout } = await openCheckout();
  const paid = stripe.pay(checkout);
  await club.binding.exec("ALTER TABLE ledger RENAME TO elsewhere");
  expect((await sendWebhook(club, paid)).status).toBe(500);
  expect((await club.takeLoggedErrors()).join()).toContain("ledger");
  await club.binding.exec("ALTER TABLE elsewhere RENAME TO ledger");
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "open" });
  expect((await sendWebhook(club, paid)).status).toBe(200);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid" });
});
