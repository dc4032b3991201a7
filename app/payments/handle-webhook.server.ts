import * as z from "zod";
import type { JobContext } from "#app/job-context.ts";
import { disputeStates } from "#app/lib/booking/booking-states.ts";
import { log } from "#app/log.ts";
import { findDeposit } from "#app/models/deposit/deposits.server.ts";
import { recordDispute } from "#app/models/deposit/disputes.server.ts";
import { handleCheckout } from "./checkouts.server.ts";
import { handleRefund } from "./refunds.server.ts";

const disputeSchema = z.object({
  id: z.string(),
  amount: z.int().positive(),
  currency: z.string(),
  payment_intent: z.string().nullable(),
  status: z.enum(disputeStates),
  reason: z.string().max(100),
  evidence_details: z.object({ due_by: z.int().nullish() }).nullish(),
});

/** A diner has asked their bank to take the payment back. */
async function handleDispute({ db }: JobContext, object: unknown, now: Date): Promise<void> {
  const { success, data, error } = disputeSchema.safeParse(object);
  if (!success) return log("error", "dispute not understood", { reason: error.issues[0]?.path.join(".") });
  const found = data.payment_intent ? await findDeposit(db, { paymentId: data.payment_intent }) : undefined;
  if (!found) return log("info", "dispute of another system");
  const { id, amount, status: state, reason } = data;
  const facts = { dispute: id, deposit: found.deposit.id, state };
  if (data.currency !== found.deposit.currency) return log("error", "dispute does not match", facts);
  const dueBy = data.evidence_details?.due_by;
  const respondBy = dueBy ? new Date(dueBy * 1000) : null;
  const isNew = await recordDispute(
    db,
    { id, depositId: facts.deposit, amount, state, reason, respondBy },
    now,
  );
  if (isNew) log("warning", "deposit disputed", facts);
}

/** The events for which the webhook is set up; docs/deposit.md has the same list. */
const handlers: Record<string, typeof handleCheckout> = {
  "checkout.session.completed": handleCheckout,
  "checkout.session.async_payment_succeeded": handleCheckout,
  "checkout.session.async_payment_failed": (context, session, now) =>
    handleCheckout(context, { ...(session as object), status: "expired" }, now),
  "checkout.session.expired": handleCheckout,
  "refund.created": handleRefund,
  "refund.updated": handleRefund,
  "refund.failed": handleRefund,
  "charge.dispute.created": handleDispute,
  "charge.dispute.updated": handleDispute,
  "charge.dispute.closed": handleDispute,
};

export const webhookEvents = Object.keys(handlers);

interface StripeEvent {
  type: string;
  data: { object: unknown };
}

export async function handleWebhook(
  context: JobContext,
  { type, data }: StripeEvent,
  now: Date,
): Promise<void> {
  await handlers[type]?.(context, data.object, now);
}
