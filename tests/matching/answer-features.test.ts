import fc from "fast-check";
import { expect, test } from "vitest";
import { tableSize } from "#app/lib/table-size.ts";
import type { Answer, Diner, MatchQuestion } from "#app/matching/match-input.ts";
import { Rules } from "#app/matching/rules.ts";
import { buildFeatureVectors, FeatureVectors } from "#app/matching/scores.ts";
import { Board } from "#app/matching/search/board.ts";
import { arbitraryAnswer, arbitraryQuestion } from "./match-inputs.ts";

/** The table in docs/matcher.md, written without the matcher's code. */
function documentedScore({ kind, choices, rule, weight }: MatchQuestion, one: Answer, other: Answer): number {
  if (rule === "ignore" || one.length === 0 || other.length === 0) return 0;
  const factor = rule === "complementary" ? -weight : weight;
  const scoreChoice = (among: number) =>
    one[0] === other[0] ? 36 : -Math.round(36 / Math.max(1, among - 1));
  const scoreSteps = (stepOf: (answer: Answer) => number) => 36 - 8 * Math.abs(stepOf(one) - stepOf(other));
  switch (kind) {
    case "single":
      return factor * scoreChoice(choices);
    case "country":
      return factor * scoreChoice(19);
    case "range":
      return factor * scoreSteps(([step]) => Number(step));
    case "year":
      return factor * scoreSteps(([year]) => Math.min(9, Math.max(0, Math.floor((Number(year) - 1955) / 5))));
    case "multiple": {
      const share = (answer: Answer) => [6, 4, 3, 3, 3, 2][answer.length - 1] ?? 2;
      const shared = one.filter((position) => other.includes(position)).length;
      return factor * (shared * share(one) * share(other) - 12);
    }
  }
}

const diner = (answers: Diner["answers"]) => ({ answers }) as Diner;

test("the score of a pair is the sum of what the documentation gives for each question", () => {
  const cases = fc
    .array(fc.nat(), { minLength: 1, maxLength: 25 })
    .chain((ids) => fc.tuple(...ids.map((_, id) => arbitraryQuestion(id))))
    .chain((questions) =>
      fc.tuple(
        fc.constant(questions),
        fc.array(fc.tuple(...questions.map(arbitraryAnswer)), { minLength: 2, maxLength: 6 }),
      ),
    );
  fc.assert(
    fc.property(cases, ([questions, answerLists]) => {
      const vectors = buildFeatureVectors(
        questions,
        answerLists.map((answers) => diner(Object.fromEntries(answers.map((answer, id) => [id, answer])))),
      );
      answerLists.forEach((one, i) => {
        answerLists.forEach((other, j) => {
          if (i === j) return;
          const sum = questions.reduce(
            (all, question) =>
              all + documentedScore(question, one[question.id] ?? [], other[question.id] ?? []),
            0,
          );
          expect(vectors.pairScore(i, j)).toBe(sum || 0);
        });
      });
    }),
    { numRuns: 200 },
  );
});

test("pair scores are exact for large factors", () => {
  const makeOpposites = (factor: number, featureCount: number) =>
    new FeatureVectors(2, Array<number>(featureCount).fill(factor), (diner, features) =>
      features.fill(diner ? 2 : -2, 0, featureCount),
    );
  for (const factor of [1, 7, 40, 1_000, 100_000])
    for (const featureCount of [1, 2, 3, 9, 40, 41])
      expect(makeOpposites(factor, featureCount).pairScore(0, 1)).toBe(-4 * factor * featureCount);
});

test("refuses weights that the kernel's integers can't hold", () => {
  const makeBoard = (factor: number, featureCount: number) =>
    new Board(
      new FeatureVectors(2 * tableSize, Array<number>(featureCount).fill(factor), (_, features) =>
        features.fill(3),
      ),
      new Rules(Array(2 * tableSize).fill(0), []),
    );
  const maxFactor = 10_922;
  expect(makeBoard(maxFactor, 4).pairScores(0, 1, 2)[0]).toBe(9 * 4 * maxFactor);
  expect(() => makeBoard(maxFactor + 1, 4)).toThrow(RangeError);
  expect(() => makeBoard(maxFactor, 5_000)).toThrow(RangeError);
});
