import { weekMs } from "#app/lib/time-units.ts";
import type { City } from "#app/models/city/cities.server.ts";
import type { ClubFigures } from "#app/models/figures/club-figures.server.ts";
import type { EmailWait } from "#app/models/figures/email-waits.server.ts";
import type { EventFigures } from "#app/models/figures/event-figures.server.ts";
import { type FigureSums, sumFigures } from "#app/models/figures/sum-figures.ts";
import type { WeightHistory } from "#app/models/figures/weights.server.ts";
import type { KeptPromise } from "#app/operations/match/promises-kept.ts";

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

const maxCities = 6;

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
