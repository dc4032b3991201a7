import * as z from "zod";
import { dateAndTime, withPlainSpaces } from "#app/lib/dates.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { findFreeSeats } from "#app/matching/reseat.ts";
import { listKeptApart } from "#app/models/account/avoidances.server.ts";
import { type EventBooking, listEventBookings } from "#app/models/booking/event-bookings.server.ts";
import { listPairs } from "#app/models/booking/pairs.server.ts";
import { seat } from "#app/models/booking/seat-transitions.server.ts";
import { listTables, type TableDetails } from "#app/models/booking/tables.server.ts";
import { cancelByClub } from "#app/models/booking/transitions.server.ts";
import { hasSeveralCities } from "#app/models/city/cities.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { buildMatchInput } from "#app/models/seating/match-input.server.ts";
import { byBooking, findTable, listShares } from "#app/models/seating/told-to-tables.ts";
import { findEventByPrefix } from "#app/operations/event/find-event.ts";
import { id, tableNumber, text } from "#app/operations/inputs.ts";
import {
  defineOperation,
  type Noun,
  notFoundError,
  type OperationContext,
  refusedError,
} from "#app/operations/operation.ts";
import { formatLocalTime, shortId } from "#app/operations/words.ts";
import { addBooking } from "./add.ts";
import { moveBooking } from "./move.ts";
import { findChangeableBooking, getBookingState, listGroup, seatApart, seatTogether } from "./together.ts";
import { addWalkInOperation, removeWalkInOperation } from "./walk-in.ts";

const confirmBooking = defineOperation({
  verb: "confirm",
  arguments: "<booking>",
  description: "Gives a diner on standby a free seat that fits. The event’s match record shows it.",
  example: "booking confirm 8c07d2e4 --table 3",
  concerns: "somebody",
  deskRole: "door",
  options: { table: ["<number>", "seat them at this table; match show lists the numbers"] },
  changesData: true,
  input: z.object({ booking: id, table: tableNumber.optional() }),
  async run(context, { booking: prefix, table: number }) {
    const booking = await findChangeableBooking(context, prefix);
    if (booking.tableId) throw refusedError(`${booking.name} already sits at table ${booking.table}.`);
    if (!booking.matchedAt) throw refusedError("The tables are not made yet: make them with match run.");
    const { table, shares, place } = await findFreeSeat(context, booking, number);
    return {
      userIds: [booking.userId],
      summary: `seat ${booking.name} at ${place}, and email them`,
      needsConfirmation: true,
      async apply() {
        const { id: bookingId } = booking;
        const { db, now } = context;
        const { id: tableId, venueId } = table;
        const isSeated = await seat(db, {
          bookingIds: [bookingId],
          fromTableId: null,
          tableId,
          venueId,
          shares,
          reason: "off standby",
          madeBy: "operator",
          now,
        });
        if (!isSeated)
          throw refusedError(`Table ${table.number} is full now, or somebody at it is kept apart from them.`);
        const message = `${booking.name} sits at ${place}, and gets an email.`;
        return { message, data: { id: booking.id, table: table.number, venueId: table.venueId } };
      },
    };
  },
});

interface FreeSeat {
  table: TableDetails;
  /** What the diners of the table have in common, including the new one. */
  shares: string[];
  /** "table 3", or with its venue if there are several. */
  place: string;
}

async function findFreeSeat(
  { db, env }: OperationContext,
  booking: EventBooking,
  number: number | undefined,
): Promise<FreeSeat> {
  const allTables = await listTables(db, booking.eventId);
  const namedTable = allTables.find((table) => table.number === number);
  if (number && !namedTable) throw notFoundError(`There is no table ${number}.`);
  if (namedTable?.closedToNewcomersAt) throw refusedError(`The host lets nobody new sit at table ${number}.`);
  if (namedTable?.closedAt) throw refusedError(`Table ${number} is closed.`);
  const freeTables = allTables.filter(
    (table) =>
      !table.closedAt &&
      !table.closedToNewcomersAt &&
      table.diners.length + table.walkIns.length < tableSize &&
      (number === undefined || table.number === number),
  );
  if (freeTables.length === 0)
    throw refusedError(number ? `Table ${number} has no free seat.` : "No table has a free seat.");
  const loaded = await loadMatchData(db, booking.eventId);
  const matchInput = loaded && buildMatchInput(booking.eventId, loaded, env);
  const diner = matchInput?.diners.find((each) => each.id === booking.id);
  if (!matchInput || !diner) throw refusedError("The booking was canceled in the meantime.");
  const dinersById = new Map(matchInput.diners.map((each) => [each.id, each]));
  const dinersByTable = freeTables.map(({ diners }) =>
    diners.flatMap(({ bookingId }) => dinersById.get(bookingId) ?? []),
  );
  const { questions, relax: relaxed = [] } = matchInput;
  const venuesById = new Map(matchInput.venues.map((venue) => [venue.id, venue]));
  const seatedTables = freeTables.flatMap((table, i) => {
    const venue = venuesById.get(table.venueId);
    return venue ? [{ table, venue, diners: dinersByTable[i] ?? [], walkIns: table.walkIns.length }] : [];
  });
  const [bestMove] = findFreeSeats([diner], seatedTables, { ...matchInput, relaxed });
  const found = seatedTables[bestMove?.table ?? -1];
  if (!found)
    throw refusedError(
      "No free seat fits: they belong together with somebody who is not there, the restaurant can’t cater for them, costs more than they want or has steps, or each table has somebody they have met or are kept apart from or two accounts that may be theirs (see user crowds), or speaks none of their languages.",
    );
  const { table } = found;
  const hasSeveralVenues = new Set(allTables.map(({ venueId }) => venueId)).size > 1;
  return {
    table,
    shares: listShares(
      questions,
      findTable(
        byBooking(loaded.diners),
        [...found.diners, diner].map(({ id }) => id),
      ),
    ),
    place: `table ${table.number}${hasSeveralVenues ? ` at ${table.venueName}` : ""}`,
  };
}

const listBookings = defineOperation({
  verb: "list",
  arguments: "<event>",
  description: "Lists the bookings of an event and their states.",
  example: "booking list 3f2a91bc",
  concerns: "everybody",
  deskRole: "door",
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
      name: booking.name,
      state: getBookingState(booking),
      standbyReason: booking.standbyReason,
      table: booking.table,
      venue: booking.venueName,
      bookedAt: booking.createdAt,
      together: groupOf(booking)
        .filter((other) => other.id !== booking.id)
        .map((other) => other.id),
      isKeptApart: isKeptApart(groupOf(booking)),
      /** The diner with whom this diner is asked to sit, until both have agreed. */
      asked: askedWith(booking),
    }));
    const showsTogether = grouped.length + pairs.length > 0;
    const showsVenue = event.venues.length > 1 && event.matchedAt !== null;
    const rows = data.map((booking) => [
      shortId(booking.id),
      booking.name,
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
  deskRole: "city",
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
      summary: `cancel the booking of ${booking.name} for ${when}, and email them`,
      needsConfirmation: true,
      async apply() {
        const { id: bookingId } = booking;
        if (!(await cancelByClub(db, { bookingId, because, now })))
          throw refusedError("The booking was canceled in the meantime.");
        return { message: `Canceled. ${booking.name} gets an email.`, data: { id: bookingId } };
      },
    };
  },
});

export const booking: Noun = {
  description: "Bookings of an event.",
  operations: [
    listBookings,
    addBooking,
    confirmBooking,
    moveBooking,
    cancelBooking,
    seatTogether,
    seatApart,
    addWalkInOperation,
    removeWalkInOperation,
  ],
};
