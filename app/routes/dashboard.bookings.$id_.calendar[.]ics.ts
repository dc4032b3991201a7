import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireUser } from "#app/auth/guards.server.ts";
import { calendarOf } from "#app/lib/calendar.ts";
import { notFound } from "#app/lib/refusals.ts";
import { findBooking } from "#app/models/booking.server.ts";

export async function loader({ request, params: { id = "" }, context }: LoaderFunctionArgs) {
  const { userId } = await requireUser(request, context);
  const booking = await findBooking(context.db, userId, id);
  if (!booking) throw notFound();
  const { origin } = new URL(request.url);
  const file = calendarOf({ ...booking, now: context.now, url: `${origin}/dashboard/bookings/${id}` });
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'attachment; filename="dinner.ics"',
      "Cache-Control": "private, no-store",
    },
  });
}
