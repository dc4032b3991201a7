/**
 * What the answer to a question tells of a person. Weights are learned of tastes alone: what diners rate must not sort them by
 * anything else. Whoever adds a question and does not say has it never learned.
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
