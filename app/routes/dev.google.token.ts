import { createHash } from "node:crypto";
import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { readCode } from "#app/auth/google.server.ts";
import { requireLocal } from "#app/auth/guards.server.ts";
import { readForm } from "#app/http/forms.ts";
import { sign } from "#app/lib/signatures.server.ts";

/** The fake Google uses the code as the token, because only this Worker calls it. */
export async function action({ request, context: { env } }: ActionFunctionArgs) {
  requireLocal(request, env);
  const { code, client_secret, code_verifier = "" } = await readForm(request);
  if (client_secret !== sign(env, "local google"))
    return Response.json({ error: "invalid_client" }, { status: 401 });
  const challenge = createHash("sha256").update(code_verifier).digest("base64url");
  if (readCode(code)?.challenge !== challenge)
    return Response.json({ error: "invalid_grant" }, { status: 400 });
  return Response.json({ access_token: code, token_type: "Bearer" });
}
