import * as z from "zod";
import { listTables } from "#app/models/booking/tables.server.ts";
import { findEventByPrefix, isOnlyVenue } from "#app/operations/event/find-event.ts";
import { id, tableNumber } from "#app/operations/inputs.ts";
import { defineOperation, type Noun } from "#app/operations/operation.ts";
import { notFoundError } from "#app/operations/operation-error.ts";
import { formatLocalTime } from "#app/operations/times.ts";
import { shortId } from "#app/operations/words.ts";
import { closeTableOperation } from "./close-table.ts";

export const table: Noun = {
  description: "One table of an event.",
  operations: [
    defineOperation({
      verb: "show",
      arguments: "<event> <number>",
      description: "Shows who sits at a table, their bookings, and what they have in common.",
      example: "table show 3f2a91bc 3",
      concerns: "everybody",
      input: z.object({ event: id, number: tableNumber }),
      async run(context, { event: prefix, number }) {
        const event = await findEventByPrefix(context, prefix);
        const found = (await listTables(context.db, event.id)).find((each) => each.number === number);
        if (!found) throw notFoundError(`There is no table ${number} at this event: see match show.`);
        const { id: tableId, venueId, venueName, closedAt, diners } = found;
        const shares = diners.length > 0 ? found.shares : [];
        const lines = [
          ...(isOnlyVenue(event, venueId) ? [] : [`At ${venueName}.`]),
          ...(closedAt ? [`Closed ${formatLocalTime(closedAt, event.timeZone)}.`] : []),
          ...(diners.length === 0 ? ["Nobody sits at this table."] : []),
          ...diners.map(({ firstName, bookingId }) => `${firstName}, booking ${shortId(bookingId)}`),
          ...shares,
        ];
        return {
          message: lines.join("\n"),
          data: { id: tableId, number, venueId, venueName, closedAt, diners, shares },
        };
      },
    }),
    closeTableOperation,
  ],
};
