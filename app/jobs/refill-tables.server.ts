import { tableSet } from "#app/emails/booking-confirmed.tsx";
import { seatLinks } from "#app/emails/booking-links.server.ts";
import { tableDissolved } from "#app/emails/table-dissolved.tsx";
import { dateAndTime } from "#app/lib/dates.ts";
import { before, timeline } from "#app/lib/event-times.ts";
import type { JobContext } from "#app/load-context.ts";
import type { Diner } from "#app/matching/diner.ts";
import { sharedBy } from "#app/matching/explain.ts";
import { freeSeatsFor, replacementsFor } from "#app/matching/reseat.ts";
import { cancelUnseated } from "#app/models/booking/due-bookings.server.ts";
import { nightsToMend, takeSeat } from "#app/models/booking/transitions.server.ts";
import { type LoadedNight, loadNight } from "#app/models/matching/match-data.server.ts";
import { nightOf } from "#app/models/matching/match-input.server.ts";

/** Fewer than this is no table; in the last hours its diners go where there are chairs. */
const fewest = 3;

/** One dinner while it is mended: who sits where, who waits, and what their mails say. */
interface Evening {
  tables: Map<string, Diner[]>;
  waiting: Diner[];
  booked: Map<string, LoadedNight["diners"][number]>;
  rulebook: Parameters<typeof replacementsFor>[2];
  dinner: LoadedNight["dinner"];
  context: JobContext;
  now: Date;
}

/** A chair that fell free goes to whoever on standby fits the table best; a table too small is dissolved in the end. */
export async function mendTables(context: JobContext, now: Date): Promise<void> {
  for (const eventId of await nightsToMend(context.db, now)) {
    const loaded = await loadNight(context.db, eventId);
    if (loaded) await mend(eveningOf(eventId, loaded, context, now));
  }
}

function eveningOf(eventId: string, loaded: LoadedNight, context: JobContext, now: Date): Evening {
  const { questions, venues, diners, relax = [] } = nightOf(eventId, loaded, context.env);
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
    rulebook: { questions, venue, relaxed: relax },
    dinner: loaded.dinner,
    context,
    now,
  };
}

async function mend(evening: Evening): Promise<void> {
  const { tables, dinner, now } = evening;
  for (const [tableId, party] of tables) await fill(tableId, party, evening);
  if (now < before(dinner.date, timeline.standbyEnds)) return;
  for (const [tableId, party] of tables) if (party.length < fewest) await dissolve(tableId, party, evening);
}

async function fill(tableId: string, party: Diner[], evening: Evening): Promise<void> {
  const { waiting, rulebook } = evening;
  for (;;) {
    const [best] = replacementsFor(party, waiting, rulebook);
    const diner = waiting.find(({ id }) => id === best?.diner);
    if (!diner || !(await seat(diner, { from: null, to: tableId }, party, evening))) return;
    waiting.splice(waiting.indexOf(diner), 1);
  }
}

async function dissolve(tableId: string, party: Diner[], evening: Evening): Promise<void> {
  const { tables, rulebook } = evening;
  const others = [...tables].filter(([id, table]) => id !== tableId && table.length >= fewest);
  const parties = others.map(([, table]) => table);
  tables.delete(tableId);
  for (const { diner, table } of freeSeatsFor(party, parties, rulebook)) {
    const [to, company] = others[table] ?? [];
    const moving = party.find(({ id }) => id === diner);
    const isSeated = moving && to && company && (await seat(moving, { from: tableId, to }, company, evening));
    if (!isSeated) await letGo(diner, tableId, evening);
  }
}

interface Move {
  from: string | null;
  to: string;
}

async function seat(diner: Diner, move: Move, company: Diner[], evening: Evening): Promise<boolean> {
  const { booked, dinner, rulebook, context, now } = evening;
  const booking = booked.get(diner.id);
  if (!booking) return false;
  const shares = sharedBy(rulebook.questions, [...company, diner]);
  const mail = tableSet({
    ...dinner,
    to: booking.email,
    origin: context.env.SITE_URL,
    bookingId: booking.bookingId,
    seat: seatLinks(context.env, {
      origin: context.env.SITE_URL,
      bookingId: booking.bookingId,
      date: dinner.date,
    }),
    why: move.from ? "moved" : "off standby",
    firstName: booking.firstName,
    when: moment(dinner.date, dinner),
    company: company.flatMap(({ id }) => booked.get(id)?.firstName ?? []),
    shares,
    freeUntil: moment(before(dinner.date, timeline.closes), dinner),
  });
  const isSeated = await takeSeat(context.db, { bookingId: booking.bookingId, ...move, shares, mail }, now);
  if (isSeated) company.push(diner);
  return isSeated;
}

async function letGo(
  userId: string,
  tableId: string,
  { booked, dinner, context, now }: Evening,
): Promise<void> {
  const booking = booked.get(userId);
  if (!booking) return;
  const when = moment(dinner.date, dinner);
  const mail = tableDissolved({ to: booking.email, origin: context.env.SITE_URL, when });
  await cancelUnseated(context.db, { bookingId: booking.bookingId, tableId, mail }, now);
}

const moment = (date: Date, { timeZone }: { timeZone: string }) => dateAndTime(date, timeZone);
