import type { Rules } from "#app/matching/rules/rules.ts";
import type { FeatureVectors } from "#app/matching/scores/feature-vectors.ts";
import type { AnnealingContext, Board } from "#app/matching/search/board.ts";
import { ScoreFloor } from "#app/matching/search/score-floor.ts";
import type { SearchOptions } from "#app/matching/search/search-options.ts";
import { DinerKinds } from "./diner-kinds.ts";
import { TableGatherer } from "./gather-tables.ts";
import { searchBelowBound } from "./search-below-bound.ts";
import { forbiddenScore, TableEnumerator } from "./table-enumerator.ts";
import { computeUpperBound } from "./upper-bound.ts";
import { VenueRoom } from "./venue-limits.ts";

/** Some three and seven seconds: a run of the Worker may have to make the tables twice, and has a minute. */
const maxWorkForFloor = 2_000_000_000;
const maxWork = 4_000_000_000;

/** The floor depends on the best seating without one and without terms, so that is proven first. */
export function findBestSeating(
  context: AnnealingContext,
  vectors: FeatureVectors,
  { maxProposals, scorePerPoint }: SearchOptions,
): { board: Board; bound: number } {
  const { board, rules } = context;
  const gatherer = new TableGatherer(context, maxProposals);
  const kinds = new DinerKinds(vectors, rules);
  const scarce = rules.venueKinds?.tables.some((tables) => tables < board.tableCount);
  const room =
    rules.venueKinds && scarce ? new VenueRoom(kinds.venueSets, rules.venueKinds.tables) : undefined;
  const prove = (maxWork: number) => {
    const knownTables = gatherer.gather().map((diners) => ({
      kinds: kinds.kindsOf(diners),
      worth: board.worthOfTable(diners),
    }));
    const enumerator = createEnumerator(kinds, vectors, rules, board);
    const bound = computeUpperBound(kinds.counts, enumerator, knownTables, room);
    return searchBelowBound({ board, kinds, enumerator, bound, room, maxWork });
  };
  if (scorePerPoint) {
    prove(maxWorkForFloor);
    board.setFloor(new ScoreFloor(board.tableScores, scorePerPoint, board.hasTerms));
  }
  board.applyTerms();
  return { board, bound: prove(maxWork) };
}

function createEnumerator(
  kinds: DinerKinds,
  vectors: FeatureVectors,
  rules: Rules,
  { floor, terms }: Board,
): TableEnumerator {
  const { counts, representatives } = kinds;
  const kindCount = representatives.length;
  const pairScores = Float64Array.from({ length: kindCount * kindCount }, (_, i) => {
    const [a, b] = [Math.floor(i / kindCount), i % kindCount];
    if (a === b && counts[a] === 1) return forbiddenScore;
    const [one, other] = [representatives[a] as number, representatives[b] as number];
    if (!rules.maySitTogether(one, other)) return forbiddenScore;
    return vectors.pairScore(one, other) + (terms?.bonusOfPair(one, other) ?? 0);
  });
  const languages = representatives.map((diner) => rules.languages[diner] as number);
  return new TableEnumerator(counts, pairScores, languages, {
    venueSets: kinds.venueSets,
    floor,
    terms: terms?.select(representatives),
    boosts: vectors.boosts && representatives.map((diner) => vectors.boosts?.[diner] ?? 0),
    groups: rules.groups && kinds.groupsOf(rules.groups),
  });
}
