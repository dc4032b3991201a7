import { expect, test } from "vitest";
import { TableEnumerator } from "#app/matching/proof/table-enumerator.ts";

test("visits every table until the budget of all searches is used up, and then reports it", () => {
  const count = 60;
  const counts = new Int32Array(count).fill(1);
  // Only thirty pairs score, so few tables gain and the search has to look for each.
  const pairScores = Int32Array.from({ length: count ** 2 }, (_, i) =>
    Math.floor(i / count) === ((i % count) ^ 1) ? 1 : 0,
  );
  const languages = new Int32Array(count).fill(-1);
  const maxAdditions = 30_000_000;
  const enumerator = new TableEnumerator(counts, pairScores, languages, { maxAdditions });
  const searches: { tables: number; isComplete: boolean }[] = [];
  while (searches.length < 100 && searches.at(-1)?.isComplete !== false) {
    let tables = 0;
    const isComplete = enumerator.visitTables(new Float64Array(count), 1, () => {
      tables++;
      return 1;
    });
    searches.push({ tables, isComplete });
  }
  // Two of the pairs and anybody else.
  const expected = ((30 * 29) / 2) * 56;
  const last = searches.pop();
  expect(searches.length).toBeGreaterThan(2);
  expect(searches.every(({ tables }) => tables === expected)).toBe(true);
  expect(last?.isComplete).toBe(false);
  expect(last?.tables).toBeLessThan(expected);
});
