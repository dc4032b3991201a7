/** Small nights against an exact solver that shares nothing with ours but the score of a table. */
import { arrange } from "#app/matching/arrange-tables.ts";
import { Random } from "#app/matching/random.ts";
import { Rules } from "#app/matching/rules/rules.ts";
import { Vectors } from "#app/matching/scores/feature-vectors.ts";
import { brokenTables } from "#app/matching/search/repair.ts";
import { bestWorth } from "#tests/matching/brute-force.ts";

export interface Small {
  cases: number;
  best: number;
  impossible: number;
  wrong: number[];
  slowest: number;
}

export function smallNights(cases: number): Small {
  const found: Small = { cases, best: 0, impossible: 0, wrong: [], slowest: slowestOf(cases) };
  for (let seed = 0; seed < cases; seed++) {
    const { vectors, rules, board, proof } = seatNight(seed);
    const worth = bestWorth(vectors.count, (table) => {
      if (rules.broken(table) > 0) return -Infinity;
      return board.worth(table.reduce((sum, one, i) => sum + scoreWith(vectors, one, table.slice(0, i)), 0));
    });
    const isLegal = brokenTables(board, rules).length === 0;
    if (worth === undefined && proof?.isImpossible) found.impossible++;
    else if (isLegal && worth === board.total() && proof?.most === worth) found.best++;
    else found.wrong.push(seed);
  }
  return found;
}

/** In milliseconds of CPU; apart from the search of all seatings, whose litter would be swept up on our time. */
function slowestOf(cases: number): number {
  let slowest = 0;
  for (let seed = 0; seed < cases; seed++) {
    const before = process.cpuUsage().user;
    seatNight(seed);
    // The first few are slow while the engine still compiles.
    if (seed >= 20) slowest = Math.max(slowest, (process.cpuUsage().user - before) / 1000);
  }
  return slowest;
}

function seatNight(seed: number) {
  const { vectors, rules } = smallNight(seed);
  const point = seed % 4 > 1 ? 0.8 * vectors.width : undefined;
  return { vectors, rules, ...arrange(vectors, rules, { seed, proposals: 100_000 * vectors.count, point }) };
}

const scoreWith = (vectors: Vectors, one: number, others: number[]) =>
  others.reduce((sum, other) => sum + vectors.dot(one, other), 0);

/** Ten, fifteen or twenty diners; every other night with people to keep apart and languages. */
function smallNight(seed: number): { vectors: Vectors; rules: Rules } {
  const random = new Random(seed);
  const count = [10, 15, 20, 20][seed % 4] ?? 20;
  const width = 4 + random.below(30);
  const rows = Array.from({ length: count }, () =>
    Int32Array.from({ length: width }, () => random.below(5) - 2),
  );
  const vectors = new Vectors(count, Array<number>(width).fill(1), (row, features) =>
    features.set(rows[row] ?? []),
  );
  const isStrict = random.below(2) === 0;
  const apart = new Map<string, [number, number]>();
  for (let i = random.below(4 * count); isStrict && i > 0; i--) {
    const [one, other] = [random.below(count), random.below(count)];
    if (one < other) apart.set(`${one} ${other}`, [one, other]);
  }
  const languages = rows.map(() => (isStrict ? ([0, 1, 1, 2, 3, 3][random.below(6)] ?? 0) : 0));
  return { vectors, rules: new Rules(languages, [...apart.values()].flat()) };
}
