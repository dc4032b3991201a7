import { eq, sql } from "drizzle-orm";
import { bookings, deposits, events } from "#app/db/schema.ts";
import type { JobContext } from "#app/load-context.ts";
import { handleWebhook } from "#app/payments/handle-webhook.server.ts";
import { openCheckout } from "#app/payments/open-checkout.server.ts";
import { connectStripe } from "#app/payments/stripe.server.ts";
import { isStripeError } from "#app/payments/stripe-errors.server.ts";
import { type FakeStripe, type StripeFault, startFakeStripe } from "./fake-stripe.ts";
import type { Random } from "./random.ts";

const day = 86_400_000;
const origin = "https://oten.example";
const faults: StripeFault[] = ["500 before", "500 after", "429", "401", "cut before", "cut after"];
const calls = ["create checkout", "retrieve checkout", "expire checkout", "create refund"] as const;

/** A season's deposits: some pay, some think better of it, some stay away; and Stripe fails, tells late, twice or never. */
export async function simulatePayments(chance: Random) {
  const stripe = await startFakeStripe({ clientRetries: false });
  const untold: Parameters<typeof handleWebhook>[1][] = [];

  /** What goes wrong with the next calls of each kind. */
  function unsettle(now: Date) {
    stripe.setClock(() => now.getTime());
    for (const call of calls) {
      const next = Array.from({ length: 6 }, () => (chance.happens(0.15) ? chance.pick(faults) : "none"));
      stripe.fail(call, ...next);
    }
  }

  async function despiteStripe(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      if (!isStripeError(error)) throw error;
      return false;
    }
  }

  async function pay({ db, env }: JobContext, now: Date) {
    const client = connectStripe(env);
    if (!client) throw new Error("no Stripe");
    const mine = await db
      .select({ bookingId: bookings.id, userId: bookings.userId })
      .from(bookings)
      .innerJoin(events, eq(events.id, bookings.eventId))
      .where(sql`${bookings.canceled} = 0 and ${events.date} > ${now.getTime()}`)
      .orderBy(bookings.id);
    for (const wish of mine.filter(() => chance.happens(0.12))) {
      await despiteStripe(async () => {
        const url = await openCheckout({ db, env }, client, { ...wish, origin }, now);
        const session = url?.split("/").at(-1) ?? "";
        if (!url || stripe.sessions.get(session)?.status !== "open") return;
        if (chance.happens(0.75)) untold.push(stripe.pay(session));
        else if (chance.happens(0.5)) untold.push(stripe.expire(session));
      });
    }
  }

  /** A webhook that fails is sent again; one in ten is lost on its way. */
  async function hear(context: JobContext, now: Date) {
    for (const told of untold.splice(0)) {
      if (chance.happens(0.1)) continue;
      const times = chance.happens(0.2) ? 2 : 1;
      for (let i = 0; i < times; i++) {
        const isHeard = chance.happens(0.7) && (await despiteStripe(() => handleWebhook(context, told, now)));
        if (!isHeard) untold.push(told);
      }
    }
  }

  /** The day after, somebody writes down who was not there; of those who paid always one. */
  async function missDinners({ db }: JobContext, now: Date) {
    const sat = await db
      .select({ id: bookings.id, deposit: deposits.state })
      .from(bookings)
      .innerJoin(events, eq(events.id, bookings.eventId))
      .leftJoin(deposits, eq(deposits.bookingId, bookings.id))
      .where(
        sql`${bookings.confirmed} = 1 and ${bookings.canceled} = 0 and ${bookings.attendance} is null
          and ${events.date} between ${now.getTime() - day} and ${now.getTime()}`,
      )
      .orderBy(bookings.id);
    const away = chance.pick(sat.filter(({ deposit }) => deposit === "paid"))?.id;
    for (const { id } of sat) {
      const attendance = id === away || chance.happens(0.1) ? "no-show" : "attended";
      await db.update(bookings).set({ attendance }).where(eq(bookings.id, id));
    }
  }

  return {
    met: stripe.met,
    vars: stripe.vars,
    unsettle,
    pay,
    hear,
    missDinners,
    payments: (db: JobContext["db"]) => withBooks(db, stripe),
    close: stripe.close,
  };
}

/** What Stripe holds and what our books say, payment by payment. */
async function withBooks(db: JobContext["db"], stripe: FakeStripe) {
  const rows = new Map((await db.select().from(deposits)).map((row) => [row.id, row]));
  const paid = [...stripe.sessions.values()].filter(({ payment_status }) => payment_status === "paid");
  return paid.map((session) => {
    const row = rows.get(session.client_reference_id ?? "");
    const given = stripe.listRefunds(session.payment_intent).map(({ amount }) => amount);
    return { deposit: row?.id, state: row?.state, charged: session.amount_total, given };
  });
}
