import * as z from "zod";
import { formatAmount } from "#app/lib/price.ts";
import { findSharedTimeZone } from "#app/models/city/cities.server.ts";
import { type DepositStats, loadCityStats, loadStatsOfErased } from "#app/models/event/city-stats.server.ts";
import { cityFilterOption, citySlug, findCityFilter } from "./city-inputs.ts";
import { defineCommand } from "./command.ts";
import { wholeNumber } from "./inputs.ts";
import { formatFirstRows } from "./text-table.ts";
import { formatCityTime } from "./times.ts";

const weekMs = 7 * 86_400_000;

export const stats = defineCommand({
  usage: "stats",
  description:
    "Counts the past events of each city, their bookings and their deposits. Amounts of different currencies are never added.",
  example: "stats --weeks 4",
  options: [cityFilterOption, ["--weeks <number>", "of how many weeks until now, 12 by default"]],
  input: z.object({ city: citySlug.optional(), weeks: wholeNumber(1, 520).default(12) }),
  async run(context, { city: slug, weeks }) {
    const { db, now } = context;
    const city = await findCityFilter(context, slug);
    const period = { from: new Date(now.getTime() - weeks * weekMs), to: now };
    const cities = await loadCityStats(db, { ...period, cityId: city?.id });
    const ofErased = city ? [] : await loadStatsOfErased(db, period);
    const showsCity = cities.length > 1;
    const rows = cities.map((each) => [
      ...(showsCity ? [each.name] : []),
      each.events,
      each.capacity,
      each.seated,
      each.standby,
      each.canceled,
      each.noShows,
      formatSums(each.deposits, "paid"),
      formatSums(each.deposits, "kept"),
      formatSums(each.deposits, "refunded"),
    ]);
    const headings = [
      ...(showsCity ? ["city"] : []),
      ...["events", "capacity", "seated", "standby", "canceled", "no-shows"],
      ...["deposits paid", "kept", "refunded"],
    ];
    const empty = "No city yet: add one with city add.";
    const lines = [
      `Events since ${formatCityTime(period.from, city?.timeZone ?? (await findSharedTimeZone(db)))}`,
      formatFirstRows(headings, rows, empty, "name a city with --city"),
      ...(ofErased.length > 0
        ? [
            `Deposits of erased accounts: ${(["paid", "kept", "refunded"] as const).map((kind) => `${kind} ${formatSums(ofErased, kind)}`).join(", ")}`,
          ]
        : []),
    ];
    return { message: lines.join("\n"), data: { ...period, cities, depositsOfErased: ofErased } };
  },
});

const formatSums = (sums: readonly DepositStats[], kind: "paid" | "kept" | "refunded") =>
  sums
    .filter((each) => each[kind] > 0)
    .map((each) => formatAmount(each[kind], each.currency))
    .join(", ") || "0";
