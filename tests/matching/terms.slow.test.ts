import { expect, test } from "vitest";
import { compareTerms } from "#tests/bench/match-terms.ts";

/** `TERMS_NIGHTS=10000` compares as many. */
const nights = Number(process.env.TERMS_NIGHTS ?? 600);

test("seats groups and prices tables as a search of all seatings does, in any order of the input", {
  timeout: Math.max(1_800, nights) * 1000,
}, () => {
  const { wrong, complete, impossible } = compareTerms(nights);
  expect(wrong).toEqual([]);
  expect(complete).toBeGreaterThan(nights / 4);
  expect(impossible).toBeGreaterThan(0);
});

test.each([2_284, 3_262, 3_636])("takes no group apart in night %i, where a better table would", (night) => {
  expect(compareTerms(1, night).wrong).toEqual([]);
});
