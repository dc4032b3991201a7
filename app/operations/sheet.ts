import * as z from "zod";
import { describeTotal, listLines, type SheetContent } from "#app/lib/event/sheet.ts";
import { loadSheets } from "#app/models/sheet/sheets.server.ts";
import { club } from "#club";
import { findEventWithTables } from "./event/find-event.ts";
import { id, venueName } from "./inputs.ts";
import { defineOperation } from "./operation.ts";
import { findVenueAmong } from "./venue/venue-inputs.ts";
import { formatLocalTime } from "./words.ts";

/** Numbers only, because the quiz and the privacy page promise that. */
export const sheet = defineOperation({
  verb: "sheet",
  arguments: "<event>",
  description:
    "Prints the sheet of each restaurant, as it reads it itself: how many people sit at each of its tables, and what they eat and need. It names nobody.",
  example: "sheet 3f2a91bc > friday.txt",
  concerns: "everybody",
  deskRole: "door",
  options: { venue: ["<venue>", "of this venue only, by its id or its name"] },
  input: z.object({ event: id, venue: venueName.optional() }),
  async run(context, { event: prefix, venue: venuePrefix }) {
    const event = await findEventWithTables(context, prefix);
    const ofEvent = event.venues.map((venue) => ({ ...venue, id: venue.venueId }));
    const only = venuePrefix && findVenueAmong(ofEvent, venuePrefix, "at this event").id;
    const sheets = (await loadSheets(context.db, event.id))
      .filter(({ venueId, tableCount }) => tableCount !== null && (!only || venueId === only))
      .map(({ venueId, venueName, sheet: content }) => ({ venueId, venue: venueName, ...content }));
    const when = formatLocalTime(event.date, event.timeZone);
    return {
      message: sheets.map((each) => formatSheet(each, when)).join(`\n\n${"-".repeat(40)}\n\n`),
      data: { when: event.date, timeZone: event.timeZone, reservedName: club.name, sheets },
    };
  },
});

const formatSheet = ({ venue, ...content }: SheetContent & { venue: string }, when: string) =>
  [
    `${when} at ${venue}\n${describeTotal(content)} They ask for “${club.name}” at the door.`,
    ...listLines(content, null).map(({ title, ours, text, needs }) =>
      [`${title}${ours ? ` (our table ${ours})` : ""}: ${text}`, ...needs].join("\n  "),
    ),
    ...(content.together.length > 0 ? [["Together", ...content.together].join("\n  ")] : []),
  ].join("\n\n");
