import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { listEmailsTo } from "#tests/support/accounts.ts";
import { createCityEvent, viennaCity } from "#tests/support/cities.ts";
import { openClub } from "#tests/support/club.ts";
import { findDeposit, openStripeClub, sendWebhook, startCheckout } from "#tests/support/deposits.ts";
import { deskVars, didIt, doAtDesk, playAccess } from "#tests/support/desk.ts";
import { book, createEvent, signUpDiner } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";

const { club, stripe } = await openStripeClub({ ...deskVars, DEPOSIT_HOLDS_SEAT: "yes" });
const ops = connectOps(club, { ...stripe.vars, DEPOSIT_HOLDS_SEAT: "yes" } as Partial<Env>);
const access = playAccess();

const pages = (id: string) => [`/events?booked=${id}`, "/dashboard/bookings", `/dashboard/bookings/${id}`];

test("an evening without a deposit books without asking for money, while another one asks", async () => {
  const diner = await signUpDiner(club);
  const [free, asking] = [
    await createEvent(club, { hoursFromNow: 200 }),
    await createEvent(club, { hoursFromNow: 300 }),
  ];
  const plan = await ops.run("event", "edit", free, "--deposit", "0", "--dry-run");
  expect(plan.out).toContain("no deposit");
  await ops.json("event", "edit", free, "--deposit", "0", "--yes");
  const [withoutOne, withOne] = [await book(diner, free), await book(diner, asking)];
  for (const path of pages(withoutOne).filter((each) => each !== "/dashboard/bookings"))
    expect(await readPageText(await diner.get(path)), path).not.toMatch(/Pay Deposit|the deposit of/);
  const payment = await readPageText(await diner.get(`/payment?booking=${withoutOne}`));
  expect(payment).toContain("No deposit for this dinner");
  expect(payment).not.toContain("3000 HUF");
  expect((await diner.post("/payment", { booking: withoutOne })).headers.get("Location")).toBe(
    `/payment?booking=${withoutOne}`,
  );
  expect(await findDeposit(club.db, withoutOne)).toBeUndefined();
  const payBy = async (id: string) =>
    (await club.db.select().from(bookings).where(eq(bookings.id, id)))[0]?.payBy;
  expect(await payBy(withoutOne)).toBeNull();
  expect(await payBy(withOne)).not.toBeNull();
  await startCheckout(diner, withOne);
  const [received] = (await listEmailsTo(club, diner.email)).filter(({ text }) =>
    text.includes("Thank you for booking"),
  );
  expect(received).toBeDefined();
});

test("a change is said first, and nobody who has booked is asked for more", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 150 });
  await ops.json("event", "edit", eventId, "--deposit", "0", "--yes");
  const [early, late] = [await signUpDiner(club), await signUpDiner(club)];
  const before = await book(early, eventId);
  const plan = await ops.run("event", "edit", eventId, "--deposit", "4000", "--dry-run");
  expect(plan.out).toMatch(
    /a deposit of 4000 HUF; of the 1 diner who has booked, who has paid leaves it as agreed, and nobody is asked for more than before/,
  );
  expect((await ops.run("event", "edit", eventId, "--deposit", "4000")).code).toBe(4);
  await ops.json("event", "edit", eventId, "--deposit", "4000", "--yes");
  const after = await book(late, eventId);
  expect(await readPageText(await early.get(`/payment?booking=${before}`))).toContain(
    "No deposit for this dinner",
  );
  const paid = await startCheckout(late, after);
  expect(stripe.sessions.get(paid)?.amount_total).toBe(400_000);
  await sendWebhook(club, stripe.pay(paid));

  const third = await signUpDiner(club);
  const unpaid = await book(third, eventId);
  await ops.json("event", "edit", eventId, "--deposit", "0", "--yes");
  expect(await findDeposit(club.db, after)).toMatchObject({ state: "paid", amount: 400_000 });
  expect(await readPageText(await third.get(`/payment?booking=${unpaid}`))).toContain(
    "No deposit for this dinner",
  );
  expect((await club.db.select().from(bookings).where(eq(bookings.id, unpaid)))[0]?.payBy).toBeNull();
});

test("a city’s deposit is that of its new evenings, in the terminal and at the desk", async () => {
  const open = await createEvent(club, { hoursFromNow: 100 });
  const plan = await ops.run("city", "edit", "budapest", "--deposit", "0", "--dry-run");
  expect(plan.out).toMatch(/events? to come keeps? (its|their) own deposit/);
  const headers = await access.headersOf("anna");
  expect(didIt(await doAtDesk(club, headers, "city edit", { city: "budapest", deposit: "0" }))).toBe(true);
  const later = await createEvent(club, { hoursFromNow: 400 });
  const diner = await signUpDiner(club);
  await startCheckout(diner, await book(diner, open));
  const free = await book(diner, later);
  expect(await readPageText(await diner.get(`/payment?booking=${free}`))).toContain(
    "No deposit for this dinner",
  );
  expect(didIt(await doAtDesk(club, headers, "event edit", { event: later, deposit: "2000" }))).toBe(true);
  expect(await readPageText(await club.fetch(`/desk/evenings/${later}`, { headers }))).toContain(
    "2000 HUF a booking",
  );
  expect((await ops.run("city", "list")).out).toContain("none");
  expect((await ops.run("event", "edit", later, "--deposit", "1")).err).toContain(
    "is 0, or at least 175 HUF",
  );
  await ops.json("city", "edit", "budapest", "--deposit", "3000", "--yes");
});

const keyless = openClub({
  vars: { ...stripe.vars, STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "", APP_ENV: "production" },
});

test("a club whose cities take none needs no key of Stripe, and says nothing of deposits", async () => {
  await createCityEvent(keyless, { city: { ...viennaCity, deposit: 0 } });
  const text = await readPageText(await keyless.fetch("/"));
  expect(text).not.toMatch(/deposit/i);
});

test("in another currency, what is still to be asked for is asked for in it", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 170 });
  const [own, free] = [
    await createEvent(club, { hoursFromNow: 220 }),
    await createEvent(club, { hoursFromNow: 270 }),
  ];
  await ops.json("event", "edit", own, "--deposit", "5000", "--yes");
  await ops.json("event", "edit", free, "--deposit", "0", "--yes");
  const diner = await signUpDiner(club);
  const before = await book(diner, own);
  const edit = ["city", "edit", "budapest", "--currency", "EUR", "--price", "7", "--deposit", "8"];
  const plan = await ops.run(...edit, "--dry-run");
  expect(plan.out).toMatch(
    /; \d+ events to come change their deposits to 8 EUR, also \d with (a deposit|deposits) of (its|their) own/,
  );
  expect((await ops.run(...edit)).code).toBe(4);
  await ops.json(...edit, "--yes");
  for (const booking of [before, await book(diner, eventId)]) {
    const checkout = await startCheckout(diner, booking);
    expect(stripe.sessions.get(checkout)).toMatchObject({ amount_total: 800, currency: "eur" });
  }
  const payment = await readPageText(await diner.get(`/payment?booking=${await book(diner, free)}`));
  expect(payment).toContain("No deposit for this dinner");
});

test("after a deposit was lowered, who opened a checkout before is asked for the lower one, whether it is open or has expired", async () => {
  for (const hasExpired of [false, true]) {
    const eventId = await createEvent(club, { hoursFromNow: 180 });
    const diner = await signUpDiner(club);
    const booking = await book(diner, eventId);
    const before = await startCheckout(diner, booking);
    const asked = stripe.sessions.get(before)?.amount_total ?? 0;
    if (hasExpired) await sendWebhook(club, stripe.expire(before));
    await ops.json("event", "edit", eventId, "--deposit", "6", "--yes");
    expect(asked).toBeGreaterThan(600);
    expect(await readPageText(await diner.get(`/payment?booking=${booking}`))).toContain("6 EUR");
    const checkout = await startCheckout(diner, booking);
    expect(stripe.sessions.get(checkout)?.amount_total).toBe(600);
    expect(stripe.sessions.get(before)?.status).toBe("expired");
    await ops.json("event", "edit", eventId, "--deposit", "7", "--yes");
    expect(await startCheckout(diner, booking)).toBe(checkout);
    await sendWebhook(club, stripe.pay(checkout));
    expect(await findDeposit(club.db, booking)).toMatchObject({ state: "paid", amount: 600 });
  }
});
