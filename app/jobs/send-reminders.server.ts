import { bookingLinks } from "#app/emails/booking-links.server.ts";
import { reminder } from "#app/emails/reminder.tsx";
import { unsubscribeLink } from "#app/emails/unsubscribe-link.server.ts";
import { dateAndTime } from "#app/lib/dates.ts";
import type { JobContext } from "#app/load-context.ts";
import { findUnremindedBookings } from "#app/models/booking/due-bookings.server.ts";
import { markReminded } from "#app/models/booking/transitions.server.ts";

export async function sendReminders({ db, env }: JobContext, now: Date): Promise<void> {
  const bookings = await findUnremindedBookings(db, now);
  if (bookings.length === 0) return;
  const emails = bookings
    .filter(({ wantsReminders }) => wantsReminders)
    .map((booking) => ({
      bookingId: booking.bookingId,
      email: reminder({
        ...booking,
        to: booking.email,
        origin: env.SITE_URL,
        when: dateAndTime(booking.date, booking.timeZone),
        tableMates: bookings
          .filter(({ tableId, bookingId }) => tableId === booking.tableId && bookingId !== booking.bookingId)
          .map(({ firstName }) => firstName),
        links: bookingLinks(env, { ...booking, origin: env.SITE_URL }),
        unsubscribeUrl: unsubscribeLink(env, booking.email),
      }),
    }));
  await markReminded(
    db,
    bookings.map(({ bookingId }) => bookingId),
    emails,
    now,
  );
}
