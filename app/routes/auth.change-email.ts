import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireSignIn } from "#app/auth/guards.server.ts";

/** Where the email to a new address leads: whoever opens it must be signed in to the account that asked for it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const page = `/dashboard/settings/email?${new URLSearchParams({ token })}`;
  await requireSignIn(request, context, page);
  // The form stands far down on the page.
  return redirect(`${page}#row-email`);
}
