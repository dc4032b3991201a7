import { listOwnNames, normalize } from "./country-names.ts";

export interface QuizQuestion {
  id: number;
  category: "personality" | "food" | "identity";
  asked: "always" | "for company" | "later" | "never";
  question: string;
  choices: string[];
  isMultipleChoice: boolean;
  isRange: boolean;
  isCountry: boolean;
  isYear: boolean;
  optional: boolean;
  /** The answer can reveal something about health or belief. */
  needsConsent: boolean;
  minLabel: string | null;
  maxLabel: string | null;
  help: string | null;
  /** The last choice means none of the others. */
  endsWithNone: boolean;
}

/** 1-based positions, or the country or the year itself; empty for a skipped question. */
export type Answer = (number | string)[];

export type Answers = Record<number, Answer>;

export const aliases = new Map(
  Object.entries({
    america: "United States",
    bosnia: "Bosnia and Herzegovina",
    britain: "United Kingdom",
    burma: "Myanmar",
    congo: "DR Congo",
    "czech republic": "Czechia",
    "côte d’ivoire": "Ivory Coast",
    "cote d'ivoire": "Ivory Coast",
    england: "United Kingdom",
    "great britain": "United Kingdom",
    holland: "Netherlands",
    korea: "South Korea",
    macedonia: "North Macedonia",
    scotland: "United Kingdom",
    turkey: "Türkiye",
    uae: "United Arab Emirates",
    uk: "United Kingdom",
    us: "United States",
    usa: "United States",
    wales: "United Kingdom",
  }),
);

export const notSavedMessage = "Your answer could not be saved. Please try again!";

/** Shown when the browser has stored an answer and could not reach the club. */
export const keptMessage = "Your answer is saved on this device. We’ll send it when you’re back online.";

export const rangeMax = 10;

export const birthYearRange = (now: Date) => ({ from: now.getFullYear() - 110, to: now.getFullYear() - 18 });

/** "Closer to “Mostly talk”": what a step of a scale says. */
export function nameStep(step: number, { minLabel, maxLabel }: QuizQuestion): string {
  if (step === 1) return minLabel ?? "";
  if (step === rangeMax) return maxLabel ?? "";
  if (step >= 5 && step <= 6) return "In between";
  return `Closer to “${step < 5 ? minLabel : maxLabel}”`;
}

/** "Films, Books", "Mostly talk, 10 of 10"; null for a question that was skipped or not answered. */
export function describeAnswer(question: QuizQuestion, answer: Answer = []): string | null {
  const { choices, isRange, isCountry } = question;
  if (answer.length === 0) return null;
  if (isRange) return `${nameStep(Number(answer[0]), question)}, ${answer[0]} of ${rangeMax}`;
  return answer.map((value) => (isCountry ? value : (choices[Number(value) - 1] ?? value))).join(", ");
}

/** Returns the answer, or a message that says what is wrong with it. */
export function readAnswer(question: QuizQuestion, values: string[], now: Date): Answer | string {
  const [first = ""] = values;
  if (question.isCountry) {
    const typed = normalize(first);
    const country =
      question.choices.find((name) => normalize(name) === typed) ??
      aliases.get(first.trim().toLowerCase()) ??
      listOwnNames().get(typed);
    return country && question.choices.includes(country) ? [country] : "Choose a country from the list.";
  }
  if (question.isYear) {
    const { from, to } = birthYearRange(now);
    const year = /^\s*\d{4}\s*$/.test(first) ? Number(first) : 0;
    if (year >= from && year <= to) return [year];
    const isTooYoung = year > to && year <= now.getFullYear();
    return `Enter a year between ${from} and ${to}${isTooYoung ? ": everybody at the table is at least 18" : ""}.`;
  }
  const last = question.isRange ? rangeMax : question.choices.length;
  const positions = [...new Set(values.map(Number))].sort((a, b) => a - b);
  const fit = positions.every((position) => Number.isInteger(position) && position >= 1 && position <= last);
  const enough = question.isMultipleChoice ? positions.length > 0 : positions.length === 1;
  if (fit && question.endsWithNone && positions.length > 1 && positions.includes(last)) {
    return `Choose either “${question.choices.at(-1)}” or what applies.`;
  }
  if (fit && enough) return positions;
  return question.isMultipleChoice ? "Choose at least one." : "Choose one.";
}

/** Questions that were skipped for want of consent can come later, so they don't count as answered. */
export function firstUnanswered(questions: QuizQuestion[], answers: Answers): QuizQuestion | undefined {
  const asked = questions.filter(({ id, needsConsent }) => !needsConsent || answers[id]?.length !== 0);
  const lastAnswered = asked.findLastIndex(({ id }) => id in answers);
  return asked[lastAnswered + 1] ?? asked.find(isMissing(answers)) ?? asked.at(-1) ?? questions[0];
}

/** The first of these ids that the quiz has, or the question at which the diner continues. */
export function currentQuestion(
  questions: QuizQuestion[],
  ids: (number | undefined)[],
  answers: Answers,
): QuizQuestion | undefined {
  const isKnown = (id: number | undefined) => questions.some((each) => each.id === id);
  const id = ids.find(isKnown) ?? firstUnanswered(questions, answers)?.id;
  return questions.find((each) => each.id === id);
}

/** Each question has its own title, so that a browser's history and a screen reader can tell them apart. */
export const quizTitle = (questions: QuizQuestion[], question: QuizQuestion): string =>
  `Question ${questions.indexOf(question) + 1} · Quiz`;

const isMissing =
  (answers: Answers) =>
  ({ id, optional }: QuizQuestion) =>
    !optional && !answers[id]?.length;

interface QuizState {
  answers: Answers;
  /** The diner agreed to answer the questions that need consent. */
  hasConsent: boolean;
}

/** The question was skipped because consent is missing, so the way forward doesn't ask again. */
export const isRefused = ({ id, needsConsent }: QuizQuestion, { answers, hasConsent }: QuizState) =>
  needsConsent && !hasConsent && answers[id]?.length === 0;

/** Without consent, the questions that need it can be skipped. */
export const missingQuestionIds = (questions: QuizQuestion[], { answers, hasConsent }: QuizState) =>
  questions
    .filter(isMissing(answers))
    .filter(({ id, needsConsent }) => hasConsent || !needsConsent || !(id in answers))
    .map(({ id }) => id);

/** A skipped question has an empty answer. One that needs consent may have been answered before that was required. */
export const unseenQuestionIds = (questions: QuizQuestion[], { answers, hasConsent }: QuizState) =>
  questions
    .filter(({ asked }) => asked !== "later")
    .filter(({ id, needsConsent }) =>
      needsConsent && !hasConsent ? answers[id]?.length !== 0 : !(id in answers),
    )
    .map(({ id }) => id);

/** Those that wait until a diner has time for them. */
export const laterQuestionIds = (questions: QuizQuestion[], answers: Answers) =>
  questions.filter(({ id, asked }) => asked === "later" && !(id in answers)).map(({ id }) => id);

/** The questions that `?only=25,26` names, or all of them. */
export function selectQuestions(questions: QuizQuestion[], only: string | null): QuizQuestion[] {
  const ids = (only ?? "").split(",").map(Number);
  const selected = questions.filter(({ id }) => ids.includes(id));
  return selected.length > 0 ? selected : questions;
}

/** A question's page; which questions are asked and where the quiz was opened stay as they are in `search`. */
export function quizPath(questionId: number, search: URLSearchParams): string {
  const kept = [...search].filter(([name]) => name === "only" || name === "from");
  return `/quiz?${new URLSearchParams([...kept, ["question", String(questionId)]])}`;
}

/** Questions whose answers have a further use: for rules of the matcher, and in counts for the venue. */
export const quizRoles = ["language", "diet", "allergy", "budget", "access", "age"] as const;

export type QuizRole = (typeof quizRoles)[number];

/** The last choice of these questions means that none of the others applies. */
export const rolesWithNone = ["diet", "allergy", "access"] as const satisfies QuizRole[];

export const choicesBeforeNone = <Choice>(choices: readonly Choice[]): Choice[] => choices.slice(0, -1);

/** Weights are learned only for tastes: ratings must not sort diners by anything else. */
export const tellsOf = [
  "tastes",
  "origin",
  "belief",
  "health",
  "drinking",
  "gender",
  "age",
  "love",
  "not said",
] as const;
