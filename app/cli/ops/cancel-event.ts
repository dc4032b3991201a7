import * as z from "zod";
import { canceledByUs } from "#app/emails/canceled-by-club.tsx";
import { dateAndTime } from "#app/lib/dates.ts";
import { seatsAt } from "#app/models/booking/event-bookings.server.ts";
import { cancelDinner } from "#app/models/event/events.server.ts";
import { command } from "./command.ts";
import { refused } from "./exit-codes.ts";
import { linksTo } from "./find-booking.ts";
import { called, dinnerNamed } from "./find-event.ts";
import { id, text } from "./inputs.ts";
import { many } from "./text-table.ts";

/** Somebody may book while the letters are written: then they are written again. */
const tries = 5;

export const cancelEvent = command({
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
          const booked = (await seatsAt(db, dinner.id)).filter(({ canceled }) => !canceled);
          const letters = booked.map((seat) => ({
            bookingId: seat.id,
            mail: canceledByUs({ ...words, to: seat.email, seat: linksTo(env, seat) }),
          }));
          if (await cancelDinner(db, { id: dinner.id, letters, now })) {
            const says = `Called off ${called(dinner)}; ${many(letters.length, "diner is", "diners are")} told.`;
            return { says, data: { id: dinner.id, told: letters.length } };
          }
        }
        throw refused("It was canceled meanwhile, or people book faster than we write: try again.");
      },
    };
  },
});
