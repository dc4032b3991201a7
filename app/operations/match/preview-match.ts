import * as z from "zod";
import { standbyWords } from "#app/lib/booking/standby-reasons.ts";
import { tableSize } from "#app/lib/table-size.ts";
import { lowerFirst } from "#app/lib/text.ts";
import { weighQuestions } from "#app/matching/learning/weights.ts";
import type { MatchInput } from "#app/matching/match-input.ts";
import { scoreTable } from "#app/matching/scores.ts";
import type { Seating } from "#app/matching/seating.ts";
import { match } from "#app/matching/solve.ts";
import { countTerms } from "#app/matching/terms/build-terms.ts";
import { readOffer } from "#app/matching/venues/needs.ts";
import { type EventDetails, listEvents } from "#app/models/event/events.server.ts";
import { loadLearning } from "#app/models/feedback/weights.server.ts";
import { loadMatchData, type MatchData } from "#app/models/seating/match-data.server.ts";
import { buildMatchInput, listGroups, toMatchQuestion } from "#app/models/seating/match-input.server.ts";
import { type TermPoints, toTableTerms } from "#app/models/seating/table-terms.server.ts";
import { tryChanges, type WouldSeat } from "#app/models/seating/what-would-seat.server.ts";
import { listDiets } from "#app/models/venue/venues.server.ts";
import { describeObstacle } from "#app/operations/booking/together.ts";
import { describeChanges } from "#app/operations/event/event-seats.ts";
import {
  describeEvent,
  findEventByPrefix,
  isOnlyVenue,
  statesBeforeTables,
} from "#app/operations/event/find-event.ts";
import { id } from "#app/operations/inputs.ts";
import {
  defineOperation,
  type OperationContext,
  type OperationResult,
  type OptionHelp,
  refusedError,
} from "#app/operations/operation.ts";
import { type OtherWeights, otherWeights } from "#app/operations/term-names.ts";
import { joinNames, plural, shortId } from "#app/operations/words.ts";
import { describeMethod, type KeptPromise, listKeptPromises, toKeptTable } from "./promises-kept.ts";

export const withOption: OptionHelp = [
  "<weights>",
  "only compares, side by side, with the tables that others would make: weights=learned or weights=operator, and points such as company=5,wish=0 (see weights)",
];

export const previewMatch = defineOperation({
  verb: "preview",
  arguments: "[event]",
  description:
    "Shows the tables the matcher would make from the bookings so far, and how often each promise would be kept; writes nothing. Without an event, lists events.",
  example: "match preview 3f2a91bc",
  eventStates: statesBeforeTables,
  concerns: "everybody",
  options: { with: withOption },
  input: z.object({ event: id.optional(), with: otherWeights.optional() }),
  async run(context, { event: prefix, with: other }) {
    if (prefix === undefined) return listUnmatchedEvents(context);
    const event = await findEventByPrefix(context, prefix);
    if (event.matchedAt)
      throw refusedError(`The tables of ${describeEvent(event)} are already made: see match show.`);
    return previewTables(context, event, other);
  },
});

export async function previewTables(
  context: OperationContext,
  event: EventDetails,
  other: OtherWeights | undefined,
): Promise<OperationResult> {
  const loaded = await loadMatchData(context.db, event.id);
  if (!loaded || loaded.diners.length === 0) {
    return {
      message: `Nobody has booked ${describeEvent(event)} yet.`,
      data: { tables: [], standby: [] },
    };
  }
  const progressBar = context.showProgress("Seating", loaded.diners.length);
  const firstNames = new Map(loaded.diners.map(({ bookingId, firstName }) => [bookingId, firstName]));
  const getFirstName = (bookingId: string) => firstNames.get(bookingId) ?? bookingId;
  const inForce = buildMatchInput(event.id, loaded, context.env);
  const inputs: [MatchInput, ...MatchInput[]] = other
    ? [inForce, await tryOther(context, inForce, loaded, other)]
    : [inForce];
  const [input] = inputs;
  const seating = match(input);
  const seatings = [seating, ...inputs.slice(1).map(match)];
  progressBar.end();
  const kept = seatings.map((each) => findKept(loaded.questions, inputs, each));
  const scores = compareScores(inputs, seatings);
  const venueNames = new Map(event.venues.map(({ venueId, name }) => [venueId, name]));
  const wouldSeat = describeChanges(planWhatWouldMatch(loaded, input, seating), {
    event,
    diets: await listDiets(context.db),
    nameAll: (ids) => joinNames(ids.map(getFirstName)),
  });
  const groups = (input.together ?? []).map((group) => ({
    names: group.map(getFirstName),
    obstacle: describeObstacle(input, group),
  }));
  const data = {
    city: event.citySlug,
    tables: seating.tables.map((table, i) => ({
      number: i + 1,
      venueId: table.venue,
      venueName: venueNames.get(table.venue) ?? table.venue,
      score: table.score,
      diners: table.diners.map(getFirstName),
      shares: table.explanation,
    })),
    standby: seating.standby.map(({ diner, reason }) => ({ diner: getFirstName(diner), reason })),
    empty: event.venues.filter(({ venueId }) => !seating.tables.some(({ venue }) => venue === venueId)),
    wouldSeat: wouldSeat.map(({ title, count, names }) => ({ title, count, names })),
    together: groups.map(({ names }) => names),
    unseatable: groups.filter(({ obstacle }) => obstacle),
    keptApart: listGroups(loaded.diners, true).map((group) => group.map(getFirstName)),
    report: seating.report,
    promises: kept[0],
    ...(other ? { compared: { report: seatings[1]?.report, promises: kept[1] } } : {}),
  };
  const lines = [
    ...(other ? ["By the weights in force:"] : []),
    ...data.tables.map(({ number, venueId, venueName, score, diners, shares }) =>
      [
        `Table ${number}${isOnlyVenue(event, venueId) ? "" : ` at ${venueName}`} (score ${score.toFixed(0)}): ${diners.join(", ")}`,
        ...shares.map((each) => `  ${each}`),
      ].join("\n"),
    ),
    ...data.standby.map(({ diner, reason }) => `Standby: ${diner} (${lowerFirst(standbyWords[reason])})`),
    ...data.empty.map(({ name, tables }) => `${name} stays empty: ${plural(tables, "table")}`),
    ...wouldSeat.map(({ title, count, names }) => `${title}, +${count}: ${names}`),
    ...groups.map(
      ({ names, obstacle }) =>
        `Together, as they agreed: ${joinNames(names)}${obstacle ? `; no table can seat them, because ${obstacle}` : ""}`,
    ),
    ...data.keptApart.map(
      (names) => `Not together, since one is kept apart from another: ${joinNames(names)}`,
    ),
    ...(seating.tables.length > 0 ? [describeMethod(seating.report.venues[0].method === "exact")] : []),
  ];
  return {
    message: [lines.join("\n"), ...scores, ...toKeptTable(kept, other && ["in force", "the other weights"])],
    data,
  };
}

/** Trials of larger evenings take too long for a page. */
const maxDinersOfTrials = 200;

/** What would seat those whom the matcher leaves out. How well tables fit changes nothing there, so each trial is short. */
function planWhatWouldMatch(data: MatchData, input: MatchInput, { tables, standby }: Seating): WouldSeat[] {
  if (standby.length === 0 || input.diners.length > maxDinersOfTrials) return [];
  const isLeft = new Set(standby.map(({ diner }) => diner));
  const left = input.diners.filter(({ id }) => isLeft.has(id));
  const usedAt = (venueId: string) => tables.filter(({ venue }) => venue === venueId).length;
  const hasRoom = (venueId: string) =>
    input.venues.some((venue) => venue.id === venueId && venue.tables > usedAt(venueId));
  return tryChanges(data, left, { tableFor: tableSize, hasRoom }, ({ event: { venues } }) =>
    match({
      ...input,
      venues: venues.map((venue) => ({ id: venue.venueId, tables: venue.tables, ...readOffer(venue) })),
      proposals: 1,
    }).tables.flatMap(({ diners }) => diners),
  );
}

/** Builds the match input with the operator's weights or the learned ones, and with other points. */
async function tryOther(
  { db }: OperationContext,
  inForce: MatchInput,
  { questions, termPoints }: MatchData,
  { weights, points }: OtherWeights,
): Promise<MatchInput> {
  const terms = toTableTerms(questions, { ...termPoints, ...points } as TermPoints);
  if (!weights) return { ...inForce, terms };
  const { learned } = await loadLearning(db);
  return {
    ...inForce,
    questions: weighQuestions(questions.map(toMatchQuestion), weights === "learned" ? learned.weights : {}),
    terms,
  };
}

/** Counts by each setting, so that both columns count the same: terms that only one has in force, and the years of both. */
function findKept(
  questions: MatchData["questions"],
  inputs: readonly MatchInput[],
  { tables }: Seating,
): KeptPromise[] {
  const seated = tables.map(({ diners }) => diners);
  const kept = inputs.flatMap((input) =>
    listKeptPromises(questions, input.terms, countTerms(input, seated), seated),
  );
  return [...new Map(kept.map((each) => [each.promise, each])).values()];
}

/** Compares by the question weights of each setting, because tables made with a setting score higher by its own weights. */
function compareScores(inputs: readonly MatchInput[], seatings: readonly Seating[]): string[] {
  const [inForce, other] = inputs;
  if (!inForce || !other || seatings.some(({ tables }) => tables.length === 0)) return [];
  const byId = new Map(inForce.diners.map((diner) => [diner.id, diner]));
  const isSame = JSON.stringify(inForce.questions) === JSON.stringify(other.questions);
  return (isSame ? [inForce] : [inForce, other]).map(({ questions }, i) => {
    const [one, another] = seatings.map(({ tables }) => {
      const scores = tables.map(
        ({ diners }) =>
          scoreTable(
            questions,
            diners.flatMap((id) => byId.get(id) ?? []),
          ).overall,
      );
      const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
      return `${mean.toFixed(2)} in the mean, ${Math.min(...scores).toFixed(2)} at the worst table`;
    });
    const by = isSame ? "" : i === 0 ? ", by the weights in force" : ", by the other weights";
    return `Scores of pairs alone${by}: ${one}. With others: ${another}.`;
  });
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
