import { eventTimes, timeBefore } from "#app/lib/event-times.ts";
import { minTableSize, tableSize } from "#app/lib/table-size.ts";
import type { JobContext } from "#app/load-context.ts";
import type { Diner } from "#app/matching/diner.ts";
import { explainTable } from "#app/matching/explain.ts";
import { findFreeSeats, findReplacements, type SeatingRules } from "#app/matching/reseat.ts";
import { findEventsToRefill } from "#app/models/booking/due-bookings.server.ts";
import { markRefilled } from "#app/models/booking/tables.server.ts";
import { dissolve, seat, unseat } from "#app/models/booking/transitions.server.ts";
import { loadMatchData, type MatchData, type MatchDiner } from "#app/models/matching/match-data.server.ts";
import { buildMatchInput } from "#app/models/matching/match-input.server.ts";
import type { Job } from "./job.ts";

/** Each change is a call to the database, of which one invocation has a thousand. */
const maxChanges = 150;

/** Gives free seats to the diners on standby who fit best, and empties tables that were closed or stay too small. */
export const refillTables: Job = {
  findItems: ({ db }, now) => findEventsToRefill(db, now),
  async run(context, eventId, now) {
    const data = await loadMatchData(context.db, eventId);
    if (!data) return undefined;
    const event = buildEventState(eventId, data, context, now);
    await refillEvent(event);
    if (event.changeCount >= maxChanges) return "more";
    await markRefilled(context.db, data.freedTables);
    return undefined;
  },
};

/** An event while its free seats are filled; tables and standby change with each seat. */
interface EventState {
  tables: Map<string, Diner[]>;
  closedTableIds: Set<string>;
  standby: Diner[];
  bookings: Map<string, MatchDiner>;
  seatingRules: SeatingRules;
  data: MatchData;
  context: JobContext;
  now: Date;
  changeCount: number;
}

export function buildEventState(
  eventId: string,
  data: MatchData,
  context: JobContext,
  now: Date,
): EventState {
  const { questions, venues, diners, relax = [] } = buildMatchInput(eventId, data, context.env);
  const [venue] = venues;
  if (!venue) throw new Error("An event has no venue");
  const bookings = new Map(data.diners.map((diner) => [diner.userId, diner]));
  const tableIdOf = ({ id }: Diner) => bookings.get(id)?.tableId;
  const tables = Map.groupBy(
    diners.filter((diner) => tableIdOf(diner)),
    (diner) => tableIdOf(diner) as string,
  );
  return {
    tables,
    closedTableIds: new Set(data.closedTableIds),
    standby: diners.filter((diner) => !tableIdOf(diner)),
    bookings,
    seatingRules: { questions, venue, relaxed: relax },
    data,
    context,
    now,
    changeCount: 0,
  };
}

export const isStandbyOver = ({ event }: MatchData, now: Date) =>
  now >= timeBefore(event.date, eventTimes.standbyEndsBeforeMs);

async function refillEvent(state: EventState): Promise<void> {
  const { tables, data, now } = state;
  for (const tableId of data.closedTableIds) await emptyTable(tableId, "table closed", state);
  for (const [tableId, diners] of tables) await fillTable(tableId, diners, state);
  if (!isStandbyOver(data, now)) return;
  for (const [tableId, diners] of tables)
    if (diners.length < minTableSize) await emptyTable(tableId, "moved", state);
}

async function fillTable(tableId: string, diners: Diner[], state: EventState): Promise<void> {
  const { standby, seatingRules } = state;
  while (diners.length < tableSize && standby.length > 0 && state.changeCount < maxChanges) {
    const [best] = findReplacements(diners, standby, seatingRules);
    const diner = standby.find(({ id }) => id === best?.diner);
    const change = { from: null, to: tableId, reason: "off standby" } as const;
    if (!diner) return;
    await seatDiner(diner, change, diners, state);
    // Also one who has canceled meanwhile, so that the next one is tried.
    standby.splice(standby.indexOf(diner), 1);
  }
}

type EmptyingReason = "table closed" | "moved";

interface PlannedMove {
  diner: Diner;
  /** Null where no table has a seat for them. */
  to: { tableId: string; tableMates: Diner[] } | null;
}

/** Where the diners of a table would go. */
export function planMoves(
  tableId: string,
  { tables, closedTableIds, seatingRules }: EventState,
): PlannedMove[] {
  const diners = tables.get(tableId) ?? [];
  const others = [...tables].filter(
    ([id, table]) => id !== tableId && table.length >= minTableSize && !closedTableIds.has(id),
  );
  const moves = findFreeSeats(
    diners,
    others.map(([, table]) => table),
    seatingRules,
  );
  return moves.flatMap(({ diner: userId, table }) => {
    const diner = diners.find(({ id }) => id === userId);
    const [newTableId, tableMates] = others[table] ?? [];
    return diner
      ? [{ diner, to: newTableId && tableMates ? { tableId: newTableId, tableMates } : null }]
      : [];
  });
}

/** Where the diners of several tables would go; the state then is as after the moves. */
export function planClosing(tableIds: readonly string[], state: EventState): PlannedMove[] {
  for (const id of tableIds) state.closedTableIds.add(id);
  return tableIds.flatMap((id) => {
    const moves = planMoves(id, state);
    state.tables.delete(id);
    for (const { diner, to } of moves) to?.tableMates.push(diner);
    return moves;
  });
}

async function emptyTable(tableId: string, reason: EmptyingReason, state: EventState): Promise<void> {
  const moves = state.changeCount < maxChanges ? planMoves(tableId, state) : [];
  state.tables.delete(tableId);
  for (const { diner, to } of moves) {
    if (state.changeCount >= maxChanges) return;
    const change = to && { from: tableId, to: to.tableId, reason };
    const isSeated = change && (await seatDiner(diner, change, to.tableMates, state));
    if (!isSeated) await removeFromTable(diner.id, tableId, reason, state);
  }
}

interface TableChange {
  /** Null for a diner on standby. */
  from: string | null;
  to: string;
  reason: EmptyingReason | "off standby";
}

async function seatDiner(
  diner: Diner,
  { from, to, reason }: TableChange,
  tableMates: Diner[],
  state: EventState,
): Promise<boolean> {
  const bookingId = state.bookings.get(diner.id)?.bookingId;
  if (!bookingId) return false;
  state.changeCount++;
  const shares = explainTable(state.seatingRules.questions, [...tableMates, diner]);
  const isSeated = await seat(state.context.db, {
    bookingId,
    fromTableId: from,
    tableId: to,
    shares,
    reason,
    now: state.now,
  });
  if (isSeated) tableMates.push(diner);
  return isSeated;
}

/** On standby a diner of a closed table may still get a seat. */
async function removeFromTable(
  userId: string,
  tableId: string,
  reason: EmptyingReason,
  state: EventState,
): Promise<void> {
  const { bookings, data, context, now } = state;
  const bookingId = bookings.get(userId)?.bookingId;
  if (!bookingId) return;
  state.changeCount++;
  const isClosed = reason === "table closed";
  if (isClosed && !isStandbyOver(data, now)) await unseat(context.db, { bookingId, tableId, now });
  else await dissolve(context.db, { bookingId, tableId, isClosed, now });
}
