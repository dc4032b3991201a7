import type { JobContext } from "#app/load-context.ts";
import { handleCheckout } from "./handle-checkout.server.ts";
import { handleRefund } from "./handle-refund.server.ts";

/** What the provider is asked to tell us of; docs/deposit.md lists the same for whoever sets the webhook up. */
const handlers: Record<string, typeof handleCheckout> = {
  "checkout.session.completed": handleCheckout,
  "checkout.session.async_payment_succeeded": handleCheckout,
  "checkout.session.async_payment_failed": (context, told, now) =>
    handleCheckout(context, { ...(told as object), status: "expired" }, now),
  "checkout.session.expired": handleCheckout,
  "refund.created": handleRefund,
  "refund.updated": handleRefund,
  "refund.failed": handleRefund,
};

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
