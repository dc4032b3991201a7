/**
 * What the answer to a question reveals about a person. Weights are learned only for tastes, because ratings must not sort
 * diners by anything else. A new question for which nothing is said is never learned.
 */
export const tellsOf = [
  "tastes",
  "origin",
  "belief",
  "health",
  "drinking",
  "gender",
  "age",
  "love",
  "not said",
] as const;
