import type { JobContext } from "#app/job-context.ts";
import { eventTimes, timeBefore } from "#app/lib/event/event-times.ts";
import { minTableSize, tableSize } from "#app/lib/table-size.ts";
import { log } from "#app/log.ts";
import type { Diner } from "#app/matching/match-input.ts";
import { findFreeSeats } from "#app/matching/reseat.ts";
import { findEventsToRefill } from "#app/models/booking/due-bookings.server.ts";
import { dissolve, seat, swapSeats } from "#app/models/booking/seat-transitions.server.ts";
import { markRefilled } from "#app/models/booking/tables.server.ts";
import { markAddedTablesTried } from "#app/models/event/event-venues.server.ts";
import {
  type EventSeats,
  findLastNumber,
  findSeats,
  isStandbyOver,
  listTablesWithFreeSeats,
  planMoves,
  planNewTables,
  planSwap,
  type SwapSide,
} from "#app/models/seating/event-seats.server.ts";
import { loadMatchData, type MatchData } from "#app/models/seating/match-data.server.ts";
import { saveNewTables } from "#app/models/seating/save-seating.server.ts";
import type { Job } from "./job.ts";

/** Each change is a call to the database, and one invocation is allowed a thousand. */
const maxChanges = 150;
/** The most tables times diners on standby in one plan, and the fewest tables. */
const maxPlannedSeats = 30_000;
const minPlanned = 10;

/** Empties tables that stay too small, fills free seats from standby, and makes tables where venues have spare ones. */
export const refillTables: Job = {
  findItems: ({ db }, now) => findEventsToRefill(db, now),
  async run(context, eventId, now) {
    const data = await loadMatchData(context.db, eventId);
    if (!data) return undefined;
    const seats = findSeats(eventId, data, context.env);
    const event: EventState = { ...seats, data, context, now, changeCount: 0, missed: new Set() };
    await refillEvent(event);
    if (event.changeCount >= maxChanges) return "more";
    const current = event.changeCount > 0 ? await loadMatchData(context.db, eventId) : data;
    if (current && !(await addTablesForStandby(context, eventId, current, now))) return "more";
    await markRefilled(
      context.db,
      data.freedTables.filter(({ id }) => !event.missed.has(id)),
    );
    await markAddedTablesTried(context.db, eventId, data.addedTables);
    return undefined;
  },
};

/** Returns false if something changed in the meantime, so that it can be tried again. */
async function addTablesForStandby(
  { db, env }: JobContext,
  eventId: string,
  data: MatchData,
  now: Date,
): Promise<boolean> {
  const planned = planNewTables(eventId, data, env, now);
  if (planned.length === 0) return true;
  const isSaved = await saveNewTables(db, { eventId, planned, lastNumber: findLastNumber(data), now });
  log("info", isSaved ? "tables added" : "tables not added", { eventId, tables: planned.length });
  return isSaved;
}

/** An event while its free seats are filled. Its tables and its standby change with each seat. */
interface EventState extends EventSeats {
  data: MatchData;
  context: JobContext;
  now: Date;
  changeCount: number;
  /** Tables at which a seat was planned and not given: the next run plans them again. */
  missed: Set<string>;
}

async function refillEvent(state: EventState): Promise<void> {
  const { tables, data, now } = state;
  if (!isStandbyOver(data, now)) for (const tableId of tables.keys()) await takeApart(tableId, state);
  await fillTables(state);
  if (!isStandbyOver(data, now)) return;
  const canDissolve = now < timeBefore(data.event.date, eventTimes.dissolvesUntilBeforeMs);
  for (const [tableId, diners] of tables)
    if (diners.length < minTableSize && (canDissolve || haveOtherSeats(tableId, state)))
      await emptyTable(tableId, state);
}

const haveOtherSeats = (tableId: string, seats: EventSeats) =>
  planMoves(tableId, seats).every(({ to }) => to !== null);

/** Plans the free seats of so many tables at once that a plan stays small, the smallest tables first. */
async function fillTables(state: EventState): Promise<void> {
  const { standby, seatingRules } = state;
  const open = listTablesWithFreeSeats(state).sort((one, other) => one.diners.length - other.diners.length);
  while (open.length > 0 && standby.length > 0) {
    const some = open.splice(0, Math.max(minPlanned, Math.floor(maxPlannedSeats / standby.length)));
    const moves = findFreeSeats(standby, some, seatingRules).filter(({ table }) => table >= 0);
    for (const move of moves) {
      const table = some[move.table];
      if (!table || state.changeCount >= maxChanges) return;
      const group = standby.filter(({ id }) => move.diners.includes(id));
      const change = { from: null, to: table.id, reason: "off standby" } as const;
      // If a seat was taken or somebody canceled in the meantime, the next run reads what is true.
      if (!(await seatGroup(group, change, table.diners, state))) state.missed.add(table.id);
      for (const diner of group) standby.splice(standby.indexOf(diner), 1);
    }
  }
}

/** Swaps a diner who is avoided with one of another table. Both get the same message, so neither knows whom it is about. */
async function takeApart(tableId: string, state: EventState): Promise<void> {
  for (let i = 0; i < tableSize && state.changeCount < maxChanges; i++) {
    const swap = planSwap(tableId, state);
    if (!swap) return;
    state.changeCount++;
    const [one, other] = swap;
    const isSwapped = await swapSeats(state.context.db, {
      sides: [toSide(one, other, state), toSide(other, one, state)],
      seatedIds: swap.flatMap(({ diners }) => diners.map(({ id }) => id)),
      now: state.now,
    });
    // If something has changed in the meantime, the mark of that change leads here again.
    if (!isSwapped) return;
    for (const [from, to] of [swap, swap.toReversed()] as [SwapSide, SwapSide][])
      state.tables.set(to.tableId, [
        ...to.diners.filter((diner) => !to.leaving.includes(diner)),
        ...from.leaving,
      ]);
    log("info", "diners changed places", { eventId: state.data.event.eventId });
  }
}

const toSide = (here: SwapSide, there: SwapSide, state: EventState) => ({
  bookingIds: here.leaving.map(({ id }) => id),
  tableId: here.tableId,
  venueId: here.venueId,
  shares: state.sharesOf([...here.diners.filter((diner) => !here.leaving.includes(diner)), ...there.leaving]),
});

async function emptyTable(tableId: string, state: EventState): Promise<void> {
  const { context, now } = state;
  const moves = state.changeCount < maxChanges ? planMoves(tableId, state) : [];
  state.tables.delete(tableId);
  for (const { diners, to } of moves) {
    if (state.changeCount >= maxChanges) return;
    // If a seat was taken or one of a group has canceled in the meantime, the next run finds them here.
    if (to) await seatGroup(diners, { from: tableId, to: to.tableId, reason: "moved" }, to.tableMates, state);
    else {
      state.changeCount++;
      await dissolve(context.db, { bookingIds: diners.map(({ id }) => id), tableId, now });
    }
  }
}

interface TableChange {
  /** Null for a diner on standby. */
  from: string | null;
  to: string;
  reason: "moved" | "off standby";
}

async function seatGroup(
  group: readonly Diner[],
  { from, to, reason }: TableChange,
  tableMates: Diner[],
  state: EventState,
): Promise<boolean> {
  const venue = state.venueOf(to);
  if (!venue) return false;
  state.changeCount++;
  const isSeated = await seat(state.context.db, {
    bookingIds: group.map(({ id }) => id),
    fromTableId: from,
    tableId: to,
    venueId: venue.id,
    shares: state.sharesOf([...tableMates, ...group]),
    reason,
    madeBy: "software",
    now: state.now,
  });
  if (isSeated) tableMates.push(...group);
  return isSeated;
}
