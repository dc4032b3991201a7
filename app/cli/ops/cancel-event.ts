import * as z from "zod";
import { canceledByClub } from "#app/emails/canceled-by-club.tsx";
import { dateAndTime } from "#app/lib/dates.ts";
import { listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { cancelEvent } from "#app/models/event/events.server.ts";
import { command } from "./command.ts";
import { refused } from "./exit-codes.ts";
import { linksTo } from "./find-booking.ts";
import { called, dinnerNamed } from "./find-event.ts";
import { id, text } from "./inputs.ts";
import { many } from "./text-table.ts";

/** Somebody may book while the emails are written: then they are written again. */
const tries = 5;

export const cancelEventCommand = command({
  line: "cancel <dinner>",
  says: "Calls a dinner off: every seat is canceled at no cost, and everyone is told, once.",
  example: 'event cancel 3f2a91bc --because "The kitchen is under water."',
  options: [["--because <words>", "a sentence of yours in the mail"]],
  writes: true,
  mails: true,
  input: z.object({ dinner: id, because: text(500).optional() }),
  async run({ db, env, now, ...desk }, { dinner: start, because }) {
    const dinner = await dinnerNamed({ db, env, now, ...desk }, start);
    if (dinner.canceledAt) throw refused(`${called(dinner)} is canceled already.`);
    if (dinner.date <= now) throw refused(`${called(dinner)} has been.`);
    const words = {
      origin: env.SITE_URL,
      when: dateAndTime(dinner.date, dinner.timeZone),
      what: "dinner" as const,
      because,
    };
    return {
      would: `call off ${called(dinner)} and tell ${many(dinner.taken, "diner")}`,
      isFinal: true,
      async act() {
        for (let i = 0; i < tries; i++) {
          const booked = (await listEventBookings(db, dinner.id)).filter(({ canceled }) => !canceled);
          const emails = booked.map((seat) => ({
            bookingId: seat.id,
            email: canceledByClub({ ...words, to: seat.email, links: linksTo(env, seat) }),
          }));
          if (await cancelEvent(db, { id: dinner.id, emails, now })) {
            const says = `Called off ${called(dinner)}; ${many(emails.length, "diner is", "diners are")} told.`;
            return { says, data: { id: dinner.id, told: emails.length } };
          }
        }
        throw refused("It was canceled meanwhile, or people book faster than we write: try again.");
      },
    };
  },
});
