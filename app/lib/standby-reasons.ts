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

/** What a diner on standby reads first, on pages and in the email. */
export const standbyExplanations: Record<StandbyReason, string> = {
  "left over": tooFew,
  full: "Every table is taken.",
  diet: "No restaurant of this evening can cook for your diet, so we could not seat you.",
  price: "Every restaurant of this evening costs more than you want to spend, so we could not seat you.",
  access: "No restaurant of this evening has a way without steps, so we could not seat you.",
  venue: "No restaurant of this evening meets all your needs together, so we could not seat you.",
  // The same words: this reason would tell a diner that somebody avoids them.
  rules: tooFew,
  "table closed":
    "We are sorry: the restaurant can’t use your table after all, and the other tables are full.",
};

/** No table of the evening suits this diner, whoever cancels. */
export const needsAnotherVenue = (reason: StandbyReason): boolean =>
  ["diet", "price", "access", "venue"].includes(reason);
