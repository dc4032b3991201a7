export const depositStates = ["open", "expired", "paid", "refunding", "refunded", "kept"] as const;

export type DepositState = (typeof depositStates)[number];

export const refundCauses = [
  "canceled-in-time",
  "canceled-by-club",
  "canceled-after-move",
  "canceled-before-paid",
  "dinner-over",
  "by-hand",
  "erased",
] as const;

export const keepCauses = ["canceled-late", "no-show"] as const;

export const depositCauses = [...refundCauses, ...keepCauses] as const;

export type DepositCause = (typeof depositCauses)[number];

export const ledgerKinds = [
  "opened",
  "expired",
  "paid",
  "to-refund",
  "refunded",
  "refund-failed",
  "kept",
  "parked",
  "resumed",
] as const;

export interface LedgerEntry {
  kind: (typeof ledgerKinds)[number];
  amount: number;
  cause: DepositCause | null;
}

export interface DepositSummary {
  state: DepositState;
  cause: DepositCause | null;
  isParked: boolean;
  /** The diner's money that we hold, in the smallest unit that Stripe counts. */
  held: number;
}

const stateAfter: Partial<Record<LedgerEntry["kind"], DepositState>> = {
  opened: "open",
  expired: "expired",
  paid: "paid",
  "to-refund": "refunding",
  refunded: "refunded",
  "refund-failed": "refunding",
  kept: "kept",
};

export function stateFromLedger(entries: readonly LedgerEntry[]): DepositSummary {
  const start: DepositSummary = { state: "open", cause: null, isParked: false, held: 0 };
  return entries.reduce(
    ({ state, cause, isParked, held }, entry) => ({
      state: stateAfter[entry.kind] ?? state,
      cause: entry.cause ?? cause,
      isParked:
        entry.kind === "parked" || (isParked && entry.kind !== "resumed" && entry.kind !== "refunded"),
      held: held + entry.amount,
    }),
    start,
  );
}
