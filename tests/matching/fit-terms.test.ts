import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseWeights, weightSources } from "#app/matching/learning/choose-weights.ts";
import {
  describeEvening,
  type Evening,
  emptyEvenings,
  learnedTerms,
} from "#app/matching/learning/evenings.ts";
import { drawPoints, fitTerms } from "#app/matching/learning/fit-terms.ts";
import { compareEvents, sumLifts } from "#app/matching/learning/lift.ts";
import type { MatchQuestion } from "#app/matching/question.ts";
import { Random } from "#app/matching/random.ts";
import { makeScales } from "./rated-dinners.ts";
import { rateTables, sumAllEvenings, type Truth, usualTermPoints } from "./rated-evenings.ts";

const options = { points: usualTermPoints, sensitive: [] };
const learn = (tables: number, truth: Truth, seed = 1) =>
  fitTerms(sumAllEvenings(rateTables(tables, truth, seed)), options);

const arbitraryEvening: fc.Arbitrary<Evening> = fc
  .tuple(
    fc.integer({ min: 1, max: 5 }),
    fc.integer({ min: -500, max: 500 }),
    ...[8, 8, 1, 90, 1, 4].map((max) => fc.nat(max)),
  )
  .map((numbers) => [1, ...numbers]);

test("sums of evenings are whole numbers, and the same in any order", () => {
  fc.assert(
    fc.property(fc.array(arbitraryEvening, { maxLength: 6 }), (list) => {
      const sums = sumAllEvenings(list);
      expect(sums.every(Number.isSafeInteger)).toBe(true);
      expect(sumAllEvenings(list.toReversed())).toEqual(sums);
    }),
  );
});

test("an evening says with how many marks a diner was alone, and what was true of the table", () => {
  const questions: MatchQuestion[] = [
    ...makeScales([4]),
    { id: 2, kind: "multiple", choices: 3, rule: "overlap", weight: 2, sensitive: true, company: [1, 2] },
    { id: 4, kind: "year", choices: 0, rule: "similar", weight: 1, sensitive: true },
  ];
  const seat = (id: string, drinks: number[], born: number, firstDinner = false) => ({
    id,
    answers: { 1: [5], 2: drinks, 4: [born] },
    firstDinner,
  });
  const [anna, bence, clara] = [
    seat("anna", [1, 2, 3], 1970, true),
    seat("bence", [2], 1985),
    seat("clara", [], 1990),
  ] as const;
  const terms = {
    age: { question: 4, alone: 8, nearYears: 10, wide: 2.5, wideYears: 15 },
    talker: { question: 1, choices: [8], missing: 1 },
  };
  const describe = (who: typeof anna, mates: (typeof anna)[]) =>
    describeEvening({ questions, terms, wishes: [["clara", "anna"]] }, who, mates, 4);
  expect(describe(anna, [bence, clara]).slice(3)).toEqual([3, 2, 1, 15, 1, 1]);
  expect(describe(bence, [anna, clara]).slice(3)).toEqual([1, 0, 0, 15, 1, 0]);
  expect(describe(bence, [clara]).slice(0, 6)).toEqual([1, 4, expect.any(Number), 1, 1, 0]);
});

test("without ratings the points stay, and nothing is known", () => {
  const { points, effects, ratingCount } = fitTerms([], options);
  expect(points).toEqual(usualTermPoints);
  expect(learnedTerms.some((term) => effects[term].isKnown)).toBe(false);
  expect(ratingCount).toBe(0);
  expect(fitTerms(emptyEvenings(), options).points).toEqual(usualTermPoints);
});

test("where being alone is what counts, company gains points, and its effect is found", () => {
  for (const seed of [1, 2]) {
    const { points, effects } = learn(1_000, { stars: { company: -0.8 } }, seed);
    expect(points.company).toBeGreaterThan(8);
    expect(Math.abs(effects.company.stars + 0.8)).toBeLessThan(effects.company.error);
  }
  expect(learn(200, { stars: { company: -0.8 } }).points.company).toBeGreaterThan(4);
});

test("where people rather like to be alone, the effect turns, but nothing is promised away", () => {
  const { points, effects } = learn(1_000, { stars: { company: 0.5 } });
  expect(effects.company.stars).toBeGreaterThan(0.3);
  expect(points.company).toBe(usualTermPoints.company / 2);
});

test("ratings by chance change no points", () => {
  for (const tables of [40, 200, 1_000]) {
    const { points } = learn(tables, {}, tables);
    for (const term of learnedTerms)
      expect(Math.abs(points[term] - usualTermPoints[term])).toBeLessThan(0.05 * usualTermPoints[term]);
  }
});

test("what few dinners say is not known", () => {
  expect(learn(40, { stars: { company: -0.8 } }).effects.company.isKnown).toBe(false);
});

test("in nineteen of twenty clubs the interval has the true effect", () => {
  const clubs = Array.from({ length: 40 }, (_, seed) => learn(80, { stars: { company: -0.3 } }, seed));
  const hits = clubs.filter(
    ({ effects: { company } }) => Math.abs(company.stars + 0.3) <= company.error,
  ).length;
  expect(hits).toBeGreaterThanOrEqual(36);
});

test("terms that a sensitive question decides never gain points, and what is turned off stays off", () => {
  const points = { ...usualTermPoints, wish: 0 };
  const sums = sumAllEvenings(
    rateTables(1_000, { stars: { ageAlone: -2, wish: 2, company: -0.3 }, starsPerPoint: 0.01 }),
  );
  expect(fitTerms(sums, options).points.ageAlone).toBeGreaterThan(usualTermPoints.ageAlone);
  const limits = { points, sensitive: ["ageAlone"] as const };
  for (const learned of [fitTerms(sums, limits).points, drawPoints(sums, limits, new Random(3))]) {
    expect(learned.ageAlone).toBeLessThanOrEqual(usualTermPoints.ageAlone);
    expect(learned.wish).toBe(0);
  }
});

test("draws points around the learned ones", () => {
  const sums = sumAllEvenings(rateTables(2_000, { stars: { company: -0.8 } }));
  const { company } = fitTerms(sums, options).points;
  const random = new Random(1);
  const drawn = Array.from({ length: 50 }, () => drawPoints(sums, options, random).company);
  expect(Math.abs(drawn.reduce((sum, value) => sum + value, 0) / 50 - company)).toBeLessThan(0.1 * company);
  expect(new Set(drawn).size).toBe(50);
});

test("weights are chosen by the seed, as often as the record says", () => {
  for (const hasLearned of [true, false]) {
    const choices = Array.from({ length: 4_000 }, (_, seed) => chooseWeights(seed, 0.2, hasLearned).choice);
    expect(chooseWeights(7, 0.2, hasLearned).choice).toEqual(choices[7]);
    for (const source of weightSources) {
      const probability = choices[0]?.probabilities[source] ?? 0;
      const share = choices.filter(({ chosen }) => chosen === source).length / choices.length;
      expect(Math.abs(share - probability)).toBeLessThan(0.02);
    }
  }
  expect(chooseWeights(1, 0.2, false).choice.probabilities).toEqual({
    learned: 0,
    operator: 0.9,
    drawn: 0.1,
  });
});

test("an event counts once in a comparison, however many rated it", () => {
  const events = Array.from({ length: 24 }, (_, i) => ({
    chosen: i % 2 === 0 ? ("operator" as const) : ("learned" as const),
    probabilities: { learned: 0.5, operator: 0.5, drawn: 0 },
    ratings: i === 1 ? 200 : 20,
    ratingSum: i === 1 ? 200 * 4.6 : 20 * (4 + (i % 3) / 10),
  }));
  const { events: count, interval } = compareEvents(sumLifts(events), "learned");
  expect(count).toBe(12);
  // Of 12 learned events, one has 0.5 stars more than it would have.
  expect(interval?.stars).toBeCloseTo(0.5 / 12, 6);
});

test("events that are equally good are told apart in one of twenty clubs at most, and wide intervals never", () => {
  const random = new Random(5);
  const compare = (count: number, spread: number) =>
    compareEvents(
      sumLifts(
        Array.from({ length: count }, (_, i) => ({
          chosen: i % 4 === 0 ? ("operator" as const) : ("learned" as const),
          probabilities: { learned: 0.75, operator: 0.25, drawn: 0 },
          ratings: 20,
          ratingSum: 80 + spread * (random.nextBelow(100) / 50 - 1),
        })),
      ),
      "learned",
    ).interval;
  const intervals = Array.from({ length: 400 }, () => compare(40, 5));
  const wrong = intervals.filter((interval) => interval && Math.abs(interval.stars) > interval.error);
  expect(intervals.every((interval) => interval && interval.error <= 0.3)).toBe(true);
  expect(wrong.length).toBeLessThan(32);
  expect(compare(12, 1)).toBeNull();
  expect(compare(40, 60)).toBeNull();
});
