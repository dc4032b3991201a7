import * as z from "zod";
import { numberWeek, weekOf } from "#app/lib/dates.ts";
import { formatAmount } from "#app/lib/price.ts";
import { weekMs } from "#app/lib/time-units.ts";
import { findSharedTimeZone, listCities } from "#app/models/city/cities.server.ts";
import {
  type DepositStats,
  loadCityStats,
  loadStatsOfErased,
} from "#app/models/event/event-overview.server.ts";
import {
  type EventFigures,
  type FigureSums,
  loadEventFigures,
  sumFigures,
} from "#app/models/figures/event-figures.server.ts";
import { cityFilterOption, citySlug, findCityFilter, wholeNumber } from "./inputs.ts";
import { defineOperation, type OperationContext, type Table } from "./operation.ts";
import { formatCityTime, plural } from "./words.ts";

export const stats = defineOperation({
  verb: "stats",
  description:
    "Counts the past events of each city, their bookings and their deposits, and how the dinners went. Amounts of different currencies are never added.",
  example: "stats --weeks 4 --by-week",
  concerns: "nobody",
  options: {
    city: cityFilterOption,
    weeks: ["<number>", "of how many weeks until now, 12 by default"],
    byWeek: "also a line for each calendar week",
  },
  input: z.object({
    city: citySlug.optional(),
    weeks: wholeNumber(1, 520).default(12),
    byWeek: z.boolean().default(false),
  }),
  async run(context, { city: slug, weeks: weekCount, byWeek }) {
    const { db, now } = context;
    const city = await findCityFilter(context, slug);
    const period = { from: new Date(now.getTime() - weekCount * weekMs), to: now };
    const cities = await loadCityStats(db, { ...period, cityId: city?.id });
    const ofErased = city ? [] : await loadStatsOfErased(db, period);
    const events = await loadEventFigures(db, { ...period, cityId: city?.id });
    const figures = sumFigures(events);
    const weeks = await sumByWeek(context, events);
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
      { headings, rows, empty, advice: "name a city with --city" },
      ...(ofErased.length > 0
        ? [
            `Deposits of erased accounts: ${(["paid", "kept", "refunded"] as const).map((kind) => `${kind} ${formatSums(ofErased, kind)}`).join(", ")}`,
          ]
        : []),
      "",
      toSummary(figures),
      ...(byWeek ? ["", toWeekTable(weeks)] : []),
    ];
    const data = { ...period, cities, depositsOfErased: ofErased, figures, ...(byWeek ? { weeks } : {}) };
    return { message: lines, data };
  },
});

interface WeekFigures extends FigureSums {
  /** "2026-W47" */
  week: string;
}

/** Uses the calendar weeks of each city. */
async function sumByWeek({ db }: OperationContext, events: EventFigures[]): Promise<WeekFigures[]> {
  const zones = new Map((await listCities(db)).map(({ id, timeZone }) => [id, timeZone]));
  const byWeek = Map.groupBy(events, ({ cityId, date }) =>
    weekOf(new Date(date), zones.get(cityId) ?? "UTC"),
  );
  return [...byWeek]
    .sort(([one], [other]) => one - other)
    .map(([week, some]) => {
      const { year, number } = numberWeek(week);
      return { week: `${year}-W${String(number).padStart(2, "0")}`, ...sumFigures(some) };
    });
}

const formatShare = (part: number, whole: number) =>
  whole === 0 ? "" : `, ${Math.round((100 * part) / whole)} % of ${whole}`;

function toSummary(figures: FigureSums): Table {
  const { booked, seated, came, seatedOfDecided, onStandby, standby } = figures;
  const rating = figures.ratingMean?.toFixed(2);
  const reasons = standby.map(({ reason, count }) => `${count} ${reason}`).join(", ");
  const undecided = seated - seatedOfDecided;
  const rows = [
    ["booked", String(booked)],
    ["seated", `${seated}${formatShare(seated, booked)}`],
    [
      "came",
      `${came}${formatShare(came, seatedOfDecided)}${undecided > 0 ? `; of ${undecided} it is not decided yet` : ""}`,
    ],
    ["on standby", `${onStandby}${reasons && `: ${reasons}`}`],
    ["canceled late", `${figures.lateCancels}${formatShare(figures.lateCancels, booked)}`],
    ["no-shows", `${figures.noShows}${formatShare(figures.noShows, seatedOfDecided)}`],
    ["came by a friend’s link", String(figures.brought)],
    [
      "came again",
      `${figures.returned}${formatShare(figures.returned, figures.couldReturn)}, within four weeks`,
    ],
    ["rating", rating ? `${rating} of 5, from ${plural(figures.ratingCount, "answer")}` : "no answers"],
  ];
  return { headings: ["how it went", ""], rows, empty: "" };
}

const toWeekTable = (weeks: WeekFigures[]): Table => ({
  headings: [
    "week",
    "events",
    "booked",
    "seated",
    "came",
    "standby",
    "late",
    "no-shows",
    "rating",
    "answers",
  ],
  rows: weeks.map((each) => [
    each.week,
    each.events,
    each.booked,
    each.seated,
    each.seatedOfDecided < each.seated ? "not decided" : each.came,
    each.onStandby,
    each.lateCancels,
    each.noShows,
    each.ratingMean?.toFixed(2) ?? "",
    each.ratingCount,
  ]),
  empty: "No past event.",
});

const formatSums = (sums: readonly DepositStats[], kind: "paid" | "kept" | "refunded") =>
  sums
    .filter((each) => each[kind] > 0)
    .map((each) => formatAmount(each[kind], each.currency))
    .join(", ") || "0";
