import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { checkBookingLink } from "#app/emails/links.server.ts";
import { calendarResponse, notFound } from "#app/http/responses.ts";
import { findBookingForLink } from "#app/models/booking/bookings.server.ts";

/** Needs no sign-in, because the link from the email is signed. */
export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const [link, booking] = await Promise.all([
    checkBookingLink(request, id, "calendar link", context),
    findBookingForLink(context.db, id),
  ]);
  if (link !== "open" || !booking) throw notFound();
  return calendarResponse([booking], request, context.now);
}
