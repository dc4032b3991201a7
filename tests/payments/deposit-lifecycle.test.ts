import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { bookings, deposits, events } from "#app/db/schema.ts";
import { reconcileDeposits } from "#app/jobs/reconcile-deposits.server.ts";
import { settleDeposits } from "#app/jobs/settle-deposits.server.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { cancel, dissolve } from "#app/models/booking/transitions.server.ts";
import { requestRefund } from "#app/models/deposit/refunds.server.ts";
import { handleWebhook } from "#app/payments/handle-webhook.server.ts";
import { openCheckout } from "#app/payments/open-checkout.server.ts";
import { connectStripe } from "#app/payments/stripe.server.ts";
import { openClub } from "#tests/support/club.ts";
import { type Crash, Crashed, crashing } from "#tests/support/crashing-database.ts";
import { expectLedgerToMatch } from "#tests/support/deposits.ts";
import { emptyEmail } from "#tests/support/emails.ts";
import { bookGuests, manyDiners, openDinner, seatTogether } from "#tests/support/events.ts";
import { type StripeFault, startFakeStripe } from "#tests/support/fake-stripe.ts";
import { loggedErrors } from "#tests/support/no-stray-errors.ts";

const stripe = await startFakeStripe({ clientRetries: false });
afterAll(() => stripe.close());

const club = openClub({ vars: stripe.vars });

const hour = 3_600_000;

const acts = [
  "press",
  "pay",
  "hear",
  "run out",
  "cancel",
  "club cancels",
  "stay away",
  "be erased",
  "wait",
  "dine",
  "cron",
  "bank refuses",
  "ask by hand",
] as const;

interface Step {
  act: (typeof acts)[number];
  /** Which of several. */
  pick: number;
  crash: Crash | null;
  fault: StripeFault | null;
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...(["press", "pay", "hear", "cron"] as const)) },
    { weight: 2, arbitrary: fc.constantFrom(...(["cancel", "dine", "stay away", "wait"] as const)) },
    { weight: 2, arbitrary: fc.constantFrom(...acts) },
  ),
  pick: fc.nat(20),
  crash: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.record({ at: fc.integer({ min: 1, max: 6 }), done: fc.boolean() }) },
  ),
  fault: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<StripeFault>("500 before", "500 after", "429", "refused", "pending", "401"),
    },
  ),
});

const calmly = (act: Step["act"]): Step => ({ act, pick: 0, crash: null, fault: null });

/** One diner, one dinner, and everything that may befall the money between them. */
class Evening {
  now = Date.now();
  readonly told: { type: string; data: { object: unknown } }[] = [];
  /** Where the diner was led: of a checkout nobody told them of they can pay nothing. */
  readonly addresses = new Set<string>();
  readonly userId: string;
  readonly booking: string;
  readonly dinner: number;
  /** What Stripe had seen of others. */
  readonly before = { sessions: stripe.sessions.size, charges: new Set(stripe.charges.keys()) };

  private constructor(userId: string, booking: string, dinner: number) {
    this.userId = userId;
    this.booking = booking;
    this.dinner = dinner;
  }

  static async begin() {
    const [userId = ""] = await manyDiners(club, 1);
    const eventId = await openDinner(club, { inHours: 60 });
    const [booking = ""] = await bookGuests(club, [userId], eventId);
    await seatTogether(club, eventId, [booking]);
    const [event] = await club.db.select().from(events).where(eq(events.id, eventId));
    return new Evening(userId, booking, event?.date.getTime() ?? 0);
  }

  get charges() {
    return [...stripe.charges].filter(([id]) => !this.before.charges.has(id));
  }
  refundsOf(payment: string) {
    return [...stripe.refunds.values()].filter((one) => one.payment_intent === payment);
  }
  get sessions() {
    return [...stripe.sessions.values()].slice(this.before.sessions);
  }

  async row() {
    const ids = JSON.stringify(this.sessions.map(({ client_reference_id }) => client_reference_id));
    const [found] = await club.db
      .select()
      .from(deposits)
      .where(sql`booking_id = ${this.booking} or id in (select value from json_each(${ids}))`);
    return found;
  }

  async take({ act, pick, crash, fault }: Step) {
    const binding = crash ? crashing(club.binding, crash) : club.binding;
    const context = {
      db: openDatabase(binding),
      env: { ...stripe.vars, SITE_URL: "https://oten.example", SESSION_SECRET: "x".repeat(32) } as Env,
    };
    const calls = [
      "create checkout",
      "retrieve checkout",
      "expire checkout",
      "create refund",
      "retrieve refund",
    ] as const;
    for (const call of calls) stripe.fail(call, ...(fault && fault !== "pending" ? [fault] : []));
    if (fault === "pending") stripe.fail("create refund", fault);
    try {
      await this.#do(act, pick, context);
    } catch (error) {
      if (!crash && !fault) throw error;
      if (error instanceof Crashed || fault || String((error as Error).cause ?? error).includes("died"))
        return;
      throw error;
    } finally {
      for (const call of calls) stripe.fail(call);
      loggedErrors();
    }
  }

  async #do(act: Step["act"], pick: number, context: { db: typeof club.db; env: Env }) {
    const now = new Date(this.now);
    const { userId, booking: bookingId } = this;
    const client = connectStripe(context.env);
    if (!client) throw new Error("no Stripe");
    switch (act) {
      case "press": {
        const url = await openCheckout(
          context,
          client,
          { userId, bookingId, origin: "https://oten.example" },
          now,
        );
        if (url) this.addresses.add(url);
        return;
      }
      case "pay": {
        const open = this.sessions.filter(
          ({ status, url }) => status === "open" && url && this.addresses.has(url),
        );
        const session = open[pick % Math.max(1, open.length)];
        if (session) this.told.push(stripe.pay(session.id));
        return;
      }
      case "hear": {
        const event = this.told[pick % Math.max(1, this.told.length)];
        if (event) await handleWebhook(context, event, now);
        return;
      }
      case "run out": {
        const session = this.sessions.at(-1);
        if (session?.status === "open") this.told.push(stripe.expire(session.id));
        return;
      }
      case "cancel":
        await cancel(context.db, { userId, id: bookingId, now, email: emptyEmail("booking-canceled") });
        return;
      case "club cancels": {
        const [row] = await club.db.select().from(bookings).where(eq(bookings.id, bookingId));
        if (row?.tableId) {
          const email = emptyEmail("table-dissolved");
          await dissolve(context.db, { bookingId, tableId: row.tableId, email, now });
        }
        return;
      }
      case "stay away":
        if (this.now < this.dinner || this.now > this.dinner + 24 * hour) return;
        await context.db.update(bookings).set({ attendance: "no-show" }).where(eq(bookings.id, bookingId));
        return;
      case "be erased":
        if (pick > 5) return;
        await eraseAccount(context.db, userId, now);
        return;
      case "wait":
        this.now += (1 + pick) * hour;
        return;
      case "dine":
        this.now = Math.max(this.now, this.dinner + hour);
        return;
      case "cron":
        await reconcileDeposits(context, now);
        await settleDeposits(context, now);
        return;
      case "bank refuses": {
        const refund = this.charges.flatMap(([id]) => this.refundsOf(id)).at(-1);
        if (refund && refund.status !== "failed") this.told.push(stripe.finishRefund(refund.id, "failed"));
        return;
      }
      case "ask by hand": {
        const row = await this.row();
        if (pick < 5 && row) await requestRefund(context.db, row.id, now);
        return;
      }
    }
  }

  /** What must hold at every moment. */
  async check() {
    expect(this.charges.length, "charged more than once").toBeLessThanOrEqual(1);
    for (const [payment, charged] of this.charges) {
      const given = this.refundsOf(payment).filter(({ status }) => status !== "failed");
      expect(given.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(charged);
    }
    const row = await this.row();
    if (!row) return;
    await expectLedgerToMatch(club.db, row);
    if (row.state === "kept") await this.#expectCause(row);
  }

  async #expectCause({ cause, paidAt }: typeof deposits.$inferSelect) {
    const [booking] = await club.db.select().from(bookings).where(eq(bookings.id, this.booking));
    if (!booking) return expect(["canceled-late", "no-show"]).toContain(cause);
    const { canceled, canceledAt, canceledByClub, attendance } = booking;
    expect(canceledByClub).toBe(false);
    if (cause === "canceled-late") {
      expect(canceled).toBe(true);
      expect(canceledAt?.getTime()).toBeGreaterThanOrEqual(this.dinner - 48 * hour);
      expect(canceledAt?.getTime()).toBeGreaterThan(paidAt?.getTime() ?? 0);
    } else {
      expect([cause, attendance]).toEqual(["no-show", "no-show"]);
      expect(this.now).toBeGreaterThanOrEqual(this.dinner + 24 * hour);
    }
  }

  /** Everything is heard in the end, every job runs, nothing is wrong any more: where is the money? */
  async end() {
    for (const pick of this.told.keys()) await this.take({ ...calmly("hear"), pick });
    this.now = Math.max(this.now, this.dinner) + 25 * hour;
    for (let i = 0; i < 8; i++) {
      await this.take(calmly("cron"));
      this.now += 7 * hour;
    }
    await this.check();
    const row = await this.row();
    const [charge] = this.charges;
    if (!charge) return expect([undefined, "open", "expired"]).toContain(row?.state);
    const given = this.refundsOf(charge[0]).filter(({ status }) => status === "succeeded");
    if (row?.state === "refunded") expect(given).toHaveLength(1);
    else if (row?.state === "refunding") expect(row.parkedAt ?? "pending").not.toBeNull();
    else expect([row?.state, given.length]).toEqual(["kept", 0]);
    if (row?.parkedAt) expect(row.state).toBe("refunding");
  }
}

test("whatever befalls a deposit, no more goes back than came in, nothing stays without cause, and the ledger knows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 5, maxLength: 25 }), async (isPaid, steps) => {
      const evening = await Evening.begin();
      const first = (isPaid ? (["press", "pay", "hear"] as const) : (["press"] as const)).map(calmly);
      for (const one of [...first, ...steps]) {
        await evening.take(one);
        await evening.check();
      }
      await evening.end();
    }),
    { numRuns: Number(process.env.LIVES ?? 25) },
  );
}, 600_000);
