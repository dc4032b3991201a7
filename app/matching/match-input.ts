import type { TableTerms } from "./terms/diner-terms.ts";

export type QuestionKind = "single" | "multiple" | "range" | "country" | "year";

/** `overlap` is `similar` for questions with several choices. */
type Rule = "similar" | "overlap" | "complementary" | "ignore";

export interface MatchQuestion {
  id: number;
  kind: QuestionKind;
  choices: number;
  rule: Rule;
  weight: number;
  sensitive: boolean;
  says?: readonly string[];
  /** The choices that nobody should have alone at their table. */
  company?: readonly number[] | "all";
}

/** 1-based positions, a country code or a year; an empty list is no answer. */
export type Answer = readonly (number | string)[];

export const maxWeight = 10;

/** The matcher gets weights that are not whole in parts. Its 16-bit factors can't hold more parts of the highest weight. */
export const partsPerWeight = 7;

export interface Diner {
  id: string;
  answers: Readonly<Record<number, Answer>>;
  /** Diners with a higher number are seated first. */
  priority: number;
  bookedAt: number;
  /** One bit for each language; 0 means all languages. */
  languages: number;
  diets: number;
  /** The highest price level they accept; missing if they accept any. */
  maxPrice?: number;
  /** Whether they need step-free access. */
  stepFree?: boolean;
  avoid: readonly string[];
  met: readonly string[];
  /** Whether this is their first dinner of the club. */
  firstDinner?: boolean;
  /** Whether their last dinner was a bad one, so that the floor of their table is higher. */
  boost?: boolean;
}

export interface Venue {
  id: string;
  diets: number;
  tables: number;
  /** The venue's price level; a venue without one suits everybody. */
  price?: number;
  /** Whether it has step-free access. */
  stepFree?: boolean;
}

export const compareById = (one: { id: string }, other: { id: string }) =>
  one.id < other.id ? -1 : one.id > other.id ? 1 : 0;

/** Among diners of the same priority, somebody whose last evening was bad gets a free seat first. */
export const compareByBoost = (one: Pick<Diner, "boost">, other: Pick<Diner, "boost">) =>
  Number(other.boost ?? false) - Number(one.boost ?? false);

export const compareByPriority = (one: Diner, other: Diner) =>
  other.priority - one.priority || one.bookedAt - other.bookedAt || compareById(one, other);

/** In the order in which they are relaxed. */
export const relaxableRules = ["met", "language"] as const;
export type RelaxableRule = (typeof relaxableRules)[number];

export interface MatchInput {
  questions: readonly MatchQuestion[];
  venues: readonly Venue[];
  diners: readonly Diner[];
  seed: number;
  relax?: readonly RelaxableRule[];
  floor?: boolean;
  terms?: TableTerms;
  /** Pairs of diners who both wish to meet again. */
  wishes?: readonly (readonly [string, string])[];
  /** Groups of two to four diners who sit at one table; a diner is in at most one of them. */
  together?: readonly (readonly string[])[];
  /** The number of swaps to try. */
  proposals?: number;
}
