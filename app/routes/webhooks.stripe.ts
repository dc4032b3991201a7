import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { notFound, onlyPost } from "#app/http/responses.ts";
import { log } from "#app/log.ts";
import { recordRun } from "#app/models/health/heartbeats.server.ts";
import { handleWebhook } from "#app/payments/handle-webhook.server.ts";
import { connectStripe, webhookSecret } from "#app/payments/stripe.server.ts";

export const loader = onlyPost;

/** Stripe sends an event again until it gets a 2xx response. */
export async function action({ request, context }: ActionFunctionArgs) {
  const stripe = connectStripe(context.env);
  const secret = webhookSecret(context.env);
  if (!stripe || !secret) throw notFound();
  const signature = request.headers.get("Stripe-Signature") ?? "";
  const event = await stripe.webhooks
    .constructEventAsync(await request.text(), signature, secret)
    .catch(() => undefined);
  if (!event) {
    log("warning", "webhook not signed by Stripe", { requestId: context.requestId });
    return new Response("The Stripe signature is missing or invalid.", { status: 400 });
  }
  context.waitUntil(recordRun(context.db, "stripe", context.now).catch(() => {}));
  await handleWebhook(context, event, context.now);
  return new Response("Received.");
}
