import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireUser } from "#app/auth/guards.server.ts";
import { calendarResponse } from "#app/http/calendar-response.ts";
import { notFound } from "#app/http/responses.ts";
import { findBooking } from "#app/models/booking/bookings.server.ts";

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const { userId } = await requireUser(request, context);
  const booking = await findBooking(context.db, userId, id);
  if (!booking) throw notFound();
  const { origin } = new URL(request.url);
  return calendarResponse({ ...booking, now: context.now, url: `${origin}/dashboard/bookings/${id}` });
}
