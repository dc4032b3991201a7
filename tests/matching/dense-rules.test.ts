import { expect, test } from "vitest";
import { match } from "#app/matching/solve.ts";
import { compareDenseInputs } from "#tests/bench/match-dense.ts";
import { makeMatchInput } from "#tests/bench/match-input.ts";

test("seats as many as possible, the first in order and as well as possible, as a search of all seatings does", () => {
  const { impossible, relaxed, wrong } = compareDenseInputs(100);
  expect(wrong).toEqual([]);
  expect(impossible).toBeGreaterThan(0);
  expect(relaxed).toBeGreaterThan(0);
}, 120_000);

test("a bound is never above full marks, and with more diners on standby the report bounds how many can sit", () => {
  const { diners, ...input } = makeMatchInput(90, 3);
  const quarters = diners.map((diner, i) => ({ ...diner, languages: 2 ** (i % 13), met: [] }));
  const { report, tables, standby } = match({ ...input, diners: quarters });
  const [venue] = report.venues;
  expect(venue?.outcome).toBe("impossible");
  // Thirteen languages of six or seven diners each: one table a language.
  expect([tables.length, venue?.mostSeated]).toEqual([13, 65]);
  expect(standby.filter(({ reason }) => reason === "rules").length).toBeGreaterThan(0);
  const fullMarks = 10 * 36 * input.questions.reduce((sum, { weight }) => sum + weight, 0);
  expect(venue?.bound).toBeLessThanOrEqual(13 * fullMarks);
});
