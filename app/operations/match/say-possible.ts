import type { MatchQuestion } from "#app/matching/question.ts";
import type { Seating } from "#app/matching/seating.ts";
import { scorePerPoint } from "#app/matching/terms/build-terms.ts";

/** How much better other tables of the same diners could be, in points of a table's score. */
export function sayWhatIsPossible(
  questions: readonly MatchQuestion[],
  { tables, report }: Pick<Seating, "tables" | "report">,
): string[] {
  const [{ worth, bound }] = report.venues;
  if (tables.length === 0) return [];
  if (bound === null) return ["How much better other tables of these diners could be is not known."];
  if (bound <= worth) return ["It is proven that no other tables of these diners are better."];
  const points = (bound - worth) / tables.length / scorePerPoint(questions);
  const atMost = (Math.ceil(10 * points) / 10).toFixed(1);
  return [
    `Other tables of these diners can be better by ${atMost} points each at most. Whether any are is not proven.`,
  ];
}
