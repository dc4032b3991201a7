import { QuietLink } from "#app/components/button.tsx";
import type { DepositStatus } from "#app/payments/deposit-status.server.ts";

interface DepositLinkProps {
  bookingId: string;
  /** "Friday, November 27" */
  date: string;
  deposit: DepositStatus;
  /** Until when the seat waits for the deposit, if it does. */
  payBy?: string | null;
}

const linkTexts: Record<DepositStatus, string> = {
  "to pay": "Pay Deposit",
  paid: "Deposit paid · refundable",
  refunding: "Refund on its way",
  refunded: "Deposit refunded",
  kept: "Deposit kept",
};

export const DepositLink = ({ bookingId, date, deposit, payBy }: DepositLinkProps) => (
  <span>
    <QuietLink href={`/payment?booking=${bookingId}`} aria-label={`${linkTexts[deposit]}, ${date}`}>
      {linkTexts[deposit]}
    </QuietLink>
    {deposit === "to pay" && payBy && <span className="text-small"> by {payBy}, to keep your seat</span>}
  </span>
);

interface DepositLineProps {
  bookingId: string;
  date: string;
  deposit: DepositStatus | null;
}

/** Nothing where there is no deposit. */
export const DepositLine = ({ deposit, ...booking }: DepositLineProps) =>
  deposit && (
    <p>
      <DepositLink {...booking} deposit={deposit} />
    </p>
  );
