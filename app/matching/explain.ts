/**
 * What a table shares, said so that nobody at it can tell for certain what another answered. "Most of you" is
 * three, four or five: whoever answered otherwise can't know that all the others did not. "All five" is said of a scale
 * alone, where it names a side and no step. What is said depends on a question's place, never on how
 * many share it, so silence tells no more than that fewer than three do.
 */
import { tableSize } from "#app/lib/table-size.ts";
import type { Diner } from "./diner.ts";
import type { Answer, MatchQuestion } from "./question.ts";

const mostSentences = 3;
const fewest = 3;
/** The steps of a scale that lean to neither side are 5 and 6. */
const lowSide = 4;
const highSide = 7;

/** What these share, sitting together. */
export const sharedBy = (questions: readonly MatchQuestion[], diners: readonly Diner[]) =>
  explain(questions, ({ id }) => diners.map(({ answers }) => answers[id] ?? []));

export function explain(
  questions: readonly MatchQuestion[],
  answersTo: (question: MatchQuestion) => readonly Answer[],
  most: number = mostSentences,
): string[] {
  const spoken = questions.filter(
    ({ rule, weight, sensitive }) => !sensitive && weight > 0 && (rule === "similar" || rule === "overlap"),
  );
  return spoken
    .toSorted((a, b) => b.weight - a.weight || a.id - b.id)
    .flatMap((question) => sentence(question, answersTo(question)) ?? [])
    .slice(0, most);
}

function sentence({ kind, says = [] }: MatchQuestion, answers: readonly Answer[]): string | undefined {
  if (answers.length !== tableSize) return undefined;
  if (kind === "range") {
    const sides = [
      answers.filter(([step]) => Number(step) <= lowSide).length,
      answers.filter(([step]) => Number(step) >= highSide).length,
    ];
    const side = sides.findIndex((count) => count >= fewest);
    return says[side] && `${sides[side] === tableSize ? "All five" : "Most"} of you ${says[side]}.`;
  }
  if (kind !== "single" && kind !== "multiple") return undefined;
  const shared = says.findIndex(
    (_, i) => answers.filter((answer) => answer.includes(i + 1)).length >= fewest,
  );
  return says[shared] && `Most of you ${says[shared]}.`;
}
