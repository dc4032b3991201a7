import * as z from "zod";
import { dateAndTime, withPlainSpaces } from "#app/lib/dates.ts";
import { listKeptApart } from "#app/models/account/avoidances.server.ts";
import { type EventBooking, listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { listPairs } from "#app/models/booking/pairs.server.ts";
import { cancelByClub } from "#app/models/booking/transitions.server.ts";
import { hasSeveralCities } from "#app/models/city/cities.server.ts";
import { findEventByPrefix } from "#app/operations/event/find-event.ts";
import { id, text } from "#app/operations/inputs.ts";
import { defineOperation, type Noun } from "#app/operations/operation.ts";
import { refusedError } from "#app/operations/operation-error.ts";
import { formatLocalTime } from "#app/operations/times.ts";
import { shortId } from "#app/operations/words.ts";
import { confirmBooking } from "./confirm-booking.ts";
import { findChangeableBooking, getBookingState } from "./find-booking.ts";
import { listGroup, seatApart, seatTogether } from "./together.ts";

const listBookings = defineOperation({
  verb: "list",
  arguments: "<event>",
  description: "Lists the bookings of an event and their states.",
  example: "booking list 3f2a91bc",
  concerns: "everybody",
  options: { canceled: "include canceled bookings" },
  input: z.object({ event: id, canceled: z.boolean().default(false) }),
  async run(context, { event: prefix, canceled }) {
    const event = await findEventByPrefix(context, prefix);
    const bookings = (await listEventBookings(context.db, event.id)).filter(
      (booking) => canceled || !booking.canceled,
    );
    const groups = new Map(bookings.map((booking) => [booking.id, listGroup(bookings, booking)]));
    const groupOf = ({ id: bookingId }: EventBooking) => groups.get(bookingId) ?? [];
    const grouped = bookings.filter((booking) => groupOf(booking).length > 0);
    const apart = await listKeptApart(
      context.db,
      grouped.map(({ userId }) => userId),
    );
    const isKeptApart = (group: EventBooking[]) => {
      const isInGroup = (id: string) => group.some(({ userId }) => userId === id);
      return apart.some(({ userId, otherId }) => isInGroup(userId) && isInGroup(otherId));
    };
    const pairs = await listPairs(context.db, event.id);
    const askedWith = (booking: EventBooking) => {
      const own = pairs.find(({ bookingId }) => bookingId === booking.id);
      const other = pairs.find((pair) => pair.pairId === own?.pairId && pair !== own);
      return own && other && !(own.agreedAt && other.agreedAt)
        ? { id: other.bookingId, hasAgreed: own.agreedAt !== null }
        : null;
    };
    const data = bookings.map((booking) => ({
      id: booking.id,
      userId: booking.userId,
      email: booking.email,
      firstName: booking.firstName,
      state: getBookingState(booking),
      standbyReason: booking.standbyReason,
      table: booking.table,
      venue: booking.venueName,
      bookedAt: booking.createdAt,
      together: groupOf(booking)
        .filter((other) => other.id !== booking.id)
        .map((other) => other.id),
      isKeptApart: isKeptApart(groupOf(booking)),
      /** With whom this diner is asked to sit, while not both have agreed. */
      asked: askedWith(booking),
    }));
    const showsTogether = grouped.length + pairs.length > 0;
    const showsVenue = event.venues.length > 1 && event.matchedAt !== null;
    const rows = data.map((booking) => [
      shortId(booking.id),
      booking.firstName,
      booking.email,
      booking.state,
      ...(showsVenue ? [booking.venue ?? ""] : []),
      formatLocalTime(booking.bookedAt, event.timeZone),
      ...(showsTogether
        ? [
            booking.asked
              ? `${shortId(booking.asked.id)}: ${booking.asked.hasAgreed ? "agreed" : "asked"}`
              : `${booking.together.map(shortId).join(", ")}${booking.isKeptApart ? ": no, kept apart" : ""}`,
          ]
        : []),
    ]);
    const headings = [
      ...["id", "name", "email", "state"],
      ...(showsVenue ? ["venue"] : []),
      "booked",
      ...(showsTogether ? ["together with"] : []),
    ];
    return { message: { headings, rows, empty: "This event has no bookings." }, data };
  },
});

const cancelBooking = defineOperation({
  verb: "cancel",
  arguments: "<booking>",
  description: "Cancels a booking for the club: it costs the diner nothing, and they get an email.",
  example: "booking cancel 8c07d2e4",
  concerns: "somebody",
  options: { because: ["<text>", "a sentence to add to the email"] },
  changesData: true,
  input: z.object({ booking: id, because: text(500).optional() }),
  async run(context, { booking: prefix, because }) {
    const booking = await findChangeableBooking(context, prefix);
    const { db, now } = context;
    const place = (await hasSeveralCities(db)) ? ` in ${booking.cityName}` : "";
    const when = `${withPlainSpaces(dateAndTime(booking.date, booking.timeZone))}${place}`;
    return {
      userIds: [booking.userId],
      summary: `cancel the booking of ${booking.firstName} for ${when}, and email them`,
      needsConfirmation: true,
      async apply() {
        const { id: bookingId } = booking;
        if (!(await cancelByClub(db, { bookingId, because, now })))
          throw refusedError("The booking was canceled in the meantime.");
        return { message: `Canceled. ${booking.firstName} gets an email.`, data: { id: bookingId } };
      },
    };
  },
});

export const booking: Noun = {
  description: "Bookings of an event.",
  operations: [listBookings, confirmBooking, cancelBooking, seatTogether, seatApart],
};
