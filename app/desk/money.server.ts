import { TZDate } from "@date-fns/tz";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { areDepositsOffered, type DepositState } from "#app/lib/booking/booking-states.ts";
import { formatAmount } from "#app/lib/price.ts";
import { dayMs } from "#app/lib/time-units.ts";
import {
  type DepositWithDiner,
  listDepositsSince,
  listParkedWithDiner,
  sumDepositsSince,
} from "#app/models/deposit/deposits.server.ts";
import { findClubZone, plural } from "#app/operations/words.ts";
import { describeDeposit } from "./deposits.ts";

const days = 60;
const pageSize = 50;
const maxParked = 50;

export async function loadMoney({ db, env, now }: AppLoadContext, typedPage: string | null) {
  const page = Math.min(1_000, Math.max(1, Math.floor(Number(typedPage)) || 1));
  const since = new Date(now.getTime() - days * dayMs);
  const [zone, sums, parked, found] = await Promise.all([
    findClubZone(db),
    sumDepositsSince(db, since),
    listParkedWithDiner(db, maxParked),
    listDepositsSince(db, { since, page, pageSize }),
  ]);
  return {
    days,
    areOffered: areDepositsOffered(env),
    sums: addUp(sums),
    parked: parked.map(describe),
    deposits: found.slice(0, pageSize).map(describe),
    months: listMonths(new TZDate(now.getTime(), zone)),
    page,
    hasMore: found.length > pageSize,
  };
}

/** This one and those of the last year, newest first. */
const listMonths = (now: TZDate) =>
  Array.from({ length: 13 }, (_, i) => {
    const first = new Date(Date.UTC(now.getFullYear(), now.getMonth() - i, 1));
    return { value: first.toISOString().slice(0, 7), name: monthFormat.format(first) };
  });

const monthFormat = new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" });

export type MoneyView = Awaited<ReturnType<typeof loadMoney>>;

const describe = ({ deposit, date, userId, name, ...facts }: DepositWithDiner) => ({
  ...describeDeposit({ ...deposit, ...facts, eventDate: date }, true),
  userId,
  name,
});

const kinds: [name: string, state: DepositState][] = [
  ["held", "paid"],
  ["on its way back", "refunding"],
  ["given back", "refunded"],
  ["kept", "kept"],
  ["disputed", "disputed"],
];

type Sums = Awaited<ReturnType<typeof sumDepositsSince>>;

/** For each currency, figures whose sum is what was paid. A deposit of which a part went back is in two of them. */
function addUp(sums: Sums) {
  const paid = sums.filter(({ state }) => kinds.some(([, each]) => each === state));
  return [...Map.groupBy(paid, ({ currency }) => currency)].map(([currency, rows]) => {
    const total = rows.reduce(
      (all, { amount, count }) => ({ amount: all.amount + amount, count: all.count + count }),
      {
        amount: 0,
        count: 0,
      },
    );
    return {
      currency: currency.toUpperCase(),
      total: `${formatAmount(total.amount, currency)} was paid, in ${plural(total.count, "deposit")}:`,
      figures: kinds.flatMap(([name, state]) => {
        const row = rows.find((each) => each.state === state);
        if (!row && state === "disputed") return [];
        const add = (field: "refunded" | "onItsWay") => [
          rows.reduce((sum, each) => sum + each[field], 0),
          rows.reduce((sum, each) => sum + each[`${field}Count`], 0),
        ];
        const [amount = 0, count] =
          state === "refunded"
            ? add("refunded")
            : state === "refunding"
              ? add("onItsWay")
              : [row?.rest, row?.restCount ?? 0];
        return [{ value: formatAmount(amount, currency), name: `${name}, ${count}` }];
      }),
    };
  });
}

export { writePaymentsFile } from "#app/operations/deposit.ts";
