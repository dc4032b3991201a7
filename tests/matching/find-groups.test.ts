import { expect, test } from "vitest";
import { findGroups } from "#app/matching/groups/find-groups.ts";
import { Random } from "#app/matching/random.ts";
import { readMatrix } from "#tests/bench/match-instances.ts";

test("every grouping has groups of the given size and the score it claims, and is no worse than the last", () => {
  const random = new Random(4);
  const [elementCount, groupSize] = [24, 4];
  const pairScores = new Int32Array(elementCount * elementCount);
  for (let i = 0; i < elementCount; i++)
    for (let j = 0; j < i; j++)
      pairScores[i * elementCount + j] = pairScores[j * elementCount + i] = random.nextBelow(100) - 20;
  let lastScore = -Infinity;
  const options = { seed: 1, maxProposals: 2_000_000 };
  for (const { totalScore, groupOf } of findGroups(pairScores, elementCount, groupSize, options)) {
    for (let group = 0; group < elementCount / groupSize; group++)
      expect(groupOf.filter((each) => each === group)).toHaveLength(groupSize);
    let sum = 0;
    for (let i = 0; i < elementCount; i++)
      for (let j = 0; j < i; j++) if (groupOf[i] === groupOf[j]) sum += pairScores[i * elementCount + j] ?? 0;
    expect(totalScore).toBe(sum);
    expect(totalScore).toBeGreaterThanOrEqual(lastScore);
    lastScore = totalScore;
  }
  expect(lastScore).toBeGreaterThan(0);
});

test("finds the four pairs that score", () => {
  const pairScores = new Int32Array(64);
  for (let i = 0; i < 8; i++) pairScores[i * 8 + (7 - i)] = 1_000;
  const [found] = [...findGroups(pairScores, 8, 2, { seed: 3, maxProposals: 100_000 })].slice(-1);
  expect(found?.totalScore).toBe(4_000);
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
])("reads an MDGPLIB file, or names the line that is wrong: %j", (text, expected) => {
  const matrix = readMatrix(text);
  if (typeof expected === "string") expect(matrix).toContain(expected);
  else expect(matrix).toMatchObject(expected);
});
