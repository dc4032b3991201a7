import { TZDate } from "@date-fns/tz";
import * as z from "zod";
import type { Database } from "#app/db/client.server.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { type DisputeState, depositStates, type LedgerKind } from "#app/lib/booking/booking-states.ts";
import { toCsv } from "#app/lib/csv.ts";
import { formatAmount, minorUnits } from "#app/lib/price.ts";
import { hasSeveralCities } from "#app/models/city/cities.server.ts";
import {
  findDeposit,
  listDeposits,
  listParkedDeposits,
  listPayments,
  type Payment,
} from "#app/models/deposit/deposits.server.ts";
import { requestRefund } from "#app/models/deposit/refunds.server.ts";
import { requireAmount } from "./amounts.ts";
import { evidence } from "./evidence.ts";
import { cityFilterOption, citySlug, findCityFilter, id, text, wholeNumber } from "./inputs.ts";
import { defineOperation, findIdByPrefix, type Noun, refusedError, usageError } from "./operation.ts";
import { describeOmitted, findClubZone, formatCityTime, nameTimes, shortId } from "./words.ts";

const listOperation = defineOperation({
  verb: "list",
  description: "Lists deposits and their states, newest first, or the parked ones, which need your decision.",
  example: "deposit list --parked",
  concerns: "everybody",
  options: {
    city: cityFilterOption,
    state: ["<state>", depositStates.join(", ")],
    parked: "only those whose refund was refused, oldest first",
    limit: ["<number>", "how many to list, 50 by default"],
  },
  input: z.object({
    city: citySlug.optional(),
    state: z.enum(depositStates, `is one of ${depositStates.join(", ")}`).optional(),
    parked: z.boolean().default(false),
    limit: wholeNumber(1, 10_000).default(50),
  }),
  async run(context, { city: slug, state, parked, limit }) {
    const { db } = context;
    if (state && parked) throw usageError("Use either --state or --parked.");
    const city = await findCityFilter(context, slug);
    const filter = { state, cityId: city?.id, limit: limit + 1 };
    const all = await (parked ? listParkedDeposits(db, filter) : listDeposits(db, filter));
    const found = all.slice(0, limit);
    const showsCity = !city && (await hasSeveralCities(db));
    const rows = found.map((deposit) => [
      shortId(deposit.id),
      formatCityTime(deposit.createdAt, deposit.timeZone),
      formatAmount(deposit.amount, deposit.currency),
      deposit.parkedAt ? `${deposit.state}, parked` : deposit.state,
      deposit.refunded > 0 ? formatAmount(deposit.refunded, deposit.currency) : "",
      deposit.parkedReason ?? deposit.cause ?? "",
      deposit.dispute ? disputeNames[deposit.dispute.state] : "",
      deposit.name ?? "",
      deposit.bookingId ? shortId(deposit.bookingId) : "",
      deposit.eventDate ? formatCityTime(deposit.eventDate, deposit.timeZone) : "",
      ...(showsCity ? [deposit.cityName ?? ""] : []),
    ]);
    const headings = [
      "id",
      nameTimes("opened", found),
      "amount",
      "state",
      "refunded",
      "reason",
      "dispute",
      "diner",
      "booking",
      "event",
      ...(showsCity ? ["city"] : []),
    ];
    const table = { headings, rows, empty: "There are no such deposits." };
    return { message: [table, ...describeOmitted(all, limit)], data: found };
  },
});

export const disputeNames: Record<DisputeState, string> = {
  warning_needs_response: "the bank asks about it",
  warning_under_review: "the bank reads our answer",
  needs_response: "disputed, waits for evidence",
  under_review: "disputed, the bank reads the evidence",
  warning_closed: "the bank asked, and is done",
  prevented: "the bank asked, and is done",
  won: "dispute won",
  lost: "dispute lost",
};

const refundOperation = defineOperation({
  verb: "refund",
  arguments: "<deposit>",
  description:
    "Refunds what is left of a deposit that is held or was kept, or a part of it, or tries a parked refund again. The cron sends it within a minute.",
  example: 'deposit refund 5d1f0c2a --amount 500 --because "The kitchen closed early."',
  options: {
    amount: ["<amount>", "a part of it; without it, all that is left"],
    because: ["<text>", "a sentence that the diner reads; a part needs one"],
  },
  concerns: "somebody",
  changesData: true,
  input: z.object({
    deposit: id,
    amount: z.string().trim().max(20, "is too long for an amount").optional(),
    because: text(300).optional(),
  }),
  async run(context, { deposit: prefix, amount: typed, because: reason }) {
    const depositId = await findIdByPrefix(context, deposits, "deposit", prefix);
    const found = await findDeposit(context.db, { id: depositId });
    if (!found) throw refusedError(`Deposit ${shortId(depositId)} is gone.`);
    const { userId, name, deposit, date, timeZone } = found;
    const { currency, refunded, state } = deposit;
    const left = deposit.amount - refunded;
    const format = (amount: number) => formatAmount(amount, currency);
    const isParked = state === "refunding" && deposit.parkedAt !== null;
    if (isParked && (typed ?? reason))
      throw usageError(
        "A refund that was refused is tried again as it was: leave the amount and the reason out.",
      );
    const refuse = () =>
      refusedError(
        `Deposit ${shortId(depositId)} can’t be refunded: it was not paid, it is disputed, or its refund has already started.`,
      );
    if (!isParked && state !== "paid" && state !== "kept") throw refuse();
    const wanted = typed === undefined ? left : requireAmount("amount", typed, currency);
    if (!wanted || wanted > left)
      throw usageError(`--amount is more than 0 and at most ${format(left)}.`, "amount");
    const isPart = wanted < left;
    if (isPart && !reason)
      throw usageError("A part needs --because: a sentence that the diner reads.", "because");
    const of = [name || "a deleted account", date && `for ${formatCityTime(date, timeZone)}`]
      .filter(Boolean)
      .join(", ");
    return {
      userIds: userId ? [userId] : [],
      summary: `refund ${isPart ? `${format(wanted)} of the ${format(left)} that are left` : format(isParked ? (deposit.refundAmount ?? left) : left)} of deposit ${shortId(depositId)} (${of})${refunded > 0 ? `, of which ${format(refunded)} have gone back before` : ""}`,
      ...(reason ? { details: ["The diner reads:", { quoted: [reason] }] } : {}),
      needsConfirmation: true,
      async apply() {
        const request = { amount: isPart ? wanted : undefined, reason, refundedBefore: refunded };
        if (!(await requestRefund(context.db, depositId, context.now, request))) throw refuse();
        return {
          message: `${isPart ? `${format(wanted)} of deposit` : "Deposit"} ${shortId(depositId)} will be refunded.`,
          data: { id: depositId },
        };
      },
    };
  },
});

/** Without digits after the point that the currency doesn't have: 3000 HUF, -7.5 EUR. */
const inMajorUnits = ({ amount, currency }: Payment) => amount / minorUnits(currency);

const paymentNames: Partial<Record<LedgerKind, string>> = {
  "refund-failed": "refund came back",
  disputed: "disputed",
  "dispute-won": "dispute won",
};

const paymentHeadings = [
  "time",
  "amount",
  "currency",
  "what",
  "reason",
  "diner",
  "event",
  "city",
  "payment",
  "booking",
  "deposit",
];

/** Times are the city's, so that they agree with the evening; those of an erased diner are UTC. */
const toPaymentRow = (payment: Payment) => [
  formatCityTime(payment.at, payment.timeZone),
  inMajorUnits(payment),
  payment.currency.toUpperCase(),
  paymentNames[payment.kind] ?? payment.kind,
  payment.cause ?? "",
  payment.name ?? "",
  payment.eventDate ? formatCityTime(payment.eventDate, payment.timeZone) : "",
  payment.cityName ?? "",
  payment.paymentId ?? payment.reference ?? "",
  payment.bookingId ?? "",
  payment.depositId,
];

const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "is a month such as 2026-11");

/** All that came in and went out in a month of the club's time zone. */
export async function listPaymentsOfMonth(db: Database, typed: string) {
  const zone = await findClubZone(db);
  const [year = 0, index = 0] = typed.split("-").map(Number);
  const startOf = (month: number) => new Date(new TZDate(year, month, 1, zone).getTime());
  return listPayments(db, { from: startOf(index - 1), until: startOf(index) });
}

/** The file for the accountant; undefined if that is no month. */
export async function writePaymentsFile(db: Database, typed: string): Promise<string | undefined> {
  if (!month.safeParse(typed).success) return undefined;
  return toCsv(paymentHeadings, (await listPaymentsOfMonth(db, typed)).map(toPaymentRow));
}

const monthOperation = defineOperation({
  verb: "month",
  arguments: "<month>",
  description:
    "Lists every payment, refund and dispute of a month, with the diner, the event and Stripe’s number.",
  example: "deposit month 2026-11 --csv > 2026-11.csv",
  concerns: "everybody",
  input: z.object({ month }),
  async run({ db }, { month: typed }) {
    const payments = await listPaymentsOfMonth(db, typed);
    const sums = [...Map.groupBy(payments, ({ currency }) => currency)].map(([currency, some]) => {
      const add = (...kinds: LedgerKind[]) =>
        some.reduce((sum, { kind, amount }) => sum + (kinds.includes(kind) ? amount : 0), 0);
      const paid = add("paid");
      const refunded = -add("refunded", "refund-failed");
      const disputed = -add("disputed", "dispute-won");
      const sums = [`${formatAmount(paid, currency)} paid`, `${formatAmount(refunded, currency)} refunded`];
      if (disputed !== 0) sums.push(`${formatAmount(disputed, currency)} taken by disputes`);
      return `${sums.join(", ")}, ${formatAmount(paid - refunded - disputed, currency)} left.`;
    });
    const table = {
      headings: paymentHeadings,
      rows: payments.map(toPaymentRow),
      empty: `Nothing was paid or refunded in ${typed}.`,
      advice: "choose another month",
    };
    return { message: [table, ...sums], data: payments };
  },
});

export const deposit: Noun = {
  description: "Deposits and their refunds.",
  operations: [listOperation, monthOperation, refundOperation, evidence],
};
