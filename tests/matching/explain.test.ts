import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rangeMax } from "#app/lib/quiz/quiz.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { explainAnswers } from "#app/matching/explain.ts";
import type { Answer, MatchQuestion } from "#app/matching/match-input.ts";
import { arbitraryAnswer, arbitraryQuestion } from "./match-inputs.ts";

type Explain = (questions: MatchQuestion[], table: Answer[][]) => string[];
const explain: Explain = (questions, table) =>
  explainAnswers(questions, ({ id }) =>
    table.map((answers) => answers[questions.findIndex((question) => question.id === id)] ?? []),
  );

const explainWithCounts: Explain = (questions, table) =>
  questions.map(({ says }, q) => {
    const counts = (says ?? []).map((_, i) => table.filter((answers) => answers[q]?.includes(i + 1)).length);
    const choice = counts.indexOf(Math.max(...counts));
    return (counts[choice] ?? 0) >= 3 ? `${counts[choice]} of five ${says?.[choice]}.` : "";
  });

/**
 * Plays the first diner of the table, who knows the questions, their own answers and how explanations are made: tries
 * every table with the same explanation, and returns the answers of others that are the same at all of them.
 */
function inferAnswers(
  explainTable: Explain,
  questions: MatchQuestion[],
  choices: Answer[][],
  table: Answer[][],
): string[] {
  const [own = [], ...others] = table;
  const explanation = explainTable(questions, table).join("\n");
  const possibleDiners = product(choices);
  const possibleAnswers = others.map(() => questions.map(() => new Set<string>()));
  for (const guess of product(others.map(() => possibleDiners))) {
    if (explainTable(questions, [own, ...guess]).join("\n") !== explanation) continue;
    guess.forEach((answers, diner) => {
      for (const [q, answer] of answers.entries()) possibleAnswers[diner]?.[q]?.add(answer.join());
    });
  }
  return possibleAnswers.flatMap((answers, diner) =>
    answers.flatMap((possible, q) => (possible.size === 1 ? [`${diner}/${q}`] : [])),
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
  ["one required choice of two", [question(1, {})], [[[1], [2]]]],
  [
    "one optional choice of three",
    [question(1, { choices: 3, says: ["a", "b", "c"] })],
    [[[], [1], [2], [3]]],
  ],
  ["several choices of two", [question(1, { kind: "multiple" })], [[[1], [2], [1, 2]]]],
  ["a range", [question(1, { kind: "range", choices: rangeMax })], [[[1], [4], [5], [7], [10]]]],
  [
    "two questions",
    [question(1, {}), question(2, { kind: "range", choices: rangeMax, weight: 2 })],
    [
      [[1], [2]],
      [[1], [4], [8], [9]],
    ],
  ],
])("%s", (_, questions, choices) => {
  const numRuns = product(choices).length > 4 ? 40 : 200;

  test("never reveals another diner's answer to somebody at the table", () => {
    const answers = fc.tuple(...choices.map((list) => fc.constantFrom(...list)));
    const tables = fc.array(answers, { minLength: tableSize, maxLength: tableSize });
    fc.assert(
      fc.property(tables, (table) => {
        expect(inferAnswers(explain, questions, choices, table)).toEqual([]);
      }),
      { numRuns },
    );
  });
});

test("exact counts would reveal the others' answers", () => {
  const table: Answer[][] = [[[2]], [[1]], [[1]], [[1]], [[1]]];
  const revealed = inferAnswers(explainWithCounts, [question(1, {})], [[[1], [2]]], table);
  expect(revealed).toEqual(["0/0", "1/0", "2/0", "3/0"]);
  expect(explain([question(1, {})], table)).toEqual(["Most of you like jazz."]);
});

test('says "All five" only of one side of a range', () => {
  const range = question(1, { kind: "range", choices: rangeMax });
  expect(explain([range], [[[1]], [[2]], [[4]], [[4]], [[3]]])).toEqual(["All five of you like jazz."]);
  expect(explain([range], [[[1]], [[2]], [[4]], [[5]], [[3]]])).toEqual(["Most of you like jazz."]);
});

test("makes at most three sentences, each shared by at least three diners and not of a sensitive question", () => {
  const cases = fc
    .tuple(...[1, 2, 3, 4, 5, 6].map(arbitraryQuestion))
    .chain((questions) =>
      fc.tuple(
        fc.constant(questions),
        fc.array(fc.tuple(...questions.map(arbitraryAnswer)), { minLength: tableSize, maxLength: tableSize }),
      ),
    );
  fc.assert(
    fc.property(cases, ([arbitraryQuestions, table]) => {
      const questions = arbitraryQuestions.map((each) => ({
        ...each,
        says: [1, 2, 3, 4, 5, 6].map((i) => `say ${each.id} ${i}`),
      }));
      const sentences = explain(questions, table);
      expect(sentences.length).toBeLessThanOrEqual(3);
      for (const sentence of sentences) {
        const [, id, i] = /say (\d) (\d)/.exec(sentence)?.map(Number) ?? [];
        const explained = questions.find((each) => each.id === id) as MatchQuestion;
        const answers = table.map((list) => list[questions.findIndex((each) => each.id === id)] ?? []);
        const agrees = (answer: Answer) =>
          explained.kind === "range"
            ? i === 1
              ? Number(answer[0]) <= 4
              : Number(answer[0]) >= 7
            : answer.includes(i ?? 0);
        expect(explained.sensitive).toBe(false);
        expect(answers.filter(agrees).length).toBeGreaterThanOrEqual(3);
      }
    }),
  );
});
