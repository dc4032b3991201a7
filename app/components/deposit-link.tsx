import type { DepositState } from "#app/lib/deposit-states.ts";

export interface DepositLinkProps {
  bookingId: string;
  /** "Friday, November 27" */
  date: string;
  deposit: DepositState | "to pay";
}

const linkTexts: Record<DepositLinkProps["deposit"], string> = {
  "to pay": "Pay Deposit",
  open: "Pay Deposit",
  expired: "Pay Deposit",
  paid: "Deposit paid · refundable",
  refunding: "Refund on its way",
  refunded: "Deposit refunded",
  kept: "Deposit kept",
};

export const DepositLink = ({ bookingId, date, deposit }: DepositLinkProps) => (
  <a
    href={`/payment?booking=${bookingId}`}
    aria-label={`${linkTexts[deposit]}, ${date}`}
    className="inline-flex min-h-target items-center text-small underline underline-offset-4"
  >
    {linkTexts[deposit]}
  </a>
);
