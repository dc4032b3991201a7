import * as z from "zod";
import { countTablesByVenue, listTables } from "#app/models/booking/tables.server.ts";
import { changeEventVenue } from "#app/models/event/event-venues.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { applyVenueTables } from "#app/models/seating/venue-tables.server.ts";
import { listDiets } from "#app/models/venue/venues.server.ts";
import { id, text } from "#app/operations/inputs.ts";
import {
  defineOperation,
  type OperationContext,
  type OperationResult,
  type PlannedChange,
  refusedError,
  usageError,
} from "#app/operations/operation.ts";
import {
  describeMoves,
  describeNewSeats,
  emptyClosedTables,
  listMoves,
  loadAndPlanClosing,
} from "#app/operations/table/plan-closing.ts";
import { wantedVenue } from "#app/operations/venue/venue-inputs.ts";
import { plural, shortId } from "#app/operations/words.ts";
import { describeEvent, describeOverlaps, findEventByPrefix } from "./find-event.ts";
import {
  findVenueChange,
  planVenueChange,
  type VenueChange,
  type VenueChangePlan,
} from "./plan-venue-change.ts";

const inputSchema = z.object({
  event: id,
  add: wantedVenue.optional(),
  set: wantedVenue.optional(),
  remove: id.optional(),
  because: text(500).optional(),
});

export const eventVenuesOperation = defineOperation({
  verb: "venues",
  arguments: "<event>",
  description:
    "Shows the venues of an event, or changes one of them. Before the tables are made, the last bookers lose their seats where there are too few. Once they are made, tables that must go move to another venue of the event where it suits all of their diners, and the others are closed for good; diners on standby who can sit together get seats at tables that are added.",
  example: "event venues 3f2a91bc --set 8c07d2e4=3",
  concerns: "nobody",
  deskRole: "city",
  options: {
    add: [
      "<venue=tables>",
      "add a venue and its tables, such as 8c07d2e4=4; as many as usual without a number",
    ],
    set: ["<venue=tables>", "give a venue another number of tables, such as 8c07d2e4=3"],
    remove: ["<venue>", "take a venue from the event"],
    because: [
      "<text>",
      "where bookings are canceled, which is so before the tables are made: a sentence to add to the email",
    ],
  },
  changesData: true,
  input: inputSchema,
  async run(context, { event: prefix, because, ...wanted }) {
    const event = await findEventByPrefix(context, prefix);
    const changeCount = Object.values(wanted).filter((each) => each !== undefined).length;
    if (changeCount > 1) throw usageError("Change one venue at a time: use --add, --set or --remove once.");
    if (changeCount === 0 && because) throw usageError("Use --because only with --set or --remove.");
    if (changeCount === 0) return showVenues(context, event);
    if (event.canceledAt) throw refusedError(`${describeEvent(event)} is canceled.`);
    if (event.date <= context.now) throw refusedError(`${describeEvent(event)} is in the past.`);
    const change = await findVenueChange(context, event, wanted);
    if (change.tables === change.previousTables)
      return (await finishClosing(context, event, change)) ?? refuseUnchanged(change);
    const plan = await planVenueChange(context, event, change);
    if (because && plan.lostBookings.length === 0)
      throw usageError(
        "Use --because only where bookings are canceled, which is so before the tables are made: emails about closed or moved tables don’t carry it.",
      );
    const { moves, closes } = plan.tablesPlan;
    const newSeatCount = plan.newlySeated.length;
    const isFinal = plan.lostBookings.length + moves.length + closes.length + newSeatCount > 0;
    const overlaps = change.added
      ? await describeOverlaps(context, { date: event.date, venueIds: [change.venue.id], eventId: event.id })
      : undefined;
    const notes = [...plan.notes, ...(overlaps ? [overlaps] : [])];
    return {
      summary: [describeChange(event, change), notes.join("; ")].filter(Boolean).join(": "),
      ...listMoves([...plan.lostBookings, ...plan.movedDiners, ...plan.movedWithTable], plan.newlySeated),
      needsConfirmation:
        isFinal || overlaps !== undefined || (change.tables < change.previousTables && plan.notes.length > 0),
      canBeUndone: !isFinal,
      isFinishedByCron: closes.length + newSeatCount > 0 && moves.length === 0,
      isRepeatable: moves.length > 0,
      apply: () => applyChange(context, event, { change, plan, because }),
    };
  },
});

async function showVenues({ db }: OperationContext, event: EventDetails): Promise<OperationResult> {
  const [counts, choices] = [await countTablesByVenue(db, event.id), await listDiets(db)];
  const countsByVenue = new Map(counts.map((each) => [each.venueId, each]));
  const data = event.venues.map(({ venueId, diets, ...venue }) => ({
    id: venueId,
    ...venue,
    tablesMade: countsByVenue.get(venueId)?.tableCount ?? 0,
    seated: countsByVenue.get(venueId)?.dinerCount ?? 0,
    diets: diets.flatMap((position) => choices[position - 1] ?? []),
  }));
  const rows = data.map((venue) => [
    shortId(venue.id),
    venue.name,
    venue.tables,
    ...(event.matchedAt ? [venue.tablesMade, venue.seated] : []),
    venue.priceLevel,
    venue.stepFree ? "yes" : "no",
    venue.diets.join("; "),
  ]);
  const headings = [
    ...["id", "venue", "tables"],
    ...(event.matchedAt ? ["made", "seated"] : []),
    ...["price", "step-free", "diets"],
  ];
  return { message: { headings, rows, empty: "This event has no venue." }, data };
}

/** Continues if the same command was interrupted after it had closed the tables. */
async function finishClosing(
  context: OperationContext,
  event: EventDetails,
  { venue }: VenueChange,
): Promise<PlannedChange | undefined> {
  const allTables = event.matchedAt ? await listTables(context.db, event.id) : [];
  const unfinished = allTables.filter(
    ({ closedAt, diners, venueId }) => closedAt && diners.length > 0 && venueId === venue.id,
  );
  if (unfinished.length === 0) return undefined;
  const plan = await loadAndPlanClosing(context, event.id, unfinished);
  const { movedDiners: planned, newlySeated } = plan;
  return {
    summary: `finish closing ${plural(unfinished.length, "table")} at ${venue.name}: ${[describeMoves(planned, "planned"), ...describeNewSeats(plan)].join("; ")}`,
    ...listMoves(planned, newlySeated),
    needsConfirmation: true,
    isFinishedByCron: true,
    async apply() {
      const moved = await emptyClosedTables(context, event.id, planned);
      const closedTables = unfinished.map(({ number }) => number);
      return {
        message: `Closed ${plural(unfinished.length, "table")} at ${venue.name}: ${describeMoves(moved, "done")}.`,
        data: { id: event.id, venueId: venue.id, canceled: 0, movedTables: [], closedTables, moved },
      };
    },
  };
}

function refuseUnchanged({ venue, tables }: VenueChange): never {
  throw usageError(`Nothing to change: ${venue.name} has ${plural(tables, "table")} at this event.`);
}

function describeChange(event: EventDetails, { venue, tables, previousTables }: VenueChange): string {
  if (tables === 0) return `take ${venue.name} from ${describeEvent(event)}`;
  if (previousTables === 0)
    return `add ${venue.name} with ${plural(tables, "table")} to ${describeEvent(event)}`;
  return `give ${venue.name} ${plural(tables, "table")} instead of ${previousTables} on ${describeEvent(event)}`;
}

interface Planned {
  change: VenueChange;
  plan: VenueChangePlan;
  because: string | undefined;
}

async function applyChange(
  context: OperationContext,
  event: EventDetails,
  { change: { venue, tables, previousTables }, plan, because }: Planned,
): Promise<OperationResult> {
  const { db, now } = context;
  const { moves, closes } = plan.tablesPlan;
  const isRefilled = event.matchedAt && (closes.length > 0 || tables > previousTables);
  const tablesBefore = isRefilled ? await listTables(db, event.id) : [];
  const wanted = { venueId: venue.id, tables };
  const bookingIds = plan.lostBookings.map(({ bookingId }) => bookingId);
  const cancelsLast = bookingIds.length > 0 ? { because, bookingIds } : undefined;
  const canceled = event.matchedAt
    ? (await applyVenueTables(db, { event, venue: wanted, plan: plan.tablesPlan, now })) && 0
    : await changeEventVenue(db, { event, venue: wanted, previousTables, cancelsLast, now });
  if (canceled === undefined || canceled === false)
    throw refusedError(
      moves.length > 0
        ? "The event changed in the meantime. Some tables may have moved: do it again."
        : "The event, the venue or the bookings changed in the meantime, so nothing was changed: look again at whom it would concern now.",
    );
  const moved = isRefilled ? await emptyClosedTables(context, event.id, plan.movedDiners) : [];
  const tablesNow = isRefilled ? await listTables(db, event.id) : [];
  const newTables = tablesNow.filter(({ id }) => !tablesBefore.some((table) => table.id === id));
  const newSeatCount = newTables.reduce((sum, { diners }) => sum + diners.length, 0);
  const sentences = [
    tables === 0
      ? `${venue.name} is not a venue of ${describeEvent(event)} anymore.`
      : `${venue.name} has ${plural(tables, "table")} on ${describeEvent(event)}.`,
    canceled > 0 && `${plural(canceled, "booking was", "bookings were")} canceled.`,
    moves.length > 0 && `${plural(moves.length, "table")} moved to another venue.`,
    closes.length > 0 &&
      `${plural(closes.length, "table was", "tables were")} closed: ${describeMoves(moved, "done")}.`,
    newTables.length > 0 &&
      `${plural(newTables.length, "new table was", "new tables were")} made for ${newSeatCount} diners on standby.`,
  ];
  return {
    message: sentences.filter(Boolean).join(" "),
    data: {
      id: event.id,
      venueId: venue.id,
      tables,
      canceled,
      movedTables: moves.map(({ number, venueId }) => ({ number, venueId })),
      closedTables: closes.map(({ number }) => number),
      newTables: newTables.map(({ number, venueId }) => ({ number, venueId })),
      moved,
    },
  };
}
