import { rangeMax } from "#app/lib/quiz/quiz.ts";
import { tableSize } from "#app/lib/table-size.ts";
import type { Diner } from "#app/matching/diner.ts";
import type { Answer, MatchQuestion } from "#app/matching/question.ts";
import type { DinerTerms } from "#app/matching/terms/diner-terms.ts";
import { FeatureVectors } from "./feature-vectors.ts";

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

export const fullTableScore = (questions: readonly MatchQuestion[]) =>
  pairsPerTable * maxPairScore(questions);

/** People see scores from 0 to 100, where 50 means 0. */
export const tableScorePerPoint = (questions: readonly MatchQuestion[]) => fullTableScore(questions) / 50;
