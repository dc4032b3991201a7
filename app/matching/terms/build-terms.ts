import { tableSize } from "#app/lib/table-size.ts";
import { addBit, hasBit, wordBits } from "#app/matching/bits.ts";
import type { Diner, MatchInput, MatchQuestion } from "#app/matching/match-input.ts";
import { buildRules, type Rules } from "#app/matching/rules.ts";
import { tableScorePerPoint } from "#app/matching/scores.ts";
import { type AgeTerm, DinerTerms, type Mark, maxWidth, maxYear } from "./diner-terms.ts";

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
  const wordCount = Math.ceil(marks.length / wordBits);
  const masks = new Int32Array(diners.length * wordCount);
  const rareMarks = new Int32Array(wordCount);
  for (const [mark, { holders }] of marks.entries()) {
    if (holders.length * tableSize <= diners.length) addBit(rareMarks, 0, mark);
    for (const diner of holders) addBit(masks, diner * wordCount, mark);
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

/** `alone` and `far` count only diners for whom the hard rules allow something better. */
export interface TermsReport {
  company: (Mark & { diners: number; alone: number })[];
  /** How many have nobody within `nearYears`. */
  far: number;
  /** How many tables are as wide as `wideYears` or wider. */
  wideTables: number;
  /** How many tables have no talker, or nobody else. */
  unmixedTables: number;
  wishes: number;
  wishesTogether: number;
}

export function reportTerms(terms: DinerTerms, tables: readonly ArrayLike<number>[]): TermsReport {
  const { marks, masks, wordCount, years, nearYears, widthCosts, talkers, talkerCosts, wishes } =
    terms.values;
  const all = tables.map((table) => Array.from(table));
  const hasMark = (diner: number, mark: number) => hasBit(masks, diner * wordCount, mark);
  const yearOf = (diner: number) => Math.abs(years[diner] as number);
  const isFar = (one: number, table: readonly number[]) =>
    (years[one] as number) > 0 &&
    !table.some(
      (other) => other !== one && yearOf(other) > 0 && Math.abs(yearOf(one) - yearOf(other)) <= nearYears,
    );
  const isWide = (table: readonly number[]) => {
    const known = table.map(yearOf).filter((year) => year > 0);
    return (widthCosts[Math.min(maxWidth, Math.max(0, Math.max(...known) - Math.min(...known)))] ?? 0) > 0;
  };
  const isUnmixed = (table: readonly number[]) =>
    (talkerCosts[table.reduce((sum, diner) => sum + (talkers[diner] as number), 0)] as number) > 0;
  const fulfilled = (one: number, table: readonly number[]) =>
    wishes[one]?.filter((other) => table.includes(other)).length ?? 0;
  const sumOf = (count: (table: readonly number[]) => number) =>
    all.reduce((sum, table) => sum + count(table), 0);
  return {
    company: marks.map((mark, i) => {
      const withMark = (table: readonly number[]) => table.filter((diner) => hasMark(diner, i)).length;
      return { ...mark, diners: sumOf(withMark), alone: sumOf((table) => (withMark(table) === 1 ? 1 : 0)) };
    }),
    far: sumOf((table) => table.filter((one) => isFar(one, table)).length),
    wideTables: all.filter(isWide).length,
    unmixedTables: all.filter(isUnmixed).length,
    wishes: wishes.reduce((sum, list) => sum + list.length, 0) / 2,
    wishesTogether: sumOf((table) => table.reduce((sum, one) => sum + fulfilled(one, table), 0)) / 2,
  };
}

/** Counts how each term turned out at these tables of diners' ids. Undefined if no term is in force. */
export function countTerms(
  input: MatchInput,
  tables: readonly (readonly string[])[],
): TermsReport | undefined {
  const seated = new Set(tables.flat());
  const diners = input.diners.filter(({ id }) => seated.has(id));
  const places = new Map(diners.map(({ id }, i) => [id, i]));
  const rules = buildRules(diners, input.relax ?? [], input.venues, input.together);
  const terms = buildTerms(input, diners, rules);
  return (
    terms &&
    reportTerms(
      terms,
      tables.map((table) => table.flatMap((id) => places.get(id) ?? [])),
    )
  );
}
