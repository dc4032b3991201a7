import { Random } from "#app/matching/random.ts";
import { Rules } from "#app/matching/rules.ts";
import { FeatureVectors } from "#app/matching/scores.ts";
import type { Board } from "#app/matching/search/board.ts";
import { findBestWorth } from "#tests/matching/brute-force.ts";
import { seatEverybody } from "#tests/matching/seat-everybody.ts";

interface SmallInputResults {
  cases: number;
  best: number;
  impossible: number;
  /** Seeds of inputs where the matcher and brute force disagree. */
  wrong: number[];
  slowestMs: number;
}

/** Compares the matcher with brute force, which shares only the score of a table with it. */
export function compareSmallInputs(cases: number): SmallInputResults {
  const results: SmallInputResults = {
    cases,
    best: 0,
    impossible: 0,
    wrong: [],
    slowestMs: measureSlowest(cases),
  };
  for (let seed = 0; seed < cases; seed++) {
    const { vectors, rules, isImpossible, board, isExact } = seatSmallInput(seed);
    const worth = findBestWorth(vectors.dinerCount, (table) => {
      if (rules.countViolations(table) > 0) return -Infinity;
      const score = table.reduce((sum, one, i) => sum + scoreWith(vectors, one, table.slice(0, i)), 0);
      return board ? board.worthOfTable(table, score) : score;
    });
    if (worth === undefined && isImpossible) results.impossible++;
    else if (board && keepsRules(board, rules) && worth === board.totalWorth() && isExact) results.best++;
    else results.wrong.push(seed);
  }
  return results;
}

const keepsRules = (board: Board, rules: Rules) =>
  Array.from({ length: board.tableCount }, (_, table) => board.membersOf(table)).every(
    (table) => rules.countViolations(table) === 0,
  );

/** The CPU time, measured apart from brute force, whose garbage would be collected meanwhile. */
function measureSlowest(cases: number): number {
  let slowestMs = 0;
  for (let seed = 0; seed < cases; seed++) {
    const before = process.cpuUsage().user;
    seatSmallInput(seed);
    // The first few run before the engine has compiled the code.
    if (seed >= 20) slowestMs = Math.max(slowestMs, (process.cpuUsage().user - before) / 1000);
  }
  return slowestMs;
}

function seatSmallInput(seed: number) {
  const { vectors, rules } = makeSmallInput(seed);
  const seated = seatEverybody(vectors, rules, {
    seed,
    maxProposals: 100_000 * vectors.dinerCount,
    scorePerPoint: seed % 4 > 1 ? 0.8 * vectors.featureCount : undefined,
  });
  return { vectors, rules, ...seated };
}

const scoreWith = (vectors: FeatureVectors, one: number, others: number[]) =>
  others.reduce((sum, other) => sum + vectors.pairScore(one, other), 0);

/** Ten, fifteen or twenty diners; half of the inputs have conflicts and languages. */
function makeSmallInput(seed: number): { vectors: FeatureVectors; rules: Rules } {
  const random = new Random(seed);
  const count = [10, 15, 20, 20][seed % 4] ?? 20;
  const featureCount = 4 + random.nextBelow(30);
  const rows = Array.from({ length: count }, () =>
    Int32Array.from({ length: featureCount }, () => random.nextBelow(5) - 2),
  );
  const vectors = new FeatureVectors(count, Array<number>(featureCount).fill(1), (diner, features) =>
    features.set(rows[diner] ?? []),
  );
  const hasRules = random.nextBelow(2) === 0;
  const conflicts = new Map<string, [number, number]>();
  for (let i = random.nextBelow(4 * count); hasRules && i > 0; i--) {
    const [one, other] = [random.nextBelow(count), random.nextBelow(count)];
    if (one < other) conflicts.set(`${one} ${other}`, [one, other]);
  }
  const languages = rows.map(() => (hasRules ? ([0, 1, 1, 2, 3, 3][random.nextBelow(6)] ?? 0) : 0));
  return { vectors, rules: new Rules(languages, [...conflicts.values()].flat()) };
}
