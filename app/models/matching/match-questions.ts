import type { quizQuestions } from "#app/db/schema.ts";
import { rangeMax } from "#app/lib/quiz/quiz.ts";
import type { MatchQuestion, QuestionKind } from "#app/matching/question.ts";

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

/**
 * Of a sensitive question never more than the operator's weight, also where that was lowered since weights were learned, and never
 * turned. Of others it is below 0 where the rule is turned.
 */
export const weightInForce = ({ weight, learnedWeight, sensitive }: QuestionRow): number =>
  sensitive ? Math.max(0, Math.min(weight, learnedWeight ?? weight)) : (learnedWeight ?? weight);

function kindOf({ isMultipleChoice, isRange, isCountry, isYear }: QuestionRow): QuestionKind {
  if (isMultipleChoice) return "multiple";
  if (isRange) return "range";
  if (isCountry) return "country";
  return isYear ? "year" : "single";
}
