import { asc, eq } from "drizzle-orm";
import { afterAll, expect } from "vitest";
import type { Database } from "#app/db/client.server.ts";
import { deposits, ledger } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import {
  type DepositCause,
  type DepositState,
  keepCauses,
  type LedgerKind,
} from "#app/lib/booking/booking-states.ts";
import { listSubjectsTo } from "./accounts.ts";
import { type Club, openClub } from "./club.ts";
import { book, createEvent, type Diner, signUpDiner } from "./events.ts";
import { type FakeStripe, signWebhook, startFakeStripe } from "./fake-stripe.ts";
import type { ClubOptions } from "./start-club.ts";

interface DepositSummary {
  state: DepositState;
  cause: DepositCause | null;
  isParked: boolean;
  /** The diner's money that we hold, in the smallest unit that Stripe counts. */
  held: number;
}

const stateAfter: Partial<Record<LedgerKind, DepositState>> = {
  opened: "open",
  expired: "expired",
  paid: "paid",
  "to-refund": "refunding",
  "refund-failed": "refunding",
  kept: "kept",
};

const refundKinds: LedgerKind[] = ["paid", "refunded", "refund-failed"];

type LedgerEntry = Pick<typeof ledger.$inferSelect, "kind" | "amount" | "cause">;

function stateFromLedger(entries: readonly LedgerEntry[]): DepositSummary {
  let state: DepositState = "open";
  let [cause, isParked, isDisputed]: [DepositCause | null, boolean, boolean] = [null, false, false];
  let [held, left, taken] = [0, 0, 0];
  for (const { kind, amount, cause: newCause } of entries) {
    cause = newCause ?? cause;
    held += amount;
    if (refundKinds.includes(kind)) left += amount;
    if (kind === "disputed") taken = -amount;
    if (kind === "dispute-lost" && held > 0) left -= taken;
    isDisputed =
      kind === "disputed" || (isDisputed && kind !== "dispute-won" && !(kind === "dispute-lost" && held > 0));
    if (kind === "refunded") state = keepCauses.some((each) => each === cause) ? "kept" : "paid";
    else state = stateAfter[kind] ?? state;
    isParked = kind === "parked" || (isParked && !["resumed", "refunded", "disputed"].includes(kind));
  }
  const isPaid = state !== "open" && state !== "expired";
  return {
    state: isDisputed ? "disputed" : isPaid && left === 0 ? "refunded" : state,
    cause,
    isParked,
    held,
  };
}

/** For a test file: a club that takes deposits, and the Stripe that it calls. */
export async function openStripeClub(vars: NonNullable<ClubOptions["vars"]> = {}, options: ClubOptions = {}) {
  const stripe = await startFakeStripe();
  afterAll(() => stripe.close());
  return { stripe, club: openClub({ ...options, vars: { ...stripe.vars, ...vars } }) };
}

/** A deposit that is paid now. */
export function newDeposit(
  bookingId: string | undefined,
  changes: Partial<typeof deposits.$inferInsert> = {},
) {
  const [now, origin] = [new Date(), "https://oten.example"];
  const paid = { amount: 300_000, currency: "huf", state: "paid", dueAt: now, createdAt: now } as const;
  return { ...paid, bookingId, origin, ...changes };
}

/** Returns the deposit of a booking, after checking it against its ledger. */
export async function findDeposit(db: Database, bookingId: string) {
  const [deposit] = await db.select().from(deposits).where(eq(deposits.bookingId, bookingId));
  if (deposit) await expectLedgerToMatch(db, deposit);
  return deposit;
}

export async function expectLedgerToMatch(db: Database, deposit: typeof deposits.$inferSelect) {
  const entries = db.select().from(ledger).where(eq(ledger.depositId, deposit.id)).orderBy(asc(ledger.id));
  const { held, ...fromLedger } = stateFromLedger(await entries);
  expect(fromLedger).toMatchObject({
    state: deposit.state,
    cause: deposit.cause,
    isParked: deposit.parkedAt !== null,
  });
  if (deposit.state !== "disputed")
    expect(held).toBe(deposit.amount * Number(isMoneyIn(deposit)) - deposit.refunded);
}

const isMoneyIn = ({ state }: { state: DepositState }) => state !== "open" && state !== "expired";

/** Presses Pay Deposit, and returns the id of the checkout. */
export async function startCheckout(diner: Diner, bookingId: string): Promise<string> {
  const response = await diner.post("/payment", { booking: bookingId });
  expect(response.status).toBe(303);
  const location = response.headers.get("Location") ?? "";
  expect(location).toMatch(/^https:\/\/checkout\.stripe\.com\/c\/pay\//);
  return location.split("/").at(-1) ?? "";
}

export const sendWebhook = async (club: Club, event: object) =>
  club.fetchBare("/webhooks/stripe", await signWebhook(event));

/** Signs up a diner who books an event and pays the deposit. */
export async function bookWithDeposit(club: Club, stripe: FakeStripe) {
  const eventId = await createEvent(club);
  const diner = await signUpDiner(club);
  const booking = await book(diner, eventId);
  const paid = stripe.pay(await startCheckout(diner, booking));
  expect((await sendWebhook(club, paid)).status).toBe(200);
  return { diner, booking, eventId, paid };
}

export const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);

/** Also confirms the bookings of the event. */
export const moveEventToPast = (club: Club, eventId: string, hoursAgo: number) =>
  club.binding.batch([
    club.binding
      .prepare("UPDATE events SET date = ?1, closes_at = ?1 - 172800000 WHERE id = ?2")
      .bind(Date.now() - hoursAgo * 3_600_000, eventId),
    club.binding.prepare("UPDATE bookings SET confirmed = 1 WHERE event_id = ?").bind(eventId),
  ]);

/** Ends the time in which the event can be booked, and canceled for free. */
export const moveEventWithin48Hours = (club: Club, eventId: string) =>
  club.db
    .update(events)
    .set({ date: minutesFromNow(60 * 10), closesAt: minutesFromNow(-60) })
    .where(eq(events.id, eventId));

export const cancelBooking = (diner: Diner, bookingId: string) =>
  diner.post(`/dashboard/bookings/${bookingId}/cancel`, {});

/** The subjects of the emails about deposits to an address, newest first. */
export const listDepositSubjects = async (club: Club, email: string) =>
  (await listSubjectsTo(club, email)).filter((subject) => subject.includes("deposit"));
