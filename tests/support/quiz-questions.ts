import type { QuizQuestion } from "#app/lib/quiz/quiz.ts";

const baseQuestion: QuizQuestion = {
  id: 1,
  category: "personality",
  asked: "always",
  question: "?",
  choices: ["a", "b", "c"],
  isMultipleChoice: false,
  isRange: false,
  isCountry: false,
  isYear: false,
  optional: false,
  needsConsent: false,
  minLabel: null,
  maxLabel: null,
  help: null,
  endsWithNone: false,
};
export const singleChoice = baseQuestion;
export const multipleChoice = { ...baseQuestion, id: 2, isMultipleChoice: true };
export const diet = { ...multipleChoice, endsWithNone: true };
export const range = { ...baseQuestion, id: 3, choices: [], isRange: true };
export const country = {
  ...baseQuestion,
  id: 4,
  choices: ["Hungary", "Türkiye", "United Kingdom"],
  isCountry: true,
  optional: true,
};
export const year = { ...baseQuestion, id: 5, choices: [], isYear: true };

/** One of each kind. */
export const questions = [singleChoice, multipleChoice, range, country, year];
