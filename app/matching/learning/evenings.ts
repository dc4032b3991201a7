import { tableSize } from "#app/lib/table-size.ts";
import type { Diner } from "#app/matching/diner.ts";
import type { MatchQuestion } from "#app/matching/question.ts";
import { scoreTable } from "#app/matching/scores/table-scores.ts";
import type { AgeTerm, TableTerms } from "#app/matching/terms/table-terms.ts";

/** The terms whose points are learned. */
export const learnedTerms = ["company", "ageAlone", "ageWide", "talkerMissing", "wish"] as const;
export type LearnedTerm = (typeof learnedTerms)[number];

/**
 * What one diner's evening was like, in whole numbers: 1, the rating, the diner's score in tenths of a point above 50, how many
 * marks they have, and how often each of `learnedTerms` was true of them or their table. A wide table counts in tenths.
 */
export type Evening = readonly number[];

/** The products of all pairs of numbers of an evening, row after row of the upper triangle. Missing ones are 0. */
export type EveningSums = readonly number[];

export const eveningSize = 4 + learnedTerms.length;

export type Seated = Pick<Diner, "id" | "answers" | "firstDinner">;

export interface EveningOptions {
  /** With the weights in force, since the points of terms are compared with the points of these scores. */
  questions: readonly MatchQuestion[];
  terms: TableTerms;
  wishes: readonly (readonly [string, string])[];
}

export function describeEvening(
  { questions, terms: { age, talker }, wishes }: EveningOptions,
  diner: Seated,
  mates: readonly Seated[],
  rating: number,
): Evening {
  const marks = listMarks(questions, diner);
  const marksOfMates = new Set(mates.flatMap((mate) => listMarks(questions, mate)));
  const table = [diner, ...mates];
  const talkers = talker
    ? table.filter(({ answers }) =>
        talker.choices.some((choice) => answers[talker.question]?.includes(choice)),
      ).length
    : 1;
  const wished = wishes.flatMap((pair) =>
    pair.includes(diner.id) ? pair.filter((id) => id !== diner.id) : [],
  );
  return [
    1,
    rating,
    Math.round(10 * (scoreDiner(questions, diner, mates) - 50)),
    marks.length,
    marks.filter((mark) => !marksOfMates.has(mark)).length,
    ...(age ? describeAges(age, diner, mates) : [0, 0]),
    talkers % table.length === 0 ? 1 : 0,
    mates.filter(({ id }) => wished.includes(id)).length,
  ];
}

function listMarks(questions: readonly MatchQuestion[], { answers, firstDinner }: Seated): string[] {
  const marks = questions.flatMap(({ id, company }) =>
    company
      ? (answers[id] ?? []).flatMap((choice) =>
          company === "all" || company.includes(choice as number) ? `${id} ${choice}` : [],
        )
      : [],
  );
  return firstDinner ? [...marks, "first dinner"] : marks;
}

function describeAges(
  { question, nearYears, wideYears }: AgeTerm,
  diner: Seated,
  mates: readonly Seated[],
): [isFar: number, width: number] {
  const yearOf = ({ answers }: Seated) => Number(answers[question]?.[0] ?? 0);
  const own = yearOf(diner);
  const years = mates.map(yearOf).filter((year) => year > 0);
  const isFar = own > 0 && !years.some((year) => Math.abs(year - own) <= nearYears);
  const known = own > 0 ? [own, ...years] : years;
  const width = known.length > 0 ? Math.max(...known) - Math.min(...known) : 0;
  return [isFar ? 1 : 0, width >= wideYears ? 10 + width - wideYears : 0];
}

/** The mean of the scores of the diner's pairs. */
const scoreDiner = (questions: readonly MatchQuestion[], diner: Seated, mates: readonly Seated[]) =>
  mates.reduce((sum, mate) => sum + scoreTable(questions, [diner, mate]).overall, 0) /
  Math.max(1, mates.length);

export const emptyEvenings = (): EveningSums => Array<number>((eveningSize * (eveningSize + 1)) / 2).fill(0);

/** By how many points of the score of a table of five the evening of one diner changes with the term, per point of the term. */
export const dinerShares: Record<LearnedTerm, number> = {
  company: tableSize,
  ageAlone: tableSize,
  ageWide: 0.1,
  talkerMissing: 1,
  wish: tableSize / 2,
};
