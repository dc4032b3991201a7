import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireSignIn } from "#app/auth/guards.server.ts";
import { tokenQuery } from "#app/lib/signatures.server.ts";

/** The link in the email to a new address leads here. Only the account that asked for it can follow it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const page = `/dashboard/settings/email?${tokenQuery(token)}`;
  await requireSignIn(context, page);
  return redirect(page);
}
