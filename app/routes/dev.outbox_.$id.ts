import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireLocal } from "#app/auth/guards.server.ts";
import { findLocalEmail } from "#app/emails/render-email.server.ts";

/** Like an email program: allows the email's own styles, but no scripts. */
const policy = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  requireLocal(request, context.env);
  const email = await findLocalEmail(context, id);
  if (!email) throw new Response(null, { status: 404 });
  return new Response(email.html, {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy },
  });
}
