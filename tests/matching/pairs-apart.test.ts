import { expect, test } from "vitest";
import { match } from "#app/matching/solve.ts";
import { makeEvening } from "#tests/bench/populations.ts";

/** Of an evening whose restaurants suit everybody, with the first diners in pairs. */
function seatPairs(dinerCount: number, pairCount: number, seed: number) {
  const evening = makeEvening("capital", dinerCount, seed);
  const diners = evening.diners.map(({ maxPrice, stepFree, ...diner }) => ({
    ...diner,
    diets: 0,
    languages: 1,
    met: [],
    avoid: [],
  }));
  const together = Array.from({ length: pairCount }, (_, i) =>
    diners.slice(2 * i, 2 * i + 2).map(({ id }) => id),
  );
  const venues = [{ id: "kakukk", diets: 0, tables: dinerCount }];
  const { tables } = match({ ...evening, diners, venues, together, proposals: 4_000 });
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
