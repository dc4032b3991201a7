import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readSeatLink } from "#app/emails/booking-links.server.ts";
import { calendarFile } from "#app/http/calendar-response.ts";
import { notFound } from "#app/http/responses.ts";
import { findLinkedBooking } from "#app/models/booking/bookings.server.ts";

/** The same file by a link from a mail, without signing in. */
export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  if (readSeatLink(request, id, context) !== "open") throw notFound();
  const booking = await findLinkedBooking(context.db, id);
  if (!booking) throw notFound();
  const { origin } = new URL(request.url);
  return calendarFile({ ...booking, now: context.now, url: `${origin}/dashboard/bookings/${id}` });
}
