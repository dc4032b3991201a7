import type { DepositState } from "#app/lib/deposit-states.ts";

export interface DepositLineProps {
  bookingId: string;
  deposit: DepositState | "to pay";
}

const says: Record<DepositLineProps["deposit"], string> = {
  "to pay": "Pay Deposit",
  open: "Pay Deposit",
  expired: "Pay Deposit",
  paid: "Deposit paid · refundable",
  refunding: "Deposit on its way back",
  refunded: "Deposit returned",
  kept: "Deposit kept",
};

/** A quiet word on a booking about its deposit; the rest stands on the deposit's own page. */
export const DepositLine = ({ bookingId, deposit }: DepositLineProps) => (
  <a
    href={`/payment?booking=${bookingId}`}
    className="inline-flex min-h-target items-center text-small underline underline-offset-4"
  >
    {says[deposit]}
  </a>
);
