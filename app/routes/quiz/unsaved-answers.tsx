import type { Answers } from "#app/lib/quiz.ts";

/** What could not be saved goes along with the next form. */
export function Unsaved({ answers }: { answers: Answers }) {
  if (Object.keys(answers).length === 0) return null;
  return <input type="hidden" name="unsaved" value={JSON.stringify(answers)} />;
}
