import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { hashToken } from "#app/auth/tokens.server.ts";
import { isGood } from "#app/models/link.server.ts";

/** The link of the mail. It spends nothing: the scanners of mail providers open links too. */
export async function loader({ request, context: { db, now } }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const query = (await isGood(db, "confirm", { tokenHash: hashToken(token), now }))
    ? new URLSearchParams({ token })
    : new URLSearchParams({ error_code: "403", error_description: "Email link is invalid or has expired" });
  return redirect(`/email-confirmed?${query}`);
}
