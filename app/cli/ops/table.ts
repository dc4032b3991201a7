import * as z from "zod";
import { listTables } from "#app/models/booking/tables.server.ts";
import { type CommandGroup, defineCommand } from "./command.ts";
import { notFoundError } from "./exit-codes.ts";
import { findEventByPrefix } from "./find-event.ts";
import { id, wholeNumber } from "./inputs.ts";
import { shortId } from "./text-table.ts";

export const table: CommandGroup = {
  description: "One table of an event.",
  commands: [
    defineCommand({
      usage: "show <event> <number>",
      description: "Shows who sits at a table, their bookings, and what they have in common.",
      example: "table show 3f2a91bc 3",
      input: z.object({ event: id, number: wholeNumber(1, 1_000) }),
      async run(context, { event: prefix, number }) {
        const event = await findEventByPrefix(context, prefix);
        const found = (await listTables(context.db, event.id)).find((each) => each.number === number);
        if (!found) throw notFoundError(`There is no table ${number} at this event.`);
        const { id: tableId, diners, shares } = found;
        const lines = [
          ...diners.map(({ firstName, bookingId }) => `${firstName}, booking ${shortId(bookingId)}`),
          ...shares,
        ];
        return {
          message: lines.join("\n") || "Nobody sits at this table.",
          data: { id: tableId, number, diners, shares },
        };
      },
    }),
  ],
};
