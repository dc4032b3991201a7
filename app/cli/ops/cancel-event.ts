import * as z from "zod";
import { canceledByClub } from "#app/emails/canceled-by-club.tsx";
import { dateAndTime } from "#app/lib/dates.ts";
import { listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { cancelEvent } from "#app/models/event/events.server.ts";
import { defineCommand } from "./command.ts";
import { refusedError } from "./exit-codes.ts";
import { createBookingLinks } from "./find-booking.ts";
import { describeEvent, findEventByPrefix } from "./find-event.ts";
import { id, text } from "./inputs.ts";
import { plural } from "./text-table.ts";

/** Each attempt writes the emails again, for diners who booked during the attempt before. */
const maxAttempts = 5;

export const cancelEventCommand = defineCommand({
  usage: "cancel <event>",
  description: "Cancels an event and all its bookings at no cost, and emails everyone once.",
  example: 'event cancel 3f2a91bc --because "The kitchen is under water."',
  options: [["--because <text>", "a sentence to add to the email"]],
  changesData: true,
  sendsEmails: true,
  input: z.object({ event: id, because: text(500).optional() }),
  async run(context, { event: prefix, because }) {
    const { db, env, now } = context;
    const event = await findEventByPrefix(context, prefix);
    if (event.canceledAt) throw refusedError(`${describeEvent(event)} is already canceled.`);
    if (event.date <= now) throw refusedError(`${describeEvent(event)} is in the past.`);
    const emailData = {
      origin: env.SITE_URL,
      when: dateAndTime(event.date, event.timeZone),
      what: "dinner" as const,
      because,
    };
    return {
      summary: `cancel ${describeEvent(event)} and email ${plural(event.taken, "diner")}`,
      needsConfirmation: true,
      async apply() {
        for (let i = 0; i < maxAttempts; i++) {
          const booked = (await listEventBookings(db, event.id)).filter(({ canceled }) => !canceled);
          const emails = booked.map((booking) => ({
            bookingId: booking.id,
            email: canceledByClub({
              ...emailData,
              to: booking.email,
              links: createBookingLinks(env, booking),
            }),
          }));
          if (await cancelEvent(db, { id: event.id, emails, now })) {
            const message = `Canceled ${describeEvent(event)}. ${plural(emails.length, "diner gets", "diners get")} an email.`;
            return { message, data: { id: event.id, emailCount: emails.length } };
          }
        }
        throw refusedError(
          "The event was canceled in the meantime, or new bookings keep coming in: try again.",
        );
      },
    };
  },
});
