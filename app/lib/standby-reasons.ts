/** Why a diner has no seat; all but the last are the matcher's. */
export const standbyReasons = [
  "left over",
  "full",
  "diet",
  "price",
  "access",
  "venue",
  "rules",
  "table closed",
] as const;

export type StandbyReason = (typeof standbyReasons)[number];

const tooFew = "Tables are for five, and there were not enough people for one more.";

/** The first sentence that a diner on standby reads. */
export const standbyExplanations: Record<StandbyReason, string> = {
  "left over": tooFew,
  full: "Every table is taken.",
  diet: "No restaurant of this dinner can cook for your diet.",
  price: "Every restaurant of this dinner costs more than you want to spend.",
  access: "No restaurant of this dinner has a way without steps.",
  venue: "No restaurant of this dinner meets all your needs together.",
  // The same words: this reason would tell a diner that somebody avoids them.
  rules: tooFew,
  "table closed":
    "We are sorry: the restaurant can’t use your table after all, and the other tables are full.",
};
