import * as z from "zod";
import type { TableTerms } from "#app/matching/terms/diner-terms.ts";
import type { TermPoints } from "#app/models/seating/table-terms.server.ts";
import type { Table } from "./operation.ts";

const years = ["near-years", "wide-years"] as const;
export const terms = ["company", "age", "near-years", "wide", "wide-years", "talker", "wish"] as const;
type Term = (typeof terms)[number];

export const columns = {
  company: "company",
  age: "ageAlone",
  "near-years": "nearYears",
  wide: "ageWide",
  "wide-years": "wideYears",
  talker: "talkerMissing",
  wish: "wish",
} as const satisfies Record<Term, keyof TermPoints>;

export const meanings: Record<Term, string> = {
  company: "lost for each marked answer that only one at a table gave, and for a first dinner alone",
  age: "lost for each diner with nobody near in age",
  "near-years": "years: so much older or younger is near",
  wide: "lost where the oldest and the youngest are far apart, and a tenth of it more for each year beyond",
  "wide-years": "years: so much is far apart",
  talker: "lost where nobody at a table starts conversations, or everybody does",
  wish: "gained by two who would both sit at one table again, until they have",
};

const isYears = (term: Term) => years.some((each) => each === term);
export const describeValue = (term: Term, value: number) => `${value} ${isYears(term) ? "years" : "points"}`;

export const termHeadings = ["term", "value", "meaning"];

/** Shows the terms that tables were made with. */
export function toTermTable({ company, age, talker, wish }: TableTerms): Table {
  const values: Record<Term, number | undefined> = {
    company,
    age: age?.alone,
    "near-years": age?.alone && age.nearYears,
    wide: age?.wide,
    "wide-years": age?.wide && age.wideYears,
    talker: talker?.missing,
    wish,
  };
  return {
    headings: termHeadings,
    rows: terms.flatMap((term) => {
      const value = values[term];
      return value ? [[term, Number(value.toFixed(2)), meanings[term]]] : [];
    }),
    empty: "No term of a table was in force.",
  };
}

const maxPoints = 20;
const maxYears = 100;

export const describeTooMuch = (term: Term, value: number): string | undefined => {
  if (isYears(term) && !(Number.isInteger(value) && value >= 1 && value <= maxYears))
    return `${term} is a whole number of years from 1 to ${maxYears}.`;
  if (value > maxPoints && !isYears(term)) return `${term} is at most ${maxPoints} points.`;
  return undefined;
};

/** Weights and points to try instead of those in force. */
export interface OtherWeights {
  weights?: "operator" | "learned";
  points: Partial<TermPoints>;
}

/** "weights=operator,company=5,wish=0" */
export const otherWeights = z.string().transform((text, context): OtherWeights => {
  const other: OtherWeights = { points: {} };
  for (const pair of text.split(",")) {
    const error = readPair(pair.trim(), other);
    if (!error) continue;
    context.addIssue({ code: "custom", message: error });
    return z.NEVER;
  }
  return other;
});

/** Returns a sentence if the pair is wrong. */
function readPair(pair: string, other: OtherWeights): string | undefined {
  const [, source] = /^weights=(operator|learned)$/.exec(pair) ?? [];
  const [, name, number] = /^([a-z-]{1,20})=(\d{1,3}(?:\.\d{1,2})?)$/.exec(pair) ?? [];
  const term = terms.find((each) => each === name);
  if (!source && !term)
    return `is a list such as weights=learned,company=5, of weights=learned or weights=operator, and of points of ${terms.join(", ")}, without "${pair.slice(0, 40)}"`;
  if (source ? other.weights : term && other.points[columns[term]] !== undefined)
    return `has ${source ? "weights" : term} twice`;
  if (source) other.weights = source as OtherWeights["weights"];
  if (!term) return undefined;
  other.points[columns[term]] = Number(number);
  return describeTooMuch(term, Number(number));
}
