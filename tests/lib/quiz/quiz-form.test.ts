import fc from "fast-check";
import { expect, test } from "vitest";
import { readQuizForm, readUnsavedAnswers } from "#app/lib/quiz/quiz-form.ts";
import { questions, year } from "#tests/support/quiz-questions.ts";

const now = new Date("2026-11-20T12:00:00Z");

test("reads unsaved answers", () => {
  expect(readUnsavedAnswers('{"1":[2],"4":["Hungary"],"5":[1992]}', questions, now)).toEqual({
    1: [2],
    4: ["Hungary"],
    5: [1992],
  });
  expect(readUnsavedAnswers('{"4":[]}', questions, now)).toEqual({ 4: [] });
  expect(readUnsavedAnswers(null, questions, now)).toEqual({});
  // The quiz may have changed since they were given.
  expect(readUnsavedAnswers('{"1":[2],"2":[99],"9":[1]}', questions, now)).toEqual({ 1: [2] });
});

test.each(["[", "[]", "null", '{"1":2}', '{"9":[1]}', '{"1":[9]}', '{"1":[]}', '{"1":[{}]}'])(
  "refuses unsaved answers of which none fits its question: %s",
  (json) => {
    expect(readUnsavedAnswers(json, questions, now)).toBeUndefined();
  },
);

test("reading unsaved answers never throws", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (json) => {
      readUnsavedAnswers(json, questions, now);
    }),
    { numRuns: 5_000 },
  );
});

test("refuses a form without a question, or with an unknown one", () => {
  for (const question of ["", "99", "1 or 1=1"]) {
    const form = new FormData();
    form.set("question", question);
    form.set("answer", "1");
    expect(readQuizForm(form, questions, now)).toMatchObject({
      message: expect.stringContaining("Choose again."),
    });
  }
});

test("reads consent, and what is skipped where it is refused", () => {
  const asked = questions.map((question) => ({ ...question, needsConsent: [2, 4].includes(question.id) }));
  const decide = (id: number, consent: string) => {
    const form = new FormData();
    form.set("question", String(id));
    form.set("consent", consent);
    form.set("unsaved", '{"1":[2],"2":[1]}');
    return readQuizForm(form, asked, now);
  };
  expect(decide(4, "yes")).toMatchObject({ given: { 1: [2], 2: [1] }, next: { id: 2 }, consent: true });
  expect(decide(2, "no")).toMatchObject({
    given: { 1: [2], 2: [], 4: [] },
    next: { id: 3 },
    consent: false,
  });
  expect(decide(2, "maybe")).toMatchObject({ at: 2, message: "Choose one." });
});

test("lets diners skip only optional questions", () => {
  const skip = (id: number) => {
    const form = new FormData();
    form.set("question", String(id));
    form.set("skip", "1");
    return readQuizForm(form, questions, now);
  };
  expect(skip(4)).toMatchObject({ given: { 4: [] }, next: year });
  expect(skip(1)).toMatchObject({ message: "Choose one." });
});
