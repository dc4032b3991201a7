import { expect, test } from "vitest";
import { remember } from "#app/lib/remember.ts";

test("computes once for a key, and again once too many other keys were asked for", () => {
  const computed: number[] = [];
  const double = remember(
    (value: number) => String(value),
    (value) => {
      computed.push(value);
      return value * 2;
    },
    3,
  );
  expect([1, 1, 2, 3, 1].map(double)).toEqual([2, 2, 4, 6, 2]);
  expect(computed).toEqual([1, 2, 3]);
  expect([4, 1].map(double)).toEqual([8, 2]);
  expect(computed).toEqual([1, 2, 3, 4, 1]);
});
