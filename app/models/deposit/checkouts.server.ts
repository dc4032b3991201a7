import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings, deposits, events, ledger } from "#app/db/schema.ts";
import { depositAmount } from "#app/lib/price.ts";
import type { Email } from "#app/models/outbox/outbox.server.ts";
import { type Deposit, queueDepositEmail } from "./deposits.server.ts";
import { addLedgerEntry } from "./ledger.server.ts";

const hourMs = 3_600_000;

interface Opening {
  bookingId: string;
  userId: string;
  /** Where the checkout leads back to. */
  origin: string;
  now: Date;
}

/**
 * The one deposit of a booking, ready to be paid: made where there is none, opened again where its last checkout has
 * run out. Nothing, where the booking is not this diner's, is canceled, or its dinner has begun.
 */
export async function openDeposit(
  db: Database,
  { bookingId, userId, origin, now }: Opening,
): Promise<Deposit | undefined> {
  const at = now.getTime();
  const stands = sql`exists (select 1 from ${bookings} join ${events} on ${events.id} = ${bookings.eventId}
    where ${bookings.id} = ${bookingId} and ${bookings.userId} = ${userId} and ${bookings.canceled} = 0
      and ${events.date} > ${at})`;
  const hasRunOut = sql`${deposits.bookingId} = ${bookingId} and ${deposits.state} = 'expired' and ${stands}`;
  const isNew = sql`${deposits.bookingId} = ${bookingId}
    and not exists (select 1 from ${ledger} where ${ledger.depositId} = ${deposits.id})`;
  const [, , , [deposit]] = await db.batch([
    db
      .insert(deposits)
      .select(
        sql`select ${crypto.randomUUID()}, ${bookingId}, ${depositAmount}, 'huf', 'open', null, 1, null, ${origin},
          null, 0, null, ${at + hourMs}, 0, null, null, ${at}, null, null where ${stands}`,
      )
      .onConflictDoNothing(),
    addLedgerEntry(db, { kind: "opened" }, now, sql`(${isNew}) or (${hasRunOut})`),
    db
      .update(deposits)
      .set({
        state: "open",
        checkoutCount: sql`${deposits.checkoutCount} + 1`,
        checkoutId: null,
        origin,
        dueAt: new Date(at + hourMs),
      })
      .where(hasRunOut),
    db.select().from(deposits).where(sql`${deposits.bookingId} = ${bookingId} and ${stands}`),
  ]);
  return deposit;
}

type Checkout = Pick<Deposit, "id" | "checkoutCount" | "checkoutId">;

/** While the deposit is open, and this is its last checkout. */
const isCurrentCheckout = ({ id, checkoutCount }: Checkout) =>
  sql`${deposits.id} = ${id} and ${deposits.state} = 'open' and ${deposits.checkoutCount} = ${checkoutCount}`;

/** Whether its diner may be led there: not, if it was given up meanwhile. */
export async function saveCheckoutId(db: Database, deposit: Checkout, checkoutId: string): Promise<boolean> {
  const kept = await db
    .update(deposits)
    .set({ checkoutId })
    .where(isCurrentCheckout(deposit))
    .returning({ id: deposits.id });
  return kept.length === 1;
}

/** Nobody can pay this checkout any more, or ever could: the next try opens another. */
export async function expireCheckout(db: Database, deposit: Checkout, now: Date): Promise<void> {
  const where = sql`${isCurrentCheckout(deposit)} and ${deposits.checkoutId} is ${deposit.checkoutId}`;
  await db.batch([
    addLedgerEntry(db, { kind: "expired" }, now, where),
    db.update(deposits).set({ state: "expired" }).where(where),
  ]);
}

interface Payment {
  id: string;
  checkoutId: string;
  paymentId: string;
  /** The receipt, to whoever can still read it. */
  mail: Email | undefined;
}

/** Once for ever, however often and however late it is told. */
export async function recordPayment(db: Database, payment: Payment, now: Date): Promise<void> {
  const { id, checkoutId, paymentId, mail } = payment;
  const unpaid = sql`${deposits.id} = ${id} and ${deposits.state} in ('open', 'expired')`;
  await db.batch([
    addLedgerEntry(db, { kind: "paid", amount: sql`${deposits.amount}`, reference: paymentId }, now, unpaid),
    ...queueDepositEmail(db, mail, now, unpaid),
    db.update(deposits).set({ state: "paid", checkoutId, paymentId, paidAt: now, attempts: 0 }).where(unpaid),
  ]);
}

const isOverdueCheckout = (now: Date) =>
  sql`${deposits.state} = 'open' and ${deposits.dueAt} <= ${now.getTime()}`;

export async function countOverdueCheckouts(db: Database, now: Date): Promise<number> {
  return db.$count(deposits, isOverdueCheckout(now));
}

/** Checkouts that nobody told us the end of; each is asked about once an hour. */
export async function claimOverdueCheckouts(db: Database, now: Date): Promise<Deposit[]> {
  return db
    .update(deposits)
    .set({ dueAt: new Date(now.getTime() + hourMs) })
    .where(
      sql`${deposits.id} in (select ${deposits.id} from ${deposits} where ${isOverdueCheckout(now)}
        order by ${deposits.dueAt} limit 50)`,
    )
    .returning();
}
