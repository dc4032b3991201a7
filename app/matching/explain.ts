import { rangeMax } from "#app/lib/quiz/quiz.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { countBits } from "./bits.ts";
import type { Answer, Diner, MatchQuestion } from "./match-input.ts";

const maxSentences = 3;
const minShared = Math.floor(tableSize / 2) + 1;
const lowSideMax = rangeMax / 2 - 1;
const highSideMin = rangeMax / 2 + 2;
const wholeTable = 2 ** tableSize - 1;

/** One bit for each diner of the table who shares an answer. */
type Sharing = number;

const isMost = (sharing: Sharing) => countBits(sharing) >= minShared;

export const explainTable = (questions: readonly MatchQuestion[], diners: readonly Diner[]) =>
  explainAnswers(questions, ({ id }) => diners.map(({ answers }) => answers[id] ?? []));

/** Sorted by question, never by how many share an answer, because that order would reveal the counts. */
export function explainAnswers(
  questions: readonly MatchQuestion[],
  answersTo: (question: MatchQuestion) => readonly Answer[],
  mayTell: (sharing: Sharing) => boolean = isMost,
  tellsAll = true,
): string[] {
  return questions
    .filter(
      ({ rule, weight, sensitive }) => !sensitive && weight > 0 && (rule === "similar" || rule === "overlap"),
    )
    .toSorted((a, b) => b.weight - a.weight || a.id - b.id)
    .flatMap((question) => explainQuestion(question, answersTo(question), mayTell, tellsAll) ?? [])
    .slice(0, maxSentences);
}

/** An exact count would reveal the others' answers. "All five" names a side of a range, but no step. */
function explainQuestion(
  { kind, says = [] }: MatchQuestion,
  answers: readonly Answer[],
  mayTell: (sharing: Sharing) => boolean,
  tellsAll: boolean,
): string | undefined {
  if (answers.length !== tableSize) return undefined;
  const whoShares = (has: (answer: Answer) => boolean): Sharing =>
    answers.reduce((sharing, answer, i) => sharing | (has(answer) ? 1 << i : 0), 0);
  if (kind === "range") {
    const sides = [
      whoShares(([step]) => Number(step) <= lowSideMax),
      whoShares(([step]) => Number(step) >= highSideMin),
    ];
    const side = sides.findIndex(mayTell);
    return (
      says[side] && `${tellsAll && sides[side] === wholeTable ? "All five" : "Most"} of you ${says[side]}.`
    );
  }
  if (kind !== "single" && kind !== "multiple") return undefined;
  const shared = says.findIndex((_, i) => mayTell(whoShares((answer) => answer.includes(i + 1))));
  return says[shared] && `Most of you ${says[shared]}.`;
}

/**
 * Lists the groups that can share an answer of which the table is told. `known` has a bit for each diner whose answers a diner
 * knows, including their own. Whatever those answers are, each of the others must possibly be the only one who doesn't share
 * it, even for diners who know this rule. So each group that can't be told rules out more groups.
 */
export function listTellable(known: readonly number[]): ReadonlySet<Sharing> {
  const most = Array.from({ length: wholeTable + 1 }, (_, sharing) => sharing).filter(isMost);
  for (let tellable = new Set(most); ; ) {
    const open = [...tellable].filter((sharing) =>
      known.every((bits) =>
        known.every(
          (_, i) =>
            (bits | (1 << i)) === bits || tellable.has((sharing & bits) | (wholeTable & ~bits & ~(1 << i))),
        ),
      ),
    );
    if (open.length === tellable.size) return tellable;
    tellable = new Set(open);
  }
}
