import * as z from "zod";
import type { Database } from "#app/db/client.server.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { depositStates } from "#app/lib/booking/booking-states.ts";
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
import { cityFilterOption, citySlug, findCityFilter, id, wholeNumber } from "./inputs.ts";
import { defineOperation, findIdByPrefix, type Noun, refusedError, usageError } from "./operation.ts";
import { describeOmitted, findClubZone, formatCityTime, nameTimes, parseTime, shortId } from "./words.ts";

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
      deposit.parkedReason ?? deposit.cause ?? "",
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
      "reason",
      "diner",
      "booking",
      "event",
      ...(showsCity ? ["city"] : []),
    ];
    const table = { headings, rows, empty: "There are no such deposits." };
    return { message: [table, ...describeOmitted(all, limit)], data: found };
  },
});

const refundOperation = defineOperation({
  verb: "refund",
  arguments: "<deposit>",
  description:
    "Refunds a deposit that is held or was kept, or tries a parked refund again. The cron sends it within a minute.",
  example: "deposit refund 5d1f0c2a",
  concerns: "somebody",
  changesData: true,
  input: z.object({ deposit: id }),
  async run(context, { deposit: prefix }) {
    const depositId = await findIdByPrefix(context, deposits, "deposit", prefix);
    const { userId } = (await findDeposit(context.db, { id: depositId })) ?? {};
    return {
      userIds: userId ? [userId] : [],
      summary: `refund deposit ${shortId(depositId)}`,
      needsConfirmation: true,
      async apply() {
        if (!(await requestRefund(context.db, depositId, context.now)))
          throw refusedError(
            `Deposit ${shortId(depositId)} can’t be refunded: it was not paid, or its refund has already started.`,
          );
        return {
          message: `Deposit ${shortId(depositId)} will be refunded.`,
          data: { id: depositId },
        };
      },
    };
  },
});

/** Without digits after the point that the currency doesn't have: 3000 HUF, -7.5 EUR. */
const inMajorUnits = ({ amount, currency }: Payment) => amount / minorUnits(currency);

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
  payment.amount > 0 ? "paid" : "refunded",
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
  const next = new Date(Date.UTC(year, index, 1)).toISOString().slice(0, 7);
  const [from, until] = [typed, next].map((each) => parseTime(`${each}-01 00:00`, zone));
  return listPayments(db, { from: from as Date, until: until as Date });
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
    "Lists every payment and every refund of a month, with the diner, the event and Stripe’s number.",
  example: "deposit month 2026-11 --csv > 2026-11.csv",
  concerns: "everybody",
  input: z.object({ month }),
  async run({ db }, { month: typed }) {
    const payments = await listPaymentsOfMonth(db, typed);
    const sums = [...Map.groupBy(payments, ({ currency }) => currency)].map(([currency, some]) => {
      const add = (chosen: Payment[]) => chosen.reduce((sum, { amount }) => sum + amount, 0);
      const paid = add(some.filter(({ amount }) => amount > 0));
      const all = add(some);
      return `${formatAmount(paid, currency)} paid, ${formatAmount(paid - all, currency)} refunded, ${formatAmount(all, currency)} left.`;
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
  operations: [listOperation, monthOperation, refundOperation],
};
