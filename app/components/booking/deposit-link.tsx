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
  <a
    href={`/payment?booking=${bookingId}`}
    aria-label={`${linkTexts[deposit]}, ${date}`}
    className="inline-flex min-h-target items-center text-small underline underline-offset-4"
  >
    {linkTexts[deposit]}
  </a>
);
