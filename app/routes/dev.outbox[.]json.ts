import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireLocal } from "#app/auth/guards.server.ts";
import { listLocalEmails } from "#app/emails/render-email.server.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireLocal(request, context.env);
  return Response.json(await listLocalEmails(context), { headers: { "Cache-Control": "no-store" } });
}
