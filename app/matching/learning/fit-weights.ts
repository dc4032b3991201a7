import type { MatchQuestion } from "#app/matching/question.ts";
import type { Random } from "#app/matching/random.ts";
import { minimizeWithin } from "./bounded-minimum.ts";
import { Cholesky } from "./cholesky.ts";
import { isChance, nextNormals, pickByEvidence } from "./draws.ts";
import { type RatingSums, readSums } from "./rating-sums.ts";
import { listLearning } from "./ratings.ts";
import { scaleWeights } from "./scale-weights.ts";
import type { Weights } from "./weights.ts";

export interface Fit {
  /** Below 0 where diners like best who answered differently, or the same where the rule is `complementary`. */
  weights: Weights;
  /** Of each weight; at most what the prior allows. */
  standardErrors: Weights;
  /** From 0 to 1: that the ratings follow the answers, and were not given by lot. */
  confidence: number;
}

export interface Prior {
  /** How far true weights may be from the operator's, as a standard deviation in mean weights. */
  deviation: number;
  /** How much a full score in a question of mean weight adds to the log-odds of "again". */
  effects: readonly number[];
  /** The odds that ratings are given by lot, before there are any. */
  lotOdds: number;
}

/** Chosen with `npm run bench:learning`. */
export const defaultPrior: Prior = { deviation: 2, effects: [1 / 8, 1 / 4, 1 / 2], lotOdds: 1 };

/** What the limits of sensitive weights are depends on the sum of all, which depends on them. */
const limitRounds = 8;

/** An effect is below 0 only where it is by so many standard deviations. */
const deviationsToTurn = 3;

interface Model {
  effect: number;
  matrix: Float64Array;
  linear: Float64Array;
  cholesky: Cholesky;
  mean: Float64Array;
  logEvidence: number;
}

interface Posterior {
  /** The operator's weights, divided by their mean. */
  expected: Float64Array;
  models: Model[];
  best: Model;
  confidence: number;
}

/** The operator's weights, corrected by what the ratings say: unchanged without ratings, and little by little. */
export function fitWeights(
  questions: readonly MatchQuestion[],
  sums: RatingSums,
  prior: Prior = defaultPrior,
): Fit {
  const learning = listLearning(questions);
  const total = sumWeights(learning);
  if (total === 0) return { weights: toWeights(learning, () => 0), standardErrors: {}, confidence: 0 };
  const { best, expected, confidence } = buildPosterior(learning, sums, prior);
  const variances = best.cholesky.invertDiagonal();
  const effects = findEffects(learning, best, expected, variances);
  const fitted = scaleWeights(
    learning,
    // A trace of the operator's weights takes what the limits of others leave.
    effects.map((value, i) => (value < 0 ? value : value + 1e-9 * best.effect * (expected[i] as number))),
  );
  const unit = total / effects.reduce((sum, value) => sum + Math.abs(value), 0);
  const maxError = (prior.deviation * total) / learning.length;
  return {
    weights: toWeights(learning, ({ weight }, i) => weight + confidence * ((fitted[i] as number) - weight)),
    standardErrors: toWeights(learning, (_, i) =>
      Math.min(maxError, unit * Math.sqrt(variances[i] as number)),
    ),
    confidence,
  };
}

/** Weights as probable as the ratings make them: the operator's where they were given by lot. */
export function drawWeights(questions: readonly MatchQuestion[], sums: RatingSums, random: Random): Weights {
  const learning = listLearning(questions);
  const operators = toWeights(learning, ({ weight }) => weight);
  if (sumWeights(learning) === 0) return operators;
  const { models, expected, confidence } = buildPosterior(learning, sums, defaultPrior);
  if (!isChance(random, confidence)) return operators;
  const model = pickByEvidence(random, models);
  const lower = findLowerBounds(learning, model, model.cholesky.invertDiagonal());
  const drawn = model.cholesky.drawAround(model.mean, nextNormals(random, learning.length));
  const scaled = scaleWeights(
    learning,
    [...drawn].map(
      (value, i) => Math.max(lower[i] as number, value) + 1e-9 * model.effect * (expected[i] as number),
    ),
  );
  return toWeights(learning, (_, i) => scaled[i] as number);
}

function buildPosterior(learning: MatchQuestion[], sums: RatingSums, prior: Prior): Posterior {
  const total = sumWeights(learning);
  const expected = Float64Array.from(learning, ({ weight }) => (weight * learning.length) / total);
  const { agreement, chance } = readSums(sums, learning);
  const models = prior.effects.map((effect) =>
    buildModel(agreement, chance, expected, effect, prior.deviation * effect),
  );
  const best = models.reduce((one, other) => (other.logEvidence > one.logEvidence ? other : one));
  const evidence = models.reduce((sum, { logEvidence }) => sum + Math.exp(logEvidence - best.logEvidence), 0);
  const confidence = 1 / (1 + (prior.lotOdds * models.length * Math.exp(-best.logEvidence)) / evidence);
  return { expected, models, best, confidence };
}

/**
 * One Newton step of a conditional logit model, from where no question matters. The evidence is how many times as likely the
 * agreements are as by lot.
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
  return { effect, matrix, linear, cholesky, mean, logEvidence };
}

/** Of sensitive questions none above its share of the operator's weights. */
function findEffects(
  learning: readonly MatchQuestion[],
  model: Model,
  expected: Float64Array,
  variances: Float64Array,
): number[] {
  const { matrix, linear, effect } = model;
  const lower = findLowerBounds(learning, model, variances);
  const upper = expected.map(() => Infinity);
  let effects = minimizeWithin(
    matrix,
    linear,
    { lower, upper },
    expected.map((value) => effect * value),
  );
  if (learning.some(({ sensitive }) => sensitive)) {
    for (let round = 0; round < limitRounds; round++) {
      const mean = effects.reduce((sum, value) => sum + Math.abs(value), 0) / learning.length;
      const limits = expected.map((value, i) => (learning[i]?.sensitive ? mean * value : Infinity));
      effects = minimizeWithin(matrix, linear, { lower, upper: limits }, effects);
    }
  }
  return [...effects];
}

/** 0, but for questions that are not sensitive and are certainly below. */
const findLowerBounds = (
  learning: readonly MatchQuestion[],
  { mean }: Model,
  variances: Float64Array,
): Float64Array =>
  mean.map((value, i) =>
    !learning[i]?.sensitive && value < -deviationsToTurn * Math.sqrt(variances[i] as number) ? -Infinity : 0,
  );

const sumWeights = (questions: readonly MatchQuestion[]) =>
  questions.reduce((sum, { weight }) => sum + weight, 0);

const toWeights = (
  questions: readonly MatchQuestion[],
  weightOf: (question: MatchQuestion, place: number) => number,
): Weights => Object.fromEntries(questions.map((question, i) => [question.id, weightOf(question, i)]));
