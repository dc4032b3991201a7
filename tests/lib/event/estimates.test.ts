import { expect, test } from "vitest";
import {
  addSums,
  estimateDifference,
  estimateRatio,
  estimateShare,
  estimateSharedRatio,
  noSums,
  type RatioSums,
  sumsOfGroup,
} from "#app/lib/event/estimates.ts";
import { createRandom } from "#tests/support/random.ts";

const add = (groups: [count: number, sum: number][]): RatioSums =>
  groups.reduce((sums, [count, sum]) => addSums(sums, sumsOfGroup(count, sum)), noSums);

test("an estimate is the mean of all answers, and its interval follows from how much the tables differ", () => {
  expect(estimateRatio(noSums)).toBeUndefined();
  expect(estimateRatio(add([[4, 3]]))).toEqual({ value: 0.75, margin: null, count: 4 });
  expect(
    estimateRatio(
      add([
        [4, 2],
        [8, 4],
        [0, 0],
      ]),
    ),
  ).toEqual({ value: 0.5, margin: 0, count: 12 });
  const unlike = estimateRatio(
    add([
      [4, 4],
      [4, 0],
      [4, 4],
      [4, 0],
    ]),
  );
  const alike = estimateRatio(
    add([
      [4, 2],
      [4, 2],
      [4, 2],
      [4, 1],
    ]),
  );
  expect(unlike?.margin).toBeCloseTo(3.18 * Math.sqrt(4 / 3) * 0.25, 1);
  expect(unlike?.margin ?? 0).toBeGreaterThan(2 * (alike?.margin ?? 0));
});

test("the interval of a share is never that of answers more alike than by chance", () => {
  const alike = add(Array.from({ length: 10 }, () => [10, 1]));
  expect(estimateRatio(alike)?.margin).toBeCloseTo(0, 6);
  expect(estimateSharedRatio(alike)?.margin).toBeCloseTo(1.96 * Math.sqrt(0.09 / 100), 6);
});

test("about 95 of 100 intervals hold the true share, also where the people of a table answer alike", () => {
  const random = createRandom(3);
  let holds = 0;
  for (let i = 0; i < 400; i++) {
    const tables = Array.from({ length: 60 }, (): [number, number] => {
      const chance = random.happens(0.5) ? 0.2 : 0.6;
      return [16, Array.from({ length: 16 }, () => random.happens(chance)).filter(Boolean).length];
    });
    const { value = 0, margin } = estimateRatio(add(tables)) ?? {};
    if (Math.abs(value - 0.4) <= (margin ?? 0)) holds++;
  }
  expect(holds / 400).toBeGreaterThan(0.91);
  expect(holds / 400).toBeLessThan(0.98);
});

test("the interval of a difference is wider than that of each side", () => {
  const high = { value: 0.6, margin: 0.03, count: 100 };
  const low = { value: 0.5, margin: 0.04, count: 100 };
  const difference = estimateDifference(high, low);
  expect(difference?.value).toBeCloseTo(0.1, 9);
  expect(difference?.margin).toBeCloseTo(0.05, 9);
  expect(estimateDifference({ ...high, margin: null }, low)).toBeUndefined();
});

test("the interval of a share stays between none and all", () => {
  expect(estimateShare(0, 0)).toBeUndefined();
  expect(estimateShare(0, 20)).toMatchObject({ value: 0, low: 0 });
  expect(estimateShare(0, 20)?.high).toBeCloseTo(0.1611, 3);
  expect(estimateShare(20, 20)).toMatchObject({ value: 1, high: 1 });
});
