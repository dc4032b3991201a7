import { QuietLink } from "#app/components/button.tsx";
import type { DepositStatus } from "#app/payments/deposit-status.server.ts";

interface DepositLinkProps {
  bookingId: string;
  /** "Friday, November 27" */
  date: string;
  deposit: DepositStatus;
}

const linkTexts: Record<DepositStatus, string> = {
  "to pay": "Pay Deposit",
  paid: "Deposit paid · refundable",
  refunding: "Refund on its way",
  refunded: "Deposit refunded",
  kept: "Deposit kept",
};

export const DepositLink = ({ bookingId, date, deposit }: DepositLinkProps) => (
  <QuietLink href={`/payment?booking=${bookingId}`} aria-label={`${linkTexts[deposit]}, ${date}`}>
    {linkTexts[deposit]}
  </QuietLink>
);
