import { expect, test } from "vitest";
import { Pricing } from "#app/matching/proof/table-enumerator.ts";

test("every table is visited, until searches have taken too long together, and then it is said", () => {
  const count = 60;
  const many = new Int32Array(count).fill(1);
  // Couples like each other, and nobody else does anybody: few tables gain, and each has to be looked for.
  const pairs = Int32Array.from({ length: count ** 2 }, (_, i) =>
    Math.floor(i / count) === ((i % count) ^ 1) ? 1 : 0,
  );
  const pricing = new Pricing(many, pairs, new Int32Array(count).fill(-1));
  const searches: { tables: number; isDone: boolean }[] = [];
  while (searches.length < 100 && searches.at(-1)?.isDone !== false) {
    let tables = 0;
    const isDone = pricing.search(new Float64Array(count), 1, () => {
      tables++;
      return 1;
    });
    searches.push({ tables, isDone });
  }
  // Two couples and anybody: none gains more.
  const all = ((30 * 29) / 2) * 56;
  const cut = searches.pop();
  expect(searches.length).toBeGreaterThan(2);
  expect(searches.every(({ tables }) => tables === all)).toBe(true);
  expect(cut?.isDone).toBe(false);
  expect(cut?.tables).toBeLessThan(all);
});
