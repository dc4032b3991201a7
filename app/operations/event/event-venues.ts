import type { SQL } from "drizzle-orm";
import * as z from "zod";
import { dateAndTime } from "#app/lib/dates.ts";
import { capitalize, endWithPeriod } from "#app/lib/text.ts";
import { countTablesByVenue } from "#app/models/booking/tables.server.ts";
import { changeEventVenue } from "#app/models/event/event-venues.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { resendHostLinks } from "#app/models/host/host-links.server.ts";
import { applyVenueTables } from "#app/models/seating/venue-tables.server.ts";
import { listDiets } from "#app/models/venue/venues.server.ts";
import { id, text } from "#app/operations/inputs.ts";
import {
  defineOperation,
  type OperationContext,
  type OperationResult,
  refusedError,
  usageError,
} from "#app/operations/operation.ts";
import { listMoves, seatNow } from "#app/operations/table/plan-closing.ts";
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
  say: text(500).optional(),
});

export const eventVenuesOperation = defineOperation({
  verb: "venues",
  arguments: "<event>",
  description:
    "Shows the venues of an event, or changes one of them. Before the tables are made, the last bookers lose their seats where there are too few. Once they are made, whoever loses a seat gets another one of the evening, together with their table where that costs nobody a seat; diners on standby get what remains.",
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
    say: ["<text>", "your own sentence, in each email to those who lose their seat or their table"],
  },
  changesData: true,
  input: inputSchema,
  async run(context, { event: prefix, say, ...wanted }) {
    const event = await findEventByPrefix(context, prefix);
    const changeCount = Object.values(wanted).filter((each) => each !== undefined).length;
    if (changeCount > 1) throw usageError("Change one venue at a time: use --add, --set or --remove once.");
    if (changeCount === 0 && say) throw usageError("Use --say only with --set or --remove.");
    if (changeCount === 0) return showVenues(context, event);
    if (event.canceledAt) throw refusedError(`${describeEvent(event)} is canceled.`);
    if (event.date <= context.now) throw refusedError(`${describeEvent(event)} is in the past.`);
    const change = await findVenueChange(context, event, wanted);
    if (change.tables === change.previousTables) refuseUnchanged(change);
    const plan = await planVenueChange(context, event, change);
    const { seating, lostBookings, movedDiners, newlySeated } = plan;
    const isFinal = lostBookings.length + newlySeated.length + (seating?.plan.leaving.length ?? 0) > 0;
    const isTold = lostBookings.length + movedDiners.length > 0;
    if (say && !isTold) throw usageError("Use --say only where somebody loses their seat or their table.");
    const overlaps = change.added
      ? await describeOverlaps(context, { date: event.date, venueIds: [change.venue.id], eventId: event.id })
      : undefined;
    const notes = [...plan.notes, ...(overlaps ? [overlaps] : [])];
    const saying = say ? [`Each email says: “${endWithPeriod(say)}”`] : [];
    return {
      page:
        change.tables === 0 && notes.length > 0
          ? {
              title: `${change.venue.name} can’t take us`,
              when: `${dateAndTime(event.date, event.timeZone)}, ${event.cityName}`,
              sum: `${capitalize(notes.join(". "))}.`,
            }
          : undefined,
      summary: [describeChange(event, change), notes.join("; ")].filter(Boolean).join(": "),
      details: movedDiners.length > 0 ? [plan.details, saying].flat() : plan.details,
      detailsData: listMoves([...lostBookings, ...movedDiners], newlySeated).detailsData ?? {},
      needsConfirmation:
        isFinal || overlaps !== undefined || (change.tables < change.previousTables && plan.notes.length > 0),
      canBeUndone: !isFinal,
      isFinishedByCron: newlySeated.length > 0,
      apply: () => applyChange(context, event, { change, plan, say }),
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
  say: string | undefined;
}

async function applyChange(
  context: OperationContext,
  event: EventDetails,
  { change: { venue, tables, previousTables }, plan, say }: Planned,
): Promise<OperationResult> {
  const { db, now } = context;
  const { seating, lostBookings, movedDiners, newlySeated } = plan;
  const wanted = { venueId: venue.id, tables };
  const bookingIds = lostBookings.map(({ bookingId }) => bookingId);
  const cancelsLast = bookingIds.length > 0 ? { because: say, bookingIds } : undefined;
  const tellHosts = (venueIds: string[], condition: SQL) =>
    resendHostLinks(db, { eventId: event.id, venueIds, now }, condition);
  const canceled = seating
    ? (await applyVenueTables(db, {
        event,
        venue: { ...wanted, name: venue.name },
        ...seating,
        say,
        tellHosts,
        now,
      })) && 0
    : await changeEventVenue(db, { event, venue: wanted, previousTables, cancelsLast, now });
  if (canceled === undefined || canceled === false)
    throw refusedError(
      "The event, the venue or the bookings changed in the meantime, so nothing was changed: look again at whom it would concern now.",
    );
  const isRefilled = seating && (movedDiners.length > 0 || tables > previousTables);
  const moved = isRefilled ? await seatNow(context, event.id, [...movedDiners, ...newlySeated]) : [];
  const isNew = new Set(newlySeated.map(({ bookingId }) => bookingId));
  const seated = moved.filter(({ place }) => typeof place === "object");
  const newCount = seated.filter(({ bookingId }) => isNew.has(bookingId)).length;
  const leftCount = moved.length - seated.length;
  const sentences = [
    tables === 0
      ? `${venue.name} is not a venue of ${describeEvent(event)} anymore.`
      : `${venue.name} has ${plural(tables, "table")} on ${describeEvent(event)}.`,
    canceled > 0 && `${plural(canceled, "booking was", "bookings were")} canceled.`,
    movedDiners.length > 0 &&
      `${plural(seated.length - newCount, "diner sits", "diners sit")} elsewhere${leftCount > 0 ? `, ${leftCount} without a seat` : ""}.`,
    newCount > 0 && `${plural(newCount, "diner", "diners")} on standby got a seat.`,
  ];
  return {
    message: sentences.filter(Boolean).join(" "),
    data: { id: event.id, venueId: venue.id, tables, canceled, moved },
  };
}
