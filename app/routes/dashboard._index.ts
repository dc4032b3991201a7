import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireUser } from "#app/auth/guards.server.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireUser(request, context);
  return redirect("/dashboard/bookings");
}
