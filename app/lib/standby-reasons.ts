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

/** What keeps every restaurant of a dinner from suiting a diner; "venue" where it is all their needs together. */
export type UnmetNeed = Extract<StandbyReason, "diet" | "price" | "access" | "venue">;

const tooFew = "Tables are for five, and there were not enough people for one more.";

const tableClosed = "We are sorry: the restaurant can’t use your table after all";

/** The first sentence that a diner on standby reads. */
export const standbyExplanations: Record<StandbyReason, string> = {
  "left over": tooFew,
  full: "Every table is taken.",
  diet: "No restaurant of this dinner can cook for your diet.",
  price: "No restaurant of this dinner is within what you said you would spend.",
  access: "No restaurant of this dinner has a way to the table without steps.",
  venue: "No restaurant of this dinner meets all your needs together.",
  // The same words: this reason would tell a diner that somebody avoids them.
  rules: tooFew,
  "table closed": `${tableClosed}, and the other tables are full.`,
};

/** A sentence for each need; `diets` are those that no restaurant serves. */
export const explainUnmetNeeds = (needs: readonly UnmetNeed[], diets: readonly string[] = []): string =>
  needs
    .map((need) =>
      need === "diet" && diets.length > 0
        ? `No restaurant of this dinner can cook for your diet: ${diets.join(", ")}.`
        : standbyExplanations[need],
    )
    .join(" ");

const shortExplanations: Record<UnmetNeed, string> = {
  diet: "No restaurant for your diet",
  price: "No restaurant at your price",
  access: "No restaurant without steps",
  venue: "No restaurant meets all your needs",
};

export const explainUnmetNeedsShortly = ([need, ...others]: readonly UnmetNeed[]): string =>
  shortExplanations[need && others.length === 0 ? need : "venue"];

/** The needs count as they are now: venues and answers may have changed since the tables were made. */
export function explainStandby(
  reason: StandbyReason,
  needs: readonly UnmetNeed[],
  diets: readonly string[] = [],
) {
  if (needs.length === 0) return isUnmetNeed(reason) ? nowSuited : standbyExplanations[reason];
  return `${reason === "table closed" ? `${tableClosed}. ` : ""}${explainUnmetNeeds(needs, diets)}`;
}

const nowSuited =
  "When the tables were made, no restaurant of this dinner suited you. Now one does, but we have no seat there yet.";

export const isUnmetNeed = (reason: StandbyReason): reason is UnmetNeed => reason in shortExplanations;

/** Other answers, or other restaurants, may help whom no restaurant suits. */
export const answersPath = (questionIds: readonly number[]) => `/quiz?only=${questionIds.join()}`;
