import { refillTables } from "#app/jobs/refill-tables.server.ts";
import type { Table } from "#app/matching/seating.ts";
import { listBookingsByIds } from "#app/models/booking/event-bookings.server.ts";
import type { TableDetails } from "#app/models/booking/tables.server.ts";
import {
  findLastNumber,
  findSeats,
  isStandbyOver,
  planClosings,
  planNewTables,
} from "#app/models/seating/event-seats.server.ts";
import { loadMatchData, type MatchData } from "#app/models/seating/match-data.server.ts";
import type { OperationContext, PlannedChange } from "#app/operations/operation.ts";
import { joinNames, maxNames, plural, shortId } from "#app/operations/words.ts";

type NewPlace = { table: number; venueName?: string | undefined } | "standby" | "canceled";

/** Where a booking moves to. */
export interface MovedDiner {
  bookingId: string;
  firstName: string;
  place: NewPlace;
}

type NumberedTable = Pick<TableDetails, "id" | "number">;

/** Plans where diners would go if these tables were closed now, together with the tables that are already closed. */
export async function loadAndPlanClosing(
  context: OperationContext,
  eventId: string,
  closing: readonly NumberedTable[],
): Promise<ClosingPlan> {
  const data = await loadMatchData(context.db, eventId);
  return data
    ? planClosing(context, { eventId, data, closing, keepsPlace: true })
    : { movedDiners: [], newTables: [], newlySeated: [] };
}

interface Closing {
  eventId: string;
  data: MatchData;
  closing: readonly NumberedTable[];
  keepsPlace: boolean;
}

interface ClosingPlan {
  movedDiners: MovedDiner[];
  /** The tables that would be made of everybody on standby, including diners who were on standby before. */
  newTables: Table[];
  /** The diners who were on standby before and get a seat. */
  newlySeated: MovedDiner[];
}

export function planClosing(
  { env, now }: OperationContext,
  { eventId, data, closing, keepsPlace }: Closing,
): ClosingPlan {
  const seats = findSeats(eventId, data, env);
  const isClosing = new Set(closing.map(({ id }) => id));
  const tables = data.tables.map((table) =>
    isClosing.has(table.id) && !table.closedAt ? { ...table, closedAt: now, keepsPlace } : table,
  );
  const inOrder = tables.filter(({ closedAt }) => closedAt).map(({ id }) => id);
  const moves = planClosings(inOrder, seats);
  const places = moves.flatMap(({ diners, to }) =>
    diners.map(({ id }) => [id, to?.tableId ?? null] as const),
  );
  const newTableIds = new Map(places);
  const diners = data.diners.map((diner) => {
    const tableId = newTableIds.get(diner.bookingId);
    return tableId === undefined ? diner : { ...diner, tableId, seatLostAt: now.getTime() };
  });
  const newTables = planNewTables(eventId, { ...data, tables, diners }, env, now);
  const numbers = new Map(tables.map(({ id, number }) => [id, number]));
  const lastNumber = findLastNumber(data);
  const newNumbers = new Map(
    newTables.flatMap((table, i) => table.diners.map((id) => [id, lastNumber + 1 + i] as const)),
  );
  const withoutSeat = isStandbyOver(data, now) ? "canceled" : "standby";
  const movedDiners = places.flatMap(([id, tableId]) => {
    const booking = seats.bookings.get(id);
    const table = tableId ? numbers.get(tableId) : newNumbers.get(id);
    if (!booking) return [];
    const { bookingId, firstName } = booking;
    return [{ bookingId, firstName, place: table === undefined ? withoutSeat : { table } } as const];
  });
  const newlySeated = data.diners.flatMap(({ bookingId, firstName, tableId }) => {
    const table = tableId ? undefined : newNumbers.get(bookingId);
    return table === undefined ? [] : [{ bookingId, firstName, place: { table } }];
  });
  return { movedDiners, newTables, newlySeated };
}

/** Seats those on standby and at closed tables who get a seat, and returns the places that these diners have then. */
export async function seatNow(
  context: OperationContext,
  eventId: string,
  planned: MovedDiner[],
): Promise<MovedDiner[]> {
  await refillNow(context, eventId, planned.length);
  const bookings = await listBookingsByIds(
    context.db,
    planned.map(({ bookingId }) => bookingId),
  );
  return bookings.map(({ id, firstName, table, canceled }) => ({
    bookingId: id,
    firstName,
    place: canceled ? "canceled" : table ? { table } : "standby",
  }));
}

const maxGroups = 5;

const verbs = {
  planned: {
    table: ["moves to", "move to"],
    standby: ["goes on standby", "go on standby"],
    canceled: ["loses their seat", "lose their seats"],
  },
  done: {
    table: ["sits at", "sit at"],
    standby: ["is on standby", "are on standby"],
    canceled: ["has no seat", "have no seat"],
  },
} as const;

/** "Anna and Bea move to table 1, Cili goes on standby" */
export function describeMoves(moves: MovedDiner[], tense: keyof typeof verbs): string {
  const say = (diners: MovedDiner[], kind: keyof (typeof verbs)["planned"]) =>
    `${joinNames(diners.map(({ firstName }) => firstName))} ${verbs[tense][kind][diners.length === 1 ? 0 : 1]}`;
  const without = (place: NewPlace) => moves.filter((move) => move.place === place);
  const seated = moves.flatMap((move) =>
    typeof move.place === "object" ? [{ ...move, number: move.place.table }] : [],
  );
  const tables = [...Map.groupBy(seated, ({ number }) => number)];
  const phrases =
    tables.length > maxGroups
      ? [`${say(seated, "table")} ${tables.length} other tables`]
      : tables.map(([number, diners]) => `${say(diners, "table")} table ${number}`);
  for (const place of ["standby", "canceled"] as const) {
    const diners = without(place);
    if (diners.length > 0) phrases.push(say(diners, place));
  }
  return phrases.join(", ") || "nobody sits there";
}

export const describeNewSeats = ({ newTables, newlySeated }: ClosingPlan): string[] =>
  newlySeated.length > 0
    ? [
        `${plural(newlySeated.length, "diner")} on standby would be seated at ${plural(newTables.length, "new table")}, and each gets an email`,
      ]
    : [];

/** Lists everybody concerned in a table if the sentence can't name each of them; always for scripts. */
export function listMoves(
  moved: MovedDiner[],
  newlySeated: MovedDiner[] = [],
): Pick<PlannedChange, "details" | "detailsData"> {
  const diners = [...moved, ...newlySeated];
  const rows = diners.map(({ firstName, bookingId, place }) => [
    firstName,
    shortId(bookingId),
    typeof place === "object"
      ? `table ${place.table}${place.venueName ? ` at ${place.venueName}` : ""}`
      : place === "standby"
        ? "standby"
        : "no seat",
  ]);
  const isNamed = diners.length <= maxNames && newlySeated.length === 0;
  return {
    ...(isNamed ? {} : { details: { headings: ["diner", "booking", "gets"], rows, empty: "" } }),
    detailsData: { diners },
  };
}

/** Does what the next run of the cron would do, for one event. */
async function refillNow(
  { db, env, now, showProgress }: OperationContext,
  eventId: string,
  dinerCount: number,
): Promise<void> {
  const progressBar = showProgress("Seating diners", dinerCount);
  try {
    while ((await refillTables.run({ db, env }, eventId, now, { isRetry: false })) === "more");
  } finally {
    progressBar.end();
  }
}
