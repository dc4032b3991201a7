/** Why a diner has no seat; the first four are the matcher's. */
export const standbyReasons = ["left over", "full", "diet", "rules", "table closed"] as const;

export type StandbyReason = (typeof standbyReasons)[number];
