import type { quizQuestions } from "#app/db/schema.ts";
import { rangeMax } from "#app/lib/quiz/quiz.ts";
import { limitWeight } from "#app/matching/learning/weights.ts";
import type { MatchQuestion, QuestionKind } from "#app/matching/match-input.ts";

type QuestionRow = typeof quizQuestions.$inferSelect;

/** With the operator's weight. */
export function toMatchQuestion(question: QuestionRow): MatchQuestion {
  const { id, choices, rule, weight, sensitive, says, company } = question;
  return {
    id,
    kind: kindOf(question),
    choices: question.isRange ? rangeMax : choices.length,
    rule,
    weight,
    sensitive,
    ...(says ? { says } : {}),
    ...(company && company.length > 0 ? { company } : {}),
  };
}

export const learns = ({ tellsOf, rule, weight }: QuestionRow): boolean =>
  tellsOf === "tastes" && rule !== "ignore" && weight > 0;

/** Never far from the operator's weight, also where that was changed since weights were learned. */
export const weightInForce = (question: QuestionRow): number => {
  const { weight, learnedWeight } = question;
  return learnedWeight !== null && learns(question) ? limitWeight(learnedWeight, weight) : weight;
};

function kindOf({ isMultipleChoice, isRange, isCountry, isYear }: QuestionRow): QuestionKind {
  if (isMultipleChoice) return "multiple";
  if (isRange) return "range";
  if (isCountry) return "country";
  return isYear ? "year" : "single";
}
