import highs from "highs";
import { expect, test } from "vitest";
import { arrange } from "#app/matching/arrange-tables.ts";
import { Random } from "#app/matching/random.ts";
import { Rules } from "#app/matching/rules/rules.ts";
import { Vectors } from "#app/matching/scores/feature-vectors.ts";
import { brokenTables } from "#app/matching/search/repair.ts";
import { smallNights } from "#tests/bench/match-small.ts";
import { bestWorth } from "./brute-force.ts";

test("small nights are seated best, or proven impossible, as a search of all seatings finds", () => {
  const { cases, best, impossible, wrong } = smallNights(24);
  expect(wrong).toEqual([]);
  expect(best + impossible).toBe(cases);
  expect(impossible).toBeGreaterThan(0);
}, 60_000);

test("where many are alike the best seating is found and proven too, floor, languages and all", () => {
  for (let seed = 0; seed < 40; seed++) {
    const { vectors, rules } = nightOfFewKinds(new Random(seed));
    const effort = { seed, proposals: 20_000, point: seed % 2 ? 12 : undefined };
    const { board, proof } = arrange(vectors, rules, effort);
    const worth = bestWorth(vectors.count, (table) =>
      rules.broken(table) > 0 ? -Infinity : board.worth(scoreOf(vectors, table)),
    );
    if (worth === undefined) expect(proof?.isImpossible, `seed ${seed}`).toBe(true);
    else expect([board.total(), proof?.most], `seed ${seed}`).toEqual([worth, worth]);
  }
});

test("a night too hard to prove is seated all the same, and says how much better it could be", () => {
  const random = new Random(7);
  const answers = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 0],
    [1, 1, 1],
  ];
  const vectors = new Vectors(100, [144, 144, 144], (_, features) =>
    features.set(answers[random.below(answers.length)] ?? []),
  );
  const apart = Array.from({ length: 500 }, () => random.below(100)).filter(
    (diner, i, all) => diner !== all[i ^ 1],
  );
  const rules = new Rules(Array(100).fill(0), apart);
  const { board, proof } = arrange(vectors, rules, { seed: 1, proposals: 1_000_000, point: 14 });
  expect(brokenTables(board, rules)).toEqual([]);
  expect(proof?.most).toBeGreaterThan(board.total());
  expect(proof?.most).toBeLessThan(Infinity);
}, 60_000);

/** Fifteen diners of five answers at most; some of them speak another language, or must not meet. */
function nightOfFewKinds(random: Random) {
  const width = 1 + random.below(6);
  const answers = Array.from({ length: 1 + random.below(5) }, () =>
    Int32Array.from({ length: width }, () => random.below(5) - 2),
  );
  const vectors = new Vectors(15, Array<number>(width).fill(1), (_, features) =>
    features.set(answers[random.below(answers.length)] ?? []),
  );
  const languages = Int32Array.from({ length: 15 }, () => (random.below(3) ? 0 : 1 + random.below(3)));
  const apart = Array.from({ length: random.below(6) }, (_, i) => [i, 14 - random.below(5)]).flat();
  return { vectors, rules: new Rules(languages, apart) };
}

const count = 15;
const random = new Random(5);
const rows = Array.from({ length: count }, () => Int32Array.from({ length: 20 }, () => random.below(5) - 2));
const vectors = new Vectors(count, Array<number>(20).fill(1), (row, features) =>
  features.set(rows[row] ?? []),
);
const scoreOf = (vectors: Vectors, table: number[]) =>
  table.reduce(
    (sum, one, i) => sum + table.slice(0, i).reduce((all, other) => all + vectors.dot(one, other), 0),
    0,
  );

test("HiGHS finds no better seating either", async () => {
  const tables: number[][] = [];
  bestWorth(count, (table) => {
    tables.push([...table]);
    return 0;
  });
  const holding = (diner: number) => tables.flatMap((table, t) => (table.includes(diner) ? [`x${t}`] : []));
  const program = [
    "Maximize",
    ` all: ${tables
      .map((table, t) => `${scoreOf(vectors, table)} x${t}`)
      .join(" + ")
      .replaceAll("+ -", "- ")}`,
    "Subject To",
    ...Array.from({ length: count }, (_, diner) => ` d${diner}: ${holding(diner).join(" + ")} = 1`),
    "Binary",
    ...tables.map((_, t) => ` x${t}`),
    "End",
  ].join("\n");
  const { ObjectiveValue } = (await highs()).solve(program);
  const { board } = arrange(vectors, new Rules(Array(count).fill(0), []), {
    seed: 1,
    proposals: 100_000,
  });
  expect(board.total()).toBe(Math.round(ObjectiveValue));
  expect(bestWorth(count, (table) => scoreOf(vectors, table))).toBe(board.total());
});
