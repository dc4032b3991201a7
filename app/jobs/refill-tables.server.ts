import { seatedEmail } from "#app/emails/booking-data.server.ts";
import { tableDissolved } from "#app/emails/table-dissolved.tsx";
import { dateAndTime } from "#app/lib/dates.ts";
import { eventTimes, timeBefore } from "#app/lib/event-times.ts";
import type { JobContext } from "#app/load-context.ts";
import type { Diner } from "#app/matching/diner.ts";
import { explainTable } from "#app/matching/explain.ts";
import { findFreeSeats, findReplacements } from "#app/matching/reseat.ts";
import { findEventsToRefill } from "#app/models/booking/due-bookings.server.ts";
import { dissolve, seat } from "#app/models/booking/transitions.server.ts";
import { loadMatchData, type MatchData } from "#app/models/matching/match-data.server.ts";
import { buildMatchInput } from "#app/models/matching/match-input.server.ts";

/** A smaller table is dissolved when standby ends. */
const minTableSize = 3;

/** An event while its free seats are filled; tables and standby change with each seat. */
interface EventState {
  tables: Map<string, Diner[]>;
  standby: Diner[];
  bookings: Map<string, MatchData["diners"][number]>;
  seatingRules: Parameters<typeof findReplacements>[2];
  event: MatchData["event"];
  context: JobContext;
  now: Date;
}

/** Gives free seats to the diners on standby who fit best, and dissolves tables that stay too small. */
export async function refillTables(context: JobContext, now: Date): Promise<void> {
  for (const eventId of await findEventsToRefill(context.db, now)) {
    const data = await loadMatchData(context.db, eventId);
    if (data) await refillEvent(buildEventState(eventId, data, context, now));
  }
}

function buildEventState(eventId: string, data: MatchData, context: JobContext, now: Date): EventState {
  const { questions, venues, diners, relax = [] } = buildMatchInput(eventId, data, context.env);
  const [venue] = venues;
  if (!venue) throw new Error("An event has no venue");
  const bookings = new Map(data.diners.map((diner) => [diner.userId, diner]));
  const tableIdOf = ({ id }: Diner) => bookings.get(id)?.tableId;
  const tables = new Map<string, Diner[]>();
  for (const diner of diners) {
    const tableId = tableIdOf(diner);
    if (tableId) tables.set(tableId, [...(tables.get(tableId) ?? []), diner]);
  }
  return {
    tables,
    standby: diners.filter((diner) => !tableIdOf(diner)),
    bookings,
    seatingRules: { questions, venue, relaxed: relax },
    event: data.event,
    context,
    now,
  };
}

async function refillEvent(state: EventState): Promise<void> {
  const { tables, event, now } = state;
  for (const [tableId, diners] of tables) await fillTable(tableId, diners, state);
  if (now < timeBefore(event.date, eventTimes.standbyEndsBeforeMs)) return;
  for (const [tableId, diners] of tables)
    if (diners.length < minTableSize) await dissolveTable(tableId, diners, state);
}

async function fillTable(tableId: string, diners: Diner[], state: EventState): Promise<void> {
  const { standby, seatingRules } = state;
  for (;;) {
    const [best] = findReplacements(diners, standby, seatingRules);
    const diner = standby.find(({ id }) => id === best?.diner);
    if (!diner || !(await seatDiner(diner, { from: null, to: tableId }, diners, state))) return;
    standby.splice(standby.indexOf(diner), 1);
  }
}

async function dissolveTable(tableId: string, diners: Diner[], state: EventState): Promise<void> {
  const { tables, seatingRules } = state;
  const others = [...tables].filter(([id, table]) => id !== tableId && table.length >= minTableSize);
  tables.delete(tableId);
  const moves = findFreeSeats(
    diners,
    others.map(([, table]) => table),
    seatingRules,
  );
  for (const { diner: userId, table } of moves) {
    const [newTableId, tableMates] = others[table] ?? [];
    const diner = diners.find(({ id }) => id === userId);
    const isSeated =
      diner &&
      newTableId &&
      tableMates &&
      (await seatDiner(diner, { from: tableId, to: newTableId }, tableMates, state));
    if (!isSeated) await cancelWithoutSeat(userId, tableId, state);
  }
}

interface TableChange {
  /** Null for a diner on standby. */
  from: string | null;
  to: string;
}

async function seatDiner(
  diner: Diner,
  { from, to }: TableChange,
  tableMates: Diner[],
  { bookings, event, seatingRules, context, now }: EventState,
): Promise<boolean> {
  const booking = bookings.get(diner.id);
  if (!booking) return false;
  const { bookingId } = booking;
  const shares = explainTable(seatingRules.questions, [...tableMates, diner]);
  const names = tableMates.flatMap(({ id }) => bookings.get(id)?.firstName ?? []);
  const reason = from ? "moved" : "off standby";
  const email = seatedEmail(context.env, event, booking, { tableMates: names, shares, reason });
  const isSeated = await seat(context.db, {
    bookingId,
    fromTableId: from,
    tableId: to,
    shares,
    email,
    now,
  });
  if (isSeated) tableMates.push(diner);
  return isSeated;
}

async function cancelWithoutSeat(
  userId: string,
  tableId: string,
  { bookings, event, context, now }: EventState,
): Promise<void> {
  const booking = bookings.get(userId);
  if (!booking) return;
  const when = dateAndTime(event.date, event.timeZone);
  const email = tableDissolved({ to: booking.email, origin: context.env.SITE_URL, when });
  await dissolve(context.db, { bookingId: booking.bookingId, tableId, email, now });
}
