import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  birthYearRange,
  firstUnanswered,
  type QuizQuestion,
  readAnswer,
  selectQuestions,
  unseenQuestionIds,
} from "#app/lib/quiz.ts";
import { readQuizForm, readUnsavedAnswers } from "#app/lib/quiz-form.ts";

const now = new Date("2026-11-20T12:00:00Z");
const plain: QuizQuestion = {
  id: 1,
  category: "personality",
  question: "?",
  choices: ["a", "b", "c"],
  isMultipleChoice: false,
  isRange: false,
  isCountry: false,
  isYear: false,
  optional: false,
  minLabel: null,
  maxLabel: null,
  help: null,
  endsWithNone: false,
};
const single = plain;
const multiple = { ...plain, id: 2, isMultipleChoice: true };
const diet = { ...multiple, endsWithNone: true };
const range = { ...plain, id: 3, choices: [], isRange: true };
const country = {
  ...plain,
  id: 4,
  choices: ["Hungary", "Türkiye", "United Kingdom"],
  isCountry: true,
  optional: true,
};
const year = { ...plain, id: 5, choices: [], isYear: true };
const all = [single, multiple, range, country, year];

test.each([
  ["a single choice", single, ["2"], [2]],
  ["several, in any order and twice", multiple, ["3", "1", "3"], [1, 3]],
  ["a ten", range, ["10"], [10]],
  ["a country in any case", country, [" hungary "], ["Hungary"]],
  ["a country by what people call it", country, ["UK"], ["United Kingdom"]],
  ["none alone", diet, ["3"], [3]],
  ["a year", year, [" 1992 "], [1992]],
])("%s is read", (_, question, values, answer) => {
  expect(readAnswer(question, values, now)).toEqual(answer);
});

test.each([
  ["nothing", single, []],
  ["two where one is asked", single, ["1", "2"]],
  ["a choice that is not there", single, ["4"]],
  ["nothing of several", multiple, []],
  ["none and some", diet, ["1", "3"]],
  ["an eleven", range, ["11"]],
  ["half a step", range, ["1.5"]],
  ["a country nobody knows", country, ["Atlantis"]],
  ["a child", year, ["2012"]],
  ["somebody of long ago", year, ["1815"]],
  ["a year in words", year, ["nineteen ninety"]],
])("%s is refused in a sentence", (_, question, values) => {
  expect(readAnswer(question, values, now)).toMatch(/^Please .+\.$/);
});

test("whatever is sent, an answer is within its question's bounds or a sentence", () => {
  const { from, to } = birthYearRange(now);
  const wild = fc.oneof(
    fc.string(),
    fc.integer().map(String),
    fc.double().map(String),
    fc.constantFrom("1", "2", "3", "1992"),
  );
  fc.assert(
    fc.property(fc.constantFrom(...all), fc.array(wild, { maxLength: 6 }), (question, values) => {
      const answer = readAnswer(question, values, now);
      if (typeof answer === "string") return;
      expect(answer.length).toBeGreaterThan(0);
      for (const value of answer) {
        if (question.isCountry) expect(question.choices).toContain(value);
        else if (question.isYear) expect(Number(value) >= from && Number(value) <= to).toBe(true);
        else expect(Number(value) >= 1 && Number(value) <= (question.isRange ? 10 : 3)).toBe(true);
      }
    }),
    { numRuns: 20_000 },
  );
});

describe("what travels along", () => {
  test("comes back as it went", () => {
    expect(readUnsavedAnswers('{"1":[2],"4":["Hungary"],"5":[1992]}', all, now)).toEqual({
      1: [2],
      4: ["Hungary"],
      5: [1992],
    });
    expect(readUnsavedAnswers('{"4":[]}', all, now)).toEqual({ 4: [] });
    expect(readUnsavedAnswers(null, all, now)).toEqual({});
  });

  test.each(["[", "[]", "null", '{"1":2}', '{"9":[1]}', '{"1":[9]}', '{"1":[]}', '{"1":[{}]}'])(
    "is refused whole, where it is not ours: %s",
    (typed) => {
      expect(readUnsavedAnswers(typed, all, now)).toBeUndefined();
    },
  );

  test("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (typed) => {
        readUnsavedAnswers(typed, all, now);
      }),
      { numRuns: 5_000 },
    );
  });
});

test("a press without a question, or with a forged one, is refused", () => {
  for (const question of ["", "99", "1 or 1=1"]) {
    const form = new FormData();
    form.set("question", question);
    form.set("answer", "1");
    expect(readQuizForm(form, all, now)).toMatchObject({
      message: expect.stringContaining("Please choose again."),
    });
  }
});

test("only what is optional may be skipped", () => {
  const skip = (id: number) => {
    const form = new FormData();
    form.set("question", String(id));
    form.set("skip", "1");
    return readQuizForm(form, all, now);
  };
  expect(skip(4)).toMatchObject({ given: { 4: [] }, next: year });
  expect(skip(1)).toMatchObject({ message: "Please choose one." });
});

test("the quiz resumes after the highest answered; past the last, at one that was left out", () => {
  expect(firstUnanswered(all, {})?.id).toBe(1);
  expect(firstUnanswered(all, { 1: [1], 3: [2] })?.id).toBe(4);
  expect(firstUnanswered(all, { 1: [1], 3: [2], 5: [1992] })?.id).toBe(2);
  expect(firstUnanswered(all, { 1: [1], 2: [1], 3: [2], 4: [], 5: [1992] })?.id).toBe(5);
});

test("finds the questions without an answer, and leaves out those that were skipped", () => {
  expect(unseenQuestionIds(all, { 1: [1], 2: [1], 4: [] })).toEqual([3, 5]);
  expect(unseenQuestionIds(all, {})).toEqual([1, 2, 3, 4, 5]);
});

test.each<[string | null, number[]]>([
  [null, [1, 2, 3, 4, 5]],
  ["", [1, 2, 3, 4, 5]],
  ["5,2", [2, 5]],
  ["99", [1, 2, 3, 4, 5]],
  ["3,99,x", [3]],
])("selects the questions of ?only=%s in the quiz's order", (only, ids) => {
  expect(selectQuestions(all, only).map(({ id }) => id)).toEqual(ids);
});
