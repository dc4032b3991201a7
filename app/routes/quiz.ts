import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { signedIn } from "#app/auth/session.server.ts";

/** A stranger signs in first, and comes back. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const session = await signedIn(request, context);
  return redirect(session ? "/onboarding" : "/login?next=/quiz");
}
