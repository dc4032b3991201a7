import { bookingLinks } from "#app/emails/booking-links.server.ts";
import { reminder } from "#app/emails/reminder.tsx";
import { unsubscribeLink } from "#app/emails/unsubscribe-link.server.ts";
import { dateAndTime } from "#app/lib/dates.ts";
import type { JobContext } from "#app/load-context.ts";
import { findUnremindedBookings, markReminded } from "#app/models/booking/due-bookings.server.ts";

/** A day before dinner: where, when and with whom, to everyone who wants to be reminded. */
export async function sendReminders({ db, env }: JobContext, now: Date): Promise<void> {
  const guests = await findUnremindedBookings(db, now);
  if (guests.length === 0) return;
  const emails = guests
    .filter(({ wantsReminders }) => wantsReminders)
    .map((guest) => {
      const company = guests
        .filter(({ tableId, bookingId }) => tableId === guest.tableId && bookingId !== guest.bookingId)
        .map(({ firstName }) => firstName);
      const when = dateAndTime(guest.date, guest.timeZone);
      const seat = bookingLinks(env, { ...guest, origin: env.SITE_URL });
      const stop = unsubscribeLink(env, guest.email);
      const mail = reminder({
        ...guest,
        to: guest.email,
        origin: env.SITE_URL,
        when,
        tableMates: company,
        links: seat,
        unsubscribeUrl: stop,
      });
      return { bookingId: guest.bookingId, email: mail };
    });
  await markReminded(db, guests, emails, now);
}
