import fc from "fast-check";
import { expect, test } from "vitest";
import { fitWeights } from "#app/matching/learning/fit-weights.ts";
import { addSums, emptySums } from "#app/matching/learning/rating-sums.ts";
import {
  limitStep,
  maxFactor,
  scaleWeights,
  scoreTablesWith,
  type Weights,
  weighQuestions,
} from "#app/matching/learning/weights.ts";
import { type MatchQuestion, maxWeight } from "#app/matching/match-input.ts";
import { match } from "#app/matching/solve.ts";
import { makeMatchInput } from "#tests/bench/match-input.ts";
import { arbitraryQuestion } from "./match-inputs.ts";
import { makeScales, rateDinners } from "./rated-dinners.ts";

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

test("without ratings the weights stay, whatever they are", () => {
  const lists = fc
    .array(fc.nat(), { maxLength: 8 })
    .chain((ids) => fc.tuple(...ids.map((_, i) => arbitraryQuestion(i + 1))))
    .map((questions) => questions.map((question) => ({ ...question, weight: Math.max(1, question.weight) })));
  fc.assert(
    fc.property(lists, (questions) => {
      const { weights } = fitWeights(questions, emptySums());
      expect(Object.keys(weights)).toEqual(questions.map(({ id }) => String(id)));
      for (const { id, weight } of questions) expect(weights[id]).toBeCloseTo(weight, 6);
    }),
  );
});

test("much data moves weights as far as they may go", () => {
  const questions = makeScales([4, 4, 4, 4]);
  const { weights, standardErrors, confidence } = fitWeights(
    questions,
    rateDinners(questions, [2, 0, 1, -1], 8_000),
  );
  expect(confidence).toBeGreaterThan(0.999);
  expect(weights[1]).toBeCloseTo(4 * maxFactor, 2);
  expect(weights[2]).toBeCloseTo(4 / maxFactor, 2);
  expect(weights[4]).toBeCloseTo(4 / maxFactor, 2);
  for (const { id } of questions) expect(standardErrors[id]).toBeLessThan(1);
});

test("ratings by lot change nearly nothing", () => {
  const questions = makeScales([4, 1, 2, 3, 5, 2, 1, 4]);
  const { weights, confidence } = fitWeights(questions, rateDinners(questions, [], 2_000));
  expect(confidence).toBeLessThan(0.02);
  for (const { id, weight } of questions)
    expect(Math.abs((weights[id] as number) - weight)).toBeLessThan(0.05);
});

test("one dinner more changes little", () => {
  const questions = makeScales([4, 1, 2, 3, 5, 2, 1, 4]);
  const before = rateDinners(questions, [1, 0, 0, 1], 300);
  const after = addSums(before, rateDinners(questions, [-9, 9, 9, -9], 1, 5));
  const [one, other] = [before, after].map((sums) => fitWeights(questions, sums).weights);
  for (const { id } of questions)
    expect(Math.abs((one?.[id] as number) - (other?.[id] as number))).toBeLessThan(0.15);
});

test("weights keep their sum, and none is further than half again from the operator's", () => {
  const cases = fc.record({
    weights: fc.array(fc.integer({ min: 1, max: maxWeight }), { minLength: 1, maxLength: 8 }),
    trueWeights: fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 8, maxLength: 8 }),
    dinners: fc.constantFrom(1, 30, 300),
  });
  fc.assert(
    fc.property(cases, ({ weights: operator, trueWeights, dinners }) => {
      const questions = makeScales(operator);
      const { weights } = fitWeights(questions, rateDinners(questions, trueWeights, dinners));
      expect(sum(Object.values(weights))).toBeCloseTo(sum(operator), 6);
      expectWithinLimits(questions, weights);
    }),
    { numRuns: 60 },
  );
});

function expectWithinLimits(questions: MatchQuestion[], weights: Weights) {
  for (const { id, weight } of questions) {
    expect(weights[id]).toBeGreaterThanOrEqual(weight / maxFactor - 1e-9);
    expect(weights[id]).toBeLessThanOrEqual(Math.min(maxWeight, weight * maxFactor) + 1e-9);
  }
}

test("values of any size and sign are scaled within the limits, to the sum of the operator's weights", () => {
  const cases = fc.array(
    fc.record({
      weight: fc.integer({ min: 1, max: maxWeight }),
      value: fc.oneof(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.constantFrom(0, 1e-300, -5)),
    }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(cases, (list) => {
      const questions = makeScales(list.map(({ weight }) => weight));
      const scaled = scaleWeights(
        questions,
        list.map(({ value }) => value),
      );
      expect(sum(scaled)).toBeCloseTo(sum(list.map(({ weight }) => weight)), 6);
      expectWithinLimits(questions, Object.fromEntries(questions.map(({ id }, i) => [id, scaled[i] ?? 0])));
    }),
  );
  expect(scaleWeights(makeScales([4, 4, 4]), [1, 1, 1])).toEqual([4, 4, 4]);
});

test("questions come and go, and a rule may change", () => {
  const questions = makeScales([2, 2, 2, 2]);
  const early = questions.slice(0, 3);
  const sums = addSums(rateDinners(early, [2, 1], 1_000), rateDinners(questions, [2, 1, 0, 3], 1_000, 2));
  const later = questions.slice(1);
  const { weights } = fitWeights(later, sums);
  expect(Object.keys(weights)).toEqual(["2", "3", "4"]);
  expect(weights[4]).toBeGreaterThan(2.5);
  const opposite = later.map((question) =>
    question.id === 4 ? { ...question, rule: "complementary" as const } : question,
  );
  expect(fitWeights(opposite, sums).weights[4]).toBeLessThan(1.6);
});

test("sums that no ratings give are refused", () => {
  const questions = makeScales([1, 1]);
  const sums = { dinners: 1, questions: [1, 2], agreement: [0, 0], chance: [0, 10 ** 9, 0] };
  expect(() => fitWeights(questions, sums)).toThrow("The sums are not those of any ratings.");
});

test("140 questions are fitted in the time of some systems of as many linear equations", () => {
  const questions = makeScales(Array.from({ length: 140 }, (_, i) => 1 + (i % 5)));
  const sums = rateDinners(
    questions,
    questions.map(({ id }) => ((id * 7) % 5) / 5),
    400,
  );
  const measureFit = measureCpu(() => fitWeights(questions, sums));
  const measureSolve = measureCpu(() => solveEquations(140));
  // Both in turn, so that what else runs on the machine slows both.
  const times = Array.from({ length: 7 }, () => [measureFit(), measureSolve()] as const);
  const [fitTime, solveTime] = ([0, 1] as const).map((i) => Math.min(...times.map((pair) => pair[i])));
  expect((fitTime ?? Infinity) / (solveTime ?? 0)).toBeLessThan(20);
});

const measureCpu = (calculate: () => void) => () => {
  const before = process.cpuUsage().user;
  for (let i = 0; i < 10; i++) calculate();
  return process.cpuUsage().user - before;
};

/** By elimination, and so in time with the cube of the unknowns. */
function solveEquations(unknowns: number) {
  const rows = Array.from({ length: unknowns }, (_, i) =>
    Float64Array.from({ length: unknowns + 1 }, (_, j) => (i === j ? unknowns : 1 / (1 + i + j))),
  );
  for (const [i, row] of rows.entries())
    for (const other of rows.slice(i + 1)) {
      const factor = (other[i] ?? 0) / (row[i] ?? 1);
      for (let j = i; j <= unknowns; j++) other[j] = (other[j] ?? 0) - factor * (row[j] ?? 0);
    }
  return rows;
}

test("weights go at most a quarter of the way at once", () => {
  expect(limitStep({ 1: 4, 2: 2, 9: 1 }, { 1: 8, 2: 0, 3: 5 })).toEqual({ 1: 5, 2: 1.5, 3: 5, 9: 1 });
  expect(limitStep({ 1: 4 }, { 1: 8 }, 1)).toEqual({ 1: 8 });
});

test("whole weights go to the matcher as they are, and others in sevenths", () => {
  const questions = makeScales([3, 2, 1]);
  expect(weighQuestions(questions, { 1: 4 }).map(({ weight }) => weight)).toEqual([4, 2, 1]);
  expect(weighQuestions(questions, { 1: 3.5 }).map(({ weight }) => weight)).toEqual([25, 14, 7]);
});

test("the matcher takes learned weights up to the highest", () => {
  const { questions, diners, ...input } = makeMatchInput(30, 3);
  const highest = questions.map((question) => ({ ...question, choices: Math.max(2, question.choices) }));
  const weights = Object.fromEntries(questions.map(({ id }) => [id, id === 1 ? 9.9 : maxWeight]));
  const weighed = weighQuestions(highest, weights);
  const { tables } = match({ ...input, questions: weighed, diners });
  expect(tables.length).toBeGreaterThan(4);
});

test("compares weights on past tables", () => {
  const questions = makeScales([4, 4]);
  const { diners } = makeMatchInput(5, 1);
  const twins = diners.map((diner) => ({ ...diner, answers: { 1: [3], 2: [diner.id === "d0" ? 3 : 4] } }));
  expect(scoreTablesWith(questions, { 1: 4, 2: 0 }, [twins])).toBe(100);
  expect(scoreTablesWith(questions, { 1: 0, 2: 4 }, [twins])).toBeLessThan(100);
});
