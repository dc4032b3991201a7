import { expect, test } from "vitest";
import { group } from "#app/matching/groups/find-groups.ts";
import { Random } from "#app/matching/random.ts";
import { readMatrix } from "#tests/bench/match-instances.ts";

test("groups of any one size are a partition, worth what is said, and get no worse", () => {
  const random = new Random(4);
  const [count, size] = [24, 4];
  const pairs = new Int32Array(count * count);
  for (let i = 0; i < count; i++)
    for (let j = 0; j < i; j++) pairs[i * count + j] = pairs[j * count + i] = random.below(100) - 20;
  let last = -Infinity;
  for (const { value, group: places } of group(pairs, count, size, { seed: 1, proposals: 2_000_000 })) {
    for (let place = 0; place < count / size; place++)
      expect(places.filter((each) => each === place)).toHaveLength(size);
    let sum = 0;
    for (let i = 0; i < count; i++)
      for (let j = 0; j < i; j++) if (places[i] === places[j]) sum += pairs[i * count + j] ?? 0;
    expect(value).toBe(sum);
    expect(value).toBeGreaterThanOrEqual(last);
    last = value;
  }
  expect(last).toBeGreaterThan(0);
});

test("four pairs that belong together are found", () => {
  const pairs = new Int32Array(64);
  for (let i = 0; i < 8; i++) pairs[i * 8 + (7 - i)] = 1_000;
  const [found] = [...group(pairs, 8, 2, { seed: 3, proposals: 100_000 })].slice(-1);
  expect(found?.value).toBe(4_000);
});

test.each([
  [
    "4 2 ss 2 2 2 2\n0 1 1.5\n2 3 0.25\n0 2 1\n0 3 1\n1 2 1\n1 3 1",
    { count: 4, groups: 2, size: 2, scale: 100 },
  ],
  ["4 2 ss 2 2 2 2\n0 1 1.5\n2 3 0.25", "The distances of 4 pairs are missing."],
  ["4 2 ss 2 2 2 2\n0 1 1.5\n1 0 2", "Line 3 names a pair that was named before"],
  ["", "Line 1 must begin"],
  ["4 2 ds 1 3 1 3\n", "Line 1 asks for groups of different sizes"],
  ["4 2 ss 2 2 2 2\n0 1 1\n0 4 1", "Line 3 must name"],
  ["4 2 ss 2 2 2 2\n0 1 x", "Line 2 must name"],
  ["4 2 ss 2 2 2 2\n0 1 1e99", "Line 2 must name"],
  ["2 1 ss 2\n0 1 99999999999", "Line 1 must begin"],
  ["4 2 ss 2 2 2 2\n0 1 99999999999\n2 3 0\n0 2 1\n0 3 1\n1 2 1\n1 3 1", "The distances are too large"],
])("an instance is read, or refused with its line: %j", (text, expected) => {
  const matrix = readMatrix(text);
  if (typeof expected === "string") expect(matrix).toContain(expected);
  else expect(matrix).toMatchObject(expected);
});
