import * as z from "zod";
import { bookingEmailData } from "#app/emails/booking-data.server.ts";
import { canceledByClub } from "#app/emails/canceled-by-club.tsx";
import { dateAndTime } from "#app/lib/dates.ts";
import { listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { cancelByClub } from "#app/models/booking/transitions.server.ts";
import { command, type Noun } from "./command.ts";
import { confirmBooking } from "./confirm-booking.ts";
import { refused } from "./exit-codes.ts";
import { bookingNamed, stateOfSeat } from "./find-booking.ts";
import { dinnerNamed } from "./find-event.ts";
import { id, text } from "./inputs.ts";
import { columns, short } from "./text-table.ts";
import { wallClock } from "./times.ts";

const listBookings = command({
  line: "list <dinner>",
  says: "Who has booked a dinner, and what became of it.",
  example: "booking list 3f2a91bc",
  options: [["--canceled", "and who has canceled"]],
  input: z.object({ dinner: id, canceled: z.boolean().default(false) }),
  async run(desk, { dinner: start, canceled }) {
    const dinner = await dinnerNamed(desk, start);
    const seats = (await listEventBookings(desk.db, dinner.id)).filter((seat) => canceled || !seat.canceled);
    const data = seats.map((seat) => ({
      id: seat.id,
      userId: seat.userId,
      email: seat.email,
      firstName: seat.firstName,
      state: stateOfSeat(seat),
      table: seat.table,
      bookedAt: seat.createdAt,
    }));
    const rows = data.map((seat) => [
      short(seat.id),
      seat.firstName,
      seat.email,
      seat.state,
      wallClock(seat.bookedAt, dinner.timeZone),
    ]);
    const names = ["id", "name", "email", "state", "booked"];
    return { says: columns(names, rows, "Nobody has booked it."), data };
  },
});

const cancelBooking = command({
  line: "cancel <booking>",
  says: "Cancels a seat on the club’s side: it costs its diner nothing, and they are told.",
  example: "booking cancel 8c07d2e4",
  options: [["--because <words>", "a sentence of yours in the mail"]],
  writes: true,
  mails: true,
  input: z.object({ booking: id, because: text(500).optional() }),
  async run(desk, { booking: start, because }) {
    const seat = await bookingNamed(desk, start);
    const when = dateAndTime(seat.date, seat.timeZone);
    return {
      would: `cancel the booking of ${seat.firstName} for ${when}, and tell them`,
      isFinal: true,
      async act() {
        const { id: bookingId, eventId } = seat;
        const data = { ...bookingEmailData(desk.env, seat, { bookingId, email: seat.email }), because };
        const email = canceledByClub({ ...data, what: "booking" });
        if (!(await cancelByClub(desk.db, { bookingId, eventId, email, now: desk.now })))
          throw refused("It was canceled meanwhile.");
        return { says: `Canceled, and ${seat.firstName} is told.`, data: { id: bookingId } };
      },
    };
  },
});

export const booking: Noun = {
  says: "Seats at a dinner.",
  commands: [listBookings, confirmBooking, cancelBooking],
};
