import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { hereByOthers, phoneTonight, walkInNames } from "#app/db/conditions.ts";
import { nameAtDinner } from "#app/db/dinner-facts.ts";
import { profiles, users } from "#app/db/schema/account.ts";
import { attendanceReports, headCounts, lateNotes } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { events } from "#app/db/schema/event.ts";
import { venues } from "#app/db/schema/venue.ts";
import { tables } from "#app/db/schema.ts";
import { jsonList } from "#app/db/statements.ts";
import { tellApart } from "#app/lib/account/tell-apart.ts";
import { eventTimes, hostLinkTimes } from "#app/lib/event/event-times.ts";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";

export const listEvenings = (
  db: Database,
  period: { from: Date; to: Date },
  citySlugs?: readonly string[],
  limit = 200,
) =>
  db
    .select({
      id: events.id,
      date: events.date,
      scheduledFor: events.scheduledFor,
      closesAt: events.closesAt,
      matchedAt: events.matchedAt,
      capacity: events.capacity,
      taken: events.taken,
      available: events.available,
      canceledAt: events.canceledAt,
      cityName: sql<string>`${cities.name}`.as("city_name"),
      citySlug: cities.slug,
      timeZone: cities.timeZone,
    })
    .from(events)
    .innerJoin(cities, eq(cities.id, events.cityId))
    .where(
      and(
        sql`${events.date} > ${period.from.getTime()} and ${events.date} < ${period.to.getTime()}`,
        citySlugs && sql`${cities.slug} in ${jsonList(citySlugs)}`,
      ),
    )
    .orderBy(asc(events.date), asc(cities.name))
    .limit(limit);

export type Evening = Awaited<ReturnType<typeof listEvenings>>[number];

/** What the host or an operator has said of whether somebody is there. */
const saidBy = (source: SQL) => sql<number | null>`(select max(said.came)
  from ${attendanceReports} said
  where said.booking_id = ${bookings.id} and said.source = ${source})`;

/** What `countArrivals` counts with. */
export const arrivalColumns = {
  bookingId: sql<string>`${bookings.id}`.as("booking_id"),
  tableId: bookings.tableId,
  firstName: nameAtDinner.as("name_at_dinner"),
  lastName: users.lastName,
  lateMinutes: lateNotes.minutes,
  phone: phoneTonight.as("phone"),
  saidByHost: saidBy(sql`'host'`).as("said_by_host"),
  saidByOperator: saidBy(sql`'operator'`).as("said_by_operator"),
  hereByOthers: hereByOthers.as("here_by_others"),
};

/** While somebody may be at the door: from the afternoon of the dinner to the next morning. */
export const eveningOf = (date: Date) => ({
  from: hostLinkTimes(date).from,
  until: new Date(date.getTime() + 12 * hourMs),
});

/** Everybody at the tables of an evening, as an operator sees them: with names, and whether they are there. */
export async function loadEvening(db: Database, eventId: string, now: Date) {
  const [eventTables, diners, standby] = await db.batch([
    db
      .select({
        id: tables.id,
        number: tables.number,
        closedAt: tables.closedAt,
        venueId: tables.venueId,
        venueName: sql<string>`${venues.name}`.as("venue_name"),
        address: venues.address,
        phone: venues.phone,
        notes: venues.notes,
        date: events.date,
        counted: headCounts.here,
        walkIns: walkInNames.as("walk_ins"),
      })
      .from(tables)
      .innerJoin(venues, eq(venues.id, tables.venueId))
      .innerJoin(events, eq(events.id, tables.eventId))
      .leftJoin(headCounts, eq(headCounts.tableId, tables.id))
      .where(eq(tables.eventId, eventId))
      .orderBy(asc(tables.number)),
    db
      .select({
        ...arrivalColumns,
        userId: bookings.userId,
        canceledAt: bookings.canceledAt,
        attendance: bookings.attendance,
      })
      .from(bookings)
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .innerJoin(users, eq(users.id, bookings.userId))
      .leftJoin(lateNotes, eq(lateNotes.bookingId, bookings.id))
      .where(
        sql`${bookings.eventId} = ${eventId} and ${bookings.tableId} is not null
          and (${bookings.canceled} = 0 or (${bookings.confirmed} = 1 and ${bookings.canceledByClub} = 0))`,
      )
      .orderBy(asc(nameAtDinner), asc(bookings.id)),
    db
      .select({
        bookingId: sql<string>`${bookings.id}`.as("booking_id"),
        userId: bookings.userId,
        firstName: nameAtDinner.as("name_at_dinner"),
        lastName: users.lastName,
        standbyReason: bookings.standbyReason,
      })
      .from(bookings)
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .innerJoin(users, eq(users.id, bookings.userId))
      .where(
        sql`${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0 and ${bookings.confirmed} = 0
          and ${bookings.standby} = 1`,
      )
      .orderBy(asc(bookings.createdAt)),
  ]);
  const people = [...diners, ...standby];
  const names = tellApart(people);
  const nameOf = (person: (typeof people)[number]) => names.get(person) ?? person.firstName;
  const dinersByTable = Map.groupBy(diners, ({ tableId }) => tableId);
  return {
    tables: eventTables.map((table) => {
      const all = dinersByTable.get(table.id) ?? [];
      const expected = all
        .filter(({ canceledAt }) => canceledAt === null)
        .map((diner) => ({ ...diner, name: nameOf(diner) }));
      const { diners: there, ...counts } = countArrivals(expected, { ...table, now });
      return {
        ...table,
        diners: there.map((diner) => ({
          bookingId: diner.bookingId,
          userId: diner.userId,
          name: diner.name,
          phone: diner.phone,
          presence: diner.presence,
          lateMinutes: diner.lateMinutes,
          isSaid: diner.isSaid,
          /** Only an operator’s own word can be taken back at the desk. */
          isSaidByOperator: diner.saidByOperator !== null,
        })),
        ...counts,
        here: counts.here + table.walkIns.length,
        /** Who gave back a seat that nobody has taken since. */
        canceled: all
          .filter(({ canceledAt }) => canceledAt !== null)
          .map((diner) => ({ name: nameOf(diner), at: diner.canceledAt })),
      };
    }),
    standby: standby.map((diner) => ({
      bookingId: diner.bookingId,
      userId: diner.userId,
      name: nameOf(diner),
      reason: diner.standbyReason,
    })),
  };
}

export type LoadedEvening = Awaited<ReturnType<typeof loadEvening>>;
export type EveningTable = LoadedEvening["tables"][number];
export type EveningDiner = EveningTable["diners"][number];

export type Presence =
  | "expected"
  | "on the way"
  | "here"
  | "late"
  | "not here"
  | "missing"
  /** Others of the table were counted, without who. */
  | "here or not"
  | "came"
  | "absent";

interface Reported {
  attendance?: "attended" | "no-show" | null;
  lateMinutes: number | null;
  saidByHost: number | null;
  saidByOperator: number | null;
  hereByOthers: string | null;
}

/** An operator's word counts more than the host's, and that more than the diner's own. */
function describePresence(
  { attendance, lateMinutes, saidByHost, saidByOperator, hereByOthers: here }: Reported,
  date: Date,
  now: Date,
): { presence: Presence; lateMinutes: number | null; isSaid: boolean } {
  const said = saidByOperator ?? saidByHost ?? (here === null ? null : 1);
  const isSaid = said !== null;
  const { from, until } = eveningOf(date);
  if (now < from) return { presence: "expected", lateMinutes: null, isSaid };
  // Who is in no report counts as having come.
  if (now >= until)
    return {
      presence: attendance === "no-show" || said === 0 ? "absent" : "came",
      lateMinutes: null,
      isSaid,
    };
  if (said === 1) return { presence: "here", lateMinutes: null, isSaid };
  if (said === 0) return { presence: "missing", lateMinutes, isSaid };
  if (now.getTime() >= date.getTime() + eventTimes.missingAfterMs)
    return { presence: "missing", lateMinutes, isSaid };
  if (lateMinutes) return { presence: "late", lateMinutes, isSaid };
  const isWaitedFor = now.getTime() >= date.getTime() + 5 * minuteMs;
  return { presence: isWaitedFor ? "not here" : "on the way", lateMinutes, isSaid };
}

/** Who of a table is there, and how many: the desk and the host's page count with this. */
export const countArrivals = <Diner extends Reported>(
  diners: readonly Diner[],
  { counted, date, now }: { counted: number | null; date: Date; now: Date },
) =>
  applyCount(
    diners.map((diner) => ({ ...diner, ...describePresence(diner, date, now) })),
    counted,
  );

const waitedFor: Presence[] = ["on the way", "not here", "missing"];

/** Where heads were counted, nobody is missing by name unless somebody said so: it isn’t known who is there. */
function applyCount<Each extends { presence: Presence; isSaid: boolean }>(
  all: Each[],
  counted: number | null,
) {
  const named = all.filter(({ presence }) => presence === "here").length;
  const unknown =
    counted === null ? [] : all.filter((diner) => !diner.isSaid && waitedFor.includes(diner.presence));
  const here = Math.min(named + unknown.length, Math.max(counted ?? 0, named));
  const away = named + unknown.length - here;
  const hasBegun = unknown.some(({ presence }) => presence !== "on the way");
  const presence: Presence = away === 0 ? "here" : "here or not";
  return {
    diners: all.map((diner) => (unknown.includes(diner) ? { ...diner, presence } : diner)),
    here,
    missing: hasBegun ? away : 0,
    onTheWay: hasBegun ? 0 : away,
  };
}
