export type QuestionKind = "single" | "multiple" | "range" | "country" | "year";

/** What makes two answers go well together. `overlap` is what `similar` is called where several may be chosen. */
export type Rule = "similar" | "overlap" | "complementary" | "ignore";

export interface MatchQuestion {
  id: number;
  kind: QuestionKind;
  /** How many there are to choose from; a range has ten steps. */
  choices: number;
  rule: Rule;
  /** 0 to 10. */
  weight: number;
  /** Never spoken of in an explanation. */
  sensitive: boolean;
  /** What an explanation says of those who chose the nth: "would rather talk about films". */
  says?: readonly string[];
}

/** 1-based positions, or the country's code, or the year. Nothing chosen is no answer. */
export type Answer = readonly (number | string)[];

export const maxWeight = 10;
