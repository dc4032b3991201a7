import * as z from "zod";
import { closeTable, listTables } from "#app/models/booking/tables.server.ts";
import { describeEvent, findEventByPrefix, isOnlyVenue } from "#app/operations/event/find-event.ts";
import { id, tableNumber } from "#app/operations/inputs.ts";
import { defineOperation, type Noun, notFoundError, refusedError } from "#app/operations/operation.ts";
import { formatLocalTime, shortId } from "#app/operations/words.ts";
import { describeMoves, describeNewSeats, listMoves, loadAndPlanClosing, seatNow } from "./plan-closing.ts";

const closeTableOperation = defineOperation({
  verb: "close",
  arguments: "<event> <number>",
  description:
    "Closes a table that can’t be used. It can’t be opened again. Its diners move to free seats that fit, or go on standby, and each gets an email.",
  example: "table close 3f2a91bc 3",
  concerns: "everybody",
  deskRole: "city",
  changesData: true,
  input: z.object({ event: id, number: tableNumber }),
  async run(context, { event: prefix, number }) {
    const { db, now } = context;
    const event = await findEventByPrefix(context, prefix);
    if (event.canceledAt) throw refusedError(`${describeEvent(event)} is canceled.`);
    if (event.date <= now) throw refusedError(`${describeEvent(event)} is in the past.`);
    if (!event.matchedAt)
      throw refusedError(
        `The tables of ${describeEvent(event)} are not made yet: change their number with event venues.`,
      );
    const allTables = await listTables(db, event.id);
    const table = allTables.find((each) => each.number === number);
    const closedError = () => refusedError(`Table ${number} is already closed.`);
    if (!table) throw notFoundError(`There is no table ${number} at this event: see match show.`);
    if (table.closedAt && table.diners.length === 0) throw closedError();
    const plan = await loadAndPlanClosing(context, event.id, [table]);
    const { movedDiners: planned, newlySeated } = plan;
    const moves = `${describeMoves(planned, "planned")}${planned.length > 0 ? ", and each gets an email" : ""}`;
    return {
      summary: `${table.closedAt ? "finish closing" : "close"} table ${number} of ${describeEvent(event)} for good: ${[moves, ...describeNewSeats(plan)].join("; ")}`,
      ...listMoves(planned, newlySeated),
      needsConfirmation: true,
      isFinishedByCron: true,
      async apply() {
        if (!table.closedAt && !(await closeTable(db, { id: table.id, eventId: event.id, number }, now)))
          throw closedError();
        const moved = await seatNow(context, event.id, planned);
        return {
          message: `Closed table ${number}: ${describeMoves(moved, "done")}.`,
          data: { id: table.id, number, moved },
        };
      },
    };
  },
});

export const table: Noun = {
  description: "One table of an event.",
  operations: [
    defineOperation({
      verb: "show",
      arguments: "<event> <number>",
      description: "Shows who sits at a table, their bookings, and what they have in common.",
      example: "table show 3f2a91bc 3",
      concerns: "everybody",
      deskRole: "door",
      input: z.object({ event: id, number: tableNumber }),
      async run(context, { event: prefix, number }) {
        const event = await findEventByPrefix(context, prefix);
        const found = (await listTables(context.db, event.id)).find((each) => each.number === number);
        if (!found) throw notFoundError(`There is no table ${number} at this event: see match show.`);
        const { id: tableId, venueId, venueName, closedAt, diners, walkIns } = found;
        const shares = diners.length > 0 ? found.shares : [];
        const lines = [
          ...(isOnlyVenue(event, venueId) ? [] : [`At ${venueName}.`]),
          ...(closedAt ? [`Closed ${formatLocalTime(closedAt, event.timeZone)}.`] : []),
          ...(diners.length + walkIns.length === 0 ? ["Nobody sits at this table."] : []),
          ...diners.map(({ firstName, bookingId }) => `${firstName}, booking ${shortId(bookingId)}`),
          ...walkIns.map((firstName) => `${firstName}, a walk-in`),
          ...shares,
        ];
        return {
          message: lines.join("\n"),
          data: { id: tableId, number, venueId, venueName, closedAt, diners, walkIns, shares },
        };
      },
    }),
    closeTableOperation,
  ],
};
