import { eq, sql } from "drizzle-orm";
import { bookings } from "#app/db/schema/booking.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import type { JobContext } from "#app/job-context.ts";
import { dayMs } from "#app/lib/time-units.ts";
import { reportByOperator } from "#app/models/attendance/absences.server.ts";
import { openCheckout } from "#app/payments/checkouts.server.ts";
import { handleWebhook } from "#app/payments/handle-webhook.server.ts";
import { connectStripe, isStripeError } from "#app/payments/stripe.server.ts";
import { type FakeStripe, type StripeFault, startFakeStripe } from "./fake-stripe.ts";
import type { Random } from "./random.ts";

const faults: StripeFault[] = ["500 before", "500 after", "429", "401", "cut before", "cut after"];
const calls = ["create checkout", "retrieve checkout", "expire checkout", "create refund"] as const;

const maxNoShows = 3;

/** Diners who pay, abandon the checkout or don't come, while Stripe fails and webhooks come late, twice or never. */
export async function simulatePayments(random: Random) {
  const stripe = await startFakeStripe({ clientRetries: false });
  const undelivered: Parameters<typeof handleWebhook>[1][] = [];

  function planFaults(now: Date) {
    stripe.setClock(() => now.getTime());
    for (const call of calls) {
      const next = Array.from({ length: 6 }, () => (random.happens(0.15) ? random.pick(faults) : "none"));
      stripe.fail(call, ...next);
    }
  }

  /** Returns whether it succeeded. */
  async function ignoreStripeErrors(run: () => Promise<unknown>): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      if (!isStripeError(error)) throw error;
      return false;
    }
  }

  async function payDeposits({ db, env }: JobContext, now: Date) {
    const client = connectStripe(env);
    if (!client) throw new Error("Stripe has no keys");
    const payable = await db
      .select({ bookingId: bookings.id, userId: bookings.userId })
      .from(bookings)
      .innerJoin(events, eq(events.id, bookings.eventId))
      .where(sql`${bookings.canceled} = 0 and ${events.date} > ${now.getTime()}`)
      .orderBy(bookings.id);
    for (const booking of payable.filter(() => random.happens(0.12))) {
      await ignoreStripeErrors(async () => {
        const url = await openCheckout({ db, env }, client, booking, now);
        const sessionId = url?.split("/").at(-1) ?? "";
        if (!url || stripe.sessions.get(sessionId)?.status !== "open") return;
        if (random.happens(0.75)) undelivered.push(stripe.pay(sessionId));
        else if (random.happens(0.5)) undelivered.push(stripe.expire(sessionId));
      });
    }
  }

  /** Stripe repeats a webhook that failed; one in ten is lost. */
  async function deliverWebhooks(context: JobContext, now: Date) {
    for (const event of undelivered.splice(0)) {
      if (random.happens(0.1)) continue;
      const times = random.happens(0.2) ? 2 : 1;
      for (let i = 0; i < times; i++) {
        const isDelivered =
          random.happens(0.7) && (await ignoreStripeErrors(() => handleWebhook(context, event, now)));
        if (!isDelivered) undelivered.push(event);
      }
    }
  }

  const listUnreported = (db: JobContext["db"], now: Date) =>
    db
      .select({ id: bookings.id, eventId: bookings.eventId, deposit: deposits.state })
      .from(bookings)
      .innerJoin(events, eq(events.id, bookings.eventId))
      .leftJoin(deposits, eq(deposits.bookingId, bookings.id))
      .where(
        sql`${bookings.confirmed} = 1 and ${bookings.canceled} = 0 and ${events.attendanceDecidedAt} is null
          and ${bookings.id} not in (select booking_id from attendance_reports)
          and ${events.date} between ${now.getTime() - dayMs} and ${now.getTime()}`,
      )
      .orderBy(bookings.id);

  /** Of most, the host and the others say whether they came. Some who paid are always told that they did not, and may contest. */
  async function markAttendance({ db }: JobContext, now: Date) {
    const seated = await listUnreported(db, now);
    const noShowId = random.pick(seated.filter(({ deposit }) => deposit === "paid"))?.id;
    for (const { id, eventId } of seated.filter((each) => each.id === noShowId || random.happens(0.2))) {
      const [came, missed] = id === noShowId || random.happens(0.1) ? [[], [id]] : [[id], []];
      await reportByOperator(db, { eventId, came, missed, now });
    }
  }

  /** Without crashes. They have paid and don't contest, so that every season keeps a deposit. */
  const noShows = new Set<string>();
  async function markNoShow({ db }: Pick<JobContext, "db">, now: Date) {
    if (noShows.size === maxNoShows) return;
    const paid = (await listUnreported(db, now)).filter(({ deposit }) => deposit === "paid");
    if (paid.length === 0) return;
    const { id, eventId } = random.pick(paid);
    noShows.add(id);
    await reportByOperator(db, { eventId, came: [], missed: [id], now });
  }

  return {
    vars: stripe.vars,
    countFaults: stripe.countFaults,
    planFaults,
    payDeposits,
    deliverWebhooks,
    markAttendance,
    markNoShow,
    noShows,
    listPayments: (db: JobContext["db"]) => listPayments(db, stripe),
    close: stripe.close,
  };
}

/** Each payment as Stripe has it, with the state of its deposit in the database. */
async function listPayments(db: JobContext["db"], stripe: FakeStripe) {
  const rows = new Map((await db.select().from(deposits)).map((row) => [row.id, row]));
  const paid = [...stripe.sessions.values()].filter(({ payment_status }) => payment_status === "paid");
  return paid.map((session) => {
    const deposit = rows.get(session.client_reference_id ?? "");
    return {
      depositId: deposit?.id,
      state: deposit?.state,
      charged: session.amount_total,
      refunds: stripe.listRefunds(session.payment_intent).map(({ amount }) => amount),
    };
  });
}
