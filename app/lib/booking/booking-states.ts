export const depositStates = ["open", "expired", "paid", "refunding", "refunded", "kept"] as const;

export type DepositState = (typeof depositStates)[number];

const refundCauses = [
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

export type LedgerKind = (typeof ledgerKinds)[number];
