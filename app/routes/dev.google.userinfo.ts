import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import * as z from "zod";
import { requireLocal } from "#app/auth/guards.server.ts";

const personSchema = z.object({ email: z.email(), name: z.string(), verified: z.boolean() });

export function loader({ request, context: { env } }: LoaderFunctionArgs) {
  requireLocal(env);
  const token = request.headers.get("Authorization")?.replace("Bearer ", "") ?? "";
  const result = personSchema.safeParse(readToken(token));
  if (!result.success) return Response.json({ error: "invalid_token" }, { status: 401 });
  const { email, name, verified } = result.data;
  return Response.json({ sub: `local:${email}`, email, email_verified: verified, given_name: name, name });
}

function readToken(token: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(atob(token)));
  } catch {
    return null;
  }
}
