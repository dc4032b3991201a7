import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireLocal } from "#app/lib/local-only.ts";
import { findEmail } from "#app/models/outbox/outbox.server.ts";

/** A mail as a mail reader shows it: its own styles, and nothing that runs. */
const policy = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export async function loader({ params: { id = "" }, context: { env, db } }: LoaderFunctionArgs) {
  requireLocal(env);
  const mail = await findEmail(db, id);
  if (!mail) throw new Response(null, { status: 404 });
  return new Response(mail.html, {
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy },
  });
}
