import * as z from "zod";
import { deposits } from "#app/db/schema/deposit.ts";
import { depositStates } from "#app/lib/booking/booking-states.ts";
import { formatAmount } from "#app/lib/price.ts";
import { hasSeveralCities } from "#app/models/city/cities.server.ts";
import { findDeposit, listDeposits, listParkedDeposits } from "#app/models/deposit/deposits.server.ts";
import { requestRefund } from "#app/models/deposit/refunds.server.ts";
import { cityFilterOption, citySlug, findCityFilter, id, wholeNumber } from "./inputs.ts";
import { defineOperation, findIdByPrefix, type Noun, refusedError, usageError } from "./operation.ts";
import { describeOmitted, formatCityTime, nameTimes, shortId } from "./words.ts";

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
      deposit.eventDate ? formatCityTime(deposit.eventDate, deposit.timeZone) : "",
      ...(showsCity ? [deposit.cityName ?? ""] : []),
    ]);
    const headings = [
      "id",
      nameTimes("opened", found),
      "amount",
      "state",
      "reason",
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

export const deposit: Noun = {
  description: "Deposits and their refunds.",
  operations: [listOperation, refundOperation],
};
