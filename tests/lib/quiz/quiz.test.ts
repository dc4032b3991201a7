import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Answers,
  birthYearRange,
  describeAnswer,
  firstUnanswered,
  laterQuestionIds,
  missingQuestionIds,
  readAnswer,
  selectQuestions,
  unseenQuestionIds,
} from "#app/lib/quiz/quiz.ts";
import {
  country,
  diet,
  multipleChoice,
  questions,
  range,
  singleChoice,
  year,
} from "#tests/support/quiz-questions.ts";

const now = new Date("2026-11-20T12:00:00Z");

test.each([
  ["a single choice", singleChoice, ["2"], [2]],
  ["several choices, in any order and twice", multipleChoice, ["3", "1", "3"], [1, 3]],
  ["a ten on a scale", range, ["10"], [10]],
  ["a country in any case", country, [" hungary "], ["Hungary"]],
  ["a country by a common name", country, ["UK"], ["United Kingdom"]],
  ["a country in its own language", country, ["magyarorszag"], ["Hungary"]],
  [
    "a country in one of its languages",
    { ...country, choices: ["Switzerland"] },
    ["Suisse"],
    ["Switzerland"],
  ],
  ["none of the choices, alone", diet, ["3"], [3]],
  ["a year", year, [" 1992 "], [1992]],
])("accepts %s", (_, question, values, answer) => {
  expect(readAnswer(question, values, now)).toEqual(answer);
});

test.each([
  ["no choice", singleChoice, []],
  ["two choices where one is asked for", singleChoice, ["1", "2"]],
  ["a choice that does not exist", singleChoice, ["4"]],
  ["no choice where several are allowed", multipleChoice, []],
  ["none of the choices, together with one", diet, ["1", "3"]],
  ["an eleven on a scale of ten", range, ["11"]],
  ["a fraction on a scale", range, ["1.5"]],
  ["an unknown country", country, ["Atlantis"]],
  ["the name of a property that every object has", country, ["__proto__"]],
  ["a birth year under 18", year, ["2012"]],
  ["a birth year over 110 years ago", year, ["1815"]],
  ["a year in words", year, ["nineteen ninety"]],
])("refuses %s with a message", (_, question, values) => {
  expect(readAnswer(question, values, now)).toMatch(/^(Choose|Enter) .+\.$/);
});

test("says to whom a table is open only for a year that is too late", () => {
  const says = (answer: string) => String(readAnswer(year, [answer], now)).includes("at least 18");
  expect(["2012", "1815", "3000", "nineteen ninety"].filter(says)).toEqual(["2012"]);
});

test("an answer is shown in words", () => {
  expect(describeAnswer(multipleChoice, [1, 3])).toBe(
    [multipleChoice.choices[0], multipleChoice.choices[2]].join(", "),
  );
  const scale = { ...range, minLabel: "Listen", maxLabel: "Talk" };
  expect([1, 4, 5, 7, 10].map((step) => describeAnswer(scale, [step]))).toEqual([
    "Listen, 1 of 10",
    "Closer to “Listen”, 4 of 10",
    "In between, 5 of 10",
    "Closer to “Talk”, 7 of 10",
    "Talk, 10 of 10",
  ]);
  expect(describeAnswer(country, ["Hungary"])).toBe("Hungary");
  expect(describeAnswer(year, [1992])).toBe("1992");
  expect([describeAnswer(year), describeAnswer(diet, [])]).toEqual([null, null]);
});

test("returns a valid answer or a message for any input", () => {
  const { from, to } = birthYearRange(now);
  const anyValue = fc.oneof(
    fc.string(),
    fc.integer().map(String),
    fc.double().map(String),
    fc.constantFrom("1", "2", "3", "1992"),
  );
  fc.assert(
    fc.property(fc.constantFrom(...questions), fc.array(anyValue, { maxLength: 6 }), (question, values) => {
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

const findFirst = (answers: Answers, asked = questions) => firstUnanswered(asked, answers)?.id;

test("resumes after the last answered question, then at a skipped one", () => {
  expect(findFirst({})).toBe(1);
  expect(findFirst({ 1: [1], 3: [2] })).toBe(4);
  expect(findFirst({ 1: [1], 3: [2], 5: [1992] })).toBe(2);
  expect(findFirst({ 1: [1], 2: [1], 3: [2], 4: [], 5: [1992] })).toBe(5);
});

test("finds the questions without an answer, and leaves out those that were skipped", () => {
  const findUnseen = (answers: Answers) => unseenQuestionIds(questions, { answers, hasConsent: true });
  expect(findUnseen({ 1: [1], 2: [1], 4: [] })).toEqual([3, 5]);
  expect(findUnseen({})).toEqual([1, 2, 3, 4, 5]);
});

test("leaves out those that wait for later, until they are answered or skipped", () => {
  const some = questions.map((question) => ({
    ...question,
    asked: question.id > 3 ? ("later" as const) : question.asked,
  }));
  const answers = { 1: [1], 4: [] };
  expect(unseenQuestionIds(some, { answers, hasConsent: true })).toEqual([2, 3]);
  expect(laterQuestionIds(some, answers)).toEqual([5]);
});

const withConsent = questions.map((question) => ({
  ...question,
  needsConsent: [2, 4].includes(question.id),
}));

test("resumes past the questions that were skipped for want of consent", () => {
  const skipped = { 2: [], 4: [] };
  expect(findFirst({ 1: [1], ...skipped }, withConsent)).toBe(3);
  expect(findFirst({ 1: [1], 3: [2], ...skipped }, withConsent)).toBe(5);
  expect(findFirst({ 1: [1] }, withConsent)).toBe(2);
  const [, second, , fourth] = withConsent;
  expect(findFirst(skipped, [second, fourth] as typeof withConsent)).toBe(2);
});

test("counts a required question as skipped only without consent", () => {
  const answers = { 1: [1], 2: [], 3: [2], 4: [], 5: [1992] };
  expect(missingQuestionIds(withConsent, { answers, hasConsent: false })).toEqual([]);
  expect(missingQuestionIds(withConsent, { answers, hasConsent: true })).toEqual([2]);
});

test("asks again for answers that were given before consent was asked for", () => {
  const answers = { 1: [1], 2: [1], 3: [2], 4: [], 5: [1992] };
  expect(unseenQuestionIds(withConsent, { answers, hasConsent: false })).toEqual([2]);
  expect(unseenQuestionIds(withConsent, { answers, hasConsent: true })).toEqual([]);
});

test.each<[string | null, number[]]>([
  [null, [1, 2, 3, 4, 5]],
  ["", [1, 2, 3, 4, 5]],
  ["5,2", [2, 5]],
  ["99", [1, 2, 3, 4, 5]],
  ["3,99,x", [3]],
])("selects the questions of ?only=%s in the quiz's order", (only, ids) => {
  expect(selectQuestions(questions, only).map(({ id }) => id)).toEqual(ids);
});

test("resumes by a question's place in the quiz, whatever its id", () => {
  const [first, second, third] = questions;
  const reordered = [third, first, second].filter((question) => question !== undefined);
  expect(findFirst({ 3: [1] }, reordered)).toBe(1);
  expect(findFirst({ 1: [1] }, reordered)).toBe(2);
});
