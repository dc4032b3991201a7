import fc from "fast-check";
import { expect, test } from "vitest";
import type { Diner } from "#app/matching/diner.ts";
import type { Answer, MatchQuestion } from "#app/matching/question.ts";
import { vectorsOf } from "#app/matching/scores/answer-features.ts";
import { Vectors } from "#app/matching/scores/feature-vectors.ts";
import { Board } from "#app/matching/search/board.ts";
import { someAnswer, someQuestion } from "./match-inputs.ts";

/** What two answers are worth together, as docs/matcher.md says it, with nothing of how the matcher reckons. */
function worthTogether({ kind, choices, rule, weight }: MatchQuestion, one: Answer, other: Answer): number {
  if (rule === "ignore" || one.length === 0 || other.length === 0) return 0;
  const sign = rule === "complementary" ? -weight : weight;
  const unlike = (among: number) => (one[0] === other[0] ? 36 : -Math.round(36 / Math.max(1, among - 1)));
  const steps = (band: (answer: Answer) => number) => 36 - 8 * Math.abs(band(one) - band(other));
  switch (kind) {
    case "single":
      return sign * unlike(choices);
    case "country":
      return sign * unlike(19);
    case "range":
      return sign * steps(([step]) => Number(step));
    case "year":
      return sign * steps(([year]) => Math.min(9, Math.max(0, Math.floor((Number(year) - 1955) / 5))));
    case "multiple": {
      const share = (answer: Answer) => [6, 4, 3, 3, 3, 2][answer.length - 1] ?? 2;
      const shared = one.filter((position) => other.includes(position)).length;
      return sign * (shared * share(one) * share(other) - 12);
    }
  }
}

const diner = (answers: Diner["answers"]) => ({ answers }) as Diner;

test("the dot product of two diners is what their answers are worth together, question by question", () => {
  const some = fc
    .array(fc.nat(), { minLength: 1, maxLength: 25 })
    .chain((ids) => fc.tuple(...ids.map((_, id) => someQuestion(id))))
    .chain((questions) =>
      fc.tuple(
        fc.constant(questions),
        fc.array(fc.tuple(...questions.map(someAnswer)), { minLength: 2, maxLength: 6 }),
      ),
    );
  fc.assert(
    fc.property(some, ([questions, lists]) => {
      const vectors = vectorsOf(
        questions,
        lists.map((answers) => diner(Object.fromEntries(answers.map((answer, id) => [id, answer])))),
      );
      lists.forEach((one, i) => {
        lists.forEach((other, j) => {
          if (i === j) return;
          const sum = questions.reduce(
            (all, q) => all + worthTogether(q, one[q.id] ?? [], other[q.id] ?? []),
            0,
          );
          expect(vectors.dot(i, j)).toBe(sum || 0);
        });
      });
    }),
    { numRuns: 200 },
  );
});

test("a dot product is exact, however much its factors are", () => {
  const extreme = (factor: number, width: number) =>
    new Vectors(2, Array<number>(width).fill(factor), (row, features) =>
      features.fill(row ? 2 : -2, 0, width),
    );
  for (const factor of [1, 7, 40, 1_000, 100_000])
    for (const width of [1, 2, 3, 9, 40, 41])
      expect(extreme(factor, width).dot(0, 1)).toBe(-4 * factor * width);
});

test("weights are refused that the kernel could not add up", () => {
  const board = (factor: number, width: number) =>
    new Board(new Vectors(10, Array<number>(width).fill(factor), (_, features) => features.fill(3)), 5);
  const most = 10_922;
  expect(board(most, 4).products(0, 1, 2)[0]).toBe(9 * 4 * most);
  expect(() => board(most + 1, 4)).toThrow(RangeError);
  expect(() => board(most, 5_000)).toThrow(RangeError);
});
