import * as z from "zod";
import type { MatchInput } from "#app/matching/match-input.ts";
import { findPossibleGain } from "#app/matching/report.ts";
import type { Seating } from "#app/matching/seating.ts";
import { match } from "#app/matching/solve.ts";
import { countTerms } from "#app/matching/terms/count-terms.ts";
import { listEvents } from "#app/models/event/events.server.ts";
import { drawEventWeights } from "#app/models/learning/draw-weights.server.ts";
import { loadMatchData, type MatchData } from "#app/models/matching/match-data.server.ts";
import { buildMatchInput, listGroups } from "#app/models/matching/match-input.server.ts";
import { type TermPoints, toTableTerms } from "#app/models/matching/table-terms.server.ts";
import { describeEvent, findEventByPrefix, isOnlyVenue } from "#app/operations/event/find-event.ts";
import { id } from "#app/operations/inputs.ts";
import { defineOperation } from "#app/operations/operation.ts";
import type { OperationContext } from "#app/operations/operation-context.ts";
import { refusedError } from "#app/operations/operation-error.ts";
import { termList } from "#app/operations/table-terms.ts";
import { joinNames, plural, shortId } from "#app/operations/words.ts";
import { listKeptPromises, toKeptTable } from "./promises-kept.ts";
import { sayWhatIsPossible } from "./say-possible.ts";

export const previewMatch = defineOperation({
  verb: "preview",
  arguments: "[event]",
  description:
    "Shows the tables the matcher would make from the bookings so far, and how often each promise would be kept; writes nothing. Without an event, lists events.",
  example: "match preview 3f2a91bc",
  concerns: "everybody",
  options: {
    with: [
      "<points>",
      "compares them with the tables that other points would make, such as company=5,wish=0: see weights set",
    ],
  },
  input: z.object({ event: id.optional(), with: termList.optional() }),
  async run(context, { event: prefix, with: otherPoints }) {
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
    const ownInput = buildMatchInput(event.id, loaded, context.env);
    // Two settings are compared with the weights in force, also where this event gets drawn ones.
    const input = otherPoints ? ownInput : await drawEventWeights(context.db, ownInput);
    const seating = match(input);
    const { tables, standby, report } = seating;
    const other = otherPoints && match(withPoints(input, loaded, otherPoints));
    progressBar.end();
    const kept = [seating, ...(other ? [other] : [])].map((each) =>
      findKept(loaded, input, each, otherPoints),
    );
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
      keptApart: listGroups(loaded.diners, true).map((group) => group.map(getFirstName)),
      report,
      promises: kept[0],
      ...(other ? { compared: { report: other.report, promises: kept[1] } } : {}),
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
      ...data.keptApart.map(
        (names) => `Not together, since one is kept apart from another: ${joinNames(names)}`,
      ),
      ...(seating.tables.length > 0 ? [sayWhatIsPossible(findPossibleGain(input.questions, seating))] : []),
    ];
    const table = toKeptTable(kept, other ? ["in force", "with other points"] : undefined);
    const scores =
      other &&
      [seating, other].map(
        ({ report: { mean, worst } }) => `${mean} in the mean, ${worst} at the worst table`,
      );
    return {
      message: [
        lines.join("\n"),
        ...(scores ? [`Scores of pairs alone: ${scores[0]}. With the other points: ${scores[1]}.`] : []),
        ...table,
      ],
      data,
    };
  },
});

const withPoints = (input: MatchInput, data: MatchData, points: Partial<TermPoints>): MatchInput => ({
  ...input,
  terms: toTableTerms(data.questions, { ...data.termPoints, ...points } as TermPoints),
});

/** Also of what only one of both settings has in force. */
function findKept(
  data: MatchData,
  input: MatchInput,
  { tables }: Seating,
  otherPoints: Partial<TermPoints> = {},
) {
  const inForce = data.termPoints;
  const either = Object.fromEntries(
    Object.entries(inForce ?? {}).map(([name, value]) => [
      name,
      name.endsWith("Years") ? value : Math.max(value, otherPoints[name as keyof TermPoints] ?? 0),
    ]),
  );
  const counted = withPoints(input, data, either);
  const seated = tables.map(({ diners }) => diners);
  return listKeptPromises(data.questions, counted.terms, countTerms(counted, seated), seated);
}

async function listUnmatchedEvents({ db, now }: OperationContext) {
  const events = (await listEvents(db, { now })).filter(({ matchedAt }) => !matchedAt);
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
