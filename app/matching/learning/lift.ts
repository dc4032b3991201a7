import type { WeightSource } from "./choose-weights.ts";
import { maxKnownError } from "./fit-terms.ts";

/** The evening ratings of one event, whose weights were chosen at random. */
export interface RatedEvent {
  chosen: WeightSource;
  /** Of this choice. */
  probability: number;
  ratings: number;
  ratingSum: number;
}

export interface Lift {
  /** Events of each kind. */
  events: number;
  otherEvents: number;
  /** How much higher evenings are rated, in stars; null where the interval would be too wide to say anything. */
  interval: { stars: number; error: number } | null;
}

const minEvents = 5;

/** Events are compared and not diners, because weights are chosen by event; each counts as often as it was unlikely. */
export function compareEvents(events: readonly RatedEvent[], one: WeightSource, other: WeightSource): Lift {
  const [means, otherMeans] = [one, other].map((source) =>
    weighMean(events.filter(({ chosen, ratings }) => chosen === source && ratings > 0)),
  ) as [WeighedMean, WeighedMean];
  const fewest = Math.min(means.events, otherMeans.events);
  const error = quantile(fewest - 1) * Math.sqrt(means.variance + otherMeans.variance);
  return {
    events: means.events,
    otherEvents: otherMeans.events,
    interval:
      fewest >= minEvents && error <= maxKnownError ? { stars: means.mean - otherMeans.mean, error } : null,
  };
}

interface WeighedMean {
  events: number;
  mean: number;
  variance: number;
}

function weighMean(events: readonly RatedEvent[]): WeighedMean {
  const count = events.length;
  const total = events.reduce((sum, { probability, ratings }) => sum + ratings / probability, 0);
  const mean = events.reduce((sum, { probability, ratingSum }) => sum + ratingSum / probability, 0) / total;
  const squares = events.reduce(
    (sum, { probability, ratings, ratingSum }) => sum + ((ratingSum - mean * ratings) / probability) ** 2,
    0,
  );
  return { events: count, mean, variance: (squares / total ** 2) * (count / (count - 1)) };
}

/** Of the t distribution, for 95 %, within one per cent from four degrees of freedom on. */
const quantile = (degrees: number) => 1.96 + 2.5 / degrees + 3 / degrees ** 2;
