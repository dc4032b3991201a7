import { expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { requestRefund } from "#app/models/deposit/refunds.server.ts";
import { openCheckout } from "#app/payments/checkouts.server.ts";
import { handleWebhook } from "#app/payments/handle-webhook.server.ts";
import { connectStripe } from "#app/payments/stripe.server.ts";
import { openStripeClub } from "#tests/support/deposits.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { bookForDiners, createEvent, insertDiners } from "#tests/support/events.ts";
import { takeConsoleErrors } from "#tests/support/fail-on-console-error.ts";
import { runJob } from "#tests/support/jobs.ts";
import { connectOps } from "#tests/support/ops.ts";
import { createRandom, drawSeed } from "#tests/support/random.ts";

const { club, stripe } = await openStripeClub();
const ops = connectOps(club, stripe.vars as Partial<Env>);

const ways = [
  ["needs_response"],
  ["needs_response", "under_review"],
  ["needs_response", "under_review", "won"],
  ["needs_response", "lost"],
  ["warning_needs_response", "warning_closed"],
  ["warning_needs_response", "needs_response", "lost"],
] as const;

test("a thousand payments, parts that go back, and disputes end with a file that is Stripe’s to the unit, whatever the webhooks do", async () => {
  const random = createRandom(drawSeed());
  const context = { db: club.db, env: { ...emailEnv, ...stripe.vars } as Env };
  const client = connectStripe(context.env);
  if (!client) throw new Error("Stripe has no keys");
  const now = new Date();
  const diners = await insertDiners(club, 1_000);
  await bookForDiners(club, diners, await createEvent(club, { capacity: 1_000, hoursFromNow: 200 }));
  const booked = await club.db.select({ bookingId: bookings.id, userId: bookings.userId }).from(bookings);
  await club.binding.exec("UPDATE bookings SET deposit = 20000 + 100 * (abs(random()) % 2800)");

  let waiting: object[] = [];
  /** Each once or twice, in any order. One that Stripe was not answered comes again. */
  async function deliver() {
    let events = waiting.flatMap((event) => (random.happens(0.4) ? [event, event] : [event]));
    waiting = [];
    for (let i = 0; events.length > 0; i++) {
      if (i > 20) throw new Error(`${events.length} webhooks are never accepted`);
      const again: object[] = [];
      events = events
        .map((event) => [random.integerBelow(1_000_000), event] as const)
        .sort(([a], [b]) => a - b)
        .map(([, event]) => event);
      for (const event of events)
        await handleWebhook(context, event as Parameters<typeof handleWebhook>[1], now).catch(() =>
          again.push(event),
        );
      events = again;
    }
  }

  for (const each of booked) {
    const url = await openCheckout(context, client, each, now);
    waiting.push(stripe.pay(url?.split("/").at(-1) ?? ""));
  }
  await deliver();
  expect(stripe.sumBalance()).toBeGreaterThan(1_000 * 20_000);

  for (let round = 0; round < 3; round++) {
    for (const { id, paymentId, state, amount, refunded } of await club.db.select().from(deposits)) {
      if (!paymentId) throw new Error("Not paid");
      const part = 1 + random.integerBelow(amount - refunded || 1);
      const disputed = stripe.disputes.has(`dp_${paymentId}`);
      if (random.happens(0.2)) {
        const isWhole = random.happens(0.3);
        await requestRefund(club.db, id, now, isWhole ? {} : { amount: part, reason: "A reason." });
      } else if (random.happens(0.1) && state === "paid" && !disputed) {
        const event = stripe.refundByHand(paymentId, part);
        if ("id" in event.data.object) waiting.push(event);
      } else if (random.happens(0.15) && !disputed)
        for (const status of random.pick([...ways])) waiting.push(stripe.dispute(paymentId, status));
      else if (random.happens(0.05)) {
        const [made] = stripe.listRefunds(paymentId).filter(({ status }) => status === "succeeded");
        if (made)
          waiting.push(stripe.createEvent("refund.created", made), stripe.finishRefund(made.id, "failed"));
      }
    }
    stripe.fail("create refund", ...(["500 after", "cut after", "429", "500 before"] as const));
    await runJob("settleDeposits", context, new Date(now.getTime() + round * 60_000));
    for (const refund of stripe.refunds.values())
      if (random.happens(0.3) && refund.status === "succeeded")
        waiting.push(stripe.createEvent("refund.updated", refund));
    await deliver();
  }
  stripe.fail("create refund");
  await runJob("settleDeposits", context, new Date(now.getTime() + 86_400_000));
  // Stripe tells of each refund in the end, also of one whose answer was lost before the payment was disputed.
  for (const refund of stripe.refunds.values()) waiting.push(stripe.createEvent("refund.created", refund));
  await deliver();

  // Stripe refuses refunds of disputed payments; the operator hears of each.
  expect(takeConsoleErrors().join()).not.toContain("idempotency");

  const sum = (rows: { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0);
  const months = [now, new Date(now.getTime() + 86_400_000)].map((each) => each.toISOString().slice(0, 7));
  const files = await Promise.all(
    [...new Set(months)].map((month) => ops.run("deposit", "month", month, "--csv")),
  );
  const lines = files.flatMap(({ out }) => out.trim().split("\r\n").slice(1));
  const inFile = lines.reduce((all, line) => all + Math.round(Number(line.split(",")[1]) * 100), 0);
  const booked2 = await club.binding
    .prepare("SELECT sum(amount) AS amount FROM ledger")
    .first<{ amount: number }>();
  expect(inFile).toBe(stripe.sumBalance());
  expect(booked2?.amount).toBe(stripe.sumBalance());
  for (const what of ["refunded", "disputed", "dispute won", "refund came back"])
    expect(lines.filter((line) => line.split(",")[3] === what).length, what).toBeGreaterThan(0);
  const rows = await club.db.select().from(deposits);
  const [refundedAtStripe, refundedHere] = [
    sum([...stripe.refunds.values()].filter(({ status }) => status === "succeeded")),
    rows.reduce((all, { refunded }) => all + refunded, 0),
  ];
  expect(refundedHere).toBe(refundedAtStripe);
  for (const { id, amount, refunded } of rows) expect(refunded, id).toBeLessThanOrEqual(amount);
});
