import type { Diner } from "#app/matching/diner.ts";
import type { MatchQuestion } from "#app/matching/question.ts";
import { buildFeatureVectors } from "#app/matching/scores/answer-features.ts";

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
