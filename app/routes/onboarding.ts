import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireUser } from "#app/auth/guards.server.ts";

/** Where signing in leads: on to what the diner has not done yet. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return redirect("/dashboard");
}
