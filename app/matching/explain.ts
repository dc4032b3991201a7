import { rangeMax } from "#app/lib/quiz/quiz.ts";
import { tableSize } from "#app/lib/table-size.ts";
import type { Diner } from "./diner.ts";
import type { Answer, MatchQuestion } from "./question.ts";

const maxSentences = 3;
const minShared = Math.floor(tableSize / 2) + 1;
const lowSideMax = rangeMax / 2 - 1;
const highSideMin = rangeMax / 2 + 2;

export const explainTable = (questions: readonly MatchQuestion[], diners: readonly Diner[]) =>
  explainAnswers(questions, ({ id }) => diners.map(({ answers }) => answers[id] ?? []));

/** Sorted by the questions and never by how many share an answer, since the order would reveal the counts. */
export function explainAnswers(
  questions: readonly MatchQuestion[],
  answersTo: (question: MatchQuestion) => readonly Answer[],
): string[] {
  return questions
    .filter(
      ({ rule, weight, sensitive }) => !sensitive && weight > 0 && (rule === "similar" || rule === "overlap"),
    )
    .toSorted((a, b) => b.weight - a.weight || a.id - b.id)
    .flatMap((question) => explainQuestion(question, answersTo(question)) ?? [])
    .slice(0, maxSentences);
}

/** An exact count would reveal the others' answers; "All five" names a side of a range, but no step. */
function explainQuestion({ kind, says = [] }: MatchQuestion, answers: readonly Answer[]): string | undefined {
  if (answers.length !== tableSize) return undefined;
  if (kind === "range") {
    const counts = [
      answers.filter(([step]) => Number(step) <= lowSideMax).length,
      answers.filter(([step]) => Number(step) >= highSideMin).length,
    ];
    const side = counts.findIndex((count) => count >= minShared);
    return says[side] && `${counts[side] === tableSize ? "All five" : "Most"} of you ${says[side]}.`;
  }
  if (kind !== "single" && kind !== "multiple") return undefined;
  const shared = says.findIndex(
    (_, i) => answers.filter((answer) => answer.includes(i + 1)).length >= minShared,
  );
  return says[shared] && `Most of you ${says[shared]}.`;
}
