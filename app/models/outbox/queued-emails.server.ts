import { asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean, sqlJson } from "#app/db/columns.ts";
import { depositAmount, depositCurrency, wasMovedByClub } from "#app/db/conditions.ts";
import {
  cityFacts,
  eventFacts,
  faceAtDinner,
  nameAtDinner,
  needsAndVenues,
  venueFacts,
} from "#app/db/dinner-facts.ts";
import { profiles } from "#app/db/schema/account.ts";
import { lateNotes } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { mutualWishes } from "#app/db/schema/feedback.ts";
import { hostLinks, hostMessages } from "#app/db/schema/host.ts";
import { clubMessages } from "#app/db/schema/message.ts";
import { consents } from "#app/db/schema/quiz.ts";
import { matchRecords } from "#app/db/schema/seating.ts";
import { sheets } from "#app/db/schema/sheet.ts";
import { venues } from "#app/db/schema/venue.ts";
import { outbox, tables } from "#app/db/schema.ts";
import type { DepositState } from "#app/lib/booking/booking-states.ts";
import type { SheetContent } from "#app/lib/event/sheet.ts";

const ofCity = sql`(select c.id from cities c where c.slug = ${outbox.data} ->> 'slug')`;

const lastBookedCityId = sql`(select e.city_id from users u join bookings b on b.user_id = u.id
  join events e on e.id = b.event_id where u.email = ${outbox.to} order by b.created_at desc limit 1)`;

interface OtherDiner {
  firstName: string;
  /** Their email address, or what they typed instead. */
  contact: string;
  wantsSameTable: boolean;
}

/** Of the table-mate whom the email is about; null once they are erased. */
const other = sqlJson<{ firstName: string | null; userId: string; face: number | null } | null>`(select
    json_object('firstName', ${nameAtDinner}, 'userId', ${profiles.id}, 'face', ${faceAtDinner})
  from ${bookings} join ${profiles} on ${profiles.id} = ${bookings.userId} join ${events} on ${events.id} = ${bookings.eventId}
  where ${bookings.id} = ${outbox.data} ->> 'otherBookingId')`.as("other_diner_of_email");

/** Who would meet this diner again, too, with the contact they chose; only in the email that tells both. */
const mutual =
  sqlJson<OtherDiner | null>`(select json_object('firstName', coalesce(others.first_name, shown.first_name),
      'contact', iif(pair.booking_id = others.id, pair.contact, pair.other_contact), 'wantsSameTable', json(iif(pair.want_same_table, 'true', 'false')))
    from ${bookings} others
    join ${mutualWishes} pair on pair.booking_id = min(others.id, ${outbox.bookingId})
      and pair.other_booking_id = max(others.id, ${outbox.bookingId})
    join ${profiles} shown on shown.id = others.user_id
  where ${outbox.kind} = 'meet-again' and others.id = ${outbox.data} ->> 'otherBookingId')`.as("other_diner");

export interface ToldSheet {
  linkId: string;
  language: string;
  content: SheetContent;
  previous: SheetContent | null;
  sentAt: number;
  previousAt: number | null;
}

const toldSheet =
  sqlJson<ToldSheet | null>`iif(${sheets.content} is null, null, json_object('linkId', ${sheets.linkId},
    'language', ${venues.language}, 'content', json(${sheets.content}), 'sentAt', ${sheets.sentAt},
    'previous', json(${sheets.previous}), 'previousAt', ${sheets.previousAt}))`.as("told_sheet");

/** The next dinner of the city that can be booked, for who has lost one, or has waited for the city. */
const nextDinner = sqlJson<{
  id: string;
  date: number;
} | null>`iif(${outbox.kind} in ('absence-resolved', 'booking-canceled', 'canceled-by-club',
    'city-opened', 'deposit-kept', 'deposit-missed', 'deposit-refunded', 'line-ended', 'standby-ended', 'table-dissolved'), (select json_object('id', next.id, 'date', next.date) from events next
    where next.city_id = ${cities.id} and next.date > ${outbox.createdAt} and next.closes_at > ${outbox.createdAt}
      and next.canceled_at is null and next.available = 1 and next.matched_at is null
      and next.taken + (select count(*) from line_places waiting where waiting.event_id = next.id) < next.capacity
      and next.id is not ${events.id} and not exists (select 1 from bookings mine where mine.event_id = next.id
        and mine.user_id = coalesce(${bookings.userId}, (select u.id from users u where u.email = ${outbox.to})) and mine.canceled = 0)
    order by next.date limit 1), null)`.as("next_dinner");

/** How many a host is told to expect. */
const hostGuests = sqlJson<{ people: number; tables: number } | null>`iif(${outbox.kind} = 'host-link',
    (select json_object('people', count(*), 'tables', count(distinct taken.id)) from tables taken
    join bookings guests on guests.table_id = taken.id and guests.confirmed = 1 and guests.canceled = 0
    where taken.event_id = ${hostLinks.eventId} and taken.venue_id = ${hostLinks.venueId}), null)`.as(
  "host_guests",
);

/** What is needed to render an email: its own data, and its booking as it is now. */
export const selectQueuedEmails = (db: Database) =>
  db
    .select({
      id: outbox.id,
      kind: outbox.kind,
      to: outbox.to,
      data: outbox.data,
      sentAt: outbox.sentAt,
      bookingId: outbox.bookingId,
      tableId: bookings.tableId,
      /** For links that work while this is the diner’s address. */
      linkSalt: sql<string | null>`(select iif(u.email = ${outbox.to}, u.link_salt, 'former address')
        from users u where u.id = coalesce(${bookings.userId}, ${consents.userId}))`.as("link_salt"),
      hasInvitation: outbox.hasInvitation,
      sequence: sql<number | null>`${bookings.sequence}`.as("booking_sequence"),
      isConfirmed: sqlBoolean`${bookings.confirmed}`.as("is_confirmed"),
      isCanceled: sqlBoolean`${bookings.canceled}`.as("is_canceled"),
      createdAt: outbox.createdAt,
      bookedAt: sql<Date | null>`${bookings.createdAt}`.mapWith(bookings.createdAt).as("booked_at"),
      userId: sql<string | null>`${profiles.id}`.as("reader_id"),
      firstName: profiles.firstName,
      face: faceAtDinner.as("reader_face"),
      /** For a host, who has another of this name at their tables; null otherwise. */
      initialForHost: sql<string | null>`(select substr(own.last_name, 1, 1) from users own
        where ${outbox.kind} = 'host-note' and own.id = ${bookings.userId} and exists (select 1 from tables near
          join bookings others on others.table_id = near.id and others.confirmed = 1 and others.id <> ${bookings.id}
          join profiles named on named.id = others.user_id and lower(named.first_name) = lower(${profiles.firstName})
          where near.event_id = ${tables.eventId}
        and near.venue_id = ${tables.venueId}))`.as("initial_for_host"),
      event: eventFacts,
      /** Of the event or the line; for a sign-in, where its diner booked last; or the one that opens. */
      city: cityFacts,
      /** The venue of the table; null without a seat. */
      venue: venueFacts,
      tableNumber: tables.number,
      shares: tables.shares,
      amount: sql<number | null>`${depositAmount} - iif(${deposits.state} in ('paid', 'kept'),
        ${deposits.refunded}, 0)`.as("deposit_amount"),
      currency: sql<string | null>`${depositCurrency}`.as("deposit_currency"),
      eventDeposit: sql<number | null>`${events.deposit}`.as("event_deposit"),
      payBy: bookings.payBy,
      wasMoved: sqlBoolean`${wasMovedByClub}`.as("was_moved"),
      entriesHash: matchRecords.entriesHash,
      needsAndVenues: needsAndVenues.as("needs_and_venues"),
      other,
      hostLinkId: sql<string | null>`${hostLinks.id}`.as("host_link_id"),
      lateMinutes: lateNotes.minutes,
      hostMessage: sql<string | null>`${hostMessages.text}`.as("host_message"),
      clubSubject: clubMessages.subject,
      clubMessage: sql<string | null>`${clubMessages.text}`.as("club_message"),
      depositState: sql<DepositState | null>`${deposits.state}`.as("deposit_state"),
      mutual,
      toldSheet,
      nextDinner,
      hostGuests,
    })
    .from(outbox)
    .leftJoin(bookings, eq(bookings.id, outbox.bookingId))
    .leftJoin(consents, sql`${consents.id} = ${outbox.data} ->> 'consentId'`)
    .leftJoin(hostLinks, sql`${hostLinks.id} = ${outbox.data} ->> 'hostLinkId'`)
    .leftJoin(hostMessages, sql`${hostMessages.id} = ${outbox.data} ->> 'messageId'`)
    .leftJoin(clubMessages, sql`${clubMessages.id} = ${outbox.data} ->> 'messageId'`)
    .leftJoin(sheets, sql`${sheets.id} = ${outbox.data} ->> 'sheetId'`)
    .leftJoin(
      events,
      sql`${events.id} = coalesce(${bookings.eventId}, ${hostLinks.eventId}, ${sheets.eventId})`,
    )
    .leftJoin(
      cities,
      sql`${cities.id} = case ${outbox.kind} when 'new-sign-in' then ${lastBookedCityId}
        when 'city-opened' then ${ofCity} when 'line-ended' then ${ofCity} else ${events.cityId} end`,
    )
    .leftJoin(profiles, sql`${profiles.id} = coalesce(${bookings.userId}, ${consents.userId})`)
    .leftJoin(tables, eq(tables.id, bookings.tableId))
    .leftJoin(
      venues,
      sql`${venues.id} = coalesce(${hostLinks.venueId}, ${sheets.venueId}, ${tables.venueId})`,
    )
    .leftJoin(
      lateNotes,
      sql`${lateNotes.bookingId} = coalesce(${outbox.data} ->> 'otherBookingId', ${outbox.bookingId})`,
    )
    .leftJoin(matchRecords, eq(matchRecords.eventId, bookings.eventId))
    .leftJoin(deposits, eq(deposits.bookingId, outbox.bookingId));

export const selectTableMates = (db: Database, bookingIds: SQL) =>
  db
    .select({
      tableId: bookings.tableId,
      bookingId: sql<string>`${bookings.id}`.as("booking_id"),
      firstName: nameAtDinner.as("name_at_dinner"),
      userId: bookings.userId,
      face: faceAtDinner.as("face_at_dinner"),
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .innerJoin(events, eq(events.id, bookings.eventId))
    .where(
      sql`${bookings.canceled} = 0 and ${bookings.tableId} in (select table_id from ${bookings} where id in ${bookingIds})`,
    )
    .orderBy(asc(nameAtDinner));

type Row = Awaited<ReturnType<typeof selectQueuedEmails>>[number];
type TableMate = Awaited<ReturnType<typeof selectTableMates>>[number];

export interface QueuedEmail extends Row {
  tableMates: Omit<TableMate, "tableId" | "bookingId">[];
}

export function addTableMates(rows: Row[], tableMates: TableMate[]): QueuedEmail[] {
  const byTable = Map.groupBy(tableMates, ({ tableId }) => tableId);
  return rows.map((row) => ({
    ...row,
    tableMates: (row.tableId ? (byTable.get(row.tableId) ?? []) : [])
      .filter(({ bookingId }) => bookingId !== row.bookingId)
      .map(({ firstName, userId, face }) => ({ firstName, userId, face })),
  }));
}

/** The newest emails first, to one address or to all, for the outbox of a local club. */
export async function listQueuedEmails(
  db: Database,
  { limit, to }: { limit: number; to?: string | undefined },
): Promise<QueuedEmail[]> {
  const isListed = to ? eq(outbox.to, to) : undefined;
  const newest = sql`(select booking_id from ${outbox} where ${isListed ?? sql`1`} order by created_at desc limit ${limit})`;
  const [rows, mates] = await db.batch([
    selectQueuedEmails(db).where(isListed).orderBy(desc(outbox.createdAt)).limit(limit),
    selectTableMates(db, newest),
  ]);
  return addTableMates(rows, mates);
}

export async function findQueuedEmail(db: Database, id: string): Promise<QueuedEmail | undefined> {
  const [rows, mates] = await db.batch([
    selectQueuedEmails(db).where(eq(outbox.id, id)),
    selectTableMates(db, sql`(select booking_id from ${outbox} where id = ${id})`),
  ]);
  return addTableMates(rows, mates)[0];
}
