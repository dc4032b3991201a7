import type { Random } from "#app/matching/random.ts";
import { maxPoints } from "#app/matching/terms/table-terms.ts";
import { Cholesky } from "./cholesky.ts";
import { isChance, nextNormals, pickByEvidence } from "./draws.ts";
import { dinerShares, type EveningSums, eveningSize, type LearnedTerm, learnedTerms } from "./evenings.ts";
import { placeInTriangle } from "./rating-sums.ts";

/** Of a table's score, from 0; a term of 0 is not in force. */
export type PointsByTerm = Record<LearnedTerm, number>;

/** How many stars of five an evening is rated lower or higher by what a term counts. */
export interface Effect {
  stars: number;
  /** The interval from `stars` less it to `stars` and it has the true effect in 95 of 100 clubs. */
  error: number;
  isKnown: boolean;
}

export interface TermsFit {
  points: PointsByTerm;
  effects: Record<LearnedTerm, Effect>;
  /** From 0 to 1: that the ratings follow scores and terms, and were not given by lot. */
  confidence: number;
  ratingCount: number;
}

interface TermsOptions {
  /** The operator's, which are the prior. */
  points: PointsByTerm;
  /** Those that are never raised, because a sensitive question decides them. */
  sensitive: readonly LearnedTerm[];
}

/** Wider intervals say nothing yet, so the points stay. */
export const maxKnownError = 0.3;

/** How many stars a point of a diner's score may be worth. */
const starsPerPoint = [1 / 100, 1 / 50, 1 / 25, 1 / 12];
const lotOdds = 1;

/** Ratings at one table are alike; five count as if they were fewer than three. */
const likenessAtTable = 1.8;

/** Of the squared difference of ratings, until many are there: one star, as known from so many. */
const usualVariance = 1;
const usualVarianceCount = 10;

/** What is kept of the promises of a term that diners don't seem to mind. */
const minShare = 0.5;

const score = 2;
const marks = 3;
const firstTerm = 4;
/** What a term takes away from the evening; a wish adds to it. */
const signs: Record<LearnedTerm, 1 | -1> = {
  company: -1,
  ageAlone: -1,
  ageWide: -1,
  talkerMissing: -1,
  wish: 1,
};

interface Model {
  stars: number;
  cholesky: Cholesky;
  /** For each term the stars that one of it adds. */
  mean: Float64Array;
  logEvidence: number;
}

/** The operator's points, corrected by what the ratings say: unchanged without ratings, and little by little. */
export function fitTerms(sums: EveningSums, options: TermsOptions): TermsFit {
  const { models, best, confidence, effects } = buildPosterior(sums, options);
  const odds = models.map(({ logEvidence }) => Math.exp(logEvidence - best));
  const total = odds.reduce((sum, value) => sum + value, 0);
  const points = mapTerms((term, i) => {
    const before = options.points[term];
    if (!effects[term].isKnown) return before;
    const fitted = models.reduce(
      (sum, model, at) =>
        sum + ((odds[at] as number) / total) * toPoints(term, model, model.mean[i] as number),
      0,
    );
    return limitPoints(term, before + confidence * (fitted - before), options);
  });
  return { points, effects, confidence, ratingCount: sums[0] ?? 0 };
}

/** Points as probable as the ratings make them: the operator's where they were given by lot. */
export function drawPoints(sums: EveningSums, options: TermsOptions, random: Random): PointsByTerm {
  const { models, confidence } = buildPosterior(sums, options);
  if (!isChance(random, confidence)) return options.points;
  const model = pickByEvidence(random, models);
  const drawn = model.cholesky.drawAround(model.mean, nextNormals(random, learnedTerms.length));
  return mapTerms((term, i) => limitPoints(term, toPoints(term, model, drawn[i] as number), options));
}

function buildPosterior(sums: EveningSums, { points }: TermsOptions) {
  const { variance, at, withRating } = readEvenings(sums);
  const information = (one: number, other: number) => at(one, other) / variance;
  const agreement = (one: number) => withRating(one) / variance;
  const models = starsPerPoint.map((stars) => buildModel(information, agreement, points, stars));
  const best = Math.max(...models.map(({ logEvidence }) => logEvidence));
  const evidence = models.reduce((sum, { logEvidence }) => sum + Math.exp(logEvidence - best), 0);
  const confidence = 1 / (1 + (lotOdds * models.length * Math.exp(-best)) / evidence);
  return { models, best, confidence, effects: estimateEffects(information, agreement) };
}

/** Of ratings that differ from their mean, and from what those with as many marks give. */
function readEvenings(sums: EveningSums) {
  const raw = (one: number, other: number) => sums[placeInTriangle(eveningSize, one, other)] ?? 0;
  const count = raw(0, 0);
  const centered = (one: number, other: number) =>
    count > 0 ? raw(one, other) - (raw(0, one) * raw(0, other)) / count : 0;
  const spread = centered(marks, marks);
  const without = (one: number, other: number) =>
    spread > 0
      ? centered(one, other) - (centered(one, marks) * centered(other, marks)) / spread
      : centered(one, other);
  const variance =
    (Math.max(0, without(1, 1)) + usualVariance * usualVarianceCount) /
    (Math.max(0, count - 2) + usualVarianceCount);
  return {
    variance: likenessAtTable * variance,
    at: without,
    withRating: (one: number) => without(one, 1),
  };
}

type Information = (one: number, other: number) => number;

/** As `buildModel` of the weights, where a point of a score is worth so many stars. */
function buildModel(
  information: Information,
  agreement: (one: number) => number,
  points: PointsByTerm,
  stars: number,
): Model {
  const count = learnedTerms.length;
  const scoreEffect = stars / 10;
  const matrix = new Float64Array(count * count);
  const linear = new Float64Array(count);
  let fit = 2 * scoreEffect * agreement(score) - scoreEffect ** 2 * information(score, score);
  let logPrecisions = 0;
  for (const [i, term] of learnedTerms.entries()) {
    const unit = stars * dinerShares[term];
    const expected = signs[term] * unit * points[term];
    const precision = 1 / (unit * Math.max(points[term], minDeviations[term])) ** 2;
    for (let j = 0; j < count; j++) matrix[i * count + j] = information(firstTerm + i, firstTerm + j);
    matrix[i * count + i] = (matrix[i * count + i] as number) + precision;
    linear[i] =
      agreement(firstTerm + i) - scoreEffect * information(firstTerm + i, score) + precision * expected;
    fit -= precision * expected ** 2;
    logPrecisions += Math.log(precision);
  }
  const cholesky = new Cholesky(matrix, count);
  const mean = cholesky.solve(linear);
  for (let i = 0; i < count; i++) fit += (linear[i] as number) * (mean[i] as number);
  return { stars, cholesky, mean, logEvidence: (fit - cholesky.logDeterminant() + logPrecisions) / 2 };
}

/** Without the operator's points; effects of many stars are unlikely, so that few ratings give no wild ones. */
function estimateEffects(
  information: Information,
  agreement: (one: number) => number,
): Record<LearnedTerm, Effect> {
  const count = learnedTerms.length + 1;
  const places = [score, ...learnedTerms.map((_, i) => firstTerm + i)];
  const matrix = Float64Array.from({ length: count * count }, (_, at) => {
    const [i, j] = [Math.floor(at / count), at % count];
    return information(places[i] as number, places[j] as number) + (i === j ? 1 : 0);
  });
  const cholesky = new Cholesky(matrix, count);
  const estimates = cholesky.solve(Float64Array.from(places, agreement));
  const variances = cholesky.invertDiagonal();
  return mapTerms((term, i) => {
    const size = term === "ageWide" ? 10 : 1;
    const error = 1.96 * size * Math.sqrt(variances[i + 1] as number);
    return { stars: size * (estimates[i + 1] as number), error, isKnown: error <= maxKnownError };
  });
}

const toPoints = (term: LearnedTerm, { stars }: Model, effect: number) =>
  Math.min(maxPoints, Math.max(0, (signs[term] * effect) / (stars * dinerShares[term])));

/** What the operator has turned off stays so, and what diners are promised stays in force. */
function limitPoints(term: LearnedTerm, value: number, { points, sensitive }: TermsOptions): number {
  const before = points[term];
  if (before === 0) return 0;
  return Math.min(sensitive.includes(term) ? before : maxPoints, Math.max(minShare * before, value));
}

/** How far from the operator's points the true ones may be, where those are small. */
const minDeviations: PointsByTerm = { company: 3, ageAlone: 4, ageWide: 2, talkerMissing: 1, wish: 4 };

const mapTerms = <Value>(compute: (term: LearnedTerm, place: number) => Value) =>
  Object.fromEntries(learnedTerms.map((term, i) => [term, compute(term, i)])) as Record<LearnedTerm, Value>;
