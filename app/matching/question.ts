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
