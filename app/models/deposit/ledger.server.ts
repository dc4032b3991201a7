import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { deposits, ledger } from "#app/db/schema.ts";
import type { DepositCause, LedgerKind } from "#app/lib/booking/booking-states.ts";

interface LedgerLine {
  kind: LedgerKind;
  /** In the smallest unit that Stripe counts, or SQL on the deposit. */
  amount?: SQL | number;
  reference?: string | null;
  cause?: DepositCause | SQL | null;
}

/** A statement for the batch of the change, before it: an entry for each deposit where the condition holds. */
export const addLedgerEntry = (db: Database, line: LedgerLine, now: Date, condition: SQL) =>
  insertWhere(db, ledger, { ...line, depositId: deposits.id, at: now }, condition, deposits);

export const hasLedgerEntry = (kinds: LedgerKind[], reference: string) =>
  sql`exists (select 1 from ${ledger} where ${ledger.depositId} = ${deposits.id}
    and ${ledger.reference} = ${reference} and ${inArray(ledger.kind, kinds)})`;
