import { deposits } from "#app/db/schema/deposit.ts";
import type { DepositCause, DepositState } from "#app/lib/booking/booking-states.ts";
import type { Club } from "#tests/support/start-club.ts";

const dayMs = 86_400_000;

/** A deposit in this state, which no job moves on. */
export async function payDeposit(
  { db }: Club,
  bookingId: string,
  state: DepositState = "paid",
  cause: DepositCause | null = null,
): Promise<void> {
  const now = Date.now();
  const refundAmount = state === "refunding" ? 300_000 : null;
  await db
    .insert(deposits)
    .values({
      bookingId,
      amount: 300_000,
      currency: "huf",
      state,
      cause,
      refundAmount,
      origin: "",
      dueAt: new Date(now + 30 * dayMs),
      createdAt: new Date(now),
    })
    .onConflictDoUpdate({ target: deposits.bookingId, set: { state, cause, refundAmount } });
}
