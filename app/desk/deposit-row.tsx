import type { DepositView } from "./deposits.ts";
import { DeskLink, DeskRow, DeskState, operationHref } from "./desk-parts.tsx";

export const DepositRow = ({ deposit, title }: { deposit: DepositView; title: React.ReactNode }) => (
  <DeskRow title={title} text={deposit.text}>
    <span className="flex flex-col items-end gap-2 lg:flex-row lg:items-center">
      <DeskState tone={deposit.state.tone}>{deposit.state.text}</DeskState>
      {deposit.needsEvidence && (
        <DeskLink href={operationHref("deposit evidence", { deposit: deposit.id })}>
          Evidence for the bank
        </DeskLink>
      )}
      {deposit.canBeRefunded && (
        <DeskLink href={operationHref("deposit refund", { deposit: deposit.id })}>
          {deposit.isParked ? "Try again" : "Give back"}
        </DeskLink>
      )}
    </span>
  </DeskRow>
);
