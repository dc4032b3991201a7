import { dateAndTime } from "#app/lib/dates.ts";
import { eventTimes, timeBefore } from "#app/lib/event-times.ts";
import { bookingConfirmed, type ConfirmationReason } from "./booking-confirmed.tsx";
import { bookingLinks } from "./booking-links.server.ts";
import type { BookingEmailData } from "./booking-received.tsx";

interface EventTime {
  date: Date;
  timeZone: string;
}

interface Recipient {
  bookingId: string;
  email: string;
}

/** What every email about a booking says. */
export const bookingEmailData = (
  env: Env,
  { date, timeZone }: EventTime,
  { bookingId, email }: Recipient,
): BookingEmailData => ({
  to: email,
  origin: env.SITE_URL,
  bookingId,
  when: dateAndTime(date, timeZone),
  links: bookingLinks(env, { origin: env.SITE_URL, bookingId, date }),
});

interface Seat {
  tableMates: string[];
  shares: string[];
  reason: ConfirmationReason;
}

export const seatedEmail = (
  env: Env,
  event: EventTime & { venueName: string; venueAddress: string; mapsLink: string },
  diner: Recipient & { firstName: string },
  seat: Seat,
) =>
  bookingConfirmed({
    ...bookingEmailData(env, event, diner),
    ...seat,
    firstName: diner.firstName,
    venueName: event.venueName,
    venueAddress: event.venueAddress,
    mapsLink: event.mapsLink,
    freeUntil: dateAndTime(timeBefore(event.date, eventTimes.closesBeforeMs), event.timeZone),
  });
