import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { disputes, ledger } from "#app/db/schema/deposit.ts";
import { requestRefund } from "#app/models/deposit/refunds.server.ts";
import { findProblems } from "#app/models/health/problems.server.ts";
import { listEmailsTo } from "#tests/support/accounts.ts";
import { runCron } from "#tests/support/cron.ts";
import {
  bookWithDeposit,
  cancelBooking,
  findDeposit,
  minutesFromNow,
  moveEventToPast,
  moveEventWithin48Hours,
  openStripeClub,
  sendWebhook,
  startCheckout,
} from "#tests/support/deposits.ts";
import { deskVars, playAccess } from "#tests/support/desk.ts";
import { book, createEvent, signUpDiner } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";

const { club, stripe } = await openStripeClub(deskVars);
const ops = connectOps(club, stripe.vars as Partial<Env>);
const access = playAccess();

async function begin() {
  const paid = await bookWithDeposit(club, stripe);
  const deposit = await findDeposit(club.db, paid.booking);
  return { ...paid, id: deposit?.id ?? "", paymentId: deposit?.paymentId ?? "" };
}

const sumOf = async (id: string) =>
  (await club.db.select().from(ledger).where(eq(ledger.depositId, id))).reduce(
    (sum, { amount }) => sum + amount,
    0,
  );

const send = async (...events: object[]) => {
  for (const event of events) expect((await sendWebhook(club, event)).status).toBe(200);
};

/** The diner did not come, and that is decided. */
async function decideNoShow(booking: string, eventId: string) {
  await moveEventToPast(club, eventId, 30);
  await club.binding.batch([
    club.binding.prepare("UPDATE bookings SET attendance = 'no-show' WHERE id = ?").bind(booking),
    club.binding
      .prepare("UPDATE events SET attendance_decided_at = 1, matched_at = 1 WHERE id = ?")
      .bind(eventId),
  ]);
  await runCron(club);
}

test("a dispute is booked, shown and told, holds the refund back, and is over once it is won", async () => {
  const { id, paymentId, booking, diner } = await begin();
  const created = stripe.dispute(paymentId, "needs_response");
  await send(created, created);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "disputed" });
  expect(await sumOf(id)).toBe(0);
  expect((await findProblems(club.db, new Date())).map(({ name }) => name)).toContain("deposits disputed");
  const headers = await access.headersOf("anna");
  expect(await readPageText(await club.fetch("/desk/money", { headers }))).toContain(
    "waits for evidence, until",
  );
  const { id: userId } = await ops.json("user", "show", diner.email);
  const person = await readPageText(await club.fetch(`/desk/people/${userId}`, { headers }));
  expect(person).toContain("Disputed");
  expect((await ops.run("deposit", "list", "--state", "disputed")).out).toContain("waits for evidence");
  expect(await readPageText(await diner.get(`/payment?booking=${booking}`))).toContain("your bank decides");
  expect(await requestRefund(club.db, id, new Date())).toBe(false);
  await cancelBooking(diner, booking);
  await runCron(club);
  expect(stripe.listRefunds(paymentId)).toEqual([]);

  const review = stripe.dispute(paymentId, "under_review");
  const won = stripe.dispute(paymentId, "won");
  await send(won, review, created, won);
  expect(await sumOf(id)).toBe(300_000);
  expect((await findProblems(club.db, new Date())).map(({ name }) => name)).not.toContain(
    "deposits disputed",
  );
  await runCron(club);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunded", cause: "canceled-in-time" });
  expect(await sumOf(id)).toBe(0);
});

test("a lost dispute is never refunded besides", async () => {
  const { id, paymentId, booking, diner } = await begin();
  const created = stripe.dispute(paymentId, "needs_response");
  await cancelBooking(diner, booking);
  await runCron(club);
  expect((await club.takeLoggedErrors()).join()).toContain("charge_disputed");
  const lost = stripe.dispute(paymentId, "lost");
  await send(lost, created);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "disputed", parkedAt: null });
  await runCron(club);
  expect(stripe.listRefunds(paymentId)).toEqual([]);
  expect(await sumOf(id)).toBe(0);
});

test("a question of a bank takes no money, and a bank can take what went back before", async () => {
  const asked = await begin();
  await send(stripe.dispute(asked.paymentId, "warning_needs_response"));
  expect(await findDeposit(club.db, asked.booking)).toMatchObject({ state: "paid" });
  await send(stripe.dispute(asked.paymentId, "warning_closed"));
  expect(await sumOf(asked.id)).toBe(300_000);

  const refunded = await begin();
  await cancelBooking(refunded.diner, refunded.booking);
  await runCron(club);
  await send(stripe.dispute(refunded.paymentId, "lost"));
  expect(await sumOf(refunded.id)).toBe(-300_000);
});

test("disputes of other systems and nonsense are accepted and change nothing", async () => {
  const before = await club.db.select().from(disputes);
  const created = stripe.createEvent("charge.dispute.created", {
    ...{ id: "dp_x", amount: 1, currency: "huf", status: "needs_response", reason: "general" },
    payment_intent: "pi_of_another_shop",
  });
  await send(created, { ...created, data: { object: { ...created.data.object, payment_intent: null } } });
  await send({ ...created, data: { object: "nonsense" } });
  expect((await club.takeLoggedErrors()).join()).toContain("dispute not understood");
  expect(await club.db.select().from(disputes)).toEqual(before);
});

test("the evidence is one text with what was agreed and when, the emails, who came and the rules", async () => {
  const { id, paymentId, diner } = await begin();
  await send(stripe.dispute(paymentId, "needs_response"));
  const { out } = await ops.run("deposit", "evidence", id);
  for (const words of [
    diner.email,
    paymentId,
    "3000 HUF",
    "Booked ",
    "If you cancel after that or don’t come, we keep your deposit.",
    "deposit-received",
    "Nothing is decided about who came",
    "48 hours",
  ])
    expect(out, words).toContain(words);
  expect((await ops.run("deposit", "evidence", "nobody")).code).toBe(3);

  const headers = await access.headersOf("anna");
  const money = await (await club.fetch("/desk/money", { headers })).text();
  const [, link = ""] = new RegExp(`href="(/desk/do/deposit/evidence[^"]*${id}[^"]*)"`).exec(money) ?? [];
  const shown = await readPageText(await club.fetch(link.replaceAll("&amp;", "&"), { headers }));
  expect(shown).toContain(`Stripe’s number of the payment: ${paymentId}`);
});

test("a part that went back with a lost answer, and is disputed before it is asked for again, is booked once Stripe tells of it", async () => {
  const { id, paymentId } = await begin();
  expect(await requestRefund(club.db, id, new Date(), { amount: 100_001, reason: "A reason." })).toBe(true);
  stripe.fail("create refund", "500 after", "cut after");
  await runCron(club);
  const [made] = stripe.listRefunds(paymentId);
  expect(made?.amount).toBe(100_001);
  await send(stripe.dispute(paymentId, "needs_response", 199_999));
  stripe.fail("create refund");
  await runCron(club);
  expect(stripe.listRefunds(paymentId)).toHaveLength(1);
  // Until then nobody here knows that it was made.
  expect(await sumOf(id)).toBe(100_001);
  for (let i = 0; i < 2; i++) await send(stripe.createEvent("refund.created", made));
  expect(await sumOf(id)).toBe(0);
});

test("a part whose answer was lost before a dispute goes back once, also when Stripe has forgotten its key", async () => {
  const { id, paymentId } = await begin();
  await requestRefund(club.db, id, new Date(), { amount: 100_000, reason: "A reason." });
  stripe.fail("create refund", "500 after", "cut after");
  await runCron(club);
  expect(stripe.listRefunds(paymentId)).toHaveLength(1);
  await send(stripe.dispute(paymentId, "needs_response", 200_000), stripe.dispute(paymentId, "won", 200_000));
  // Stripe forgets a key after a day, and a dispute takes weeks.
  stripe.forgetKeys();
  for (const minutes of [10, 60]) await runCron(club, minutesFromNow(minutes));
  expect(stripe.listRefunds(paymentId).map(({ amount }) => amount)).toEqual([100_000]);
});

test("a dispute that began as a question keeps what was decided meanwhile", async () => {
  const { diner, booking, eventId, id, paymentId } = await begin();
  await send(stripe.dispute(paymentId, "warning_needs_response"));
  await decideNoShow(booking, eventId);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "kept" });
  await send(stripe.dispute(paymentId, "needs_response"), stripe.dispute(paymentId, "won"));
  await runCron(club);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "kept" });
  const lines = await club.db.select().from(ledger).where(eq(ledger.depositId, id));
  const emails = (await listEmailsTo(club, diner.email)).filter(({ subject }) => /kept/i.test(subject));
  expect([lines.filter(({ kind }) => kind === "kept").length, emails.length]).toEqual([1, 1]);
});

test("a refund that a bank refuses during a dispute is made again once the club wins, whole or a part", async () => {
  for (const amount of [300_000, 100_000]) {
    const { booking, id, paymentId } = await begin();
    await requestRefund(club.db, id, new Date(), { amount, reason: "A reason." });
    await runCron(club);
    const [refund] = stripe.listRefunds(paymentId);
    await send(stripe.dispute(paymentId, "needs_response", 200_000));
    await send(stripe.finishRefund(refund?.id ?? "", "failed"));
    await club.takeLoggedErrors();
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "disputed", refunded: 0 });
    await send(stripe.dispute(paymentId, "won"));
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunding", refundAmount: amount });
    await runCron(club);
    expect(await findDeposit(club.db, booking)).toMatchObject({ refunded: amount, refundAmount: null });
    expect(stripe.listRefunds(paymentId).filter(({ status }) => status === "succeeded")).toHaveLength(1);
  }
});

test("a part that goes back during a dispute takes nothing more with it once the club wins", async () => {
  const { booking, id, paymentId } = await begin();
  await requestRefund(club.db, id, new Date(), { amount: 100_000, reason: "A reason." });
  stripe.fail("create refund", "500 after", "cut after");
  await runCron(club);
  await send(stripe.dispute(paymentId, "needs_response", 200_000));
  await send(stripe.createEvent("refund.created", stripe.listRefunds(paymentId)[0]));
  await send(stripe.dispute(paymentId, "won"));
  await runCron(club);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid", refunded: 100_000 });
});

test("of a deposit of which a bank took a part for good, the rest is held, and can be given back", async () => {
  const { diner, booking, id, paymentId } = await begin();
  const lost = () => stripe.dispute(paymentId, "lost", 100_000);
  await send(stripe.dispute(paymentId, "needs_response", 100_000), lost(), lost());
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid", refunded: 100_000 });
  expect(await sumOf(id)).toBe(200_000);
  expect(await requestRefund(club.db, id, new Date(), { amount: 200_001, reason: "x" })).toBe(false);
  await cancelBooking(diner, booking);
  await runCron(club);
  expect((await club.takeLoggedErrors()).join()).toContain("charge_disputed");
  await send(lost());
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunding", refundAmount: 200_000 });
  expect(await requestRefund(club.db, id, new Date(), { amount: 200_000, reason: "x" })).toBe(true);
  await runCron(club);
  await club.takeLoggedErrors();
});

test("the evidence quotes what was read by who paid when canceling was no longer free", async () => {
  const eventId = await createEvent(club);
  const diner = await signUpDiner(club);
  const booking = await book(diner, eventId);
  await moveEventWithin48Hours(club, eventId);
  await club.binding.prepare("UPDATE bookings SET confirmed = 1 WHERE id = ?").bind(booking).run();
  const page = await readPageText(await diner.get(`/payment?booking=${booking}`));
  await send(stripe.pay(await startCheckout(diner, booking)));
  const { id = "" } = (await findDeposit(club.db, booking)) ?? {};
  const { out } = await ops.run("deposit", "evidence", id);
  const [, quoted = ""] = /WHAT THE DINER READ BEFORE PAYING\s+“([^”]+)”/.exec(out) ?? [];
  expect(quoted).toContain("If you cancel now or don’t come, we keep your deposit");
  expect(page.replaceAll(/\s+/g, " ")).toContain(quoted);
});

test("the evidence says how much was kept after a part went back", async () => {
  const { booking, eventId, id, paymentId } = await begin();
  await requestRefund(club.db, id, new Date(), { amount: 100_000, reason: "x" });
  await runCron(club);
  await decideNoShow(booking, eventId);
  await send(stripe.dispute(paymentId, "needs_response", 200_000));
  expect((await ops.run("deposit", "evidence", id)).out).toContain("2000 HUF: the club kept the deposit");
});
