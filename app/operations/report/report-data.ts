import type { Database } from "#app/db/client.server.ts";
import { lastWeeks, weekOf } from "#app/lib/dates.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { hourMs, weekMs } from "#app/lib/time-units.ts";
import { type City, findSharedTimeZone, listCities } from "#app/models/city/cities.server.ts";
import { type ClubFigures, findClubFigures } from "#app/models/figures/club-figures.server.ts";
import {
  type EventFigures,
  type FigureSums,
  type FiguresPeriod,
  loadEventFigures,
  sumFigures,
} from "#app/models/figures/event-figures.server.ts";
import {
  type EmailWait,
  loadEmailWaits,
  loadKeptTerms,
  loadWeightHistories,
  type WeightHistory,
} from "#app/models/figures/report-figures.server.ts";
import { listQuestionsWithCompany } from "#app/models/quiz/quiz.server.ts";
import { type KeptPromise, listKeptPromises } from "#app/operations/match/promises-kept.ts";

export interface ReportEvent extends EventFigures {
  /** One of `weeks`. */
  week: number;
}

export interface ReportCity {
  name: string;
  events: ReportEvent[];
}

export interface ReportData {
  /** Mondays, earliest first. */
  weeks: number[];
  /** The cities with dinners, largest first; the seventh and all others are combined. */
  cities: ReportCity[];
  /** The figures of all cities and all time; undefined before the first count. */
  club: ClubFigures | undefined;
  weights: WeightHistory[];
  /** The promises at all events of these weeks. */
  promises: Omit<KeptPromise, "says">[];
  waits: EmailWait[];
  madeAt: Date;
  timeZone: string;
  isSample: boolean;
}

export const sumAll = ({ cities }: ReportData): FigureSums =>
  sumFigures(cities.flatMap(({ events }) => events));

interface ReportOptions {
  city: City | undefined;
  weekCount: number;
  now: Date;
}

const maxCities = 6;

/** Some time zones begin a week this much earlier than UTC. */
const earliestZoneMs = 14 * hourMs;

export async function loadReportData(
  db: Database,
  { city, weekCount, now }: ReportOptions,
): Promise<ReportData> {
  const timeZone = city?.timeZone ?? (await findSharedTimeZone(db)) ?? "UTC";
  const weeks = lastWeeks(weekCount, now, timeZone);
  const [first = 0] = weeks;
  const period = { from: new Date(first - earliestZoneMs), to: now, cityId: city?.id };
  const cities = city ? [city] : await listCities(db);
  const zones = new Map(cities.map((each) => [each.id, each.timeZone]));
  const events = (await loadEventFigures(db, period))
    .map((event) => ({ ...event, week: weekOf(new Date(event.date), zones.get(event.cityId) ?? timeZone) }))
    .filter(({ week }) => week >= first)
    .map((event) => ({ ...event, week: Math.min(event.week, weeks.at(-1) ?? event.week) }));
  const known = await findClubFigures(db);
  return {
    weeks,
    cities: groupByCity(cities, events),
    club: known?.figures,
    weights: await loadWeightHistories(db),
    promises: await sumPromises(db, period),
    waits: await loadEmailWaits(db, { from: new Date(first), to: now }),
    madeAt: now,
    timeZone,
    isSample: false,
  };
}

async function sumPromises(db: Database, period: FiguresPeriod): Promise<ReportData["promises"]> {
  const questions = await listQuestionsWithCompany(db);
  const events = await loadKeptTerms(db, period);
  const kept = events.flatMap(({ points, kept: report, tableCount }) =>
    listKeptPromises(questions, points, report, Array(tableCount).fill({ length: tableSize })),
  );
  return [...Map.groupBy(kept, ({ promise }) => promise)].map(([promise, each]) => ({
    promise,
    broken: each.reduce((sum, { broken }) => sum + broken, 0),
    of: each.reduce((sum, one) => sum + one.of, 0),
    whose: each[0]?.whose ?? "",
  }));
}

export function groupByCity(
  cities: readonly Pick<City, "id" | "name">[],
  events: readonly ReportEvent[],
): ReportCity[] {
  const byCity = Map.groupBy(events, ({ cityId }) => cityId);
  const withDinners = cities
    .map(({ id, name }) => ({ name, events: byCity.get(id) ?? [] }))
    .filter((each) => each.events.length > 0)
    .sort((one, other) => countBooked(other) - countBooked(one));
  if (withDinners.length <= maxCities) return withDinners;
  const others = withDinners.slice(maxCities - 1);
  return [
    ...withDinners.slice(0, maxCities - 1),
    { name: `${others.length} other cities`, events: others.flatMap((each) => each.events) },
  ];
}

const countBooked = ({ events }: ReportCity) => events.reduce((sum, { booked }) => sum + booked, 0);

const maxBuckets = 26;

export interface WeekBucket {
  /** The first week of the bucket. */
  week: number;
  weekCount: number;
  events: ReportEvent[];
}

/** Makes one bucket for each week, or for as many weeks as keep the chart readable. */
export function bucketByWeek(weeks: readonly number[], events: readonly ReportEvent[]): WeekBucket[] {
  const [first = 0] = weeks;
  const size = Math.ceil(weeks.length / maxBuckets);
  return Array.from({ length: Math.ceil(weeks.length / size) }, (_, i) => ({
    week: first + i * size * weekMs,
    weekCount: Math.min(size, weeks.length - i * size),
    events: events.filter(({ week }) => Math.floor((week - first) / weekMs / size) === i),
  }));
}
