import { addSums, noSums, type RatioSums, sumsOfGroup } from "#app/lib/event/estimates.ts";
import type { WeightChoice, WeightSource } from "./choose-weights.ts";
import { maxKnownError } from "./fit-terms.ts";

/** The evening ratings of one event, of which there are some, and whose weights were chosen at random. */
export interface RatedEvent extends WeightChoice {
  ratings: number;
  ratingSum: number;
}

/** Of each comparison with the operator's weights, the sums of the events that could have been either. */
export type LiftSums = Record<Compared, Partial<Record<WeightSource, RatioSums>>>;

type Compared = "learned" | "drawn";

export interface Lift {
  /** Events of each kind. */
  events: number;
  otherEvents: number;
  /** How much higher evenings are rated, in stars; null where the interval would be too wide to say anything. */
  interval: { stars: number; error: number } | null;
}

const minEvents = 5;

/**
 * Events are compared by the mean of their ratings, and not diners, because weights are chosen by event; each counts as often as
 * it was unlikely.
 */
export function sumLifts(events: readonly RatedEvent[], before?: LiftSums): LiftSums {
  const sums = structuredClone(before ?? { learned: {}, drawn: {} });
  for (const { chosen, probabilities, ratings, ratingSum } of events)
    for (const source of ["learned", "drawn"] as const) {
      if (!probabilities[source] || !probabilities.operator) continue;
      const weight = 1 / probabilities[chosen];
      sums[source][chosen] = addSums(
        sums[source][chosen] ?? noSums,
        sumsOfGroup(weight, (weight * ratingSum) / ratings),
      );
    }
  return sums;
}

export function compareEvents(sums: LiftSums | undefined, source: Compared): Lift {
  const [one, other] = [source, "operator" as const].map((each) =>
    weighMean(sums?.[source][each] ?? noSums),
  ) as [WeighedMean, WeighedMean];
  const fewest = Math.min(one.events, other.events);
  const error = quantile(fewest - 1) * Math.sqrt(one.variance + other.variance);
  return {
    events: one.events,
    otherEvents: other.events,
    interval: fewest >= minEvents && error <= maxKnownError ? { stars: one.mean - other.mean, error } : null,
  };
}

interface WeighedMean {
  events: number;
  mean: number;
  variance: number;
}

function weighMean({ groups, count, sum, countSquares, sumSquares, products }: RatioSums): WeighedMean {
  const mean = sum / count;
  const squares = Math.max(0, sumSquares - 2 * mean * products + mean ** 2 * countSquares);
  return { events: groups, mean, variance: (squares / count ** 2) * (groups / (groups - 1)) };
}

/** Of the t distribution, for 95 %, within one per cent from four degrees of freedom on. */
const quantile = (degrees: number) => 1.96 + 2.5 / degrees + 3 / degrees ** 2;
