import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { isSignedByResend, readBrokenAddresses } from "#app/emails/resend-webhook.server.ts";
import { notFound, onlyPost } from "#app/http/responses.ts";
import { log } from "#app/log.ts";
import { recordRun } from "#app/models/health/heartbeats.server.ts";
import { addBrokenAddresses } from "#app/models/outbox/broken-addresses.server.ts";

export const loader = onlyPost;

/** Resend sends an event again until it gets a 2xx response. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { db, env, now, requestId } = context;
  if (!env.RESEND_WEBHOOK_SECRET) throw notFound();
  const body = await request.text();
  if (!isSignedByResend(request, body, env.RESEND_WEBHOOK_SECRET, now)) {
    log("warning", "webhook not signed by Resend", { requestId });
    return new Response("The signature is missing or invalid.", { status: 400 });
  }
  context.waitUntil(recordRun(db, "resend", now).catch(() => {}));
  const broken = readBrokenAddresses(body);
  if (broken) await addBrokenAddresses(db, { ...broken, now });
  return new Response("Received.");
}
