import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { checkBookingLink } from "#app/emails/booking-links.server.ts";
import { calendarResponse } from "#app/http/calendar-response.ts";
import { notFound } from "#app/http/responses.ts";
import { findBookingForLink } from "#app/models/booking/bookings.server.ts";

/** Needs no sign-in: the link from the email is signed. */
export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  if ((await checkBookingLink(request, id, "calendar link", context)) !== "open") throw notFound();
  const booking = await findBookingForLink(context.db, id);
  if (!booking) throw notFound();
  const { origin } = new URL(request.url);
  return calendarResponse({ ...booking, now: context.now, url: `${origin}/dashboard/bookings/${id}` });
}
