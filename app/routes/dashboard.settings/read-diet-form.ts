import { type Answers, readAnswer } from "#app/lib/quiz/quiz.ts";
import type { AskedQuestion, ConsentQuestion } from "#app/models/quiz/consents.server.ts";

export const fieldName = (questionId: number) => `answer-${questionId}`;

/** Those of the form: diet, allergies and step-free access. */
export const isInDietForm = ({ endsWithNone }: ConsentQuestion) => endsWithNone;

/** An answer for each question of the form, and the errors. A question that was never answered may be skipped. */
export function readDietForm(form: FormData, questions: AskedQuestion[], now: Date) {
  const typed: Answers = {};
  const errors: Record<number, string> = {};
  for (const question of questions.filter(isInDietForm)) {
    const values = form.getAll(fieldName(question.id)).map(String).slice(0, 100);
    const isSkipped = values.length === 0 && !question.answer?.length;
    const answer = isSkipped ? [] : readAnswer(question, values, now);
    typed[question.id] = typeof answer === "string" ? values.map(Number) : answer;
    if (typeof answer === "string") errors[question.id] = answer;
  }
  return { typed, errors };
}
