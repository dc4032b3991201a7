import { expect, test } from "vitest";
import { partition } from "#app/matching/proof/partition.ts";
import { Random } from "#app/matching/random.ts";
import { bestWorth } from "./brute-force.ts";

const far = 1_000_000;

/** Fifteen diners, each of a kind. */
const fifteen = new Int32Array(15).fill(1);

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
    const { tables: best, left } = partition(fifteen, [...tables.values()], allowed, far);
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

test("of a kind of which there are several, each is seated once", () => {
  let found = 0;
  for (let seed = 0; seed < 300; seed++) {
    const random = new Random(seed);
    const kindOf = Int32Array.from({ length: 15 }, () => random.below(7)).sort();
    const kinds = [...new Set(kindOf)];
    const many = Int32Array.from(kinds, (kind) => kindOf.filter((each) => each === kind).length);
    const places = kindOf.map((kind) => kinds.indexOf(kind));
    const tables = new Map<string, { table: Int32Array; loss: number }>();
    for (let i = 40 + random.below(400); i > 0; i--) {
      const table = random.shuffle(places.slice()).slice(0, 5).sort();
      tables.set(table.join(), { table, loss: random.below(40) });
    }
    const lossOf = (table: ArrayLike<number>) =>
      tables.get(
        Int32Array.from(table, (diner) => places[diner] as number)
          .sort()
          .join(),
      )?.loss ?? Infinity;
    const least = 0 - (bestWorth(15, (table) => -lossOf(table)) ?? -Infinity);
    const { tables: best } = partition(many, [...tables.values()], 60, far);
    if (least > 60) expect(best, `seed ${seed}`).toBeUndefined();
    else {
      found++;
      expect(
        best?.flatMap((table) => [...table]).toSorted((a, b) => a - b),
        `seed ${seed}`,
      ).toEqual([...places]);
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
  const needed = far - partition(fifteen, tables, far, far).left;
  expect(partition(fifteen, tables, far, needed).left).toBe(0);
  expect(partition(fifteen, tables, far, needed - 1).left).toBe(-1);
});
