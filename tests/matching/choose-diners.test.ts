import { expect, test } from "vitest";
import { chooseDiners } from "#app/matching/admission/choose-diners.ts";
import { Rules } from "#app/matching/rules.ts";

test("an evening in which a hundred tables are impossible ends after a bounded number of tries", () => {
  const count = 1_340;
  // One half avoid each other, so each table has at most one of them and four of the others.
  const half = count / 2;
  const pairs: number[] = [];
  for (let one = 0; one < half; one++)
    for (let other = 0; other < one; other++) pairs.push(one, other, other, one);
  const { tables, wantedTables, tried } = chooseDiners(
    new Rules(new Int32Array(count), pairs),
    count,
    count / 5,
    1,
  );
  expect(wantedTables).toBe(268);
  const possible = Math.floor(half / 4);
  expect(tables.length).toBeGreaterThan(possible - 5);
  expect(tables.length).toBeLessThanOrEqual(possible);
  expect(tried).toBeLessThan(25_000_000);
});
