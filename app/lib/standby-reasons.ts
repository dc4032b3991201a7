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
