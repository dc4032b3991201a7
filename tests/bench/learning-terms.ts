import { nextNormals } from "#app/matching/learning/draws.ts";
import {
  describeEvening,
  type EveningSums,
  emptyEvenings,
  learnedTerms,
} from "#app/matching/learning/evenings.ts";
import { fitTerms, type PointsByTerm } from "#app/matching/learning/fit-terms.ts";
import { limitStep } from "#app/matching/learning/limit-step.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";
import { match } from "#app/matching/solve.ts";
import { usualPoints } from "#app/matching/terms/table-terms.ts";
import { addEvenings, sumEvening } from "#tests/matching/rated-evenings.ts";
import { atLeast, atMost, type LearningRow } from "./learning-figures.ts";
import { makeTermsClub } from "./terms-club.ts";

/** More than a proof is tried for, so that a club takes seconds. */
const dinersPerEvening = 205;
const evenings = 20;
const freshEvenings = 3;
/** Of each evening. */
const proposals = 400_000;
const answeringShare = 0.55;
const operatorPoints: PointsByTerm = {
  company: usualPoints.company,
  ageAlone: usualPoints.age.alone,
  ageWide: usualPoints.age.wide,
  talkerMissing: usualPoints.talker.missing,
  wish: usualPoints.wish,
};
const options = { points: operatorPoints, sensitive: ["ageAlone", "ageWide"] as const };
const alonePlace = 4;

interface TermsClubFigures {
  /** After each evening. */
  points: PointsByTerm[];
  /** How many are alone with a marked answer on fresh evenings, with the operator's points and the learned ones. */
  aloneBefore: number;
  aloneAfter: number;
}

/** A club where an evening is rated lower by so many stars for each marked answer that somebody has alone, and else by chance. */
function runTermsClub(seed: number, starsForAlone: number): TermsClubFigures {
  const random = new Random(seed);
  const normal = () => nextNormals(random, 1)[0] as number;
  let sums: EveningSums = emptyEvenings();
  let inForce = operatorPoints;
  const points: PointsByTerm[] = [];
  for (let evening = 1; evening <= evenings; evening++) {
    const luckOf = new Map<string, number>();
    for (const described of dine(1_000 * seed + evening, inForce, (table) =>
      luckOf.set(table, 0.4 * normal()),
    )) {
      if (random.nextBelow(100) >= 100 * answeringShare) continue;
      const felt =
        3.9 +
        starsForAlone * (described.evening[alonePlace] as number) +
        (luckOf.get(described.table) ?? 0) +
        0.8 * normal();
      const rated = described.evening.with(1, Math.min(5, Math.max(1, Math.round(felt))));
      sums = addEvenings(sums, sumEvening(rated));
    }
    inForce = limitStep(inForce, fitTerms(sums, options).points);
    points.push(inForce);
  }
  const countAlone = (used: PointsByTerm) =>
    Array.from({ length: freshEvenings }, (_, i) => dine(900_000 + 1_000 * seed + i, used))
      .flat()
      .reduce((sum, { evening }) => sum + (evening[alonePlace] as number), 0);
  return { points, aloneBefore: countAlone(operatorPoints), aloneAfter: countAlone(inForce) };
}

/** The evenings of all who are seated. */
function dine(seed: number, points: PointsByTerm, seeTable: (table: string) => void = () => {}) {
  const input = withPoints(makeTermsClub(dinersPerEvening, seed), points);
  const diners = new Map(input.diners.map((diner) => [diner.id, diner]));
  const { terms = {}, wishes = [] } = input;
  return match({ ...input, proposals }).tables.flatMap((table, i) => {
    seeTable(String(i));
    const seated = table.diners.flatMap((id) => diners.get(id) ?? []);
    return seated.map((diner) => ({
      table: String(i),
      evening: describeEvening(
        { questions: input.questions, terms, wishes },
        diner,
        seated.filter((other) => other !== diner),
        0,
      ),
    }));
  });
}

/** Company is learned only where no marked question is sensitive: who is new in town, and first dinners. */
const markedQuestion = 24;
const markOpenly = (questions: MatchInput["questions"]) =>
  questions.map(({ company, ...question }) =>
    question.id === markedQuestion ? { ...question, company, sensitive: false } : question,
  );

const withPoints = (input: MatchInput, points: PointsByTerm): MatchInput => ({
  ...input,
  questions: markOpenly(input.questions),
  terms: {
    company: points.company,
    wish: points.wish,
    ...(input.terms?.age
      ? { age: { ...input.terms.age, alone: points.ageAlone, wide: points.ageWide } }
      : {}),
    ...(input.terms?.talker ? { talker: { ...input.terms.talker, missing: points.talkerMissing } } : {}),
  },
});

/** The largest change of a term after any evening, as a share of the operator's points. */
const findLargestMove = ({ points }: TermsClubFigures): number =>
  Math.max(
    ...points.flatMap((each) =>
      learnedTerms.map((term) => Math.abs(each[term] - operatorPoints[term]) / operatorPoints[term]),
    ),
  );

export function measureTermsLearning(clubCount: number): Record<string, LearningRow> {
  const runAll = (starsForAlone: number) =>
    Array.from({ length: clubCount }, (_, i) => runTermsClub(i + 1, starsForAlone));
  const clubs = runAll(-0.8);
  const moves = runAll(0).map(findLargestMove);
  const sumOf = (count: (club: TermsClubFigures) => number) =>
    clubs.reduce((sum, club) => sum + count(club), 0);
  return {
    aloneLess: atLeast(
      "Not being alone is what counts, no mark is sensitive: fewer are alone after 20 evenings of 205",
      {
        overall: 1 - sumOf(({ aloneAfter }) => aloneAfter) / sumOf(({ aloneBefore }) => aloneBefore),
        clubs: clubs.map(({ aloneBefore, aloneAfter }) => 1 - aloneAfter / aloneBefore),
      },
      0.25,
    ),
    termsNoise: atMost(
      "Ratings of evenings at random: the furthest that the points of a term move",
      Math.max(...moves),
      Math.max(...moves),
      0.1,
    ),
  };
}
