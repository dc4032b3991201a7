import type { JobContext } from "#app/load-context.ts";
import { takeSession } from "./handle-checkout.server.ts";
import { takeRefund } from "./handle-refund.server.ts";

/** What the provider is asked to tell us of; docs/deposit.md lists the same for whoever sets the webhook up. */
const takers: Record<string, typeof takeSession> = {
  "checkout.session.completed": takeSession,
  "checkout.session.async_payment_succeeded": takeSession,
  "checkout.session.async_payment_failed": (context, told, now) =>
    takeSession(context, { ...(told as object), status: "expired" }, now),
  "checkout.session.expired": takeSession,
  "refund.created": takeRefund,
  "refund.updated": takeRefund,
  "refund.failed": takeRefund,
};

interface Told {
  type: string;
  data: { object: unknown };
}

export async function takeEvent(context: JobContext, { type, data }: Told, now: Date): Promise<void> {
  await takers[type]?.(context, data.object, now);
}
