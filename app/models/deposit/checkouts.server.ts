import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { askedDeposit, isAskedAnew } from "#app/db/conditions.ts";
import { bookings, cities, deposits, events, ledger } from "#app/db/schema.ts";
import { insertWhere } from "#app/db/statements.ts";
import { hourMs } from "#app/lib/time-units.ts";
import { addLedgerEntry, type Deposit, queueDepositEmail } from "./deposits.server.ts";
import { settleCanceled } from "./settlement.server.ts";

/** How often an open checkout is checked, since a webhook may get lost. */
const checkoutCheckMs = hourMs;

interface Payer {
  bookingId: string;
  userId: string | SQL;
}

interface Opening extends Payer {
  /** The checkout leads back there; a Stripe retry must send identical parameters. */
  origin: string;
  now: Date;
}

const isPayable = ({ bookingId, userId }: Payer, now: Date) =>
  sql`exists (select 1 from ${bookings} join ${events} on ${events.id} = ${bookings.eventId}
    where ${bookings.id} = ${bookingId} and ${bookings.userId} = ${userId} and ${bookings.canceled} = 0
      and ${events.date} > ${now.getTime()} and ${bookings.standby} = 0 and ${askedDeposit} > 0)`;

const checkAfter = (now: Date) => new Date(now.getTime() + checkoutCheckMs);

/** A new one, the open one, or one whose checkout has expired, and what is asked for now; none if the booking can't be paid. */
export async function openDeposit(db: Database, { bookingId, userId, origin, now }: Opening) {
  const dueAt = checkAfter(now);
  const isTheirs = isPayable({ bookingId, userId }, now);
  const city = (
    column: SQL,
  ) => sql`(select ${column} from ${bookings} join ${events} on ${events.id} = ${bookings.eventId}
    join ${cities} on ${cities.id} = ${events.cityId} where ${bookings.id} = ${bookingId})`;
  const hasExpired = sql`${deposits.bookingId} = ${bookingId} and ${deposits.state} = 'expired' and ${isTheirs}`;
  const isNew = sql`${deposits.bookingId} = ${bookingId}
    and not exists (select 1 from ${ledger} where ${ledger.depositId} = ${deposits.id})`;
  const { last } = await db.batch([
    insertWhere(
      db,
      deposits,
      {
        bookingId,
        amount: city(askedDeposit),
        currency: city(sql`${cities.currency}`),
        origin,
        dueAt,
        createdAt: now,
      },
      isTheirs,
    ).onConflictDoNothing(),
    addLedgerEntry(db, { kind: "opened" }, now, sql`(${isNew}) or (${hasExpired})`),
    db
      .update(deposits)
      .set({
        state: "open",
        checkoutCount: sql`${deposits.checkoutCount} + 1`,
        checkoutId: null,
        amount: city(askedDeposit),
        currency: city(sql`${cities.currency}`),
        origin,
        dueAt,
      })
      .where(hasExpired),
    db
      .select({
        deposit: deposits,
        asked: { amount: askedDeposit.as("asked"), currency: sql<string>`${cities.currency}`.as("asked_in") },
        isAskedAnew: isAskedAnew.as("is_asked_anew"),
      })
      .from(deposits)
      .innerJoin(bookings, eq(bookings.id, deposits.bookingId))
      .innerJoin(events, eq(events.id, bookings.eventId))
      .innerJoin(cities, eq(cities.id, events.cityId))
      .where(sql`${deposits.bookingId} = ${bookingId} and ${isTheirs}`),
  ]);
  return last[0];
}

type Checkout = Pick<Deposit, "id" | "checkoutCount" | "checkoutId">;

const isCurrentCheckout = ({ id, checkoutCount }: Checkout) =>
  sql`${deposits.id} = ${id} and ${deposits.state} = 'open' and ${deposits.checkoutCount} = ${checkoutCount}`;

/** Returns false if the checkout was replaced in the meantime, so that nobody may be sent there. */
export async function saveCheckoutId(db: Database, deposit: Checkout, checkoutId: string): Promise<boolean> {
  const kept = await db
    .update(deposits)
    .set({ checkoutId })
    .where(isCurrentCheckout(deposit))
    .returning({ id: deposits.id });
  return kept.length === 1;
}

interface Replacement extends Payer, Pick<Deposit, "amount" | "currency" | "origin"> {
  checkoutId: string;
}

/** For a checkout that has expired at Stripe. Returns false if nobody may be sent to the new one. */
export async function replaceCheckout(
  db: Database,
  expired: Checkout,
  { checkoutId, amount, currency, origin, ...payer }: Replacement,
  now: Date,
): Promise<boolean> {
  const { id, checkoutCount } = expired;
  const next = { id, checkoutCount: checkoutCount + 1, checkoutId };
  const isUnpaid = sql`${deposits.id} = ${id} and ${deposits.state} in ('open', 'expired')
    and ${deposits.checkoutCount} = ${checkoutCount} and ${deposits.checkoutId} is ${expired.checkoutId}
    and ${isPayable(payer, now)}`;
  const { last: kept } = await db.batch([
    addLedgerEntry(db, { kind: "expired" }, now, sql`${isUnpaid} and ${deposits.state} = 'open'`),
    addLedgerEntry(db, { kind: "opened" }, now, isUnpaid),
    db
      .update(deposits)
      .set({ ...next, state: "open", amount, currency, origin, dueAt: checkAfter(now) })
      .where(isUnpaid),
    db
      .select({ id: deposits.id })
      .from(deposits)
      .where(
        sql`${isCurrentCheckout(next)} and ${deposits.checkoutId} = ${checkoutId} and ${isPayable(payer, now)}`,
      ),
  ]);
  return kept.length === 1;
}

/** The next attempt to pay opens another checkout, with a number after `lastNumber`. */
export async function expireCheckout(
  db: Database,
  deposit: Checkout,
  now: Date,
  lastNumber = deposit.checkoutCount,
): Promise<void> {
  const where = sql`${isCurrentCheckout(deposit)} and ${deposits.checkoutId} is ${deposit.checkoutId}`;
  await db.batch([
    addLedgerEntry(db, { kind: "expired" }, now, where),
    db.update(deposits).set({ state: "expired", checkoutCount: lastNumber }).where(where),
  ]);
}

interface Payment {
  id: string;
  checkoutId: string;
  paymentId: string;
}

/** Does nothing when Stripe reports the payment again. Of a canceled booking it goes back, or is kept, at once. */
export async function recordPayment(db: Database, payment: Payment, now: Date): Promise<void> {
  const { id, checkoutId, paymentId } = payment;
  const unpaid = sql`${deposits.id} = ${id} and ${deposits.state} in ('open', 'expired')`;
  const bookingId = sql`(select paid.booking_id from deposits paid where paid.id = ${id})`;
  await db.batch([
    addLedgerEntry(db, { kind: "paid", amount: sql`${deposits.amount}`, reference: paymentId }, now, unpaid),
    // A diner who has canceled meanwhile hears at once that the deposit goes back.
    queueDepositEmail(
      db,
      { kind: "deposit-received", data: {} },
      now,
      sql`${unpaid} and ${deposits.bookingId} in (select id from bookings where canceled = 0)`,
    ),
    db
      .update(deposits)
      .set({ state: "paid", checkoutId, paymentId, paidAt: now, dueAt: now, attempts: 0 })
      .where(unpaid),
    ...settleCanceled(db, bookingId, now),
  ]);
}

const isOverdueCheckout = (now: Date) =>
  sql`${deposits.state} = 'open' and ${deposits.dueAt} <= ${now.getTime()}`;

export const countOverdueCheckouts = async (db: Database, now: Date): Promise<number> =>
  db.$count(deposits, isOverdueCheckout(now));

/** Checkouts whose end Stripe has not reported. */
export const claimOverdueCheckouts = async (db: Database, now: Date): Promise<Deposit[]> =>
  db
    .update(deposits)
    .set({ dueAt: checkAfter(now) })
    .where(
      sql`${deposits.id} in (select ${deposits.id} from ${deposits} where ${isOverdueCheckout(now)}
        order by ${deposits.dueAt} limit 50)`,
    )
    .returning();
