import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { findNextTable } from "#app/models/booking/bookings.server.ts";

/** The installed app opens with `?next`, on the next dinner. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db, now } = context;
  const opensNext = new URL(request.url).searchParams.has("next");
  const [, next] = await Promise.all([
    requireUser(request, context),
    opensNext ? findNextTable(db, userIdIfSignedIn(context), now) : undefined,
  ]);
  return redirect(next ? `/dashboard/bookings/${next.bookingId}` : "/dashboard/bookings");
}
