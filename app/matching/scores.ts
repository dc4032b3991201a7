import { rangeMax } from "#app/lib/quiz/quiz.ts";
import { tableSize } from "#app/lib/table-size.ts";
import type { Answer, Diner, MatchQuestion } from "./match-input.ts";
import type { DinerTerms } from "./terms/diner-terms.ts";

export class FeatureVectors {
  readonly dinerCount: number;
  readonly featureCount: number;
  readonly rows: Int8Array;
  readonly factors: Int32Array;
  /** Missing if no term is in force. */
  readonly terms: DinerTerms | undefined;
  /** One for each diner; missing if nobody has a boost. */
  readonly boosts: Int32Array | undefined;

  constructor(
    dinerCount: number,
    factors: readonly number[],
    writeFeatures: (diner: number, features: Int8Array) => void,
    terms?: DinerTerms | undefined,
    boosts?: Int32Array | undefined,
  ) {
    this.terms = terms;
    this.boosts = boosts?.includes(1) ? boosts : undefined;
    this.dinerCount = dinerCount;
    this.featureCount = factors.length;
    this.factors = Int32Array.from(factors);
    this.rows = new Int8Array(dinerCount * this.featureCount);
    for (let diner = 0; diner < dinerCount; diner++) writeFeatures(diner, this.featuresOf(diner));
  }

  featuresOf(diner: number): Int8Array {
    return this.rows.subarray(diner * this.featureCount, (diner + 1) * this.featureCount);
  }

  isBoosted(table: ArrayLike<number>): boolean {
    for (let i = 0; this.boosts && i < table.length; i++) if (this.boosts[table[i] as number]) return true;
    return false;
  }

  pairScore(one: number, other: number): number {
    const { rows, factors, featureCount } = this;
    let sum = 0;
    for (let i = 0, a = one * featureCount, b = other * featureCount; i < featureCount; i++)
      sum += (rows[a + i] as number) * (rows[b + i] as number) * (factors[i] as number);
    return sum;
  }

  tableScore(table: ArrayLike<number>): number {
    let score = 0;
    for (let i = 0; i < table.length; i++)
      for (let j = 0; j < i; j++) score += this.pairScore(table[i] as number, table[j] as number);
    return score;
  }
}

const maxQuestionScore = 36;
const thresholds = rangeMax - 1;
/** Countries score as if there were this many to choose from. */
const countryChoices = 19;
const firstBirthYear = 1955;
const yearsPerStep = 5;
/** 6 / √ticks, so that somebody who ticks everything is not similar to everybody. */
const tickFeatures = [0, 6, 4, 3, 3, 3, 2, 2, 2, 2, 2];
const tickPenalty = 12;

interface QuestionEncoding {
  factors: number[];
  writeFeatures(answer: Answer, features: Int8Array, from: number): void;
}

function encodeQuestion(question: MatchQuestion, answers: Iterable<Answer>): QuestionEncoding | undefined {
  const sign = { similar: 1, overlap: 1, complementary: -1, ignore: 0 }[question.rule];
  const scale = sign * question.weight;
  if (scale === 0) return undefined;
  const encoding = encodeKind(question, answers);
  return { ...encoding, factors: encoding.factors.map((factor) => factor * scale) };
}

function encodeKind({ kind, choices }: MatchQuestion, answers: Iterable<Answer>): QuestionEncoding {
  switch (kind) {
    case "single":
      return encodeOneChoice(
        Array.from({ length: choices }, (_, i) => i + 1),
        choices,
      );
    case "country":
      return encodeOneChoice(listSharedCountries(answers), countryChoices);
    case "multiple":
      return encodeChoices(choices);
    case "range":
      return encodeStep(([step]) => Number(step) - 1);
    case "year":
      return encodeStep(([year]) => toBirthYearStep(Number(year)));
  }
}

/** Two random choices score 0 on average. */
function encodeOneChoice(options: (number | string)[], choices: number): QuestionEncoding {
  const penalty = Math.round(maxQuestionScore / Math.max(1, choices - 1));
  return {
    factors: [...options.map(() => maxQuestionScore + penalty), -penalty],
    writeFeatures([chosen], features, from) {
      const at = options.indexOf(chosen as number | string);
      if (at >= 0) features[from + at] = 1;
      features[from + options.length] = 1;
    },
  };
}

function listSharedCountries(answers: Iterable<Answer>): string[] {
  const counts = new Map<string, number>();
  for (const [code] of answers)
    if (code !== undefined) counts.set(String(code), (counts.get(String(code)) ?? 0) + 1);
  return [...counts].flatMap(([code, count]) => (count > 1 ? [code] : [])).sort();
}

function encodeChoices(choices: number): QuestionEncoding {
  return {
    factors: [...Array<number>(choices).fill(1), -tickPenalty],
    writeFeatures(chosen, features, from) {
      for (const position of chosen) features[from + Number(position) - 1] = tickFeatures[chosen.length] ?? 1;
      features[from + choices] = 1;
    },
  };
}

function encodeStep(stepOf: (answer: Answer) => number): QuestionEncoding {
  return {
    factors: Array<number>(thresholds).fill(maxQuestionScore / thresholds),
    writeFeatures(answer, features, from) {
      const passed = stepOf(answer);
      for (let i = 0; i < thresholds; i++) features[from + i] = i < passed ? 1 : -1;
    },
  };
}

function toBirthYearStep(year: number): number {
  return Math.min(thresholds, Math.max(0, Math.floor((year - firstBirthYear) / yearsPerStep)));
}

export function buildFeatureVectors(
  questions: readonly MatchQuestion[],
  diners: readonly Pick<Diner, "answers" | "boost">[],
  terms?: DinerTerms | undefined,
): FeatureVectors {
  const encodings = questions.flatMap((question) => {
    const encoding = encodeQuestion(question, answersTo(question, diners));
    return encoding ? [{ ...encoding, id: question.id }] : [];
  });
  const factors = encodings.flatMap((encoding) => encoding.factors);
  const writeFeatures = (diner: number, features: Int8Array) => {
    let from = 0;
    for (const encoding of encodings) {
      const answer = diners[diner]?.answers[encoding.id] ?? [];
      if (answer.length > 0) encoding.writeFeatures(answer, features, from);
      from += encoding.factors.length;
    }
  };
  const boosts = Int32Array.from(diners, ({ boost }) => (boost ? 1 : 0));
  return new FeatureVectors(diners.length, factors, writeFeatures, terms, boosts);
}

function* answersTo({ id }: MatchQuestion, diners: readonly Pick<Diner, "answers">[]): Iterable<Answer> {
  for (const { answers } of diners) yield answers[id] ?? [];
}

export const maxPairScore = (questions: readonly MatchQuestion[]) =>
  questions.reduce((sum, question) => sum + question.weight * maxScoreOf(question), 0);

/** With very many choices, two diners who tick them all score more than with any other answer. */
function maxScoreOf({ kind, rule, choices }: MatchQuestion): number {
  if (rule === "ignore") return 0;
  return kind === "multiple" && rule !== "complementary"
    ? Math.max(maxQuestionScore, choices - tickPenalty)
    : maxQuestionScore;
}

const pairsPerTable = (tableSize * (tableSize - 1)) / 2;

/** People see scores from 0 to 100, where 50 means 0. */
export const tableScorePerPoint = (questions: readonly MatchQuestion[]) =>
  (pairsPerTable * maxPairScore(questions)) / 50;

export interface TableScores {
  overall: number;
  worstDiner: number;
  lowestPair: number;
}

export const scoreTable = (
  questions: readonly MatchQuestion[],
  diners: readonly Pick<Diner, "answers">[],
): TableScores =>
  scoreRows(buildFeatureVectors(questions, diners), 0, diners.length, maxPairScore(questions));

export function scoreRows(
  vectors: FeatureVectors,
  firstRow: number,
  count: number,
  maxScore: number,
): TableScores {
  const dinerScores = new Int32Array(count);
  let lowestPair = Infinity;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      const score = vectors.pairScore(firstRow + i, firstRow + j);
      lowestPair = Math.min(lowestPair, score);
      dinerScores[i] = (dinerScores[i] as number) + score;
      dinerScores[j] = (dinerScores[j] as number) + score;
    }
  }
  const pairCount = (count * (count - 1)) / 2;
  const doubledScore = dinerScores.reduce((sum, score) => sum + score, 0);
  return {
    overall: toPoints(doubledScore, 2 * pairCount, maxScore),
    worstDiner: toPoints(Math.min(...dinerScores), count - 1, maxScore),
    lowestPair: toPoints(lowestPair, 1, maxScore),
  };
}

function toPoints(score: number, pairs: number, maxScore: number): number {
  if (maxScore === 0) return 50;
  const hundredths = Math.round(5_000 + (5_000 * score) / (pairs * maxScore));
  return Math.min(10_000, Math.max(0, hundredths)) / 100;
}

const pointsBelowMean = 1.6;
/** Terms need tables that score lower. */
const pointsBelowMeanForTerms = 2;
export const penaltySlope = 2;

/** Tables below the floor are worth less than they score, so that the search does not neglect them. */
export class ScoreFloor {
  readonly minScore: number;
  /** How much higher the floor of a table with a boost is: that floor is the mean. */
  readonly boost: number;
  readonly halfPoint: number;

  constructor(tableScores: Int32Array, scorePerPoint: number, hasTerms: boolean) {
    const mean = tableScores.reduce((sum, score) => sum + score, 0) / tableScores.length;
    const points = hasTerms ? pointsBelowMeanForTerms : pointsBelowMean;
    this.minScore = Math.round(mean - points * scorePerPoint);
    this.boost = Math.round(mean) - this.minScore;
    this.halfPoint = Math.max(1, Math.round(scorePerPoint / 2));
  }

  worthOf(score: number, isBoosted: boolean): number {
    const missing = this.minScore + (isBoosted ? this.boost : 0) - score;
    return missing <= 0
      ? score
      : score - penaltySlope * missing - Math.floor((penaltySlope * missing * missing) / this.halfPoint);
  }
}
