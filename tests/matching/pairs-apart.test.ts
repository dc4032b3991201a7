import { expect, test } from "vitest";
import type { MatchInput } from "#app/matching/match-input.ts";
import { match } from "#app/matching/solve.ts";
import { makeEvening } from "#tests/bench/populations.ts";

/** Of an evening whose restaurants suit everybody, with the first diners in pairs. */
function seatPairs(
  dinerCount: number,
  pairCount: number,
  seed: number,
  change: Partial<MatchInput> = {},
  vegans = 0,
) {
  const evening = makeEvening("capital", dinerCount, seed);
  const diners = evening.diners.map(({ maxPrice, stepFree, ...diner }, i) => ({
    ...diner,
    diets: i < vegans ? 1 : 0,
    languages: 1,
    met: [],
    avoid: [],
  }));
  const together = Array.from({ length: pairCount }, (_, i) =>
    diners.slice(2 * i, 2 * i + 2).map(({ id }) => id),
  );
  const venues = [{ id: "kakukk", diets: 0, tables: dinerCount }];
  const { tables } = match({ ...evening, diners, venues, together, proposals: 4_000, ...change });
  return {
    seated: tables.flatMap(({ diners: ids }) => ids).length,
    pairsOf: tables.map(
      ({ diners: ids }) => together.filter((pair) => pair.every((id) => ids.includes(id))).length,
    ),
  };
}

const seeds = Array.from({ length: 10 }, (_, i) => i + 1);

test.each([15, 60, 100])(
  "of %i diners, no two pairs sit at one table while there are tables enough",
  (count) => {
    for (const seed of seeds) {
      const { seated, pairsOf } = seatPairs(count, count / 5, seed);
      expect([seed, seated, Math.max(...pairsOf)]).toEqual([seed, count, 1]);
    }
  },
);

test("more pairs than tables cost nobody a seat", () => {
  for (const seed of seeds) {
    const { seated, pairsOf } = seatPairs(20, 7, seed);
    expect([seed, seated, pairsOf.reduce((sum, pairs) => sum + pairs)]).toEqual([seed, 20, 7]);
  }
});

test("pairs that only one table suits share it, and where people may meet again others sit apart", () => {
  for (const seed of seeds) {
    const venues = [
      { id: "kakukk", diets: 0, tables: 11 },
      { id: "liget", diets: 1, tables: 1 },
    ];
    const { seated, pairsOf: ofVegans } = seatPairs(60, 2, seed, { venues }, 4);
    expect([seed, seated, Math.max(...ofVegans)]).toEqual([seed, 60, 2]);
    const { pairsOf } = seatPairs(60, 12, seed, { relax: ["met"] });
    expect([seed, Math.max(...pairsOf)]).toEqual([seed, 1]);
  }
});
