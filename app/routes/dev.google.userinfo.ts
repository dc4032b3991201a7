import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readCode } from "#app/auth/google.server.ts";
import { requireLocal } from "#app/auth/guards.server.ts";

export function loader({ request, context: { env } }: LoaderFunctionArgs) {
  requireLocal(request, env);
  const person = readCode(request.headers.get("Authorization")?.replace("Bearer ", ""));
  if (!person) return Response.json({ error: "invalid_token" }, { status: 401 });
  const { email, name, verified } = person;
  const hd = email.split("@")[1];
  return Response.json({
    sub: `local:${email}`,
    email,
    email_verified: verified,
    hd,
    given_name: name,
    name,
  });
}
