import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { deposits, ledger } from "#app/db/schema.ts";
import type { DepositCause, LedgerEntry } from "#app/lib/deposit-states.ts";

interface LedgerLine {
  kind: LedgerEntry["kind"];
  /** In Ft, or as the deposit itself says. */
  amount?: SQL | number;
  reference?: string | null;
  cause?: DepositCause | SQL | null;
}

/** A line for every deposit of which the condition holds: written in the batch of the change it tells of, and before it. */
export function addLedgerEntry(
  db: Database,
  { kind, amount = 0, reference, cause }: LedgerLine,
  now: Date,
  where: SQL,
) {
  return db.insert(ledger).select(
    sql`select null, ${deposits.id}, ${now.getTime()}, ${kind}, ${amount}, ${reference ?? null}, ${cause ?? null}
      from ${deposits} where ${where}`,
  );
}

/** Whether a deposit's ledger names this already. */
export const hasLedgerEntry = (kinds: LedgerEntry["kind"][], reference: string) =>
  sql`exists (select 1 from ${ledger} where ${ledger.depositId} = ${deposits.id} and ${ledger.reference} = ${reference}
    and ${ledger.kind} in (select value from json_each(${JSON.stringify(kinds)})))`;

export async function listLedger(db: Database, depositId: string) {
  return db.select().from(ledger).where(eq(ledger.depositId, depositId)).orderBy(asc(ledger.id));
}
