/**
 * Answers as small whole numbers, so that what two diners have in common is one dot product.
 * A question's share of it runs from about -36 to 36 for each unit of weight; 0 is neutral, and so is no answer.
 */
import { tableSize } from "#app/lib/table-size.ts";
import type { Diner } from "#app/matching/diner.ts";
import type { Answer, MatchQuestion } from "#app/matching/question.ts";
import { Vectors } from "./feature-vectors.ts";

export const fullMarks = 36;

/** How one question is written down: a factor for each feature, and the features of an answer. */
export interface Facet {
  factors: number[];
  write(answer: Answer, features: Int8Array, from: number): void;
}

export function facetOf(question: MatchQuestion, answers: Iterable<Answer>): Facet | undefined {
  const sign = { similar: 1, overlap: 1, complementary: -1, ignore: 0 }[question.rule];
  const scale = sign * question.weight;
  if (scale === 0) return undefined;
  const facet = facetOfKind(question, answers);
  return { ...facet, factors: facet.factors.map((factor) => factor * scale) };
}

function facetOfKind({ kind, choices }: MatchQuestion, answers: Iterable<Answer>): Facet {
  switch (kind) {
    case "single":
      return oneOf(
        Array.from({ length: choices }, (_, i) => i + 1),
        choices,
      );
    case "country":
      return oneOf(sharedBySome(answers), 19);
    case "multiple":
      return someOf(choices);
    case "range":
      return stepOf(([step]) => Number(step) - 1);
    case "year":
      return stepOf(([year]) => generation(Number(year)));
  }
}

/** Alike is full marks; unlike costs so much that two at random come to nothing. */
function oneOf(names: (number | string)[], choices: number): Facet {
  const unlike = Math.round(fullMarks / Math.max(1, choices - 1));
  return {
    factors: [...names.map(() => fullMarks + unlike), -unlike],
    write([chosen], features, from) {
      const at = names.indexOf(chosen as number | string);
      if (at >= 0) features[from + at] = 1;
      features[from + names.length] = 1;
    },
  };
}

/** A country nobody else comes from is nobody's likeness. */
function sharedBySome(answers: Iterable<Answer>): string[] {
  const seen = new Map<string, number>();
  for (const [code] of answers)
    if (code !== undefined) seen.set(String(code), (seen.get(String(code)) ?? 0) + 1);
  return [...seen].flatMap(([code, times]) => (times > 1 ? [code] : [])).sort();
}

/** 6 / √chosen: whoever ticks everything is not like everybody. */
const shares = [0, 6, 4, 3, 3, 3, 2, 2, 2, 2, 2];

function someOf(choices: number): Facet {
  return {
    factors: [...Array<number>(choices).fill(1), -12],
    write(chosen, features, from) {
      for (const position of chosen) features[from + Number(position) - 1] = shares[chosen.length] ?? 1;
      features[from + choices] = 1;
    },
  };
}

/** Nine thresholds, each passed or not: full marks for the same step, eight less for each step between. */
function stepOf(step: (answer: Answer) => number): Facet {
  return {
    factors: Array<number>(9).fill(fullMarks / 9),
    write(answer, features, from) {
      const passed = step(answer);
      for (let i = 0; i < 9; i++) features[from + i] = i < passed ? 1 : -1;
    },
  };
}

/** Ten steps of five years: 0 for whoever was born before 1960, 9 for 2000 and later. */
function generation(year: number): number {
  return Math.min(9, Math.max(0, Math.floor((year - 1955) / 5)));
}

/** The diners' answers to the questions that count, as vectors. */
export function vectorsOf(questions: readonly MatchQuestion[], diners: readonly Diner[]): Vectors {
  const facets = questions.flatMap((question) => {
    const facet = facetOf(question, answersTo(question, diners));
    return facet ? [{ ...facet, id: question.id }] : [];
  });
  const factors = facets.flatMap((facet) => facet.factors);
  return new Vectors(diners.length, factors, (row, features) => {
    let from = 0;
    for (const facet of facets) {
      const answer = diners[row]?.answers[facet.id] ?? [];
      if (answer.length > 0) facet.write(answer, features, from);
      from += facet.factors.length;
    }
  });
}

function* answersTo({ id }: MatchQuestion, diners: readonly Diner[]): Iterable<Answer> {
  for (const { answers } of diners) yield answers[id] ?? [];
}

/** What a pair scores that answers every question as well together as can be. */
export const bestScore = (questions: readonly MatchQuestion[]) =>
  questions.reduce((sum, { rule, weight }) => sum + (rule === "ignore" ? 0 : fullMarks * weight), 0);

/** How much of a table's score people read as a point of 100. */
export const tablePoint = (questions: readonly MatchQuestion[]) =>
  (((tableSize * (tableSize - 1)) / 2) * bestScore(questions)) / 50;
