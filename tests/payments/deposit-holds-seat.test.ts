import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { dayOfEvent, withPlainSpaces } from "#app/lib/dates.ts";
import { findEventsToMatch } from "#app/models/event/claims.server.ts";
import { listEmailsTo, listSubjectsTo } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { findDeposit, openStripeClub, sendWebhook, startCheckout } from "#tests/support/deposits.ts";
import { readOutbox } from "#tests/support/emails.ts";
import { book, createEvent, signUpDiner, testCity } from "#tests/support/events.ts";
import { findLinks, parsePage, readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";

const hourMs = 3_600_000;
const { club, stripe } = await openStripeClub({ DEPOSIT_HOLDS_SEAT: "yes" });
const usual = openClub({ vars: stripe.vars });

const later = (hours: number) => new Date(Date.now() + hours * hourMs);
const endUnpaid = (hours: number) => runJob("endUnpaid", createJobContext(club), later(hours));
const isCanceled = async (id: string) =>
  (await club.db.select().from(bookings).where(eq(bookings.id, id)))[0]?.canceled;

test("a booking without a deposit ends after two hours, is told once, and can be booked again", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club, { hoursFromNow: 100, diets: [1] });
  const id = await book(diner, eventId);
  const [booked] = await club.db.select().from(bookings).where(eq(bookings.id, id));
  const nameDay = () =>
    withPlainSpaces(dayOfEvent(booked?.payBy ?? new Date(), new Date(), testCity.timeZone)).replace(
      /^To/,
      "to",
    );
  for (const path of ["/dashboard/bookings", `/dashboard/bookings/${id}`]) {
    // A day can end while the page is read.
    const before = nameDay();
    const text = await readPageText(await diner.get(path));
    expect(text, path).toMatch(
      new RegExp(
        `We hold your seat until (${before}|${nameDay()}), .*Pay the deposit by then, to keep it.*Pay Deposit`,
        "s",
      ),
    );
  }
  for (const path of [`/events?booked=${id}`, `/payment?booking=${id}`])
    expect(await readPageText(await diner.get(path)), path).toMatch(
      /Pay Deposit.* by .*keep your seat|keep your seat.*|waits for your deposit.*We hold your seat until/s,
    );
  expect(await readPageText(await diner.get(`/payment?booking=${id}`))).not.toContain("optional");
  const [received] = (await readOutbox(club)).filter(({ to }) => to === diner.email);
  expect(received?.text).toMatch(/Pay the deposit of 3000 HUF by .*: until then we keep the seat/);
  expect(received?.html).toContain(`/payment?booking=${id}`);
  await endUnpaid(1.9);
  expect(await isCanceled(id)).toBe(false);
  await endUnpaid(2.1);
  await endUnpaid(2.1);
  expect(await isCanceled(id)).toBe(true);
  expect(
    (await listSubjectsTo(club, diner.email)).filter((subject) =>
      subject.startsWith("Would you still like to come on "),
    ),
  ).toHaveLength(1);
  expect(await isCanceled(await book(diner, eventId))).toBe(false);
});

test("who has no restaurant yet reads by when to pay, too", async () => {
  const diner = await signUpDiner(club);
  const id = await book(diner, await createEvent(club, { hoursFromNow: 100 }));
  for (const path of ["/dashboard/bookings", `/dashboard/bookings/${id}`]) {
    const page = await parsePage(await diner.get(path));
    expect(page.querySelector("main")?.textContent, path).toMatch(
      /looking for a restaurant.*Pay the deposit by .*keep your booking/s,
    );
    expect(findLinks(page, /^Pay Deposit, /)[0]?.getAttribute("href"), path).toBe(`/payment?booking=${id}`);
  }
});

test("a paid deposit holds the seat, and one that comes too late is refunded", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 100 });
  const [early, late] = [await signUpDiner(club), await signUpDiner(club)];
  const [paid, missed] = [await book(early, eventId), await book(late, eventId)];
  await sendWebhook(club, stripe.pay(await startCheckout(early, paid)));
  const checkout = await startCheckout(late, missed);
  await club.db.update(bookings).set({ payBy: later(-0.2) });
  await endUnpaid(0);
  expect([await isCanceled(paid), await isCanceled(missed)]).toEqual([false, true]);
  await sendWebhook(club, stripe.pay(checkout));
  await runJob("settleDeposits", createJobContext(club), new Date());
  expect((await findDeposit(club.db, missed))?.cause).toBe("canceled-in-time");
});

test("tables are made only when the bookings without a deposit are gone", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 49 });
  const id = await book(await signUpDiner(club), eventId);
  const [booking] = await club.db.select().from(bookings).where(eq(bookings.id, id));
  const [event] = await club.db.select().from(events).where(eq(events.id, eventId));
  expect(booking?.payBy).toEqual(event?.closesAt);
  expect(await findEventsToMatch(club.db, later(1.1))).not.toContain(eventId);
  await endUnpaid(1.1);
  expect(await findEventsToMatch(club.db, later(1.1))).toContain(eventId);
});

test("a payment that is under way when the time is up still holds the seat", async () => {
  const diner = await signUpDiner(club);
  const id = await book(diner, await createEvent(club, { hoursFromNow: 100 }));
  const checkout = await startCheckout(diner, id);
  await endUnpaid(2.1);
  expect(await isCanceled(id)).toBe(false);
  await sendWebhook(club, stripe.pay(checkout));
  await endUnpaid(3);
  expect(await isCanceled(id)).toBe(false);
});

test("where booking ends early, nobody gets a seat without a deposit", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 100 });
  const diner = await signUpDiner(club);
  const id = await book(diner, eventId);
  await club.db.update(events).set({ closesAt: new Date() }).where(eq(events.id, eventId));
  expect(await findEventsToMatch(club.db, later(0.01))).not.toContain(eventId);
  await endUnpaid(0.01);
  expect(await isCanceled(id)).toBe(true);
  const [told] = await listEmailsTo(club, diner.email);
  expect(told?.subject).toMatch(/^Your deposit for \w+day didn’t reach us in time$/);
  expect(told?.text).not.toContain("as long as there are seats");
});

test("in any other club a booking is valid without a deposit", async () => {
  const diner = await signUpDiner(usual);
  const id = await book(diner, await createEvent(usual, { hoursFromNow: 100 }));
  await runJob("endUnpaid", createJobContext(usual), later(50));
  expect(await readPageText(await diner.get(`/payment?booking=${id}`))).toContain(
    "Your booking is valid without it",
  );
});
