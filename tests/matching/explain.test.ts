import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { explain } from "#app/matching/explain.ts";
import type { Answer, MatchQuestion } from "#app/matching/question.ts";
import { someAnswer, someQuestion } from "./match-inputs.ts";

type Say = (questions: MatchQuestion[], table: Answer[][]) => string[];
const ours: Say = (questions, table) =>
  explain(questions, ({ id }) =>
    table.map((answers) => answers[questions.findIndex((q) => q.id === id)] ?? []),
  );

/** What a table would be told by somebody who counts and thinks no further. */
const naive: Say = (questions, table) =>
  questions.map(({ says }, q) => {
    const counts = (says ?? []).map((_, i) => table.filter((answers) => answers[q]?.includes(i + 1)).length);
    const most = counts.indexOf(Math.max(...counts));
    return (counts[most] ?? 0) >= 3 ? `${counts[most]} of five ${says?.[most]}.` : "";
  });

/**
 * Somebody at the table who knows the questions, how explanations are made, and their own answers: they think of every
 * table they could be sitting at, and keep those of which the same would be said. What is so at all of them is known to them.
 */
function inferred(say: Say, questions: MatchQuestion[], choices: Answer[][], table: Answer[][]): string[] {
  const [own = [], ...others] = table;
  const heard = say(questions, table).join("\n");
  const everyone = product(choices);
  const known = others.map(() => questions.map(() => new Set<string>()));
  for (const guess of product(others.map(() => everyone))) {
    if (say(questions, [own, ...guess]).join("\n") !== heard) continue;
    guess.forEach((answers, who) => {
      for (const [q, answer] of answers.entries()) known[who]?.[q]?.add(answer.join());
    });
  }
  return known.flatMap((answers, who) =>
    answers.flatMap((worlds, q) => (worlds.size === 1 ? [`${who}/${q}`] : [])),
  );
}

function product<T>(lists: T[][]): T[][] {
  return lists.reduce<T[][]>((all, list) => all.flatMap((some) => list.map((each) => [...some, each])), [[]]);
}

const question = (id: number, more: Partial<MatchQuestion>): MatchQuestion => ({
  id,
  kind: "single",
  choices: 2,
  rule: "similar",
  weight: 1,
  sensitive: false,
  says: ["like jazz", "like tea"],
  ...more,
});

describe.each<[string, MatchQuestion[], Answer[][]]>([
  ["one choice of two, which all must make", [question(1, {})], [[[1], [2]]]],
  [
    "one choice of three, which may be left out",
    [question(1, { choices: 3, says: ["a", "b", "c"] })],
    [[[], [1], [2], [3]]],
  ],
  ["several of two", [question(1, { kind: "multiple" })], [[[1], [2], [1, 2]]]],
  ["a scale", [question(1, { kind: "range", choices: 10 })], [[[1], [4], [5], [7], [10]]]],
  [
    "two questions at once",
    [question(1, {}), question(2, { kind: "range", choices: 10, weight: 2 })],
    [
      [[1], [2]],
      [[1], [4], [8], [9]],
    ],
  ],
])("%s", (_, questions, choices) => {
  const tables = product(choices).length > 4 ? 40 : 200;

  test("tells nobody at the table what another answered", () => {
    const answers = fc.tuple(...choices.map((list) => fc.constantFrom(...list)));
    fc.assert(
      fc.property(fc.array(answers, { minLength: 5, maxLength: 5 }), (table) => {
        expect(inferred(ours, questions, choices, table)).toEqual([]);
      }),
      { numRuns: tables },
    );
  });
});

test("the same attacker learns an answer from plain counts", () => {
  const table: Answer[][] = [[[2]], [[1]], [[1]], [[1]], [[1]]];
  expect(inferred(naive, [question(1, {})], [[[1], [2]]], table)).toEqual(["0/0", "1/0", "2/0", "3/0"]);
  expect(ours([question(1, {})], table)).toEqual(["Most of you like jazz."]);
});

test("all five are said to lean one way on a scale, which names no step", () => {
  const scale = question(1, { kind: "range", choices: 10 });
  expect(ours([scale], [[[1]], [[2]], [[4]], [[4]], [[3]]])).toEqual(["All five of you like jazz."]);
  expect(ours([scale], [[[1]], [[2]], [[4]], [[5]], [[3]]])).toEqual(["Most of you like jazz."]);
});

test("three sentences at most, none of what fewer than three share, and never of a sensitive question", () => {
  const some = fc
    .tuple(...[1, 2, 3, 4, 5, 6].map(someQuestion))
    .chain((questions) =>
      fc.tuple(
        fc.constant(questions),
        fc.array(fc.tuple(...questions.map(someAnswer)), { minLength: 5, maxLength: 5 }),
      ),
    );
  fc.assert(
    fc.property(some, ([drawn, table]) => {
      const questions = drawn.map((each) => ({
        ...each,
        says: [1, 2, 3, 4, 5, 6].map((i) => `say ${each.id} ${i}`),
      }));
      const sentences = ours(questions, table);
      expect(sentences.length).toBeLessThanOrEqual(3);
      for (const sentence of sentences) {
        const [, id, i] = /say (\d) (\d)/.exec(sentence)?.map(Number) ?? [];
        const asked = questions.find((each) => each.id === id) as MatchQuestion;
        const answers = table.map((list) => list[questions.findIndex((each) => each.id === id)] ?? []);
        const agrees = (answer: Answer) =>
          asked.kind === "range"
            ? i === 1
              ? Number(answer[0]) <= 4
              : Number(answer[0]) >= 7
            : answer.includes(i ?? 0);
        expect(asked.sensitive).toBe(false);
        expect(answers.filter(agrees).length).toBeGreaterThanOrEqual(3);
      }
    }),
  );
});
