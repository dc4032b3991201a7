import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { requestRefund } from "#app/models/deposit/refunds.server.ts";
import { listEmailsTo } from "#tests/support/accounts.ts";
import { runCron } from "#tests/support/cron.ts";
import {
  bookWithDeposit,
  cancelBooking,
  expectLedgerToMatch,
  findDeposit,
  minutesFromNow,
  moveEventToPast,
  openStripeClub,
  sendWebhook,
} from "#tests/support/deposits.ts";
import { deskVars, didIt, doAtDesk, playAccess } from "#tests/support/desk.ts";
import { seatTogether } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { connectOps, failure } from "#tests/support/ops.ts";

const { club, stripe } = await openStripeClub(deskVars);
const ops = connectOps(club, stripe.vars as Partial<Env>);
const access = playAccess();

const refundsOf = async (booking: string) =>
  stripe.listRefunds((await findDeposit(club.db, booking))?.paymentId).map(({ amount }) => amount);

test("a part goes back with the reason that the diner reads, and the rest as it would have", async () => {
  const { diner, booking, eventId } = await bookWithDeposit(club, stripe);
  const id = (await findDeposit(club.db, booking))?.id ?? "";
  for (const refused of [
    ["--amount", "500"],
    ["--amount", "3000.5"],
    ["--amount", "3001", "--because", "x"],
    ["--amount", "-1", "--because", "x"],
    ["--amount", "0", "--because", "x"],
  ])
    expect((await ops.run("deposit", "refund", id, ...refused, "--yes")).code, refused.join()).toBe(2);
  const because = "The kitchen closed early";
  const plan = await ops.run("deposit", "refund", id, "--amount", "500", "--because", because, "--dry-run");
  expect(plan.out).toContain("500 HUF of the 3000 HUF that are left");
  for (const typed of ["1000 forint", "1,000 Ft", "HUF 1 000", "1000.00 huf"])
    expect(
      (await ops.run("deposit", "refund", id, "--amount", typed, "--because", because, "--dry-run")).out,
    ).toContain("1000 HUF of the 3000 HUF that are left");
  expect(await ops.run("deposit", "refund", id, "--amount", "5 EUR", "--because", because)).toEqual(
    failure(2, "--amount is in HUF, and “5 EUR” is not."),
  );
  await ops.json("deposit", "refund", id, "--amount", "500", "--because", because, "--yes");
  expect(
    (await ops.run("deposit", "refund", id, "--amount", "500", "--because", because, "--yes")).code,
  ).toBe(4);
  await runCron(club);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid", refunded: 50_000, cause: null });
  expect(await refundsOf(booking)).toEqual([50_000]);
  const emails = (await listEmailsTo(club, diner.email)).filter(({ subject }) =>
    subject.includes("refunded a part"),
  );
  expect(emails).toHaveLength(1);
  expect(emails[0]?.text).toContain("500 HUF");
  const rest = "The kitchen closed early. We’ll refund the rest, 2500 HUF, the day after the dinner.";
  expect(emails[0]?.text.replaceAll(/\s+/g, " ")).toContain(rest);
  expect(emails[0]?.text).toContain(`/dashboard/bookings/${booking}`);
  expect(emails[0]?.text).not.toContain("Book another dinner");
  for (const path of ["/payment?booking=", "/dashboard/bookings/", "/events?booked="]) {
    const text = await readPageText(await diner.get(path + booking));
    expect(text, path).toContain(`500 HUF of it went back to you. ${rest}`);
    expect(text, path).not.toContain("refund it");
  }
  await moveEventToPast(club, eventId, 30);
  await club.binding.prepare("UPDATE events SET attendance_decided_at = 1 WHERE id = ?").bind(eventId).run();
  await runCron(club);
  expect(await findDeposit(club.db, booking)).toMatchObject({
    state: "refunded",
    refunded: 300_000,
    cause: "dinner-over",
  });
  expect(await refundsOf(booking)).toEqual([250_000, 50_000]);
});

test("of a kept deposit a part goes back, and the rest stays kept", async () => {
  const { booking } = await bookWithDeposit(club, stripe);
  const { id = "" } = (await findDeposit(club.db, booking)) ?? {};
  await club.binding.batch([
    club.binding
      .prepare("INSERT INTO ledger (deposit_id, kind, cause, at) VALUES (?, 'kept', 'no-show', 1)")
      .bind(id),
    club.binding.prepare("UPDATE deposits SET state = 'kept', cause = 'no-show' WHERE id = ?").bind(id),
  ]);
  for (const amount of [100_000, 150_000]) {
    expect(await requestRefund(club.db, id, new Date(), { amount, reason: "We were late." })).toBe(true);
    await runCron(club);
  }
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "kept", refunded: 250_000 });
  expect(await requestRefund(club.db, id, new Date(), { amount: 100_000, reason: "x" })).toBe(false);
});

test.each(["refunding", "refunded", "disputed", "kept"] as const)(
  "a diner whose deposit is %s reads nowhere that none was paid, or that all of it goes back or is kept",
  async (state) => {
    const { diner, booking, eventId } = await bookWithDeposit(club, stripe);
    await seatTogether(club, eventId, [booking]);
    await club.db
      .update(events)
      .set({ date: minutesFromNow(20 * 60), closesAt: minutesFromNow(-28 * 60) })
      .where(eq(events.id, eventId));
    await club.db
      .update(deposits)
      .set({ state, ...(state === "refunding" ? { refundAmount: 50_000 } : { refunded: 50_000 }) })
      .where(eq(deposits.bookingId, booking));
    const cancel = await readPageText(await diner.get(`/dashboard/bookings/${booking}/cancel`));
    expect(cancel).toContain("You can still cancel");
    expect(cancel).not.toContain("no deposit");
    const payment = await readPageText(await diner.get(`/payment?booking=${booking}`));
    if (state === "refunding") expect(payment).toContain("refund of 500 HUF");
    if (state === "kept") expect(payment).toContain("so we kept 2500 HUF");
    await club.db.update(bookings).set({ confirmed: false, tableId: null }).where(eq(bookings.id, booking));
    expect(await readPageText(await diner.get("/dashboard/bookings"))).not.toContain(
      "3000 HUF is on its way",
    );
  },
);

test("two operators at once, and the same form twice, refund once", async () => {
  const { booking } = await bookWithDeposit(club, stripe);
  const id = (await findDeposit(club.db, booking))?.id ?? "";
  const press = () =>
    requestRefund(club.db, id, new Date(), { amount: 200_000, reason: "x", refundedBefore: 0 });
  expect((await Promise.all(Array.from({ length: 20 }, press))).filter(Boolean)).toHaveLength(1);
  stripe.fail("create refund", "500 after", "cut after");
  for (let i = 0; i < 4; i++) await runCron(club, minutesFromNow(i * 10));
  expect(await press()).toBe(false);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid", refunded: 200_000 });
  expect(await refundsOf(booking)).toEqual([200_000]);
});

test("the desk refunds a part, and shows the person’s deposit with what went back and why", async () => {
  const { booking, diner, eventId } = await bookWithDeposit(club, stripe);
  const id = (await findDeposit(club.db, booking))?.id ?? "";
  const headers = await access.headersOf("anna");
  const fields = { deposit: id, amount: "700", because: "The wine was corked." };
  expect(didIt(await doAtDesk(club, headers, "deposit refund", fields))).toBe(true);
  await runCron(club);
  const [user] = await ops.json("deposit", "list", "--state", "paid", "--limit", "1");
  expect(user).toMatchObject({ refunded: 70_000 });
  const money = await readPageText(await club.fetch("/desk/money", { headers }));
  expect(money).toContain("700 HUF given back");
  expect(money).toContain("“The wine was corked.”");
  expect((await ops.run("deposit", "list", "--state", "paid")).out).toContain("700 HUF");
  const { id: userId } = (await ops.json("user", "show", diner.email)) as { id: string };
  const person = await readPageText(await club.fetch(`/desk/people/${userId}`, { headers }));
  expect(person).toContain("700 HUF given back");
  expect((await ops.run("event", "show", eventId)).out).toContain("2300 HUF");
});

test("the desk counts a part as on its way, and the rest as held or kept", async () => {
  const { booking } = await bookWithDeposit(club, stripe);
  const id = (await findDeposit(club.db, booking))?.id ?? "";
  const headers = await access.headersOf("anna");
  const read = async () => {
    const text = await readPageText(await club.fetch("/desk/money", { headers }));
    const amountOf = (name: string) => Number(new RegExp(`${name}, \\d+\\s+([\\d.]+) HUF`).exec(text)?.[1]);
    return { held: amountOf("held"), onItsWay: amountOf("on its way back"), kept: amountOf("kept") };
  };
  const before = await read();
  await requestRefund(club.db, id, minutesFromNow(60), { amount: 10_000, reason: "x" });
  const after = await read();
  expect([before.held - after.held, after.onItsWay - before.onItsWay]).toEqual([100, 100]);
  expect(after.kept).toBe(before.kept);
});

test("a part refunded in Stripe’s dashboard is booked, and one that a bank refuses comes back", async () => {
  const { booking, diner } = await bookWithDeposit(club, stripe);
  const { paymentId } = (await findDeposit(club.db, booking)) ?? {};
  const event = stripe.refundByHand(paymentId ?? "", 120_000);
  for (let i = 0; i < 3; i++) expect((await sendWebhook(club, event)).status).toBe(200);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid", refunded: 120_000 });
  const refundId = stripe.listRefunds(paymentId)[0]?.id ?? "";
  const failed = stripe.finishRefund(refundId, "failed");
  for (const each of [failed, event, failed]) await sendWebhook(club, each);
  const parked = await findDeposit(club.db, booking);
  expect(parked).toMatchObject({ state: "refunding", refunded: 0, refundAmount: 120_000 });
  expect((await club.takeLoggedErrors()).join()).toContain("refund parked");
  await requestRefund(club.db, parked?.id ?? "", new Date());
  await runCron(club);
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid", refunded: 120_000 });
  await cancelBooking(diner, booking);
  await runCron(club);
  const deposit = await findDeposit(club.db, booking);
  expect(deposit).toMatchObject({ state: "refunded", refunded: 300_000 });
  if (deposit) await expectLedgerToMatch(club.db, deposit);
});
