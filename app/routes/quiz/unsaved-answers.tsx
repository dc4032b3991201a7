import type { Answers } from "#app/lib/quiz/quiz.ts";

/** Sends answers that could not be saved with the next form. */
export function UnsavedAnswers({ answers }: { answers: Answers }) {
  if (Object.keys(answers).length === 0) return null;
  return <input type="hidden" name="unsaved" value={JSON.stringify(answers)} />;
}
