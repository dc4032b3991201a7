import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "#app/db/client.server.ts";
import { deposits, events } from "#app/db/schema.ts";
import { stateFromLedger } from "#app/lib/deposit-states.ts";
import { listLedger } from "#app/models/deposit/ledger.server.ts";
import { mailsTo } from "./accounts.ts";
import type { Club } from "./club.ts";
import { book, type Diner, newDiner, openDinner } from "./events.ts";
import { type FakeStripe, signWebhook } from "./fake-stripe.ts";

/** The deposit of a booking; its ledger must tell the same of it. */
export async function findDeposit(db: Database, bookingId: string) {
  const [row] = await db.select().from(deposits).where(eq(deposits.bookingId, bookingId));
  if (row) await expectLedgerToMatch(db, row);
  return row;
}

export async function expectLedgerToMatch(db: Database, row: typeof deposits.$inferSelect) {
  const told = stateFromLedger(await listLedger(db, row.id));
  expect(told).toMatchObject({ state: row.state, cause: row.cause, isParked: row.parkedAt !== null });
  expect([0, row.amount]).toContain(told.held);
}

/** Presses Pay Deposit: the checkout it leads to. */
export async function startCheckout(diner: Diner, booking: string): Promise<string> {
  const answer = await diner.post("/payment", { booking });
  expect(answer.status).toBe(303);
  const location = answer.headers.get("Location") ?? "";
  expect(location).toMatch(/^https:\/\/checkout\.stripe\.com\/c\/pay\//);
  return location.split("/").at(-1) ?? "";
}

export const sendWebhook = async (club: Club, event: object, at?: number) =>
  fetch(`${club.url}/webhooks/stripe`, await signWebhook(event, { at }));

/** A diner with a chair at a dinner, and the deposit for it paid. */
export async function bookWithDeposit(club: Club, stripe: FakeStripe, dinner?: string) {
  const eventId = dinner ?? (await openDinner(club));
  const diner = await newDiner(club);
  const booking = await book(diner, eventId);
  const paid = stripe.pay(await startCheckout(diner, booking));
  expect((await sendWebhook(club, paid)).status).toBe(200);
  return { diner, booking, eventId, paid };
}

export const runCron = async (club: Club, now = new Date()) =>
  (await club.worker.getWorker()).scheduled({ scheduledTime: now, cron: "* * * * *" });

/** The dinner is over since so many hours; nobody else notices. */
export const moveEventToPast = (club: Club, eventId: string, hoursAgo: number) =>
  club.binding.batch([
    club.binding
      .prepare("UPDATE events SET date = ?, closes_at = ? WHERE id = ?")
      .bind(Date.now() - hoursAgo * 3_600_000, Date.now() - (hoursAgo + 48) * 3_600_000, eventId),
    club.binding.prepare("UPDATE bookings SET confirmed = 1 WHERE event_id = ?").bind(eventId),
  ]);

export const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

export const cancelBooking = (diner: Diner, booking: string) =>
  diner.post(`/dashboard/bookings/${booking}/cancel`, {});

/** The dinner draws near: less than 48 hours are left. */
export const moveEventWithin48Hours = (club: Club, eventId: string) =>
  club.db
    .update(events)
    .set({ date: minutesFromNow(60 * 10), closesAt: minutesFromNow(-60) })
    .where(eq(events.id, eventId));

/** What was written to somebody about their deposit, newest first. */
export const listDepositSubjects = async (club: Club, email: string) =>
  (await mailsTo(club, email)).map(({ subject }) => subject).filter((subject) => subject.includes("deposit"));
