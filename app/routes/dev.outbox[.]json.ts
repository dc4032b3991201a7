import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireLocal } from "#app/auth/guards.server.ts";
import { listOutbox } from "#app/models/outbox/outbox.server.ts";

export async function loader({ context: { env, db } }: LoaderFunctionArgs) {
  requireLocal(env);
  return Response.json(await listOutbox(db), { headers: { "Cache-Control": "no-store" } });
}
