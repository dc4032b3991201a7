import { expect, test } from "vitest";
import { bookWithDeposit, findDeposit, openStripeClub } from "#tests/support/deposits.ts";

const { club, stripe } = await openStripeClub();

test("the database refuses to change or delete ledger entries, to refund more than was paid, and to record a payment twice", async () => {
  const { booking } = await bookWithDeposit(club, stripe);
  const deposit = await findDeposit(club.db, booking);
  const run = (statement: string) => club.binding.prepare(statement).bind(deposit?.id).run();
  await expect(run("UPDATE ledger SET amount = 0 WHERE deposit_id = ?")).rejects.toThrow("append-only");
  await expect(run("DELETE FROM ledger WHERE deposit_id = ?")).rejects.toThrow("append-only");
  await expect(run("DELETE FROM deposits WHERE id = ?")).rejects.toThrow("FOREIGN KEY");
  const insertEntry = (kind: string, amount: number) =>
    run(`INSERT INTO ledger (deposit_id, at, kind, amount) VALUES (?, 0, '${kind}', ${amount})`);
  await expect(insertEntry("refunded", -300_001)).rejects.toThrow("more would be given back");
  await expect(insertEntry("paid", 300_000)).rejects.toThrow("UNIQUE");
});
