import { type DinnerRatings, type Rating, scoreRatings } from "#app/matching/learning/rating-sums.ts";
import type { Diner, MatchQuestion } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { buildFeatureVectors, type FeatureVectors } from "#app/matching/scores.ts";
import { makeMatchInput } from "./match-input.ts";

/** What everybody truly likes, which the matcher does not know. */
export interface Truth {
  weights: ReadonlyMap<number, number>;
  /** Pairs of questions, by place, that matter together; measured from their means, so that no weights can express them. */
  interactions: readonly { one: number; other: number; sign: number }[];
  shares: TruthShares;
}

/** Shares of the variance of true liking among random pairs; the rest is chemistry, half of it mutual. */
export interface TruthShares {
  weights: number;
  interactions: number;
}

export interface RatingHabits {
  /** The share of raters who lie: a third at random, a third says the opposite, a third pushes one question. */
  liars?: number;
  /** Everybody rates at random. */
  isNoise?: boolean;
}

interface Rater {
  answersSurveys: boolean;
  /** Of liking: above it they say "gladly again". */
  againAbove: number;
  /** Below it they say "rather not"; half of the diners never do. */
  ratherNotBelow: number;
  popularity: number;
  lie: "random" | "opposite" | "push" | undefined;
}

const answeringShare = 0.65;
const answersMissed = 0.15;
const popularityDeviation = 0.5;
const moodDeviation = 0.7;
const sampledPairs = 4_000;
const fullScore = 36;

export class Population {
  readonly questions: readonly MatchQuestion[];
  /** Those that the club learns from. */
  readonly learned: readonly MatchQuestion[];
  readonly diners: readonly Diner[];
  readonly #seed: number;
  readonly #truth: Truth;
  readonly #isNoise: boolean;
  readonly #random: NormalRandom;
  /** One for each question. */
  readonly #vectors: FeatureVectors[];
  readonly #places: Map<string, number>;
  readonly #raters: Rater[];
  readonly #byWeights: (scores: number[]) => number;
  readonly #byInteractions: (scores: number[]) => number;

  constructor(count: number, seed: number, truth: Truth, { liars = 0, isNoise = false }: RatingHabits = {}) {
    const { questions, diners } = makeMatchInput(count, seed);
    this.questions = questions;
    this.learned = questions.filter(
      ({ rule, weight, sensitive }) => rule !== "ignore" && weight > 0 && !sensitive,
    );
    this.diners = diners.map((diner) => ({ ...diner, diets: 0, met: [] }));
    this.#seed = seed;
    this.#truth = truth;
    this.#isNoise = isNoise;
    this.#vectors = questions.map((question) => buildFeatureVectors([{ ...question, weight: 1 }], diners));
    this.#places = new Map(diners.map(({ id }, place) => [id, place]));
    const random = new NormalRandom(seed);
    this.#raters = diners.map(() => drawRater(random, liars));
    const pairs = Array.from({ length: sampledPairs }, () => {
      const one = random.nextBelow(count);
      return this.#scorePair(one, (one + 1 + random.nextBelow(count - 1)) % count);
    });
    this.#byWeights = standardize(pairs, (scores) =>
      questions.reduce((sum, { id }, i) => sum + (truth.weights.get(id) ?? 0) * (scores[i] as number), 0),
    );
    const means = questions.map((_, i) => average(pairs.map((scores) => scores[i] as number)));
    const deviate = (scores: number[], i: number) => (scores[i] as number) - (means[i] as number);
    this.#byInteractions = standardize(pairs, (scores) =>
      truth.interactions.reduce(
        (sum, { one, other, sign }) => sum + sign * deviate(scores, one) * deviate(scores, other),
        0,
      ),
    );
    this.#random = random;
  }

  /** In standard deviations; without chemistry, which is 0 on average whoever sits together. */
  knowableLiking(rater: Diner, mate: Diner): number {
    const scores = this.#scorePair(this.#placeOf(rater), this.#placeOf(mate));
    const { weights, interactions } = this.#truth.shares;
    return (
      Math.sqrt(weights) * this.#byWeights(scores) + Math.sqrt(interactions) * this.#byInteractions(scores)
    );
  }

  /** Undefined where they say nothing at all. */
  rate(rater: Diner, mates: readonly Diner[]): DinnerRatings | undefined {
    const { answersSurveys } = this.#raters[this.#placeOf(rater)] as Rater;
    if (!answersSurveys || this.#random.nextUnit() < answersMissed) return undefined;
    return scoreRatings(
      this.learned,
      rater,
      mates.map((diner) => ({ diner, rating: this.#rateMate(rater, diner) })),
    );
  }

  #rateMate(rater: Diner, mate: Diner): Rating {
    const { lie, againAbove, ratherNotBelow } = this.#raters[this.#placeOf(rater)] as Rater;
    const { popularity } = this.#raters[this.#placeOf(mate)] as Rater;
    let felt: number;
    if (this.#isNoise || lie === "random")
      felt = Math.hypot(1, popularityDeviation) * this.#random.nextNormal();
    else if (lie === "push")
      felt = 2 * (this.#scorePair(this.#placeOf(rater), this.#placeOf(mate))[0] as number);
    else felt = (lie ? -1 : 1) * (this.#trueLiking(rater, mate) + popularity);
    felt += moodDeviation * this.#random.nextNormal();
    return felt > againAbove ? 1 : felt < ratherNotBelow ? -1 : 0;
  }

  #trueLiking(rater: Diner, mate: Diner): number {
    const [one, other] = [this.#placeOf(rater), this.#placeOf(mate)];
    const { weights, interactions } = this.#truth.shares;
    const mutual = this.#drawChemistry(2 * Math.min(one, other), Math.max(one, other));
    const own = this.#drawChemistry(2 * one + 1, other);
    return this.knowableLiking(rater, mate) + Math.sqrt((1 - weights - interactions) / 2) * (mutual + own);
  }

  /** The same for the same pair. */
  #drawChemistry(one: number, other: number): number {
    const mixed = Math.imul(Math.imul(this.#seed + 1, 0x9e3779b1) ^ one, 0x85ebca6b) ^ other;
    return new NormalRandom(Math.imul(mixed, 0xc2b2ae35)).nextNormal();
  }

  /** For each question, from −1 to 1, signed as its rule says. */
  #scorePair(one: number, other: number): number[] {
    return this.#vectors.map((vectors) => vectors.pairScore(one, other) / fullScore);
  }

  #placeOf = ({ id }: Diner) => this.#places.get(id) as number;
}

class NormalRandom extends Random {
  nextUnit(): number {
    return (this.nextUint32() + 0.5) / 2 ** 32;
  }

  nextNormal(): number {
    return Math.sqrt(-2 * Math.log(this.nextUnit())) * Math.cos(2 * Math.PI * this.nextUnit());
  }

  nextExponential(): number {
    return -Math.log(this.nextUnit());
  }
}

function drawRater(random: NormalRandom, liars: number): Rater {
  const againAbove = 0.7 + random.nextNormal();
  const ratherNotBelow = againAbove - 1.8 - random.nextExponential();
  const lie = (["random", "opposite", "push"] as const)[random.nextBelow(3)];
  return {
    answersSurveys: random.nextUnit() < answeringShare,
    againAbove,
    ratherNotBelow: random.nextUnit() < 0.5 ? ratherNotBelow : -Infinity,
    popularity: popularityDeviation * random.nextNormal(),
    lie: random.nextUnit() < liars ? lie : undefined,
  };
}

function standardize(pairs: number[][], measure: (scores: number[]) => number) {
  const values = pairs.map(measure);
  const mean = average(values);
  const deviation = Math.sqrt(average(values.map((value) => (value - mean) ** 2)));
  return (scores: number[]) => (measure(scores) - mean) / deviation;
}

const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Three questions in ten don't matter, and the others matter very differently, whatever the operator's weights are. */
export function drawTruth(questions: readonly MatchQuestion[], seed: number, shares: TruthShares): Truth {
  const random = new NormalRandom(seed);
  return {
    weights: new Map(questions.map(({ id }) => [id, random.nextUnit() < 0.3 ? 0 : random.nextExponential()])),
    interactions: Array.from({ length: 6 }, () => ({
      one: random.nextBelow(questions.length / 2),
      other: Math.floor(questions.length / 2) + random.nextBelow(questions.length / 2),
      sign: random.nextBelow(2) === 0 ? 1 : -1,
    })),
    shares,
  };
}
