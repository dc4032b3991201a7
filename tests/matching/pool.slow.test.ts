import { expect, test } from "vitest";
import { findBrokenPools } from "#tests/bench/match-any-pool.ts";
import { comparePools } from "#tests/bench/match-pool.ts";

test("seats a pool as a search of all seatings does: how many, who, and as well as possible", () => {
  const { impossible, relaxed, bound, wrong } = comparePools(40);
  expect(wrong).toEqual([]);
  expect(impossible).toBeGreaterThan(0);
  expect(relaxed).toBeGreaterThan(0);
  expect(bound).toBeGreaterThan(10);
});

test("keeps every hard rule and loses nobody, whatever the order of diners and venues", () => {
  expect(findBrokenPools(60)).toEqual([]);
});
