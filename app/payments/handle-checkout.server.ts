import * as z from "zod";
import type { JobContext } from "#app/job-context.ts";
import { log } from "#app/log.ts";
import { expireCheckout, recordPayment } from "#app/models/deposit/checkouts.server.ts";
import { type Deposit, findDeposit } from "#app/models/deposit/deposits.server.ts";

const sessionSchema = z.object({
  id: z.string(),
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  amount_total: z.int(),
  currency: z.string(),
  client_reference_id: z.string().nullable(),
  payment_intent: z.string().nullable(),
  metadata: z.object({ deposit: z.string(), booking: z.string(), checkout: z.coerce.number() }),
});

/** The webhook and the reconcile job may both report a session, in any order and more than once. */
export async function handleCheckout(
  context: JobContext,
  session: unknown,
  now: Date,
  known?: Deposit,
): Promise<void> {
  const { success: isOurs, data } = sessionSchema.safeParse(session);
  if (!isOurs) return log("info", "checkout of another system");
  const deposit = known ?? (await findDeposit(context.db, { id: data.metadata.deposit }))?.deposit;
  const problem = deposit ? findMismatch(data, deposit) : "deposit";
  if (problem) {
    return log("error", "payment does not match", {
      checkout: data.id,
      deposit: data.metadata.deposit,
      problem,
    });
  }
  if (!deposit) return;
  if (data.payment_status === "paid" && data.payment_intent) {
    const payment = { id: deposit.id, checkoutId: data.id, paymentId: data.payment_intent };
    await recordPayment(context.db, payment, now);
  } else if (data.status === "expired" && deposit.checkoutCount === data.metadata.checkout) {
    await expireCheckout(context.db, deposit, now);
  }
}

type Session = z.infer<typeof sessionSchema>;

function findMismatch(data: Session, deposit: Deposit): string | undefined {
  if (data.client_reference_id !== deposit.id) return "reference";
  if (deposit.bookingId && data.metadata.booking !== deposit.bookingId) return "booking";
  if (data.currency !== deposit.currency) return "currency";
  if (data.amount_total !== deposit.amount) return "amount";
  const isSecond = data.payment_intent && deposit.paymentId && deposit.paymentId !== data.payment_intent;
  return isSecond ? "paid twice" : undefined;
}
