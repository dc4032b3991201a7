import * as z from "zod";
import { listTables, type TableDetails } from "#app/models/booking/tables.server.ts";
import { defineCommand } from "./command.ts";
import { refusedError } from "./exit-codes.ts";
import { describeEvent, findEventByPrefix } from "./find-event.ts";
import { id } from "./inputs.ts";
import { plural } from "./text-table.ts";

/** Numbers only, because the quiz and the privacy page promise that. */
export const sheet = defineCommand({
  usage: "sheet <event>",
  description:
    "Prints a sheet for the restaurant: how many people sit at each table, and how many of them have which diet and allergy. It names nobody.",
  example: "sheet 3f2a91bc > friday.txt",
  input: z.object({ event: id }),
  async run(context, { event: prefix }) {
    const event = await findEventByPrefix(context, prefix);
    if (!event.matchedAt) throw refusedError(`The tables of ${describeEvent(event)} are not made yet.`);
    const allTables = await listTables(context.db, event.id);
    const closedTables = allTables.filter(({ closedAt }) => closedAt);
    const [unfinished] = closedTables.filter(({ diners }) => diners.length > 0);
    if (unfinished)
      throw refusedError(
        `Table ${unfinished.number} is closed, and its diners are being moved: try again in a minute.`,
      );
    const tables = allTables.filter(({ diners }) => diners.length > 0);
    const dinerCount = tables.reduce((sum, { diners }) => sum + diners.length, 0);
    const data = {
      when: event.date,
      venue: event.venueName,
      dinerCount,
      tables: tables.map(({ number, diners, diets, allergies }) => ({
        number,
        dinerCount: diners.length,
        diets,
        allergies,
      })),
      closedTables: closedTables.map(({ number }) => number),
    };
    const paragraphs = [
      describeEvent(event),
      `${plural(tables.length, "table")}, ${plural(dinerCount, "diner")}`,
      ...tables.map(formatTable),
      ...closedTables.map(({ number }) => `Table ${number}: closed`),
    ];
    return { message: paragraphs.join("\n\n"), data };
  },
});

const formatTable = ({ number, diners, diets, allergies }: TableDetails) =>
  [
    `Table ${number}: ${plural(diners.length, "diner")}`,
    `  Diets: ${formatCounts(diets)}`,
    `  Allergies: ${formatCounts(allergies)}`,
  ].join("\n");

const formatCounts = (counts: TableDetails["diets"]) =>
  counts.map(({ choice, count }) => `${count} × ${choice}`).join(", ") || "none";
