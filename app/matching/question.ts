export type QuestionKind = "single" | "multiple" | "range" | "country" | "year";

/** `overlap` means the same as `similar`, for questions that allow several choices. */
export type Rule = "similar" | "overlap" | "complementary" | "ignore";

export interface MatchQuestion {
  id: number;
  kind: QuestionKind;
  choices: number;
  rule: Rule;
  /** 0 to `maxWeight`. */
  weight: number;
  /** Never mentioned in an explanation. */
  sensitive: boolean;
  /** What an explanation says of each choice: "would rather talk about films". */
  says?: readonly string[];
}

/** 1-based positions, a country code or a year; an empty list is no answer. */
export type Answer = readonly (number | string)[];

export const maxWeight = 10;
