import highs from "highs";
import { expect, test } from "vitest";
import { arrangeTables } from "#app/matching/arrange-tables.ts";
import { Random } from "#app/matching/random.ts";
import { Rules } from "#app/matching/rules.ts";
import { FeatureVectors } from "#app/matching/scores.ts";
import { makeMatchInput } from "#tests/bench/match-input.ts";
import { compareSmallInputs } from "#tests/bench/match-small.ts";
import { findPossibleGain } from "#tests/bench/oracle.ts";
import { makeEvening } from "#tests/bench/populations.ts";
import { makeTermsClub } from "#tests/bench/terms-club.ts";
import { findBestWorth } from "./brute-force.ts";
import { seatEverybody } from "./seat-everybody.ts";

test("finds the best seating of small inputs, or proves that none is legal, as brute force does", () => {
  const { cases, best, impossible, wrong } = compareSmallInputs(12);
  expect(wrong).toEqual([]);
  expect(best + impossible).toBe(cases);
  expect(impossible).toBeGreaterThan(0);
});

test("finds the best seating where many diners give the same answers", () => {
  for (let seed = 0; seed < 40; seed++) {
    const { vectors, rules } = makeInputOfFewKinds(new Random(seed));
    const options = { seed, maxProposals: 20_000, scorePerPoint: seed % 2 ? 12 : undefined };
    const { isImpossible, board, isExact } = seatEverybody(vectors, rules, options);
    const worth = findBestWorth(vectors.dinerCount, (table) =>
      rules.countViolations(table) > 0 ? -Infinity : (board?.worthOfTable(table) ?? 0),
    );
    if (worth === undefined) expect(isImpossible, `seed ${seed}`).toBe(true);
    else expect([board?.totalWorth(), isExact], `seed ${seed}`).toEqual([worth, true]);
  }
});

test.each([
  ["30 diners", makeMatchInput(30, 1)],
  ["30 diners with terms", makeTermsClub(30, 2)],
  ["50 diners of a town", makeEvening("capital", 50, 1)],
])("a search seats %s within 0.3 points a table of the best seating, as HiGHS proves", async (_, input) => {
  const gain = await findPossibleGain(input);
  expect(gain).toBeGreaterThan(-0.001);
  expect(gain).toBeLessThanOrEqual(0.3);
});

/** Fifteen diners with at most five different answers, some languages and some conflicts. */
function makeInputOfFewKinds(random: Random) {
  const featureCount = 1 + random.nextBelow(6);
  const answers = Array.from({ length: 1 + random.nextBelow(5) }, () =>
    Int32Array.from({ length: featureCount }, () => random.nextBelow(5) - 2),
  );
  const vectors = new FeatureVectors(15, Array<number>(featureCount).fill(1), (_, features) =>
    features.set(answers[random.nextBelow(answers.length)] ?? []),
  );
  const languages = Int32Array.from({ length: 15 }, () =>
    random.nextBelow(3) ? 0 : 1 + random.nextBelow(3),
  );
  const conflictPairs = Array.from({ length: random.nextBelow(6) }, (_, i) => [
    i,
    14 - random.nextBelow(5),
  ]).flat();
  return { vectors, rules: new Rules(languages, conflictPairs) };
}

const dinerCount = 15;
const random = new Random(5);
const rows = Array.from({ length: dinerCount }, () =>
  Int32Array.from({ length: 20 }, () => random.nextBelow(5) - 2),
);
const vectors = new FeatureVectors(dinerCount, Array<number>(20).fill(1), (diner, features) =>
  features.set(rows[diner] ?? []),
);
const scoreOf = (vectors: FeatureVectors, table: number[]) =>
  table.reduce(
    (sum, one, i) => sum + table.slice(0, i).reduce((all, other) => all + vectors.pairScore(one, other), 0),
    0,
  );

test("finds a seating worth as much as the HiGHS solver's", async () => {
  const tables: number[][] = [];
  findBestWorth(dinerCount, (table) => {
    tables.push([...table]);
    return 0;
  });
  const tablesWith = (diner: number) =>
    tables.flatMap((table, t) => (table.includes(diner) ? [`x${t}`] : []));
  const program = [
    "Maximize",
    ` all: ${tables
      .map((table, t) => `${scoreOf(vectors, table)} x${t}`)
      .join(" + ")
      .replaceAll("+ -", "- ")}`,
    "Subject To",
    ...Array.from({ length: dinerCount }, (_, diner) => ` d${diner}: ${tablesWith(diner).join(" + ")} = 1`),
    "Binary",
    ...tables.map((_, t) => ` x${t}`),
    "End",
  ].join("\n");
  const { ObjectiveValue } = (await highs()).solve(program);
  const noRules = new Rules(Array(dinerCount).fill(0), []);
  const { board } = arrangeTables(vectors, noRules, {
    seed: 1,
    maxProposals: 100_000,
    legalOrder: Int32Array.from({ length: dinerCount }, (_, diner) => diner),
  });
  expect(board.totalWorth()).toBe(Math.round(ObjectiveValue));
  expect(findBestWorth(dinerCount, (table) => scoreOf(vectors, table))).toBe(board.totalWorth());
});
