import fc from "fast-check";
import { expect, test } from "vitest";
import { minimizeWithin } from "#app/matching/learning/bounded-minimum.ts";
import { scoreTablesWith } from "#app/matching/learning/compare-weights.ts";
import { drawWeights, fitWeights } from "#app/matching/learning/fit-weights.ts";
import { limitStep } from "#app/matching/learning/limit-step.ts";
import { addSums, emptySums } from "#app/matching/learning/rating-sums.ts";
import { learns } from "#app/matching/learning/ratings.ts";
import { scaleWeights } from "#app/matching/learning/scale-weights.ts";
import { weighQuestions } from "#app/matching/learning/weights.ts";
import { maxWeight } from "#app/matching/question.ts";
import { Random } from "#app/matching/random.ts";
import { match } from "#app/matching/solve.ts";
import { makeMatchInput } from "#tests/bench/match-input.ts";
import { arbitraryQuestion } from "./match-inputs.ts";
import { makeScales, rateDinners } from "./rated-dinners.ts";

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

test("without ratings the weights stay, whatever they are", () => {
  const lists = fc
    .array(fc.nat(), { maxLength: 8 })
    .chain((ids) => fc.tuple(...ids.map((_, i) => arbitraryQuestion(i + 1))));
  fc.assert(
    fc.property(lists, (questions) => {
      const { weights } = fitWeights(questions, emptySums());
      const learning = questions.filter(learns);
      expect(Object.keys(weights)).toEqual(learning.map(({ id }) => String(id)));
      for (const { id, weight } of learning) expect(weights[id]).toBeCloseTo(weight, 6);
    }),
  );
});

test("much data wins over the operator's weights", () => {
  const questions = makeScales([1, 1, 5, 5, 3, 0]);
  const trueWeights = [2, 0.5, 0, 0.5, 0, 1];
  const { weights, standardErrors, confidence } = fitWeights(
    questions,
    rateDinners(questions, trueWeights, 8_000),
  );
  expect(confidence).toBeGreaterThan(0.999);
  for (const [i, trueWeight] of trueWeights.entries()) {
    const expected = (trueWeight * 15) / 4;
    expect(Math.abs((weights[i + 1] as number) - expected)).toBeLessThan(0.6);
    expect(standardErrors[i + 1]).toBeLessThan(0.4);
  }
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

test("weights keep their sum, none is above its limit, and sensitive ones are not turned", () => {
  const cases = fc.record({
    weights: fc.array(fc.integer({ min: 0, max: maxWeight }), { minLength: 2, maxLength: 8 }),
    trueWeights: fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 8, maxLength: 8 }),
    sensitive: fc.array(fc.integer({ min: 1, max: 8 })),
    dinners: fc.constantFrom(1, 30, 300),
  });
  fc.assert(
    fc.property(cases, ({ weights: operator, trueWeights, sensitive, dinners }) => {
      const questions = makeScales(operator, sensitive);
      const { weights } = fitWeights(questions, rateDinners(questions, trueWeights, dinners));
      const learning = questions.filter(learns);
      const total = sum(learning.map(({ weight }) => weight));
      const isTurned = Object.values(weights).some((weight) => weight < 0);
      if (!isTurned) expect(sum(Object.values(weights))).toBeCloseTo(total, 6);
      expect(sum(Object.values(weights).map(Math.abs))).toBeLessThanOrEqual(total + 1e-6);
      for (const { id, weight, sensitive: isSensitive } of learning) {
        expect(weights[id]).toBeGreaterThanOrEqual(isSensitive ? 0 : -maxWeight - 1e-9);
        expect(weights[id]).toBeLessThanOrEqual((isSensitive ? weight : maxWeight) + 1e-9);
      }
    }),
    { numRuns: 60 },
  );
});

test("a sensitive weight falls, but never rises, and without weight it is not looked at", () => {
  const questions = makeScales([3, 3, 3, 0], [1, 2, 4]);
  const sums = rateDinners(questions, [3, 0, 1, 3], 2_000);
  expect(sums.questions).toEqual([1, 2, 3]);
  const { weights } = fitWeights(questions, sums);
  expect(weights[1]).toBeLessThanOrEqual(3);
  expect(weights[2]).toBeLessThan(1);
  expect(weights[3]).toBeGreaterThan(4);
});

test("a rule is turned where diners like those best who answered differently, but not that of a sensitive question", () => {
  const trueWeights = [-2, 1, 1, -2];
  const questions = makeScales([3, 3, 3, 3], [4]);
  const { weights } = fitWeights(questions, rateDinners(questions, trueWeights, 4_000));
  expect(weights[1]).toBeLessThan(-3);
  expect(weights[4]).toBeCloseTo(0, 1);
  const [turned, kept, , sensitive] = weighQuestions(questions, weights);
  expect(turned).toMatchObject({ rule: "complementary", weight: Math.round(-7 * (weights[1] as number)) });
  expect([kept?.rule, sensitive?.rule]).toEqual(["similar", "similar"]);
  const back = questions.map((question) => ({ ...question, rule: "complementary" as const }));
  expect(weighQuestions(back, { 1: -2 })[0]).toMatchObject({ rule: "similar", weight: 2 });
});

test("draws weights around the learned ones, nearer the more is known, and sensitive ones never higher", () => {
  const questions = makeScales([4, 4, 4, 4, 2], [2]);
  const spread = (dinners: number) => {
    const sums = rateDinners(questions, [2, 2, 0, 1, 0], dinners);
    const learned = fitWeights(questions, sums).weights;
    const random = new Random(dinners);
    let squares = 0;
    for (let i = 0; i < 200; i++) {
      const drawn = drawWeights(questions, sums, random);
      expect(drawn[2]).toBeLessThanOrEqual(4 + 1e-9);
      for (const { id } of questions) squares += ((drawn[id] as number) - (learned[id] as number)) ** 2;
    }
    return squares / 200;
  };
  expect(spread(8_000)).toBeLessThan(spread(500) / 3);
  const noRatings = emptySums();
  const twice = [1, 1].map((seed) => drawWeights(questions, noRatings, new Random(seed)));
  expect(twice[0]).toEqual(twice[1]);
});

test("questions come and go, and a rule may change", () => {
  const questions = makeScales([2, 2, 2, 2]);
  const early = questions.slice(0, 3);
  const sums = addSums(rateDinners(early, [2, 1], 1_000), rateDinners(questions, [2, 1, 0, 3], 1_000, 2));
  const later = questions.slice(1);
  const { weights } = fitWeights(later, sums);
  expect(Object.keys(weights)).toEqual(["2", "3", "4"]);
  expect(weights[4]).toBeGreaterThan(3.5);
  const turned = later.map((question) =>
    question.id === 4 ? { ...question, rule: "complementary" as const } : question,
  );
  expect(fitWeights(turned, sums).weights[4]).toBeLessThan(-3);
});

test("sums that no ratings give are refused", () => {
  const questions = makeScales([1, 1]);
  const sums = { dinners: 1, questions: [1, 2], agreement: [0, 0], chance: [0, 10 ** 9, 0] };
  expect(() => fitWeights(questions, sums)).toThrow("The sums are not those of any ratings.");
});

test("140 questions are fitted in the time of some systems of as many linear equations", () => {
  const questions = makeScales(
    Array.from({ length: 140 }, (_, i) => 1 + (i % 5)),
    [7, 14, 21, 28, 35],
  );
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

test("the bounded minimum satisfies the conditions of optimality", () => {
  const numbers = (length: number) =>
    fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: length, maxLength: length });
  fc.assert(
    fc.property(numbers(16), numbers(4), numbers(4), (root, linear, limits) => {
      const matrix = new Float64Array(16);
      for (let i = 0; i < 4; i++)
        for (let j = 0; j < 4; j++) {
          for (let k = 0; k < 4; k++)
            matrix[4 * i + j] =
              (matrix[4 * i + j] as number) + (root[4 * i + k] as number) * (root[4 * j + k] as number);
          if (i === j) matrix[4 * i + j] = (matrix[4 * i + j] as number) + 1;
        }
      const upper = Float64Array.from(limits, Math.abs);
      const lower = new Float64Array(4);
      const point = minimizeWithin(matrix, Float64Array.from(linear), { lower, upper }, new Float64Array(4));
      for (let i = 0; i < 4; i++) {
        const [value, limit] = [point[i] as number, upper[i] as number];
        let slope = -(linear[i] as number);
        for (let j = 0; j < 4; j++) slope += (matrix[4 * i + j] as number) * (point[j] as number);
        expect(value >= 0 && value <= limit).toBe(true);
        if (value > 0) expect(slope).toBeLessThan(1e-3);
        if (value < limit) expect(slope).toBeGreaterThan(-1e-3);
      }
    }),
  );
});

test("what a limit cuts off goes to the others, in proportion", () => {
  const questions = makeScales([2, 4, 4, 0], [1]);
  expect(scaleWeights(questions, [6, 1, 3, 0])).toEqual([2, 2, 6, 0]);
  expect(scaleWeights(makeScales([10, 10, 2]), [1, 1, 9])).toEqual([6, 6, 10]);
});

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
