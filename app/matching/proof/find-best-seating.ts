import type { Rules } from "#app/matching/rules/rules.ts";
import { pairsPerTable } from "#app/matching/scores/answer-features.ts";
import type { FeatureVectors } from "#app/matching/scores/feature-vectors.ts";
import type { AnnealingContext, Board } from "#app/matching/search/board.ts";
import type { SearchOptions } from "#app/matching/search/search-options.ts";
import { DinerKinds } from "./diner-kinds.ts";
import { gatherTables } from "./gather-tables.ts";
import { type Proof, searchBelowBound } from "./search-below-bound.ts";
import { forbiddenScore, TableEnumerator } from "./table-enumerator.ts";
import { computeUpperBound } from "./upper-bound.ts";

export function findBestSeating(
  context: AnnealingContext,
  vectors: FeatureVectors,
  options: SearchOptions,
): { board: Board; proof: Proof } {
  const { board, rules } = context;
  const worthOf = (score: number) => board.worthOf(score);
  const { isLegal, tables } = gatherTables(context, vectors, options);

  const kinds = new DinerKinds(vectors, rules);
  const enumerator = createEnumerator(kinds, vectors, rules);
  const knownTables = tables.map(({ diners, score }) => ({
    kinds: kinds.kindsOf(diners),
    worth: worthOf(score),
  }));
  const bound = computeUpperBound(kinds.counts, enumerator, worthOf, knownTables);

  const worthToBeat = isLegal ? board.totalWorth() : computeMinWorth(board, vectors) - 1;
  const proof = searchBelowBound({ board, isLegal, kinds, enumerator, bound, worthToBeat });
  return { board, proof };
}

function createEnumerator(kinds: DinerKinds, vectors: FeatureVectors, rules: Rules): TableEnumerator {
  const { counts, representatives } = kinds;
  const kindCount = representatives.length;
  const pairScores = Float64Array.from({ length: kindCount * kindCount }, (_, i) => {
    const [a, b] = [Math.floor(i / kindCount), i % kindCount];
    if (a === b && counts[a] === 1) return forbiddenScore;
    const [one, other] = [representatives[a] as number, representatives[b] as number];
    return rules.maySitTogether(one, other) ? vectors.pairScore(one, other) : forbiddenScore;
  });
  const languages = representatives.map((diner) => rules.languages[diner] as number);
  return new TableEnumerator(counts, pairScores, languages);
}

function computeMinWorth(board: Board, vectors: FeatureVectors): number {
  let minPairScore = 0;
  for (let i = 0; i < board.dinerCount; i++) {
    for (let j = 0; j < i; j++) minPairScore = Math.min(minPairScore, vectors.pairScore(i, j));
  }
  return board.tableCount * Math.min(0, board.worthOf(pairsPerTable * minPairScore));
}
