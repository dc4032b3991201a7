import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { requireLocal } from "#app/auth/guards.server.ts";
import { readForm } from "#app/http/form-data.ts";

/** The fake Google uses the code as the token, because only this Worker calls it. */
export async function action({ request, context: { env } }: ActionFunctionArgs) {
  requireLocal(env);
  const { code, client_secret } = await readForm(request);
  if (client_secret !== env.SESSION_SECRET)
    return Response.json({ error: "invalid_client" }, { status: 401 });
  return Response.json({ access_token: code, token_type: "Bearer" });
}
