import * as z from "zod";
import { listTables, type TableDetails } from "#app/models/booking/tables.server.ts";
import type { EventVenue } from "#app/models/event/event-venues.server.ts";
import { club } from "#club";
import { findEventWithTables } from "./event/find-event.ts";
import { id, venueName } from "./inputs.ts";
import { defineOperation } from "./operation.ts";
import { findVenueAmong } from "./venue/venue-inputs.ts";
import { formatLocalTime, plural } from "./words.ts";

/** Numbers only, because the quiz and the privacy page promise that. */
export const sheet = defineOperation({
  verb: "sheet",
  arguments: "<event>",
  description:
    "Prints a sheet for each restaurant: how many people sit at each table, how many of them have each diet and allergy, and how many need step-free access. It names nobody.",
  example: "sheet 3f2a91bc > friday.txt",
  concerns: "everybody",
  deskRole: "door",
  options: { venue: ["<venue>", "of this venue only, by its id or its name"] },
  input: z.object({ event: id, venue: venueName.optional() }),
  async run(context, { event: prefix, venue: venuePrefix }) {
    const event = await findEventWithTables(context, prefix);
    const ofEvent = event.venues.map((venue) => ({ ...venue, id: venue.venueId }));
    const venues = venuePrefix ? [findVenueAmong(ofEvent, venuePrefix, "at this event")] : ofEvent;
    const allTables = await listTables(context.db, event.id);
    const byVenue = Map.groupBy(allTables, ({ venueId }) => venueId);
    const sheets = venues.map((venue) => toSheet(venue, byVenue.get(venue.venueId) ?? []));
    const when = formatLocalTime(event.date, event.timeZone);
    return {
      message: sheets.map((each) => formatSheet(each, when)).join(`\n\n${"-".repeat(40)}\n\n`),
      data: { when: event.date, timeZone: event.timeZone, reservedName: club.name, sheets },
    };
  },
});

function toSheet({ venueId, name, address }: EventVenue, venueTables: TableDetails[]) {
  const tables = venueTables
    .filter(({ diners, walkIns }) => diners.length + walkIns.length > 0)
    .map(({ number, diners, walkIns, diets, allergies, stepFreeCount }) => ({
      number,
      dinerCount: diners.length,
      /** People without a booking, of whom nothing is known. */
      walkInCount: walkIns.length,
      diets,
      allergies,
      stepFreeCount,
    }));
  return {
    venueId,
    venue: name,
    address,
    dinerCount: tables.reduce((sum, { dinerCount }) => sum + dinerCount, 0),
    stepFreeCount: tables.reduce((sum, { stepFreeCount }) => sum + stepFreeCount, 0),
    tables,
    closedTables: venueTables.filter(({ closedAt }) => closedAt).map(({ number }) => number),
  };
}

type Sheet = ReturnType<typeof toSheet>;

const formatSheet = (
  { venue, address, tables, dinerCount, stepFreeCount, closedTables }: Sheet,
  when: string,
) =>
  [
    `${when} at ${venue}\n${address}`,
    `${plural(tables.length, "table")} reserved for ${club.name}, ${plural(dinerCount, "diner")}${describeStepFree(stepFreeCount)}`,
    ...tables.map(formatTable),
    ...closedTables.map((number) => `Table ${number}: closed`),
  ].join("\n\n");

const formatTable = ({
  number,
  dinerCount,
  walkInCount,
  diets,
  allergies,
  stepFreeCount,
}: Sheet["tables"][number]) =>
  [
    `Table ${number}: ${plural(dinerCount, "diner")}${describeStepFree(stepFreeCount)}${walkInCount > 0 ? `, and ${plural(walkInCount, "walk-in")}` : ""}`,
    `  Diets: ${formatCounts(diets)}`,
    `  Allergies: ${formatCounts(allergies)}`,
  ].join("\n");

const describeStepFree = (count: number) =>
  count === 0 ? "" : `, ${count} of whom ${count === 1 ? "needs" : "need"} step-free access`;

const formatCounts = (counts: TableDetails["diets"]) =>
  counts.map(({ choice, count }) => `${choice} × ${count}`).join(", ") || "none";
