import type { TermsReport } from "#app/matching/terms/build-terms.ts";
import type { TableTerms } from "#app/matching/terms/diner-terms.ts";
import type { Table } from "#app/operations/operation.ts";
import { plural } from "#app/operations/words.ts";

interface NamedQuestion {
  id: number;
  question: string;
  choices: readonly string[];
}

export interface KeptPromise {
  promise: string;
  /** The number of people, tables or pairs for whom it is broken. */
  broken: number;
  of: number;
  /** The word for those people, tables or pairs. */
  whose: string;
  says: string;
}

/** Lists whether each promise to diners is kept. A promise doesn't count as broken if the hard rules left no choice. */
export function listKeptPromises(
  questions: readonly NamedQuestion[],
  terms: TableTerms | undefined,
  report: TermsReport | undefined,
  tables: readonly { length: number }[],
): KeptPromise[] {
  if (!terms || !report) return [];
  const tableCount = tables.length;
  const seatedCount = tables.reduce((sum, { length }) => sum + length, 0);
  const { company, far, wideTables, unmixedTables, wishes, wishesTogether } = report;
  return [
    ...company.map(({ question, answer, diners, alone }) => ({
      promise: nameMark(questions, question, answer),
      broken: alone,
      of: diners,
      whose: "diners who could have company",
      says: `${countOf(alone, diners, "diner")} ${alone === 1 ? "sits" : "sit"} alone with it`,
    })),
    ...(terms.age?.alone
      ? [
          {
            promise: `Somebody within ${terms.age.nearYears} years of age`,
            broken: far,
            of: seatedCount,
            whose: "seated diners",
            says: `${countOf(far, seatedCount, "diner")} ${far === 1 ? "has" : "have"} nobody`,
          },
        ]
      : []),
    ...(terms.age?.wide
      ? [
          {
            promise: `Ages less than ${terms.age.wideYears} years apart`,
            broken: wideTables,
            of: tableCount,
            whose: "tables",
            says: `${countOf(wideTables, tableCount, "table")} ${wideTables === 1 ? "spans" : "span"} as much or more`,
          },
        ]
      : []),
    ...(terms.talker
      ? [
          {
            promise: "Somebody who begins a conversation, and somebody who listens",
            broken: unmixedTables,
            of: tableCount,
            whose: "tables",
            says: `${countOf(unmixedTables, tableCount, "table")} ${unmixedTables === 1 ? "has" : "have"} only one kind`,
          },
        ]
      : []),
    ...(terms.wish
      ? [
          {
            promise: "Both wish to meet again",
            broken: wishes - wishesTogether,
            of: wishes,
            whose: "pairs who booked",
            says: `${countOf(wishesTogether, wishes, "pair")} ${wishesTogether === 1 ? "sits" : "sit"} together`,
          },
        ]
      : []),
  ].filter(({ of }) => of > 0);
}

/** Shows the promises of one seating, or of two side by side. */
export function toKeptTable(
  seatings: readonly (readonly KeptPromise[])[],
  headings: readonly string[] = ["at these tables"],
): Table[] {
  const promises = new Set(seatings.flatMap((kept) => kept.map(({ promise }) => promise)));
  if (promises.size === 0) return [];
  const rows = [...promises].map((promise) => [
    promise,
    ...seatings.map((kept) => kept.find((each) => each.promise === promise)?.says ?? "not counted"),
  ]);
  return [{ headings: ["promise", ...headings], rows, empty: "" }];
}

const countOf = (count: number, all: number, what: string) =>
  count === 0 ? `none of ${plural(all, what)}` : `${count} of ${plural(all, what)}`;

function nameMark(questions: readonly NamedQuestion[], id: number | null, answer: number | string | null) {
  if (id === null) return "First dinner with the club";
  const found = questions.find((each) => each.id === id);
  const choice = found?.choices[Number(answer) - 1] ?? answer;
  return `“${choice}” (${found?.question ?? `question ${id}`})`;
}

/** Says how the tables were made: exactly for few diners, by a search for more. */
export function describeMethod(isExact: boolean | null): string {
  if (isExact === null) return "How they were made is not known.";
  return isExact
    ? "No other tables of these diners are better: all were compared."
    : "They are the best that a search found; other tables of these diners could be a little better.";
}
