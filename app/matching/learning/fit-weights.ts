import type { MatchQuestion } from "#app/matching/match-input.ts";
import { type RatingSums, readSums } from "./rating-sums.ts";
import { scaleWeights, type Weights } from "./weights.ts";

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

/** A symmetric positive definite matrix as a product of a lower triangle and its transpose. */
export class Cholesky {
  readonly #size: number;
  readonly #lower: Float64Array;

  constructor(matrix: Float64Array, size: number) {
    this.#size = size;
    this.#lower = new Float64Array(size * size);
    const lower = this.#lower;
    for (let i = 0; i < size; i++)
      for (let j = 0; j <= i; j++) {
        let sum = matrix[i * size + j] as number;
        for (let k = 0; k < j; k++) sum -= (lower[i * size + k] as number) * (lower[j * size + k] as number);
        if (i === j && !(sum > 0)) throw new RangeError("The sums are not those of any ratings.");
        lower[i * size + j] = i === j ? Math.sqrt(sum) : sum / (lower[j * size + j] as number);
      }
  }

  logDeterminant(): number {
    let sum = 0;
    for (let i = 0; i < this.#size; i++) sum += 2 * Math.log(this.#lower[i * this.#size + i] as number);
    return sum;
  }

  solve(right: Float64Array): Float64Array {
    const size = this.#size;
    const lower = this.#lower;
    const solution = right.slice();
    for (let i = 0; i < size; i++) {
      let sum = solution[i] as number;
      for (let k = 0; k < i; k++) sum -= (lower[i * size + k] as number) * (solution[k] as number);
      solution[i] = sum / (lower[i * size + i] as number);
    }
    for (let i = size - 1; i >= 0; i--) {
      let sum = solution[i] as number;
      for (let k = i + 1; k < size; k++) sum -= (lower[k * size + i] as number) * (solution[k] as number);
      solution[i] = sum / (lower[i * size + i] as number);
    }
    return solution;
  }

  /** Returns the diagonal of the inverse. */
  invertDiagonal(): Float64Array {
    const unit = new Float64Array(this.#size);
    return Float64Array.from({ length: this.#size }, (_, i) => {
      unit.fill(0)[i] = 1;
      return this.solve(unit)[i] as number;
    });
  }
}
