import { rangeMax } from "#app/lib/quiz/quiz.ts";
import {
  addSums,
  emptySums,
  type Rating,
  type RatingSums,
  scoreRatings,
  sumRatings,
} from "#app/matching/learning/rating-sums.ts";
import type { MatchQuestion } from "#app/matching/match-input.ts";
import { Random } from "#app/matching/random.ts";

export const makeScales = (weights: number[]): MatchQuestion[] =>
  weights.map((weight, i) => ({
    id: i + 1,
    kind: "range",
    choices: rangeMax,
    rule: "similar",
    weight,
    sensitive: false,
  }));

/** Tables of random diners, of whom each rates the four others by these weights, and by chance. */
export function rateDinners(
  questions: readonly MatchQuestion[],
  trueWeights: number[],
  dinners: number,
  seed = 1,
): RatingSums {
  const random = new Random(seed);
  const unit = () => random.nextUint32() / 2 ** 32;
  let sums = emptySums();
  for (let i = 0; i < dinners; i++) {
    const [rater, ...mates] = Array.from({ length: 5 }, () => ({
      answers: Object.fromEntries(questions.map(({ id }) => [id, [1 + random.nextBelow(rangeMax)]])),
    }));
    const generosity = 4 * unit() - 2;
    const scored = scoreRatings(
      questions,
      rater as { answers: Record<number, number[]> },
      mates.map((diner) => ({ diner, rating: 0 })),
    );
    for (const mate of scored.mates) {
      const liking = scored.questions.reduce(
        (sum, id, place) => sum + ((trueWeights[id - 1] ?? 0) * (mate.scores[place] as number)) / 36,
        0,
      );
      mate.rating = (unit() < 1 / (1 + Math.exp(-liking - generosity)) ? 1 : 0) satisfies Rating;
    }
    sums = addSums(sums, sumRatings(scored));
  }
  return sums;
}
