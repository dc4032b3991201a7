import type { DepositCause, DepositState } from "#app/lib/deposit-states.ts";

interface Found {
  canceled: boolean;
  date: Date;
  deposit: DepositState | null;
  cause: DepositCause | null;
}

export interface DinnerWords {
  date: string;
  time: string;
  /** Until when canceling brings a deposit back; nothing, once that is over. */
  freeUntil: string | null;
}

export type View =
  | { is: "nothing" | "unoffered" | "canceled" | "over" | "waiting" | "paid" | "refunding" | "refunded" }
  | { is: "to pay"; cameBack: boolean }
  | { is: "kept"; cause: DepositCause | null };

interface Moment {
  now: Date;
  isOffered: boolean;
  /** What the checkout's way back says of itself: a hint, and no more. */
  back: string | null;
}

/** Which of its faces the page shows. Money that is there counts more than anything else. */
export function viewOf(found: Found | undefined, { now, isOffered, back }: Moment): View {
  if (!found) return { is: isOffered ? "nothing" : "unoffered" };
  const { deposit: state, cause } = found;
  if (state === "paid" || state === "refunding" || state === "refunded") return { is: state };
  if (state === "kept") return { is: state, cause };
  if (state === "open" && back === "paid") return { is: "waiting" };
  if (found.canceled) return { is: "canceled" };
  if (found.date <= now) return { is: "over" };
  return isOffered ? { is: "to pay", cameBack: back === "unpaid" } : { is: "unoffered" };
}
