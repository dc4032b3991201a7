export type QuestionKind = "single" | "multiple" | "range" | "country" | "year";

/** `overlap` is `similar` for several choices. */
type Rule = "similar" | "overlap" | "complementary" | "ignore";

export interface MatchQuestion {
  id: number;
  kind: QuestionKind;
  choices: number;
  rule: Rule;
  weight: number;
  sensitive: boolean;
  says?: readonly string[];
  /** The choices that nobody should be the only one at their table with. */
  company?: readonly number[] | "all";
}

/** 1-based positions, a country code or a year; an empty list is no answer. */
export type Answer = readonly (number | string)[];

export const maxWeight = 10;

/** Weights that are not whole are given to the matcher in parts; its 16-bit factors hold no more of the highest weight. */
export const partsPerWeight = 7;
