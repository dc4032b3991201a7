import { bookingConfirmed } from "#app/emails/booking-confirmed.tsx";
import { bookingLinks } from "#app/emails/booking-links.server.ts";
import { tableDissolved } from "#app/emails/table-dissolved.tsx";
import { dateAndTime } from "#app/lib/dates.ts";
import { eventTimes, timeBefore } from "#app/lib/event-times.ts";
import type { JobContext } from "#app/load-context.ts";
import type { Diner } from "#app/matching/diner.ts";
import { explainTable } from "#app/matching/explain.ts";
import { findFreeSeats, findReplacements } from "#app/matching/reseat.ts";
import { dissolve } from "#app/models/booking/due-bookings.server.ts";
import { findEventsToRefill, seatFromStandby } from "#app/models/booking/transitions.server.ts";
import { loadMatchData, type MatchData } from "#app/models/matching/match-data.server.ts";
import { buildMatchInput } from "#app/models/matching/match-input.server.ts";

/** Fewer than this is no table; in the last hours its diners go where there are chairs. */
const minTableSize = 3;

/** One dinner while it is mended: who sits where, who waits, and what their mails say. */
interface EventState {
  tables: Map<string, Diner[]>;
  waiting: Diner[];
  booked: Map<string, MatchData["diners"][number]>;
  seatingRules: Parameters<typeof findReplacements>[2];
  dinner: MatchData["dinner"];
  context: JobContext;
  now: Date;
}

/** A chair that fell free goes to whoever on standby fits the table best; a table too small is dissolved in the end. */
export async function refillTables(context: JobContext, now: Date): Promise<void> {
  for (const eventId of await findEventsToRefill(context.db, now)) {
    const loaded = await loadMatchData(context.db, eventId);
    if (loaded) await refillEvent(buildEventState(eventId, loaded, context, now));
  }
}

function buildEventState(eventId: string, loaded: MatchData, context: JobContext, now: Date): EventState {
  const { questions, venues, diners, relax = [] } = buildMatchInput(eventId, loaded, context.env);
  const [venue] = venues;
  if (!venue) throw new Error("A dinner without a venue");
  const booked = new Map(loaded.diners.map((diner) => [diner.userId, diner]));
  const tableOf = ({ id }: Diner) => booked.get(id)?.tableId;
  const tables = new Map<string, Diner[]>();
  for (const diner of diners) {
    const tableId = tableOf(diner);
    if (tableId) tables.set(tableId, [...(tables.get(tableId) ?? []), diner]);
  }
  const waiting = diners.filter((diner) => !tableOf(diner));
  return {
    tables,
    waiting,
    booked,
    seatingRules: { questions, venue, relaxed: relax },
    dinner: loaded.dinner,
    context,
    now,
  };
}

async function refillEvent(evening: EventState): Promise<void> {
  const { tables, dinner, now } = evening;
  for (const [tableId, party] of tables) await fillTable(tableId, party, evening);
  if (now < timeBefore(dinner.date, eventTimes.standbyEndsBeforeMs)) return;
  for (const [tableId, party] of tables)
    if (party.length < minTableSize) await dissolveTable(tableId, party, evening);
}

async function fillTable(tableId: string, party: Diner[], evening: EventState): Promise<void> {
  const { waiting, seatingRules } = evening;
  for (;;) {
    const [best] = findReplacements(party, waiting, seatingRules);
    const diner = waiting.find(({ id }) => id === best?.diner);
    if (!diner || !(await seatDiner(diner, { from: null, to: tableId }, party, evening))) return;
    waiting.splice(waiting.indexOf(diner), 1);
  }
}

async function dissolveTable(tableId: string, party: Diner[], evening: EventState): Promise<void> {
  const { tables, seatingRules } = evening;
  const others = [...tables].filter(([id, table]) => id !== tableId && table.length >= minTableSize);
  const parties = others.map(([, table]) => table);
  tables.delete(tableId);
  for (const { diner, table } of findFreeSeats(party, parties, seatingRules)) {
    const [to, company] = others[table] ?? [];
    const moving = party.find(({ id }) => id === diner);
    const isSeated =
      moving && to && company && (await seatDiner(moving, { from: tableId, to }, company, evening));
    if (!isSeated) await cancelWithoutSeat(diner, tableId, evening);
  }
}

interface Move {
  from: string | null;
  to: string;
}

async function seatDiner(diner: Diner, move: Move, company: Diner[], evening: EventState): Promise<boolean> {
  const { booked, dinner, seatingRules, context, now } = evening;
  const booking = booked.get(diner.id);
  if (!booking) return false;
  const shares = explainTable(seatingRules.questions, [...company, diner]);
  const mail = bookingConfirmed({
    ...dinner,
    to: booking.email,
    origin: context.env.SITE_URL,
    bookingId: booking.bookingId,
    links: bookingLinks(context.env, {
      origin: context.env.SITE_URL,
      bookingId: booking.bookingId,
      date: dinner.date,
    }),
    why: move.from ? "moved" : "off standby",
    firstName: booking.firstName,
    when: formatTime(dinner.date, dinner),
    tableMates: company.flatMap(({ id }) => booked.get(id)?.firstName ?? []),
    shares,
    freeUntil: formatTime(timeBefore(dinner.date, eventTimes.closesBeforeMs), dinner),
  });
  const isSeated = await seatFromStandby(
    context.db,
    { bookingId: booking.bookingId, ...move, shares, mail },
    now,
  );
  if (isSeated) company.push(diner);
  return isSeated;
}

async function cancelWithoutSeat(
  userId: string,
  tableId: string,
  { booked, dinner, context, now }: EventState,
): Promise<void> {
  const booking = booked.get(userId);
  if (!booking) return;
  const when = formatTime(dinner.date, dinner);
  const mail = tableDissolved({ to: booking.email, origin: context.env.SITE_URL, when });
  await dissolve(context.db, { bookingId: booking.bookingId, tableId, mail }, now);
}

const formatTime = (date: Date, { timeZone }: { timeZone: string }) => dateAndTime(date, timeZone);
