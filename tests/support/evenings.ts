import { eq, inArray, sql } from "drizzle-orm";
import { profiles } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { hostLinks } from "#app/db/schema/host.ts";
import { tables } from "#app/db/schema.ts";
import { hostPageUrl } from "#app/emails/links.server.ts";
import type { ReportSource } from "#app/lib/booking/booking-states.ts";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";
import { addHostLink } from "#app/models/host/host-links.server.ts";
import type { Club } from "./club.ts";
import { emailEnv } from "./emails.ts";
import { createEvent, insertDinersWithAnswers, venueOf } from "./events.ts";

const names =
  "Anna Bence Clara Dániel Eszter Ferenc Gábor Hanna Igor Júlia Kata Lili Márk Nóra Olga Péter Réka Sára Tamás Vera Zoltán Emma Luca Noah Maya Leo Ada Tom Ines Jonas Ella Otto Ida".split(
    " ",
  );

export interface Guest {
  bookingId: string;
  userId: string;
  name: string;
}

interface EveningTable {
  id: string;
  number: number;
  venueId: string;
  guests: Guest[];
}

export interface Evening {
  eventId: string;
  tables: EveningTable[];
  guests: Guest[];
}

let count = 0;

/** An event whose tables are made: for each venue, how many sit at each of its tables. */
export async function createEvening(
  club: Club,
  venueSizes: number[][],
  { minutesFromNow = 60 } = {},
): Promise<Evening> {
  const eventId = await createEvent(club, { venueTables: venueSizes.map(({ length }) => length) });
  await moveEvening(club, eventId, minutesFromNow);
  await club.db
    .update(events)
    .set({ matchedAt: new Date(1) })
    .where(eq(events.id, eventId));
  const sizes = venueSizes.flatMap((ofVenue, i) =>
    ofVenue.map((size) => ({ size, venueId: venueOf(eventId, i) })),
  );
  const userIds = await insertDinersWithAnswers(
    club,
    sizes.reduce((sum, { size }) => sum + size, 0),
  );
  const eveningTables: EveningTable[] = [];
  let next = 0;
  for (const [i, { size, venueId }] of sizes.entries()) {
    const table = { id: `evening-table-${++count}`, number: i + 1, venueId };
    const guests = userIds.slice(next, next + size).map((userId, j) => ({
      bookingId: crypto.randomUUID(),
      userId,
      name: names[(next + j) % names.length] ?? "",
    }));
    next += size;
    await club.db.insert(tables).values({ ...table, eventId });
    for (const { bookingId, userId, name } of guests) {
      await club.db.insert(bookings).values({
        id: bookingId,
        userId,
        eventId,
        tableId: table.id,
        confirmed: true,
        createdAt: new Date(1),
        remindedAt: new Date(1),
      });
      await club.db.update(profiles).set({ firstName: name }).where(eq(profiles.id, userId));
    }
    eveningTables.push({ ...table, guests });
  }
  return { eventId, tables: eveningTables, guests: eveningTables.flatMap(({ guests }) => guests) };
}

/** Negative minutes are in the past. */
export async function moveEvening(club: Club, eventId: string, minutesFromNow: number): Promise<void> {
  const date = new Date(Date.now() + minutesFromNow * minuteMs);
  const closesAt = new Date(date.getTime() - 48 * hourMs);
  await club.db.update(events).set({ date, closesAt }).where(eq(events.id, eventId));
}

interface HostVisitor {
  linkId: string;
  path: string;
  get(search?: Record<string, string>): Promise<Response>;
  /** A value that is a list is sent as fields of one name. */
  post(fields: Record<string, string | string[]>, search?: Record<string, string>): Promise<Response>;
}

export async function openHostLink(
  club: Club,
  eventId: string,
  { venue = 0, email = null as string | null } = {},
): Promise<HostVisitor> {
  const linkId = await addHostLink(club.db, {
    eventId,
    venueId: venueOf(eventId, venue),
    email,
    now: new Date(),
  });
  const url = new URL(hostPageUrl(emailEnv, linkId));
  const path = url.pathname + url.search;
  return {
    linkId,
    path,
    get: (search = {}) => club.fetch(`${path}&${new URLSearchParams(search)}`),
    post(fields, search = {}) {
      const body = new URLSearchParams();
      for (const [name, value] of Object.entries(fields))
        for (const each of [value].flat()) body.append(name, each);
      return club.fetch(`${path}&${new URLSearchParams(search)}`, { method: "POST", body });
    },
  };
}

export const idsOf = (guests: Pick<Guest, "bookingId">[]) => guests.map(({ bookingId }) => bookingId);

/** The query of the page that a form leads to. */
export const searchOf = (response: Response) =>
  new URL(response.headers.get("Location") ?? "", "http://x").searchParams;

/** "Anna host 1": what was reported of the guests of an evening. */
export async function listReports(club: Club, { guests }: Evening): Promise<string[]> {
  const nameOf = new Map(guests.map(({ bookingId, name }) => [bookingId, name]));
  const results = await club.db.all<{ booking_id: string; source: string; came: number }>(
    sql`SELECT booking_id, source, came FROM attendance_reports`,
  );
  return results
    .flatMap(({ booking_id, source, came }) =>
      nameOf.has(booking_id) ? [`${nameOf.get(booking_id)} ${source} ${came}`] : [],
    )
    .sort();
}

export const report = (club: Club, guest: Guest, source: ReportSource, came: boolean, by: Guest = guest) =>
  club.db.run(
    sql`INSERT OR REPLACE INTO attendance_reports (booking_id, source, reported_by, came, at) VALUES (${guest.bookingId}, ${source}, ${by.bookingId}, ${Number(came)}, 1)`,
  );

/** "Anna 3": where the guests of an evening sit now. */
export async function listSeats(club: Club, { guests }: Evening): Promise<Record<string, number | null>> {
  const rows = await club.db
    .select({ id: bookings.id, number: tables.number })
    .from(bookings)
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .where(inArray(bookings.id, idsOf(guests)));
  return Object.fromEntries(
    guests.map(({ bookingId, name }) => [name, rows.find(({ id }) => id === bookingId)?.number ?? null]),
  );
}

export const revoke = (club: Club, linkId: string) =>
  club.db.update(hostLinks).set({ revokedAt: new Date() }).where(eq(hostLinks.id, linkId));

/** How many emails of a kind there are, for whom. */
export async function countEmails(club: Club, eventId: string, kind: string): Promise<number> {
  return (
    (await club.binding
      .prepare(
        "SELECT count(*) AS n FROM outbox WHERE kind = ? AND booking_id IN (SELECT id FROM bookings WHERE event_id = ?)",
      )
      .bind(kind, eventId)
      .first<number>("n")) ?? 0
  );
}
