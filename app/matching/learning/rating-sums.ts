import type { Diner, MatchQuestion } from "#app/matching/match-input.ts";
import { buildFeatureVectors } from "#app/matching/scores.ts";

/** 1 for "gladly again", −1 for "rather not", 0 for nothing. */
export type Rating = -1 | 0 | 1;

/**
 * One diner's ratings of one dinner. It stores the scores at that time, so that it can be subtracted after answers have
 * changed.
 */
export interface DinnerRatings {
  /** Ids, ascending. */
  questions: number[];
  mates: RatedMate[];
}

interface RatedMate {
  rating: Rating;
  /** What the pair scores in each question as if its rule were `similar` and its weight 1, because both can change. */
  scores: number[];
}

type Answers = Pick<Diner, "answers">;

/** For the questions that are learned, whose ids ascend. A missing answer scores 0, as in the matcher. */
export function scoreRatings(
  questions: readonly MatchQuestion[],
  rater: Answers,
  mates: readonly { diner: Answers; rating: Rating }[],
): DinnerRatings {
  const diners = [rater, ...mates.map(({ diner }) => diner)];
  const vectors = questions.map((question) =>
    buildFeatureVectors([{ ...question, rule: "similar", weight: 1 }], diners),
  );
  return {
    questions: questions.map(({ id }) => id),
    mates: mates.map(({ rating }, i) => ({
      rating,
      scores: vectors.map((vector) => vector.pairScore(0, i + 1)),
    })),
  };
}

/**
 * The sums of all ratings, in whole numbers, so that adding and subtracting in any order is exact up to 2^53: a billion
 * dinners. A database adds the sums of each dinner.
 */
export interface RatingSums {
  /** The number of dinners, counted for each diner. */
  dinners: number;
  /** Ids, ascending. */
  questions: number[];
  /** For each question, how much higher it scores with mates who are rated higher, in twelfths. */
  agreement: number[];
  /**
   * How the agreements of two questions vary together if raters rate their mates at random, in 144ths. It holds the upper
   * triangle, row after row.
   */
  chance: number[];
}

const agreementParts = 12;
const chanceParts = agreementParts ** 2;
const fullScore = 36;

export const emptySums = (): RatingSums => ({ dinners: 0, questions: [], agreement: [], chance: [] });

/** Measures from the rater's own means, so that generous and strict raters count the same. */
export function sumRatings({ questions, mates }: DinnerRatings): RatingSums {
  const count = mates.length;
  const sums = {
    dinners: 1,
    questions,
    agreement: questions.map(() => 0),
    chance: emptyTriangle(questions.length),
  };
  const ratingSum = mates.reduce((sum, { rating }) => sum + rating, 0);
  const ratingSquares = mates.reduce((sum, { rating }) => sum + rating * rating, 0);
  const ratingSpread = count * ratingSquares - ratingSum * ratingSum;
  if (ratingSpread === 0) return sums;
  const scoreSums = questions.map((_, i) =>
    mates.reduce((sum, { scores }) => sum + (scores[i] as number), 0),
  );
  const agreementFactor = agreementParts / count;
  sums.agreement = questions.map((_, i) => {
    const products = mates.reduce((sum, { rating, scores }) => sum + rating * (scores[i] as number), 0);
    return agreementFactor * (count * products - ratingSum * (scoreSums[i] as number));
  });
  // 36, 8 or 3 for two, three or four mates.
  const chanceFactor = chanceParts / (count * count * (count - 1));
  let at = 0;
  for (let i = 0; i < questions.length; i++) {
    for (let j = i; j < questions.length; j++) {
      const products = mates.reduce(
        (sum, { scores }) => sum + (scores[i] as number) * (scores[j] as number),
        0,
      );
      const scoreSpread = count * products - (scoreSums[i] as number) * (scoreSums[j] as number);
      sums.chance[at++] = chanceFactor * ratingSpread * scoreSpread;
    }
  }
  return sums;
}

/** Questions that only one of the two has stay in the sum: the other has nothing to add. */
export function addSums(one: RatingSums, other: RatingSums): RatingSums {
  const questions = [...new Set([...one.questions, ...other.questions])].sort((a, b) => a - b);
  const placeOf = new Map(questions.map((id, place) => [id, place]));
  const agreement = questions.map(() => 0);
  const chance = emptyTriangle(questions.length);
  for (const sums of [one, other]) {
    const places = sums.questions.map((id) => placeOf.get(id) as number);
    let at = 0;
    for (const [i, row] of places.entries()) {
      agreement[row] = (agreement[row] as number) + (sums.agreement[i] as number);
      for (const column of places.slice(i)) {
        const place = placeInTriangle(questions.length, row, column);
        chance[place] = (chance[place] as number) + (sums.chance[at++] as number);
      }
    }
  }
  return { dinners: one.dinners + other.dinners, questions, agreement, chance };
}

/** Reads the sums for these questions, with the sign of their rules, and with 1 for a score of 36; zeros if nothing is known. */
export function readSums(sums: RatingSums, questions: readonly MatchQuestion[]) {
  const count = questions.length;
  const places = questions.map(({ id }) => sums.questions.indexOf(id));
  const signs = questions.map(({ rule }) => (rule === "complementary" ? -1 : 1));
  const agreement = new Float64Array(count);
  const chance = new Float64Array(count * count);
  for (const [i, row] of places.entries()) {
    if (row < 0) continue;
    const sign = signs[i] as number;
    agreement[i] = (sign * (sums.agreement[row] as number)) / (agreementParts * fullScore);
    for (const [j, column] of places.entries()) {
      if (column < 0) continue;
      const place = placeInTriangle(sums.questions.length, row, column);
      chance[i * count + j] =
        (sign * (signs[j] as number) * (sums.chance[place] as number)) / (chanceParts * fullScore ** 2);
    }
  }
  return { agreement, chance };
}

const emptyTriangle = (count: number) => Array<number>((count * (count + 1)) / 2).fill(0);

/** The place of a pair, in either order, in the upper triangle, row after row. */
function placeInTriangle(count: number, one: number, other: number): number {
  const [row, column] = [Math.min(one, other), Math.max(one, other)];
  return row * count - (row * (row - 1)) / 2 + column - row;
}
