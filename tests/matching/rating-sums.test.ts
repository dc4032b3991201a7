import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addSums,
  type DinnerRatings,
  emptySums,
  type Rating,
  type RatingSums,
  scoreRatings,
  sumRatings,
} from "#app/matching/learning/rating-sums.ts";
import type { Diner } from "#app/matching/match-input.ts";
import { buildFeatureVectors } from "#app/matching/scores.ts";
import { arbitraryAnswer, arbitraryQuestion } from "./match-inputs.ts";

const arbitraryRating = fc.constantFrom<Rating>(-1, 0, 1);

const arbitraryRatings: fc.Arbitrary<DinnerRatings> = fc
  .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 9 })), fc.integer({ min: 0, max: 4 }))
  .chain(([questions, count]) =>
    fc.record({
      questions: fc.constant(questions.sort((a, b) => a - b)),
      mates: fc.array(
        fc.record({
          rating: arbitraryRating,
          scores: fc.array(fc.integer({ min: -36, max: 88 }), {
            minLength: questions.length,
            maxLength: questions.length,
          }),
        }),
        { minLength: count, maxLength: count },
      ),
    }),
  );

const sumAll = (list: DinnerRatings[]) =>
  list.reduce((sums, each) => addSums(sums, sumRatings(each)), emptySums());

test("the weighted scores of a pair add up to what the matcher scores", () => {
  const cases = fc
    .array(fc.nat(), { minLength: 1, maxLength: 12 })
    .chain((ids) => fc.tuple(...ids.map((_, i) => arbitraryQuestion(i + 1))))
    .map((questions) => questions.filter(({ rule }) => rule !== "ignore"))
    .chain((questions) =>
      fc.tuple(
        fc.constant(questions),
        fc.array(fc.tuple(...questions.map(arbitraryAnswer)), { minLength: 2, maxLength: 5 }),
      ),
    );
  fc.assert(
    fc.property(cases, ([questions, answerLists]) => {
      const diners = answerLists.map((answers) => ({
        answers: Object.fromEntries(questions.map(({ id }, i) => [id, answers[i] ?? []])),
      })) as Pick<Diner, "answers">[];
      const [rater, ...mates] = diners as [Diner, ...Diner[]];
      const scored = scoreRatings(
        questions,
        rater,
        mates.map((diner) => ({ diner, rating: 0 })),
      );
      expect(scored.questions).toEqual(questions.map(({ id }) => id));
      const vectors = buildFeatureVectors(questions, diners);
      for (const [i, { scores }] of scored.mates.entries()) {
        const sum = questions.reduce(
          (all, { rule, weight }, place) =>
            all + (rule === "complementary" ? -1 : 1) * weight * (scores[place] as number),
          0,
        );
        expect(sum).toBe(vectors.pairScore(0, i + 1));
      }
    }),
  );
});

test("sums are whole numbers, and the same in any order", () => {
  fc.assert(
    fc.property(fc.array(arbitraryRatings, { maxLength: 6 }), (list) => {
      const sums = sumAll(list);
      expect([...sums.agreement, ...sums.chance].every(Number.isSafeInteger)).toBe(true);
      expect(sumAll([...list].reverse())).toEqual(sums);
    }),
  );
});

test("generous and strict raters count the same", () => {
  fc.assert(
    fc.property(arbitraryRatings, (ratings) => {
      const rate = (values: [Rating, Rating]) =>
        sumRatings({
          ...ratings,
          mates: ratings.mates.map((mate) => ({ ...mate, rating: mate.rating > 0 ? values[1] : values[0] })),
        });
      expect(rate([-1, 0])).toEqual(rate([0, 1]));
    }),
  );
});

test("the same rating for all says nothing, and neither does a rating of one mate alone", () => {
  fc.assert(
    fc.property(arbitraryRatings, arbitraryRating, (ratings, rating) => {
      const mates = ratings.mates.map((mate) => ({ ...mate, rating }));
      for (const rated of [mates, ratings.mates.slice(0, 1)]) {
        const { agreement, chance, dinners } = sumRatings({ ...ratings, mates: rated });
        expect([...agreement, ...chance].every((value) => Object.is(value, 0))).toBe(true);
        expect(dinners).toBe(1);
      }
    }),
  );
});

test("chance is the variance of the agreement over all ways to hand the ratings to the mates", () => {
  const scores = [
    [36, -4],
    [-12, 20],
    [4, 36],
    [28, -28],
  ];
  const orders = permute([1, 0, 0, -1] as Rating[]);
  const sums = orders.map((ratings) =>
    sumRatings({
      questions: [3, 5],
      mates: ratings.map((rating, i) => ({ rating, scores: scores[i] ?? [] })),
    }),
  );
  const mean = (measure: (sums: RatingSums) => number) =>
    sums.reduce((sum, each) => sum + measure(each), 0) / sums.length;
  expect(mean(({ agreement: [one = 0] }) => one)).toBe(0);
  expect([
    mean(({ agreement: [one = 0] }) => one * one),
    mean(({ agreement: [one = 0, other = 0] }) => one * other),
    mean(({ agreement: [, other = 0] }) => other * other),
  ]).toEqual(sums[0]?.chance);
});

test("a billion dinners are summed exactly", () => {
  const mates = [88, 88, -36, -36].map((score, i) => ({
    rating: (i < 2 ? 1 : -1) as Rating,
    scores: [score, -score],
  }));
  const one = sumRatings({ questions: [1, 2], mates });
  let sums = one;
  for (let i = 0; i < 30; i++) sums = addSums(sums, sums);
  expect(sums.chance.every(Number.isSafeInteger)).toBe(true);
  expect(sums.chance).toEqual(one.chance.map((value) => 2 ** 30 * value));
  expect(sums.dinners).toBe(2 ** 30);
});

function permute<T>(list: T[]): T[][] {
  if (list.length < 2) return [list];
  return list.flatMap((first, i) => permute(list.toSpliced(i, 1)).map((rest) => [first, ...rest]));
}
