import * as z from "zod";
import { listTables } from "#app/models/booking/tables.server.ts";
import { command, type Noun } from "./command.ts";
import { notFound } from "./exit-codes.ts";
import { dinnerNamed } from "./find-event.ts";
import { id, wholeNumber } from "./inputs.ts";
import { short } from "./text-table.ts";

export const table: Noun = {
  says: "One table of a dinner.",
  commands: [
    command({
      line: "show <dinner> <number>",
      says: "Who sits at a table, by which bookings, and what they share.",
      example: "table show 3f2a91bc 3",
      input: z.object({ dinner: id, number: wholeNumber(1, 1_000) }),
      async run(desk, { dinner: start, number }) {
        const dinner = await dinnerNamed(desk, start);
        const found = (await listTables(desk.db, dinner.id)).find((one) => one.number === number);
        if (!found) throw notFound(`There is no table ${number} at this dinner.`);
        const { id: tableId, diners, shares } = found;
        const says = [
          ...diners.map(({ firstName, bookingId }) => `${firstName}, booking ${short(bookingId)}`),
          ...shares,
        ];
        return {
          says: says.join("\n") || "Nobody sits there.",
          data: { id: tableId, number, diners, shares },
        };
      },
    }),
  ],
};
