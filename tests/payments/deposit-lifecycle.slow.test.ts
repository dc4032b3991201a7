import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { dissolve } from "#app/models/booking/seat-transitions.server.ts";
import { cancel } from "#app/models/booking/transitions.server.ts";
import { requestRefund } from "#app/models/deposit/refunds.server.ts";
import { openCheckout } from "#app/payments/checkouts.server.ts";
import { handleWebhook } from "#app/payments/handle-webhook.server.ts";
import { connectStripe } from "#app/payments/stripe.server.ts";
import { openClub } from "#tests/support/club.ts";
import { CrashError, type CrashPoint, crashAtCall } from "#tests/support/crashing-database.ts";
import { expectLedgerToMatch } from "#tests/support/deposits.ts";
import { bookForDiners, createEvent, insertDiners, seatTogether } from "#tests/support/events.ts";
import { takeConsoleErrors } from "#tests/support/fail-on-console-error.ts";
import { type StripeFault, startFakeStripe } from "#tests/support/fake-stripe.ts";
import { runJob } from "#tests/support/jobs.ts";

/** `SEQUENCES=1000 npm test -- tests/payments/deposit-lifecycle.slow.test.ts` tries more. */
const sequences = Number(process.env.SEQUENCES ?? 25);

const stripe = await startFakeStripe({ clientRetries: false });
afterAll(() => stripe.close());

const club = openClub({ vars: stripe.vars });

const hourMs = 3_600_000;

const actions = [
  "press pay",
  "pay",
  "receive webhook",
  "expire checkout",
  "cancel",
  "dissolve table",
  "mark no-show",
  "erase diner",
  "wait",
  "pass event",
  "run jobs",
  "reject refund",
  "request refund",
] as const;

type Action = (typeof actions)[number];

interface Step {
  action: Action;
  /** Chooses one of several webhooks or checkouts, or how long to wait. */
  pick: number;
  crash: CrashPoint | null;
  fault: StripeFault | null;
}

const frequentActions: Action[] = ["press pay", "pay", "receive webhook", "run jobs"];
const lessFrequentActions: Action[] = ["cancel", "pass event", "mark no-show", "wait"];

const randomStep: fc.Arbitrary<Step> = fc.record({
  action: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...frequentActions) },
    { weight: 2, arbitrary: fc.constantFrom(...lessFrequentActions) },
    { weight: 2, arbitrary: fc.constantFrom(...actions) },
  ),
  pick: fc.nat(20),
  crash: fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.record({ callNumber: fc.integer({ min: 1, max: 6 }), isCallDone: fc.boolean() }),
    },
  ),
  fault: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<StripeFault>("500 before", "500 after", "429", "refused", "pending", "401"),
    },
  ),
});

const withoutFaults = (action: Action): Step => ({ action, pick: 0, crash: null, fault: null });

const stripeCalls = [
  "create checkout",
  "retrieve checkout",
  "expire checkout",
  "create refund",
  "retrieve refund",
] as const;

/** The deposit of one diner's booking, with its own clock. */
class DepositLife {
  nowMs = Date.now();
  readonly webhooks: { type: string; data: { object: unknown } }[] = [];
  /** The checkouts that the diner was sent to; no other can be paid. */
  readonly checkoutUrls = new Set<string>();
  readonly userId: string;
  readonly bookingId: string;
  readonly eventMs: number;
  /** What the fake Stripe has from earlier runs. */
  readonly earlier = { sessionCount: stripe.sessions.size, charges: new Set(stripe.charges.keys()) };

  private constructor(userId: string, bookingId: string, eventMs: number) {
    this.userId = userId;
    this.bookingId = bookingId;
    this.eventMs = eventMs;
  }

  static async begin() {
    const [userId = ""] = await insertDiners(club, 1);
    const eventId = await createEvent(club, { hoursFromNow: 60 });
    const [bookingId = ""] = await bookForDiners(club, [userId], eventId);
    await seatTogether(club, eventId, [bookingId]);
    const [event] = await club.db.select().from(events).where(eq(events.id, eventId));
    return new DepositLife(userId, bookingId, event?.date.getTime() ?? 0);
  }

  get charges() {
    return [...stripe.charges].filter(([id]) => !this.earlier.charges.has(id));
  }
  get sessions() {
    return [...stripe.sessions.values()].slice(this.earlier.sessionCount);
  }

  async loadDeposit() {
    const ids = JSON.stringify(this.sessions.map(({ client_reference_id }) => client_reference_id));
    const [deposit] = await club.db
      .select()
      .from(deposits)
      .where(sql`booking_id = ${this.bookingId} or id in (select value from json_each(${ids}))`);
    return deposit;
  }

  async take({ action, pick, crash, fault }: Step) {
    const binding = crash ? crashAtCall(club.binding, crash) : club.binding;
    const context = {
      db: openDatabase(binding),
      env: { ...stripe.vars, SITE_URL: "https://oten.example", SESSION_SECRET: "x".repeat(32) } as Env,
    };
    for (const call of stripeCalls) stripe.fail(call, ...(fault && fault !== "pending" ? [fault] : []));
    if (fault === "pending") stripe.fail("create refund", fault);
    try {
      await this.#perform(action, pick, context);
    } catch (error) {
      if (!crash && !fault) throw error;
      if (error instanceof CrashError || fault || String((error as Error).cause ?? error).includes("died"))
        return;
      throw error;
    } finally {
      for (const call of stripeCalls) stripe.fail(call);
      takeConsoleErrors();
    }
  }

  async #perform(action: Action, pick: number, context: { db: typeof club.db; env: Env }) {
    const now = new Date(this.nowMs);
    const { userId, bookingId } = this;
    const client = connectStripe(context.env);
    if (!client) throw new Error("Stripe has no keys");
    switch (action) {
      case "press pay": {
        const request = { userId, bookingId, origin: "https://oten.example" };
        const url = await openCheckout(context, client, request, now);
        if (url) this.checkoutUrls.add(url);
        return;
      }
      case "pay": {
        const payable = this.sessions.filter(
          ({ status, url }) => status === "open" && url && this.checkoutUrls.has(url),
        );
        const session = payable[pick % Math.max(1, payable.length)];
        if (session) this.webhooks.push(stripe.pay(session.id));
        return;
      }
      case "receive webhook": {
        const event = this.webhooks[pick % Math.max(1, this.webhooks.length)];
        if (event) await handleWebhook(context, event, now);
        return;
      }
      case "expire checkout": {
        const session = this.sessions.at(-1);
        if (session?.status === "open") this.webhooks.push(stripe.expire(session.id));
        return;
      }
      case "cancel":
        await cancel(context.db, { userId, id: bookingId, now });
        return;
      case "dissolve table": {
        // The job dissolves tables only before the event.
        if (this.nowMs >= this.eventMs) return;
        const [booking] = await club.db.select().from(bookings).where(eq(bookings.id, bookingId));
        if (booking?.tableId) {
          await dissolve(context.db, { bookingIds: [bookingId], tableId: booking.tableId, now });
        }
        return;
      }
      case "mark no-show":
        if (this.nowMs < this.eventMs || this.nowMs > this.eventMs + 24 * hourMs) return;
        await context.db.update(bookings).set({ attendance: "no-show" }).where(eq(bookings.id, bookingId));
        return;
      case "erase diner":
        if (pick > 5) return;
        await eraseAccount(context.db, userId, now);
        return;
      case "wait":
        this.nowMs += (1 + pick) * hourMs;
        return;
      case "pass event":
        this.nowMs = Math.max(this.nowMs, this.eventMs + hourMs);
        return;
      case "run jobs":
        await runJob("reconcileDeposits", context, now);
        await runJob("settleDeposits", context, now);
        return;
      case "reject refund": {
        const [refund] = this.charges.flatMap(([paymentId]) => stripe.listRefunds(paymentId));
        if (refund && refund.status !== "failed")
          this.webhooks.push(stripe.finishRefund(refund.id, "failed"));
        return;
      }
      case "request refund": {
        const deposit = await this.loadDeposit();
        if (pick < 5 && deposit) await requestRefund(context.db, deposit.id, now);
        return;
      }
    }
  }

  /** Checks what must hold after every step. */
  async check() {
    expect(this.charges.length, "charged more than once").toBeLessThanOrEqual(1);
    for (const [paymentId, chargedAmount] of this.charges) {
      const refunds = stripe.listRefunds(paymentId).filter(({ status }) => status !== "failed");
      expect(refunds.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(chargedAmount);
    }
    const deposit = await this.loadDeposit();
    if (!deposit) return;
    await expectLedgerToMatch(club.db, deposit);
    if (deposit.state === "kept") await this.#expectCauseToHold(deposit);
  }

  async #expectCauseToHold({ cause, paidAt }: typeof deposits.$inferSelect) {
    const [booking] = await club.db.select().from(bookings).where(eq(bookings.id, this.bookingId));
    if (!booking) return expect(["canceled-late", "no-show"]).toContain(cause);
    const { canceled, canceledAt, canceledByClub, attendance } = booking;
    expect(canceledByClub).toBe(false);
    if (cause === "canceled-late") {
      expect(canceled).toBe(true);
      expect(canceledAt?.getTime()).toBeGreaterThanOrEqual(this.eventMs - 48 * hourMs);
      expect(canceledAt?.getTime()).toBeGreaterThan(paidAt?.getTime() ?? 0);
    } else {
      expect([cause, attendance]).toEqual(["no-show", "no-show"]);
      expect(this.nowMs).toBeGreaterThanOrEqual(this.eventMs + 24 * hourMs);
    }
  }

  /** Delivers every webhook and runs the jobs without faults, then checks that the deposit is settled. */
  async end() {
    for (const pick of this.webhooks.keys()) await this.take({ ...withoutFaults("receive webhook"), pick });
    this.nowMs = Math.max(this.nowMs, this.eventMs) + 25 * hourMs;
    for (let i = 0; i < 8; i++) {
      await this.take(withoutFaults("run jobs"));
      this.nowMs += 7 * hourMs;
    }
    await this.check();
    const deposit = await this.loadDeposit();
    const [charge] = this.charges;
    if (!charge) return expect([undefined, "open", "expired"]).toContain(deposit?.state);
    const statuses = stripe.listRefunds(charge[0]).map(({ status }) => status);
    const succeededCount = statuses.filter((status) => status === "succeeded").length;
    if (deposit?.state === "refunded") expect(succeededCount).toBe(1);
    else if (deposit?.state === "refunding")
      expect(deposit.parkedAt !== null || statuses.includes("pending"), "parked or pending").toBe(true);
    else expect([deposit?.state, succeededCount]).toEqual(["kept", 0]);
    if (deposit?.parkedAt) expect(deposit.state).toBe("refunding");
  }
}

test("charges a deposit once and settles it correctly after any sequence of actions, crashes and faults", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(randomStep, { minLength: 5, maxLength: 25 }),
      async (isPaid, randomSteps) => {
        const life = await DepositLife.begin();
        const firstActions: Action[] = isPaid ? ["press pay", "pay", "receive webhook"] : ["press pay"];
        for (const step of [...firstActions.map(withoutFaults), ...randomSteps]) {
          await life.take(step);
          await life.check();
        }
        await life.end();
      },
    ),
    { numRuns: sequences },
  );
});
