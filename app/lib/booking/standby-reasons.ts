/** The end of a sentence for diners who got no seat. */
export const getsPriority = "you’ll get priority the next time you book.";

/** Why a diner has no seat. All but the last come from the matcher. */
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

/** Why no table can seat two who ask for one, as far as their answers and the restaurants say. */
export type Obstacle = "language" | "venue" | "one diner";

/** The need that no restaurant of a dinner meets for a diner; "venue" if only all needs together can't be met. */
export type UnmetNeed = Extract<StandbyReason, "diet" | "price" | "access" | "venue">;

const tooFew = "There weren’t enough people for another table.";

const tableClosed = "The restaurant can’t use your table after all";

/** The first sentence that a diner on standby reads. */
export const standbyExplanations: Record<StandbyReason, string> = {
  "left over": tooFew,
  full: "Every table is full.",
  diet: "No restaurant at this dinner caters for your diet.",
  price: "Every restaurant at this dinner costs more than you’d like to spend.",
  access: "No restaurant at this dinner has step-free access.",
  venue: "No restaurant at this dinner meets all your needs.",
  // The text is the same, because this reason would tell a diner that somebody avoids them.
  rules: tooFew,
  "table closed": `${tableClosed}, and the other tables are full.`,
};

/** The same for an operator. */
export const standbyWords: Record<StandbyReason, string> = {
  "left over": "No table of five was left to fill",
  full: "Every table is full",
  diet: "No restaurant here caters for their diet",
  price: "Every restaurant here costs more than they’d spend",
  access: "No restaurant here is step-free",
  venue: "No restaurant here meets all their needs",
  rules: "No table fits: who they know, speak with or must not meet",
  "table closed": "Their table was closed, and the others are full",
};

/** The text for standby that ends without a seat. */
export const noSeatCameFree = "No seat came free for you.";

/** A sentence for each need; `named` are the diets that no restaurant serves, or what none meets at once. */
export const explainUnmetNeeds = (needs: readonly UnmetNeed[], named: readonly string[] = []): string =>
  needs
    .map((need) =>
      (need === "diet" || need === "venue") && named.length > 0
        ? `No restaurant at this dinner ${need === "diet" ? "caters for this diet:" : "meets all you need at once:"} ${named.join(", ").toLowerCase()}.`
        : standbyExplanations[need],
    )
    .join(" ");

/** For a diner who books, or has booked, a dinner at which no restaurant suits them yet. */
export const standbyUnlessSuited = "You’ll be on standby, unless we find a restaurant that suits you.";

/** The same as a title, until the tables are made. */
export const stillLooking = "We’re still looking for a restaurant for you";

/** Once they are made, nobody looks for another restaurant. */
export const noRestaurantOn = (weekday: string | null) =>
  `We couldn’t find a restaurant for you${weekday ? ` on ${weekday}` : ""}`;

export const lookingForSeatOn = (weekday: string | null) =>
  `We’re looking for a seat for you${weekday ? ` on ${weekday}` : ""}`;

/** For all other diners before the tables are made, since any of them can be left over. */
export const standbyAtFirst = `Every table is for exactly five, so a few people may not get a seat at once. If that’s you, we’ll email you, and look for one until 3 hours before dinner. If none comes free, it costs you nothing, and ${getsPriority}`;

const shortExplanations: Record<UnmetNeed, string> = {
  diet: "Can’t cater for your diet",
  price: "More than you’d spend",
  access: "No step-free access",
  venue: "Can’t meet all your needs",
};

const oneOf = ([need, ...others]: readonly UnmetNeed[]): UnmetNeed =>
  need && others.length === 0 ? need : "venue";

export const explainUnmetNeedsShortly = (needs: readonly UnmetNeed[]): string =>
  shortExplanations[oneOf(needs)];

/** The needs are the present ones: venues and answers may have changed since the tables were made. */
export function explainStandby(
  reason: StandbyReason,
  needs: readonly UnmetNeed[],
  named: readonly string[] = [],
) {
  if (needs.length === 0) return isUnmetNeed(reason) ? nowSuited : standbyExplanations[reason];
  return `${reason === "table closed" ? `${tableClosed}. ` : ""}${explainUnmetNeeds(needs, named)}`;
}

const nowSuited =
  "When we made the tables, no restaurant suited you. Now one does, but all its seats are taken.";

export const isUnmetNeed = (reason: StandbyReason): reason is UnmetNeed => reason in shortExplanations;

/** For a diner whom no restaurant suits: other answers may help. */
export const answersPath = (questionIds: readonly number[]) => `/quiz?only=${questionIds.join()}`;
