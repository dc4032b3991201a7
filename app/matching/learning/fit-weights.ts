import type { MatchQuestion } from "#app/matching/question.ts";
import { Cholesky } from "./cholesky.ts";
import { type RatingSums, readSums } from "./rating-sums.ts";
import { scaleWeights } from "./scale-weights.ts";
import type { Weights } from "./weights.ts";

export interface Fit {
  weights: Weights;
  /** One for each weight, and at most what the prior allows. */
  standardErrors: Weights;
  /** The probability that the ratings follow the answers, and are not random. */
  confidence: number;
}

export interface Prior {
  /** How far true weights may be from the operator's, as a standard deviation in mean weights. */
  deviation: number;
  /** How much a full score in a question of mean weight adds to the log-odds of "again". */
  effects: readonly number[];
  /** The odds that ratings are random, before there are any ratings. */
  randomOdds: number;
}

/** Chosen with `npm run bench:learning`. */
export const defaultPrior: Prior = { deviation: 2, effects: [1 / 8, 1 / 4, 1 / 2], randomOdds: 1 };

interface Model {
  effect: number;
  cholesky: Cholesky;
  mean: Float64Array;
  logEvidence: number;
}

/**
 * The operator's weights, gradually corrected by the ratings, and unchanged without ratings. The questions' ids ascend, and
 * each question has a weight.
 */
export function fitWeights(
  questions: readonly MatchQuestion[],
  sums: RatingSums,
  prior: Prior = defaultPrior,
): Fit {
  if (questions.length === 0) return { weights: {}, standardErrors: {}, confidence: 0 };
  const { best, confidence } = buildPosterior(questions, sums, prior);
  const variances = best.cholesky.invertDiagonal();
  const fitted = scaleWeights(questions, best.mean);
  const meanWeight = sumWeights(questions) / questions.length;
  const unit = meanWeight / best.effect;
  const maxError = prior.deviation * meanWeight;
  return {
    weights: toWeights(questions, ({ weight }, i) => weight + confidence * ((fitted[i] as number) - weight)),
    standardErrors: toWeights(questions, (_, i) =>
      Math.min(maxError, unit * Math.sqrt(variances[i] as number)),
    ),
    confidence,
  };
}

function buildPosterior(questions: readonly MatchQuestion[], sums: RatingSums, prior: Prior) {
  const total = sumWeights(questions);
  const expected = Float64Array.from(questions, ({ weight }) => (weight * questions.length) / total);
  const { agreement, chance } = readSums(sums, questions);
  const models = prior.effects.map((effect) =>
    buildModel(agreement, chance, expected, effect, prior.deviation * effect),
  );
  const best = models.reduce((one, other) => (other.logEvidence > one.logEvidence ? other : one));
  const evidence = models.reduce((sum, { logEvidence }) => sum + Math.exp(logEvidence - best.logEvidence), 0);
  const confidence = 1 / (1 + (prior.randomOdds * models.length * Math.exp(-best.logEvidence)) / evidence);
  return { best, confidence };
}

/**
 * Makes one Newton step of a conditional logit model, starting where no question matters. The evidence says how many times as
 * likely the agreements are as by chance.
 */
function buildModel(
  agreement: Float64Array,
  chance: Float64Array,
  expected: Float64Array,
  effect: number,
  deviation: number,
): Model {
  const count = expected.length;
  const precision = 1 / deviation ** 2;
  const matrix = chance.slice();
  for (let i = 0; i < count; i++) matrix[i * count + i] = (matrix[i * count + i] as number) + precision;
  const linear = agreement.map((value, i) => value + precision * effect * (expected[i] as number));
  const cholesky = new Cholesky(matrix, count);
  const mean = cholesky.solve(linear);
  let fit = 0;
  for (let i = 0; i < count; i++)
    fit += (linear[i] as number) * (mean[i] as number) - precision * (effect * (expected[i] as number)) ** 2;
  const logEvidence = (fit - cholesky.logDeterminant() + count * Math.log(precision)) / 2;
  return { effect, cholesky, mean, logEvidence };
}

const sumWeights = (questions: readonly MatchQuestion[]) =>
  questions.reduce((sum, { weight }) => sum + weight, 0);

const toWeights = (
  questions: readonly MatchQuestion[],
  weightOf: (question: MatchQuestion, place: number) => number,
): Weights => Object.fromEntries(questions.map((question, i) => [question.id, weightOf(question, i)]));
