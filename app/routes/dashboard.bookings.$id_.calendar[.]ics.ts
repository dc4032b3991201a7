import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { calendarResponse, notFound } from "#app/http/responses.ts";
import { findBooking } from "#app/models/booking/bookings.server.ts";

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const [, booking] = await Promise.all([
    requireUser(request, context),
    findBooking(context.db, userIdIfSignedIn(context), id),
  ]);
  if (!booking) throw notFound();
  return calendarResponse([booking], request, context.now);
}
