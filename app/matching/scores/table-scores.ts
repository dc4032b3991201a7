import type { Diner } from "#app/matching/diner.ts";
import type { MatchQuestion } from "#app/matching/question.ts";
import { buildFeatureVectors, maxPairScore } from "./answer-features.ts";
import type { FeatureVectors } from "./feature-vectors.ts";

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
