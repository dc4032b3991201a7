import type { JobContext } from "#app/job-context.ts";
import { handleCheckout } from "./checkouts.server.ts";
import { handleRefund } from "./refunds.server.ts";

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
