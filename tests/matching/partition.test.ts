import { expect, test } from "vitest";
import { partition } from "#app/matching/proof/partition.ts";
import { Random } from "#app/matching/random.ts";
import { bestWorth } from "./every-table.ts";

const far = 1_000_000;

/** So many tables of fifteen diners, each short of its price by something. */
function someTables(random: Random, many: number) {
  const tables = new Map<string, { table: Int32Array; loss: number }>();
  while (tables.size < many) {
    const table = random
      .shuffle(Int32Array.from({ length: 15 }, (_, i) => i))
      .slice(0, 5)
      .sort();
    tables.set(table.join(), { table, loss: random.below(40) });
  }
  return tables;
}

test("everyone is seated at the least loss there is, or nobody where that can’t be", () => {
  let found = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = new Random(seed);
    const tables = someTables(random, 20 + random.below(400));
    const allowed = random.below(60);
    const { tables: best, left } = partition(15, [...tables.values()], allowed, far);
    const least = -(
      bestWorth(15, (table) => -(tables.get(table.toSorted((a, b) => a - b).join())?.loss ?? Infinity)) ??
      -Infinity
    );
    expect(left, `seed ${seed}`).toBeGreaterThanOrEqual(0);
    if (least > allowed) expect(best, `seed ${seed}`).toBeUndefined();
    else {
      found++;
      expect(
        best?.flatMap((table) => [...table]).toSorted((a, b) => a - b),
        `seed ${seed}`,
      ).toEqual([...Array(15).keys()]);
      expect(
        best?.reduce((sum, table) => sum + (tables.get(table.join())?.loss ?? far), 0),
        `seed ${seed}`,
      ).toBe(least);
    }
  }
  expect(found).toBeGreaterThan(50);
});

test("a search that is given a step less than it needs says that it is not done", () => {
  const tables = [...someTables(new Random(1), 2_000).values()];
  const needed = far - partition(15, tables, far, far).left;
  expect(partition(15, tables, far, needed).left).toBe(0);
  expect(partition(15, tables, far, needed - 1).left).toBe(-1);
});
