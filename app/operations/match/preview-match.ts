import * as z from "zod";
import { match } from "#app/matching/solve.ts";
import { listEvents } from "#app/models/event/events.server.ts";
import { drawEventWeights } from "#app/models/learning/draw-weights.server.ts";
import { loadMatchData } from "#app/models/matching/match-data.server.ts";
import { buildMatchInput } from "#app/models/matching/match-input.server.ts";
import { describeEvent, findEventByPrefix, isOnlyVenue } from "#app/operations/event/find-event.ts";
import { id } from "#app/operations/inputs.ts";
import { defineOperation } from "#app/operations/operation.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { refusedError } from "#app/operations/operation-error.ts";
import { joinNames, plural, shortId } from "#app/operations/words.ts";

export const previewMatch = defineOperation({
  verb: "preview",
  arguments: "[event]",
  description:
    "Shows the tables the matcher would make from the bookings so far, and writes nothing. Without an event, lists events.",
  example: "match preview 3f2a91bc",
  concerns: "everybody",
  input: z.object({ event: id.optional() }),
  async run(context, { event: prefix }) {
    if (prefix === undefined) return listUnmatchedEvents(context);
    const event = await findEventByPrefix(context, prefix);
    if (event.matchedAt)
      throw refusedError(`The tables of ${describeEvent(event)} are already made: see match show.`);
    const loaded = await loadMatchData(context.db, event.id);
    if (!loaded || loaded.diners.length === 0) {
      return {
        message: `Nobody has booked ${describeEvent(event)} yet.`,
        data: { tables: [], standby: [] },
      };
    }
    const progressBar = context.showProgress("Seating", loaded.diners.length);
    const names = new Map(loaded.diners.map(({ bookingId, firstName }) => [bookingId, firstName]));
    const getFirstName = (bookingId: string) => names.get(bookingId) ?? bookingId;
    const input = await drawEventWeights(context.db, buildMatchInput(event.id, loaded, context.env));
    const { tables, standby, report } = match(input);
    progressBar.end();
    const venueNames = new Map(event.venues.map(({ venueId, name }) => [venueId, name]));
    const data = {
      city: event.citySlug,
      tables: tables.map((table, i) => ({
        number: i + 1,
        venueId: table.venue,
        venueName: venueNames.get(table.venue) ?? table.venue,
        score: table.score,
        diners: table.diners.map(getFirstName),
        shares: table.explanation,
      })),
      standby: standby.map(({ diner, reason }) => ({ diner: getFirstName(diner), reason })),
      together: (input.together ?? []).map((group) => group.map(getFirstName)),
      report,
    };
    const lines = [
      ...data.tables.map(({ number, venueId, venueName, score, diners, shares }) =>
        [
          `Table ${number}${isOnlyVenue(event, venueId) ? "" : ` at ${venueName}`} (score ${score.toFixed(0)}): ${diners.join(", ")}`,
          ...shares.map((each) => `  ${each}`),
        ].join("\n"),
      ),
      ...data.standby.map(({ diner, reason }) => `Standby: ${diner} (${reason})`),
      ...data.together.map((names) => `Together by your choice: ${joinNames(names)}`),
    ];
    return { message: lines.join("\n"), data };
  },
});

async function listUnmatchedEvents({ db, now }: OperationContext) {
  const events = (await listEvents(db, now)).filter(({ matchedAt, canceledAt }) => !matchedAt && !canceledAt);
  const rows = events.map((event) => [shortId(event.id), describeEvent(event), plural(event.taken, "diner")]);
  const data = events.map(({ id, date, cityName, citySlug, venues, taken }) => ({
    id,
    date,
    city: citySlug,
    cityName,
    venues: venues.map(({ venueId, name, tables }) => ({ id: venueId, name, tables })),
    taken,
  }));
  if (events.length === 0) return { message: "No upcoming event is waiting for its tables.", data };
  return { message: ["Name an event:", { headings: ["id", "event", "booked"], rows, empty: "" }], data };
}
