import { tableSize } from "#app/lib/table-size.ts";
import type { Diner } from "#app/matching/diner.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import type { MatchQuestion } from "#app/matching/question.ts";
import type { Rules } from "#app/matching/rules/rules.ts";
import { tableScorePerPoint } from "#app/matching/scores/answer-features.ts";
import { DinerTerms, maxWidth, maxYear } from "./diner-terms.ts";
import type { AgeTerm, Mark } from "./table-terms.ts";

/** Used if no question scores. */
const usualScorePerPoint = 100;

/**
 * Two diners who wish to meet again rarely answer alike, so their table, with the floor, loses several times what a term
 * costs.
 */
const pointsPerWish = 4;

/** How much one point is of a whole table's score. */
export const scorePerPoint = (questions: readonly MatchQuestion[]) =>
  tableScorePerPoint(questions) || usualScorePerPoint;

type TermsInput = Pick<MatchInput, "questions" | "terms" | "wishes">;

/** Undefined if no term is in force. Without rules, everybody counts, even diners who can't have company. */
export function buildTerms(
  { questions, terms = {}, wishes = [] }: TermsInput,
  diners: readonly Diner[],
  rules?: Rules,
): DinerTerms | undefined {
  const { company = 0, age, talker, wish = 0 } = terms;
  if (!company && !age && !talker && !(wish && wishes.length > 0)) return undefined;
  const perPoint = scorePerPoint(questions);
  const toScore = (points: number) => Math.round(points * perPoint);
  const marks = company ? listMarks(questions, diners, rules) : [];
  const wordCount = Math.ceil(marks.length / 32);
  const masks = new Int32Array(diners.length * wordCount);
  const rareMarks = new Int32Array(wordCount);
  for (const [mark, { holders }] of marks.entries()) {
    if (holders.length * tableSize <= diners.length)
      rareMarks[mark >>> 5] = (rareMarks[mark >>> 5] as number) | (1 << (mark & 31));
    for (const diner of holders) {
      const at = diner * wordCount + (mark >>> 5);
      masks[at] = (masks[at] as number) | (1 << (mark & 31));
    }
  }
  const talkers = Int32Array.from(diners, ({ answers }) =>
    talker?.choices.some((choice) => answers[talker.question]?.includes(choice)) ? 1 : 0,
  );
  const isMixed = talkers.includes(1) && talkers.includes(0);
  return new DinerTerms({
    masks,
    wordCount,
    marks: marks.map(({ question, answer }) => ({ question, answer })),
    rareMarks,
    markCost: toScore(company),
    years: age ? listYears(age, diners, rules) : new Int32Array(diners.length),
    nearYears: age?.nearYears ?? 0,
    farCost: toScore(age?.alone ?? 0),
    widthCosts: Int32Array.from({ length: maxWidth + 1 }, (_, width) =>
      age && width >= age.wideYears ? toScore(age.wide * (1 + (width - age.wideYears) / 10)) : 0,
    ),
    talkers,
    talkerCosts: Int32Array.from({ length: tableSize + 1 }, (_, count) =>
      isMixed && count % tableSize === 0 ? toScore(talker?.missing ?? 0) : 0,
    ),
    wishes: listWishes(wishes, diners),
    wishBonus: toScore(pointsPerWish * wish),
  });
}

/** For each mark, lists its holders who may sit with another holder. The others can't have company. */
function listMarks(questions: readonly MatchQuestion[], diners: readonly Diner[], rules: Rules | undefined) {
  const marks = new Map<string, Mark & { holders: number[] }>();
  const add = (diner: number, question: number | null, answer: number | string | null) => {
    const key = `${question} ${answer}`;
    const mark = marks.get(key) ?? { question, answer, holders: [] };
    mark.holders.push(diner);
    marks.set(key, mark);
  };
  const marked = questions.filter(({ company }) => company);
  for (const [i, { answers, firstDinner }] of diners.entries()) {
    for (const { id, company } of marked)
      for (const choice of answers[id] ?? [])
        if (company === "all" || company?.includes(choice as number)) add(i, id, choice);
    if (firstDinner) add(i, null, null);
  }
  const hasCompany = (one: number, all: readonly number[]) =>
    !rules || all.some((other) => other !== one && rules.maySitTogether(one, other));
  return [...marks]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, mark]) => ({ ...mark, holders: mark.holders.filter((one) => hasCompany(one, mark.holders)) }))
    .filter(({ holders }) => holders.length > 0);
}

function listYears(
  { question, nearYears }: AgeTerm,
  diners: readonly Diner[],
  rules: Rules | undefined,
): Int32Array {
  const years = Int32Array.from(diners, ({ answers }) =>
    Math.min(maxYear, Math.max(0, Number(answers[question]?.[0] ?? 0))),
  );
  if (!rules) return years;
  const bornIn = Map.groupBy(years.keys(), (diner) => years[diner] as number);
  const hasNear = (diner: number, year: number) => {
    for (let near = year - nearYears; near <= year + nearYears; near++)
      if (bornIn.get(near)?.some((other) => other !== diner && rules.maySitTogether(diner, other)))
        return true;
    return false;
  };
  return years.map((year, diner) => (year === 0 || hasNear(diner, year) ? year : -year));
}

function listWishes(wishes: readonly (readonly [string, string])[], diners: readonly Diner[]): number[][] {
  const indexes = new Map(diners.map(({ id }, i) => [id, i]));
  const lists = diners.map(() => new Set<number>());
  for (const [id, otherId] of wishes) {
    const [one, other] = [indexes.get(id), indexes.get(otherId)];
    if (one === undefined || other === undefined || one === other) continue;
    lists[one]?.add(other);
    lists[other]?.add(one);
  }
  return lists.map((list) => [...list].sort((one, other) => one - other));
}
