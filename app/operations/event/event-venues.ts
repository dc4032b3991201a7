import * as z from "zod";
import { dateAndTime } from "#app/lib/dates.ts";
import { capitalize, endWithPeriod } from "#app/lib/text.ts";
import { countTablesByVenue } from "#app/models/booking/tables.server.ts";
import { changeEventVenue, type EventVenue } from "#app/models/event/event-venues.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { saveVenueTables } from "#app/models/seating/save-reseating.server.ts";
import { listDiets } from "#app/models/venue/venues.server.ts";
import { id, text } from "#app/operations/inputs.ts";
import {
  defineOperation,
  type OperationContext,
  type OperationResult,
  usageError,
} from "#app/operations/operation.ts";
import { wantedVenue } from "#app/operations/venue/venue-inputs.ts";
import { listNames, plural, shortId } from "#app/operations/words.ts";
import {
  describeEvent,
  describeOverlaps,
  findEventByPrefix,
  refuseOver,
  statesToCome,
} from "./find-event.ts";
import {
  findVenueChange,
  planVenueChange,
  type VenueChange,
  type VenueChangePlan,
} from "./plan-venue-change.ts";
import { changedError, finishReseating } from "./reseating.ts";
import { listMoves } from "./reseating-words.ts";

const inputSchema = z.object({
  event: id,
  add: wantedVenue.optional(),
  set: wantedVenue.optional(),
  remove: id.optional(),
  instead: wantedVenue.optional(),
  say: text(500).optional(),
});

export const eventVenuesOperation = defineOperation({
  verb: "venues",
  arguments: "<event>",
  description:
    "Shows the venues of an event, or changes one of them. Before the tables are made, the last bookers lose their seats where there are too few. Once they are made, whoever loses a seat gets another one of the evening, together with their table where that costs nobody a seat; diners on standby get what remains.",
  example: "event venues 3f2a91bc --set 8c07d2e4=3",
  eventStates: statesToCome,
  concerns: "nobody",
  deskRole: "city",
  options: {
    add: [
      "<venue=tables>",
      "add a venue and its tables, such as 8c07d2e4=4; as many as usual without a number",
    ],
    set: ["<venue=tables>", "give a venue another number of tables, such as 8c07d2e4=3"],
    remove: ["<venue>", "take a venue from the event"],
    instead: [
      "<venue=tables>",
      "another venue of the city, to which the diners of the removed one go, such as 8c07d2e4=4",
    ],
    say: ["<text>", "your own sentence, in each email to those who lose their seat or their table"],
  },
  aims: {
    remove: [
      "A restaurant drops out",
      "Whoever loses their seat gets another one, where one suits them. You read who sits where before anything happens.",
    ],
  },
  changesData: true,
  input: inputSchema,
  async run(context, { event: prefix, say, ...wanted }) {
    const event = await findEventByPrefix(context, prefix);
    const { add, set, remove } = wanted;
    const changeCount = [add, set, remove].filter((each) => each !== undefined).length;
    if (changeCount > 1) throw usageError("Change one venue at a time: use --add, --set or --remove once.");
    if (wanted.instead && !remove) throw usageError("Use --instead only with --remove.");
    if (changeCount === 0 && say) throw usageError("Use --say only with --set or --remove.");
    if (changeCount === 0) return showVenues(context, event);
    refuseOver(event, context.now);
    const change = await findVenueChange(context, event, wanted);
    if (change.tables === change.previousTables) refuseUnchanged(change);
    const plan = await planVenueChange(context, event, change, say);
    const { reseating, lostBookings, movedDiners, newlySeated } = plan;
    const isFinal = lostBookings.length + newlySeated.length + (reseating?.plan.leaving.length ?? 0) > 0;
    const isTold = lostBookings.length + movedDiners.length > 0;
    if (say && !isTold) throw usageError("Use --say only where somebody loses their seat or their table.");
    const { added, instead } = change;
    const comes = added ?? instead;
    const overlaps = comes
      ? await describeOverlaps(
          context,
          { date: event.date, venueIds: [comes.venueId], eventId: event.id },
          comes.tables,
        )
      : undefined;
    const notes = [
      ...(instead ? [describeInstead(instead)] : []),
      ...plan.notes,
      ...(overlaps ? [overlaps] : []),
    ];
    return {
      page:
        change.tables === 0 && notes.length > 0
          ? {
              title: `${change.venue.name} can’t take us`,
              when: `${dateAndTime(event.date, event.timeZone)}, ${event.cityName}`,
              sum: notes.map((note) => endWithPeriod(capitalize(note))).join(" "),
            }
          : undefined,
      summary: [describeChange(event, change), notes.join("; ")].filter(Boolean).join(": "),
      details: plan.details,
      detailsData: listMoves([...lostBookings, ...movedDiners], newlySeated).detailsData ?? {},
      needsConfirmation:
        isFinal || overlaps !== undefined || (change.tables < change.previousTables && plan.notes.length > 0),
      canBeUndone: !isFinal,
      isFinishedByCron: newlySeated.length > 0,
      apply: () => applyChange(context, event, change, { plan, say }),
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

const describeInstead = ({ name, tables }: EventVenue) =>
  `${name} takes its place with ${plural(tables, "table")}`;

async function applyChange(
  context: OperationContext,
  event: EventDetails,
  { venue, tables, previousTables, instead }: VenueChange,
  { plan, say }: { plan: VenueChangePlan; say: string | undefined },
): Promise<OperationResult> {
  const { db, now } = context;
  const { reseating, lostBookings, movedDiners } = plan;
  const bookingIds = lostBookings.map(({ bookingId }) => bookingId);
  const cancelsLast = bookingIds.length > 0 ? { because: say, bookingIds } : undefined;
  const canceled = reseating
    ? (await saveVenueTables(db, reseating, tables)) && []
    : await changeEventVenue(db, {
        event,
        venue: { venueId: venue.id, tables },
        previousTables,
        instead,
        cancelsLast,
        now,
      });
  if (!canceled) throw changedError();
  const names = lostBookings.flatMap(({ bookingId, firstName }) =>
    canceled.includes(bookingId) ? firstName : [],
  );
  const isRefilled = reseating && (movedDiners.length > 0 || tables > previousTables || instead);
  const { moved, sentences } = isRefilled
    ? await finishReseating(context, event.id, plan)
    : { moved: [], sentences: [] };
  const all = [
    tables === 0
      ? `${venue.name} is not a venue of ${describeEvent(event)} anymore.`
      : `${venue.name} has ${plural(tables, "table")} on ${describeEvent(event)}.`,
    ...(instead ? [`${describeInstead(instead)}.`] : []),
    ...(names.length > 0
      ? [
          endWithPeriod(
            `${plural(names.length, "booking was", "bookings were")} canceled: ${listNames(names)}`,
          ),
        ]
      : []),
    ...sentences,
  ];
  return {
    message: all.join(" "),
    data: { id: event.id, venueId: venue.id, tables, canceled: canceled.length, moved },
  };
}
