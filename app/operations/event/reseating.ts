import type { SQL } from "drizzle-orm";
import { announceNewSeat } from "#app/emails/bookings.ts";
import { refillTables } from "#app/jobs/refill-tables.server.ts";
import { tellApart } from "#app/lib/account/tell-apart.ts";
import { endWithPeriod } from "#app/lib/text.ts";
import { listBookingsByIds } from "#app/models/booking/event-bookings.server.ts";
import { listTables } from "#app/models/booking/tables.server.ts";
import type { EventDetails } from "#app/models/event/events.server.ts";
import { listVenuesWithoutHost, resendHostLinks } from "#app/models/host/host-links.server.ts";
import { findLastNumber, isStandbyOver } from "#app/models/seating/event-seats.server.ts";
import { loadMatchData, type MatchData } from "#app/models/seating/match-data.server.ts";
import { afterReseating } from "#app/models/seating/reseating.server.ts";
import type { Reseating } from "#app/models/seating/save-reseating.server.ts";
import {
  planWhatWouldReseat,
  planWhatWouldSeat,
  seatStandby,
} from "#app/models/seating/what-would-seat.server.ts";
import { listDiets } from "#app/models/venue/venues.server.ts";
import { type MessagePart, type OperationContext, refusedError } from "#app/operations/operation.ts";
import { joinNames, listNames, plural } from "#app/operations/words.ts";
import {
  listMoves,
  listPlaces,
  listWithoutSeat,
  type MovedDiner,
  nameVenue,
  type ReseatedEvening,
  toRow,
} from "./reseating-words.ts";

/** What a reseating does to an event's diners. */
export interface ReseatingEffects {
  /** For the question whether to do it. */
  notes: string[];
  /** Who goes where, what would seat the others, and how one of the emails reads. */
  details: MessagePart[];
  /** The diners of the tables that leave or are closed. */
  movedDiners: MovedDiner[];
  /** The diners on standby who get a seat, and how many tables are made of them. */
  newlySeated: MovedDiner[];
  newTableCount: number;
  /** What is left to the operator, once it is done. */
  toDo: string[];
}

export async function loadSeating(context: OperationContext, event: EventDetails): Promise<MatchData> {
  const data = await loadMatchData(context.db, event.id);
  if (!data) throw refusedError("The event was deleted in the meantime.");
  return data;
}

/** What is saved, once it is planned. */
export const toReseating = (
  { db, now }: OperationContext,
  data: MatchData,
  planned: Pick<Reseating, "event" | "from" | "instead" | "plan" | "say">,
): Reseating => ({
  ...planned,
  isStandbyOver: isStandbyOver(data, now),
  tellHosts: (venueIds: string[], condition: SQL) =>
    resendHostLinks(db, { eventId: planned.event.id, venueIds, now }, condition),
  now,
});

/** `data` has the venues as they will be. */
export async function describeReseating(
  { db, env, now }: OperationContext,
  data: MatchData,
  { event, from, plan, isStandbyOver: isOver, say }: Reseating,
): Promise<ReseatingEffects> {
  const leaving = plan.leaving.flatMap(({ diners }) => diners);
  const after = afterReseating(data, plan);
  const fromStandby = isOver ? [] : seatStandby(event.id, after, env, now);
  const isLeaving = new Set(leaving.map(({ id }) => id));
  const isConcerned = ({ tableId, bookingId }: MatchData["diners"][number]) =>
    tableId !== null || isLeaving.has(bookingId);
  const changes =
    plan.withoutSeat.length === 0
      ? []
      : isOver
        ? planWhatWouldReseat(event.id, { ...after, diners: after.diners.filter(isConcerned) }, env)
        : planWhatWouldSeat(event.id, after, env, now).changes;
  const evening: ReseatedEvening = {
    event,
    plan,
    names: tellApart(data.diners),
    data,
    diets: await listDiets(db),
  };
  const numberOf = new Map(after.tables.map(({ id, number }) => [id, number]));
  let lastNumber = findLastNumber(after);
  const places = new Map<string, MovedDiner["place"]>([
    ...plan.withoutSeat.map(({ id }) => [id, isOver ? "canceled" : "standby"] as const),
    ...plan.places.flatMap(({ number, venueId, joining }) =>
      joining.map(({ id }) => [id, { table: number, venueName: nameVenue(evening, venueId) }] as const),
    ),
    ...fromStandby.flatMap(({ bookingIds, tableId, venueId }) => {
      const table = tableId ? (numberOf.get(tableId) ?? 0) : ++lastNumber;
      return bookingIds.map((id) => [id, { table, venueName: nameVenue(evening, venueId) }] as const);
    }),
  ]);
  const placed = data.diners.flatMap((diner): MovedDiner[] => {
    const place = places.get(diner.bookingId);
    return place ? [{ bookingId: diner.bookingId, firstName: evening.names.get(diner) ?? "", place }] : [];
  });
  const movedDiners = placed.filter(({ bookingId }) => isLeaving.has(bookingId));
  const newlySeated = placed.filter(({ bookingId }) => !isLeaving.has(bookingId));
  const newTableCount = fromStandby.filter(({ tableId }) => !tableId).length;
  const seatedCount = movedDiners.filter(({ place }) => typeof place === "object").length;
  const lost = movedDiners.filter(({ place }) => typeof place !== "object");
  const nameAll = (some: MovedDiner[]) => joinNames(some.map(({ firstName }) => firstName));
  const lostCount = lost.length;
  const tables = await listTables(db, event.id);
  const walkInRows = plan.leaving.flatMap(({ id, number }) => {
    const names = tables.find((table) => table.id === id)?.walkIns ?? [];
    const text = "They have no booking, so nobody is told, and no other seat is kept for them.";
    return names.length > 0 ? [{ title: `Table ${number}`, names, text, hasNoSeat: true }] : [];
  });
  const told = plan.places
    .filter(({ is, joining }) => is === "joined" && joining.length > 0)
    .reduce((sum, { staying }) => sum + staying.length, 0);
  const hostVenues = [...new Set(plan.places.map(({ venueId }) => venueId))];
  const withoutHost = await listVenuesWithoutHost(db, hostVenues);
  const toHosts = hostVenues.length - withoutHost.length;
  const seatedFromStandby =
    newlySeated.length > 0
      ? [
          `${plural(newlySeated.length, "diner")} on standby would be seated${newTableCount > 0 ? ` at ${plural(newTableCount, "new table")}` : ""}, and each gets an email`,
        ]
      : [];
  const toDo =
    withoutHost.length > 0
      ? [
          `No address of a host: ${withoutHost.map((id) => nameVenue(evening, id)).join(", ")}. Tell them yourself, or make a link with host-link create.`,
        ]
      : [];
  const effects = { movedDiners, newlySeated, newTableCount, toDo };
  if (leaving.length === 0)
    return {
      ...effects,
      notes: seatedFromStandby,
      details: [listMoves([], newlySeated).details ?? []].flat(),
    };
  return {
    ...effects,
    notes: [
      `${seatedCount} of ${plural(leaving.length, "diner")} ${seatedCount === 1 ? "sits" : "sit"} elsewhere${seatedCount > 0 ? `: ${nameAll(movedDiners.filter((diner) => !lost.includes(diner)))}` : ""}`,
      ...(lostCount > 0
        ? [
            `${isOver ? plural(lostCount, "loses their seat", "lose their seats") : plural(lostCount, "goes on standby", "go on standby")}: ${nameAll(lost)}`,
          ]
        : []),
      ...seatedFromStandby,
      `${plural(leaving.length + newlySeated.length + told, "email")} to diners${toHosts > 0 ? ` and ${toHosts} to hosts` : ""}`,
    ],
    details: [
      ...listPlaces(evening),
      ...listWithoutSeat(evening, lost, changes, isOver),
      ...(walkInRows.length > 0 ? [{ heading: "Walk-ins", rows: walkInRows }] : []),
      ...(newlySeated.length > 0 ? [{ heading: "From standby", rows: newlySeated.map(toRow) }] : []),
      ...toDo,
      ...quoteEmail(evening, { from, say, now }),
    ],
  };
}

/** As the first of those who move reads it. */
function quoteEmail(
  evening: ReseatedEvening,
  { from, say, now }: Pick<Reseating, "from" | "say" | "now">,
): MessagePart[] {
  const { event, plan, data } = evening;
  const [place] = plan.places;
  const reader = data.diners.find(({ bookingId }) => bookingId === place?.joining[0]?.id);
  if (!place || !reader) return say ? [`Each email says: “${endWithPeriod(say)}”`] : [];
  const seat = { name: nameVenue(evening, place.venueId), tableNumber: place.number };
  const { subject, paragraphs } = announceNewSeat(
    { firstName: reader.firstName, place: seat, date: event.date, timeZone: event.timeZone, now },
    { venue: from.name, ...(from.isOut ? {} : { hasFewer: true }) },
    say,
  );
  return [{ quoted: [`As ${reader.firstName} reads it:`, subject, ...paragraphs] }];
}

export const changedError = () =>
  refusedError(
    "The event, the venue or the bookings changed in the meantime, so nothing was changed: look again at whom it would concern now.",
  );

/** After it is saved: seats those on standby who get a seat, and says what became of everybody. */
export async function finishReseating(
  context: OperationContext,
  eventId: string,
  { movedDiners, newlySeated, toDo }: Pick<ReseatingEffects, "movedDiners" | "newlySeated" | "toDo">,
): Promise<{ moved: MovedDiner[]; sentences: string[] }> {
  const moved = await seatNow(context, eventId, [...movedDiners, ...newlySeated]);
  const isNew = new Set(newlySeated.map(({ bookingId }) => bookingId));
  const seated = moved.filter(({ place }) => typeof place === "object");
  const newCount = seated.filter(({ bookingId }) => isNew.has(bookingId)).length;
  const lost = moved
    .filter((diner) => !seated.includes(diner) && !isNew.has(diner.bookingId))
    .map(({ firstName }) => firstName);
  return {
    moved,
    sentences: [
      ...(movedDiners.length > 0
        ? [
            endWithPeriod(
              `${plural(seated.length - newCount, "diner sits", "diners sit")} elsewhere${lost.length > 0 ? `, ${lost.length} without a seat: ${listNames(lost)}` : ""}`,
            ),
          ]
        : []),
      ...(newCount > 0 ? [`${plural(newCount, "diner", "diners")} on standby got a seat.`] : []),
      ...toDo,
    ],
  };
}

/** Does what the next run of the cron would do, and returns the places that these diners have then. */
async function seatNow(
  { db, env, now, showProgress }: OperationContext,
  eventId: string,
  planned: MovedDiner[],
): Promise<MovedDiner[]> {
  const progressBar = showProgress("Seating diners", planned.length);
  try {
    while ((await refillTables.run({ db, env }, eventId, now, { isRetry: false })) === "more");
  } finally {
    progressBar.end();
  }
  const bookings = await listBookingsByIds(
    db,
    planned.map(({ bookingId }) => bookingId),
  );
  return bookings.map(({ id, firstName, table, canceled }) => ({
    bookingId: id,
    firstName: planned.find(({ bookingId }) => bookingId === id)?.firstName ?? firstName,
    place: canceled ? "canceled" : table ? { table } : "standby",
  }));
}
