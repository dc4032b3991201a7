import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { cities } from "#app/db/schema/city.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { openDeposit } from "#app/models/deposit/checkouts.server.ts";
import { openCheckout } from "#app/payments/checkouts.server.ts";
import { connectStripe } from "#app/payments/stripe.server.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import {
  cancelBooking,
  findDeposit,
  openStripeClub,
  sendWebhook,
  startCheckout,
} from "#tests/support/deposits.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { book, createCity, createEvent, type Diner, signUpDiner } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";

const { club, stripe } = await openStripeClub();
const localClub = openClub({ isAtSiteUrl: true });

const prices = [
  { currency: "huf", deposit: 300_000, says: "3000 HUF" },
  { currency: "eur", deposit: 1_050, says: "10.50 EUR" },
  { currency: "jpy", deposit: 1_500, says: "1500 JPY" },
] as const;

async function bookInCity(
  someClub: typeof club,
  { currency, deposit }: { currency: string; deposit: number },
) {
  const cityId = await createCity(someClub, { currency, deposit, price: 100 });
  const eventId = await createEvent(someClub, { cityId });
  const diner = await signUpDiner(someClub);
  return { cityId, diner, booking: await book(diner, eventId) };
}

const readPayment = async (diner: Diner, booking: string) =>
  readPageText(await diner.get(`/payment?booking=${booking}`));

const readEmails = async (someClub: typeof club, diner: Diner, kind: string) =>
  (await readOutbox(someClub)).filter((email) => email.to === diner.email && email.kind === kind);

describe.each(prices)("a deposit of $says", ({ says, ...price }) => {
  test("is charged, confirmed and given back in the currency of the city", async () => {
    const { diner, booking } = await bookInCity(club, price);
    expect(await readPayment(diner, booking)).toContain(`Deposit: ${says}`);
    const session = stripe.sessions.get(await startCheckout(diner, booking));
    expect(session).toMatchObject({ amount_total: price.deposit, currency: price.currency });
    await sendWebhook(club, stripe.pay(session?.id ?? ""));
    const paid = await findDeposit(club.db, booking);
    expect(paid).toMatchObject({ state: "paid", amount: price.deposit, currency: price.currency });
    expect((await readEmails(club, diner, "deposit-received"))[0]?.text).toContain(says);

    const terms = await readPageText(await diner.get(`/dashboard/bookings/${booking}/cancel`));
    expect(terms).toContain(`we’ll refund the deposit of ${says}`);
    await cancelBooking(diner, booking);
    await runCron(club);
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "refunded" });
    expect(stripe.listRefunds(paid?.paymentId)).toMatchObject([
      { amount: price.deposit, currency: price.currency },
    ]);
    expect((await readEmails(club, diner, "deposit-refunded"))[0]?.text).toContain(says);
  });

  test("is the same at the local stand-in for Stripe", async () => {
    const { diner, booking } = await bookInCity(localClub, price);
    const toCheckout = await diner.post("/payment", { booking });
    const checkoutUrl = toCheckout.headers.get("Location") ?? "";
    expect(checkoutUrl).toMatch(`${localClub.url}/dev/checkout?session=cs_local_`);
    expect(await readPageText(await localClub.fetch(checkoutUrl.slice(localClub.url.length)))).toContain(
      `Pay ${says}`,
    );
    const paid = await diner.post(checkoutUrl.slice(localClub.url.length), { answer: "pay" });
    expect(paid.headers.get("Location")).toBe(`${localClub.url}/payment?booking=${booking}&back=paid`);
    await expect.poll(async () => (await findDeposit(localClub.db, booking))?.state).toBe("paid");
    await cancelBooking(diner, booking);
    await runCron(localClub);
    expect(await findDeposit(localClub.db, booking)).toMatchObject({
      state: "refunded",
      amount: price.deposit,
      currency: price.currency,
    });
  });
});

test("a payment in another currency or of another amount changes nothing", async () => {
  const { diner, booking } = await bookInCity(club, { currency: "eur", deposit: 1_000 });
  const session = await startCheckout(diner, booking);
  const paid = stripe.pay(session);
  const { object } = paid.data;
  for (const wrong of [{ currency: "huf" }, { amount_total: 100_000 }])
    await sendWebhook(club, { ...paid, data: { object: { ...object, ...wrong } } });
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "open" });
  const logged = await club.takeLoggedErrors();
  expect(logged.map((line) => JSON.parse(line).problem)).toEqual(["currency", "amount"]);
});

test("a deposit that was asked for stays as it was when the city asks for another", async () => {
  const { cityId, diner, booking } = await bookInCity(club, { currency: "huf", deposit: 300_000 });
  const session = await startCheckout(diner, booking);
  await club.db.update(cities).set({ currency: "eur", deposit: 2_000 }).where(eq(cities.id, cityId));
  expect(await readPayment(diner, booking)).toContain("Deposit: 3000 HUF");
  expect(await startCheckout(diner, booking)).toBe(session);
  await sendWebhook(club, stripe.pay(session));
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid", amount: 300_000 });
  const terms = await readPageText(await diner.get(`/dashboard/bookings/${booking}/cancel`));
  expect(terms).toContain("we’ll refund the deposit of 3000 HUF");
});

test("nobody on standby is asked for a deposit or can open a checkout, also one that has expired", async () => {
  const { diner, booking } = await bookInCity(club, { currency: "huf", deposit: 300_000 });
  const putOnStandby = (standby: 0 | 1) =>
    club.db.run(sql`UPDATE bookings SET standby = ${standby}, standby_reason = 'full' WHERE id = ${booking}`);
  await putOnStandby(1);
  expect(await readPayment(diner, booking)).toContain("There’s nothing to pay yet");
  expect(await readPageText(await diner.get("/dashboard/bookings"))).not.toContain("Pay Deposit");
  const refused = await diner.post("/payment", { booking });
  expect(refused.headers.get("Location") ?? "").not.toContain("stripe.com");
  expect(await findDeposit(club.db, booking)).toBeUndefined();

  await putOnStandby(0);
  await sendWebhook(club, stripe.expire(await startCheckout(diner, booking)));
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "expired" });
  await putOnStandby(1);
  await diner.post("/payment", { booking });
  expect(await findDeposit(club.db, booking)).toMatchObject({ state: "expired", checkoutCount: 1 });
  const row = await club.db.select().from(deposits).where(eq(deposits.bookingId, booking));
  const userId = await club.binding
    .prepare("SELECT user_id FROM bookings WHERE id = ?")
    .bind(booking)
    .first<string>("user_id");
  const opening = {
    bookingId: booking,
    userId: userId ?? "",
    origin: "https://oten.example",
    now: new Date(),
  };
  expect(await openDeposit(club.db, opening)).toBeUndefined();
  expect(await club.db.select().from(deposits).where(eq(deposits.bookingId, booking))).toEqual(row);
});

test("Stripe sends a diner back to SITE_URL, whatever the address of the request was", async () => {
  const { diner, booking } = await bookInCity(club, { currency: "huf", deposit: 300_000 });
  const session = stripe.sessions.get(await startCheckout(diner, booking));
  expect(new URL(club.url).origin).not.toBe("https://oten.example");
  expect(session).toMatchObject({
    success_url: `https://oten.example/payment?booking=${booking}&back=paid`,
    cancel_url: `https://oten.example/payment?booking=${booking}&back=unpaid`,
  });
  expect(await findDeposit(club.db, booking)).toMatchObject({ origin: "https://oten.example" });
});

test("a checkout that is made again after SITE_URL has changed leads back to where the first one did", async () => {
  const { booking } = await bookInCity(club, { currency: "huf", deposit: 300_000 });
  const userId = await club.binding
    .prepare("SELECT user_id FROM bookings WHERE id = ?")
    .bind(booking)
    .first<string>("user_id");
  const env = { ...stripe.vars, SITE_URL: "https://before.example" } as unknown as Env;
  const client = connectStripe(env);
  if (!client) throw new Error("Stripe has no keys");
  const open = (SITE_URL: string) =>
    openCheckout(
      { db: club.db, env: { ...env, SITE_URL } },
      client,
      { bookingId: booking, userId: userId ?? "" },
      new Date(),
    );
  stripe.fail("create checkout", "cut after", "cut after");
  await expect(open("https://before.example")).rejects.toThrow();
  const url = await open("https://after.example");
  expect(url).toBeDefined();
  const session = stripe.sessions.get(url?.split("/").at(-1) ?? "");
  expect(session?.success_url).toContain("https://before.example/");
});
