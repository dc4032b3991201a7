import { rangeMax } from "#app/lib/quiz/quiz.ts";
import { nextNormals } from "#app/matching/learning/draws.ts";
import {
  describeEvening,
  type Evening,
  type EveningSums,
  emptyEvenings,
  type LearnedTerm,
  learnedTerms,
  type Seated,
} from "#app/matching/learning/evenings.ts";
import type { MatchQuestion } from "#app/matching/question.ts";
import { Random } from "#app/matching/random.ts";
import { usualPoints } from "#app/matching/terms/table-terms.ts";
import { makeScales } from "./rated-dinners.ts";

const isNew = 6;
const year = 7;
export const usualTermPoints = {
  company: usualPoints.company,
  ageAlone: usualPoints.age.alone,
  ageWide: usualPoints.age.wide,
  talkerMissing: usualPoints.talker.missing,
  wish: usualPoints.wish,
};

/** Five scales, of which the first says who talks; a choice of three, of which the first is marked; and the year of birth. */
const questions: MatchQuestion[] = [
  ...makeScales([4, 3, 2, 2, 5]),
  { id: isNew, kind: "single", choices: 3, rule: "similar", weight: 3, sensitive: false, company: [1] },
  { id: year, kind: "year", choices: 0, rule: "similar", weight: 7, sensitive: true },
];
const terms = {
  company: usualPoints.company,
  age: { question: year, ...usualPoints.age },
  talker: { question: 1, choices: [8, 9, 10], ...usualPoints.talker },
  wish: usualPoints.wish,
};

export interface Truth {
  /** How many stars each thing that a term counts changes the evening by. */
  stars?: Partial<Record<LearnedTerm, number>>;
  /** A point of a score. */
  starsPerPoint?: number;
}

/** Tables of five random diners, of whom each rates the evening by this truth, by the table's luck, and by chance. */
export function rateTables(tables: number, { stars = {}, starsPerPoint = 0 }: Truth, seed = 1): Evening[] {
  const random = new Random(seed);
  const normal = () => nextNormals(random, 1)[0] as number;
  return Array.from({ length: tables }, () => {
    const diners = Array.from(
      { length: 5 },
      (_, i): Seated => ({
        id: `d${i}`,
        answers: {
          ...Object.fromEntries([1, 2, 3, 4, 5].map((id) => [id, [1 + random.nextBelow(rangeMax)]])),
          [isNew]: [random.nextBelow(100) < 18 ? 1 : 2 + random.nextBelow(2)],
          [year]: [2004 - random.nextBelow(20) - random.nextBelow(20)],
        },
        firstDinner: random.nextBelow(100) < 20,
      }),
    );
    const wishes: [string, string][] = random.nextBelow(4) === 0 ? [["d0", "d1"]] : [];
    const luck = 0.4 * normal();
    return diners.map((diner) => {
      const mates = diners.filter((other) => other !== diner);
      const evening = describeEvening({ questions, terms, wishes }, diner, mates, 0);
      const felt = learnedTerms.reduce(
        (sum, term, i) =>
          sum + ((stars[term] ?? 0) * (evening[4 + i] as number)) / (term === "ageWide" ? 10 : 1),
        3.7 + (starsPerPoint * (evening[2] as number)) / 10 + luck + 0.8 * normal(),
      );
      return evening.with(1, Math.min(5, Math.max(1, Math.round(felt))));
    });
  }).flat();
}

/** What the database adds. */
export const sumEvening = (evening: Evening): EveningSums =>
  evening.flatMap((one, i) => evening.slice(i).map((other) => one * other));

export const addEvenings = (one: EveningSums, other: EveningSums): EveningSums =>
  emptyEvenings().map((_, i) => (one[i] ?? 0) + (other[i] ?? 0));

export const sumAllEvenings = (evenings: readonly Evening[]): EveningSums =>
  evenings.map(sumEvening).reduce(addEvenings, emptyEvenings());
