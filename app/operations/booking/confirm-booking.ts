import * as z from "zod";
import { tableSize } from "#app/lib/table-size.ts";
import { findFreeSeats } from "#app/matching/reseat.ts";
import type { EventBooking } from "#app/models/booking/event-bookings.server.ts";
import { seat } from "#app/models/booking/seat-transitions.server.ts";
import { listTables, type TableDetails } from "#app/models/booking/tables.server.ts";
import { loadMatchData } from "#app/models/matching/match-data.server.ts";
import { buildMatchInput } from "#app/models/matching/match-input.server.ts";
import { byBooking, findTable, listShares } from "#app/models/matching/told-to-tables.ts";
import { id, tableNumber } from "#app/operations/inputs.ts";
import { defineOperation } from "#app/operations/operation.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { notFoundError, refusedError } from "#app/operations/operation-error.ts";
import { findChangeableBooking } from "./find-booking.ts";

export const confirmBooking = defineOperation({
  verb: "confirm",
  arguments: "<booking>",
  description: "Gives a diner on standby a free seat that fits. The event’s match record shows it.",
  example: "booking confirm 8c07d2e4 --table 3",
  concerns: "somebody",
  options: { table: ["<number>", "seat them at this table; match show lists the numbers"] },
  changesData: true,
  input: z.object({ booking: id, table: tableNumber.optional() }),
  async run(context, { booking: prefix, table: number }) {
    const booking = await findChangeableBooking(context, prefix);
    if (booking.tableId) throw refusedError(`${booking.firstName} already sits at table ${booking.table}.`);
    if (!booking.matchedAt) throw refusedError("The tables are not made yet: make them with match run.");
    const { table, shares, place } = await findFreeSeat(context, booking, number);
    return {
      userIds: [booking.userId],
      summary: `seat ${booking.firstName} at ${place}, and email them`,
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
        const message = `${booking.firstName} sits at ${place}, and gets an email.`;
        return { message, data: { id: booking.id, table: table.number, venueId: table.venueId } };
      },
    };
  },
});

interface FreeSeat {
  table: TableDetails;
  /** What the diners of the table have in common, the new one included. */
  shares: string[];
  /** "table 3", or with its venue where there are several. */
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
      table.diners.length < tableSize &&
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
    return venue ? [{ table, venue, diners: dinersByTable[i] ?? [] }] : [];
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
