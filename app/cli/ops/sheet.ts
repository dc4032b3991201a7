import * as z from "zod";
import { listTables, type TableDetails } from "#app/models/booking/tables.server.ts";
import { command } from "./command.ts";
import { refused } from "./exit-codes.ts";
import { called, dinnerNamed } from "./find-event.ts";
import { id } from "./inputs.ts";
import { many } from "./text-table.ts";

/** A restaurant learns how many must not have nuts, and never who: see the quiz, which promises it. */
export const sheet = command({
  line: "sheet <dinner>",
  says: "For the restaurant: tables, first names, and counts of diets and allergies.",
  example: "sheet 3f2a91bc > friday.txt",
  input: z.object({ dinner: id }),
  async run(desk, { dinner: start }) {
    const dinner = await dinnerNamed(desk, start);
    if (!dinner.matchedAt) throw refused(`The tables of ${called(dinner)} are not made yet.`);
    const laid = (await listTables(desk.db, dinner.id)).filter(({ diners }) => diners.length > 0);
    const guests = laid.reduce((sum, { diners }) => sum + diners.length, 0);
    const data = {
      when: dinner.date,
      venue: dinner.venueName,
      guests,
      tables: laid.map(({ number, diners, diets, allergies }) => ({
        number,
        names: diners.map(({ firstName }) => firstName),
        diets,
        allergies,
      })),
    };
    const says = [
      called(dinner),
      `${many(laid.length, "table")}, ${many(guests, "guest")}`,
      ...laid.map((table) => linesOf(table).join("\n")),
    ];
    return { says: says.join("\n\n"), data };
  },
});

const linesOf = ({ number, diners, diets, allergies }: TableDetails) => [
  `Table ${number}: ${diners.map(({ firstName }) => firstName).join(", ")}`,
  `  Diets: ${counted(diets)}`,
  `  Allergies: ${counted(allergies)}`,
];

const counted = (counts: TableDetails["diets"]) =>
  counts.map(({ choice, count }) => `${count} × ${choice}`).join(", ") || "none";
