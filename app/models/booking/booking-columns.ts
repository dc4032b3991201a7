import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { sqlBoolean, sqlJson } from "#app/db/columns.ts";
import {
  depositAmount,
  depositCurrency,
  hasOpenSeats,
  hasSeveralCities,
  isHere,
  isKeptApart,
  isSeenHere,
  phoneTonight,
  wasMovedByClub,
} from "#app/db/conditions.ts";
import {
  cityFacts,
  eventFacts,
  isPhotoShown,
  nameAtDinner,
  needsAndVenues,
  venueFacts,
} from "#app/db/dinner-facts.ts";
import type { ValueOrPlaceholder } from "#app/db/prepare-queries.ts";
import { profiles } from "#app/db/schema/account.ts";
import { absences, attendanceReports, lateNotes } from "#app/db/schema/attendance.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { mutualWishes } from "#app/db/schema/feedback.ts";
import { hostLinks } from "#app/db/schema/host.ts";
import { venues } from "#app/db/schema/venue.ts";
import { feedback, tables } from "#app/db/schema.ts";
import type { EmailData } from "#app/lib/email-kinds.ts";
import { eveningWindows } from "#app/lib/event/event-times.ts";
import { contestsAbsence, isActiveOf, isTooClose } from "./booking-conditions.ts";
import { pairOfBooking } from "./pairs.server.ts";

/** How the club ended a booking. */
interface Ending {
  kind: "standby-ended" | "table-dissolved" | "canceled-by-club";
  what: EmailData["canceled-by-club"]["what"] | null;
  /** A sentence by the operator. */
  because: string | null;
}

/** Somebody who would meet the diner of a booking again, as that diner would: both were told. */
interface MutualWish {
  firstName: string;
  /** The contact when both were told; null once it is deleted. */
  contact: string | null;
  wantsSameTable: boolean;
  toldAt: number;
}

const mutual = sqlJson<MutualWish[]>`(select json_group_array(json_object('firstName',
  coalesce(others.first_name, shown.first_name),
      'contact', case when ${isKeptApart(sql`${bookings.userId}`, sql`others.user_id`)} then ''
        when pair.booking_id = others.id then pair.contact else pair.other_contact end, 'toldAt', pair.told_at,
      'wantsSameTable', json(iif(pair.want_same_table, 'true', 'false'))) order by coalesce(others.first_name, shown.first_name), shown.id)
    from ${mutualWishes} pair
    join bookings others on others.id = iif(pair.booking_id = ${bookings.id}, pair.other_booking_id, pair.booking_id)
    join ${profiles} shown on shown.id = others.user_id
  where pair.booking_id = ${bookings.id} or pair.other_booking_id = ${bookings.id})`.as("mutual");

const later = sql`select 1 from bookings later
  where later.user_id = ${bookings.userId} and later.event_id = ${bookings.eventId}
    and (later.created_at, later.id) > (${bookings.createdAt}, ${bookings.id})`;

/** The same event, by the same diner. */
export const wasCanceledAgain = sql`exists (${later} and later.canceled = 1)`;

export const bookingColumns = {
  id: bookings.id,
  confirmed: bookings.confirmed,
  canceled: bookings.canceled,
  sequence: bookings.sequence,
  createdAt: bookings.createdAt,
  eventId: bookings.eventId,
  ...eventFacts,
  ...cityFacts,
  hasSeveralCities: hasSeveralCities.as("has_several_cities"),
  depositAmount: depositAmount.as("deposit_amount"),
  currency: depositCurrency.as("deposit_currency"),
  refunded: deposits.refunded,
  refundReason: deposits.refundReason,
  /** The venue of the table, which is known once the booking is confirmed. */
  venue: {
    ...venueFacts,
    photo: venues.photo,
    onFoot: venues.onFoot,
    venueId: sql<string>`${venues.id}`.as("table_venue_id"),
  },
  tableNumber: tables.number,
  standby: bookings.standby,
  standbyReason: bookings.standbyReason,
  needsAndVenues: needsAndVenues.as("needs_and_venues"),
  canceledByClub: bookings.canceledByClub,
  /** Before others in the next dinner, as long as they have had no table since. */
  hasPriority: sqlBoolean`${bookings.canceledByClub} = 1 and not exists (select 1 from bookings seated
    where seated.user_id = ${bookings.userId} and seated.table_id is not null
      and seated.created_at > ${bookings.createdAt})`.as("has_priority"),
  canceledAt: bookings.canceledAt,
  /** Taken from the email about it, as long as that is stored. */
  endedBy: sqlJson<Ending | null>`iif(${bookings.canceledByClub} = 1, (select json_object('kind', o.kind,
      'what', o.data ->> 'what', 'because', o.data ->> 'because')
    from outbox o where o.booking_id = ${bookings.id} and o.kind in ('standby-ended', 'table-dissolved', 'canceled-by-club')
    order by o.created_at desc limit 1), null)`.as("ended_by"),
  /** The same event, by the same diner, who has not canceled that. */
  isBookedAgain: sqlBoolean`exists (${later} and later.canceled = 0)`.as("is_booked_again"),
  /** Taken from the email about it, as long as that is stored. */
  cameFromStandby: sqlBoolean`exists (select 1 from outbox o where o.booking_id = ${bookings.id}
    and o.kind = 'booking-confirmed' and o.data ->> 'reason' = 'off standby')`.as("came_from_standby"),
  getsReminder: sqlBoolean`(select wants_reminders from profiles
    where profiles.id = ${bookings.userId})`.as("gets_reminder"),
  /** Of a canceled booking: its event has open seats, and the diner has no other dinner around that time. */
  hasSeatAgain:
    sqlBoolean`(${bookings.canceled} = 1 and ${hasOpenSeats} and not exists (select 1 from bookings b
    join events e on e.id = b.event_id where ${isActiveOf(bookings.userId)} and ${isTooClose(sql`e`, events.id)}))`.as(
      "has_seat_again",
    ),
  deposit: deposits.state,
  payBy: bookings.payBy,
  /** Somebody welcomes the diners of the venue, and sees what they say on the evening. */
  hasHost: sqlBoolean`exists (select 1 from ${hostLinks} where ${hostLinks.eventId} = ${events.id}
    and ${hostLinks.venueId} = ${tables.venueId} and ${hostLinks.revokedAt} is null)`.as("has_host"),
  isNoShow: sqlBoolean`(${bookings.attendance} is 'no-show'
    and exists (select 1 from ${absences} where ${absences.bookingId} = ${bookings.id}))`.as("is_no_show"),
  attendance: bookings.attendance,
  contestsAbsence: contestsAbsence.as("contests_absence"),
  hasFeedback: sqlBoolean`exists (select 1 from ${feedback}
    where ${feedback.bookingId} = ${bookings.id})`.as("has_feedback"),
  mutual,
  pair: pairOfBooking.as("pair"),
  wasMoved: sqlBoolean`${wasMovedByClub}`.as("was_moved"),
};

const portrait = { avatarUrl: profiles.avatarUrl, face: profiles.face };
const diner = { userId: profiles.id, firstName: profiles.firstName, ...portrait };
const dinerNames = { userId: profiles.id, firstName: nameAtDinner.as("name_at_dinner") };

/** An order that is the same for all diners of a table. */
const dinerOrder = [asc(nameAtDinner), asc(profiles.id)];

export const selectDiners = (db: Database, tableId: SQL) =>
  db
    .select({ ...dinerNames, ...portrait })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(and(eq(bookings.tableId, tableId), eq(bookings.canceled, false)))
    .orderBy(...dinerOrder);

interface TableThen {
  shares: string[];
  diners: { userId: string; firstName: string; avatarUrl: string | null; face: number | null }[];
}

/** In a query of bookings: who sat at the table, and what they had in common. */
export const selectTableThen = (now: ValueOrPlaceholder<number>) => {
  const isShown = isPhotoShown(now);
  return sqlJson<TableThen | null>`iif(${bookings.confirmed} = 1 and ${bookings.canceled} = 0, json_object(
    'shares', json(${tables.shares}),
    'diners', (select json_group_array(json_object('userId', ${profiles.id}, 'firstName', ${nameAtDinner},
        'avatarUrl', iif(${isShown}, ${profiles.avatarUrl}, null), 'face', iif(${isShown}, ${profiles.face}, null)) order by ${nameAtDinner}, ${profiles.id})
      from ${bookings} join ${profiles} on ${profiles.id} = ${bookings.userId}
        join ${events} on ${events.id} = ${bookings.eventId}
      where ${bookings.tableId} = ${tables.id} and ${bookings.canceled} = 0)), null)`;
};

/** Who sits at a table, who canceled in the last hours before the event, and what they say on the evening. */
export const selectDinersOfEvening = (
  db: Database,
  tableId: SQL,
  { bookingId, now }: { bookingId: ValueOrPlaceholder<string>; now: ValueOrPlaceholder<number> },
) => {
  const isShown = sql`(${bookings.id} = ${bookingId} or ${isPhotoShown(now)})`;
  return db
    .select({
      ...dinerNames,
      avatarUrl: sql<string | null>`iif(${isShown}, ${profiles.avatarUrl}, null)`.as("photo_then"),
      face: sql<number | null>`iif(${isShown}, ${profiles.face}, null)`.as("face_then"),
      bookingId: sql<string>`${bookings.id}`.as("diner_booking_id"),
      hasCanceled: sqlBoolean`${bookings.canceled}`.as("has_canceled"),
      isHere: sqlBoolean`${isHere}`.as("is_here"),
      isSeenHere: sqlBoolean`${isSeenHere}`.as("is_seen_here"),
      lateMinutes: lateNotes.minutes,
      /** Only the viewer’s own. */
      phone: sql<string | null>`iif(${bookings.id} = ${bookingId}, ${phoneTonight}, null)`.as("own_phone"),
      /** By the diner who looks at the page. */
      isReportedMissing: sqlBoolean`exists (select 1 from ${attendanceReports}
        where ${attendanceReports.bookingId} = ${bookings.id} and ${attendanceReports.source} = 'mate'
          and ${attendanceReports.reportedBy} = ${bookingId})`.as("is_reported_missing"),
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .innerJoin(events, eq(events.id, bookings.eventId))
    .leftJoin(lateNotes, eq(lateNotes.bookingId, bookings.id))
    .where(
      sql`${bookings.tableId} = ${tableId} and (${bookings.canceled} = 0
        or ${bookings.canceledAt} >= ${events.date} - ${eveningWindows.cannotCome.beforeMs})`,
    )
    .orderBy(...dinerOrder);
};

export const selectProfile = (db: Database, userId: SQL) =>
  db.select(diner).from(profiles).where(eq(profiles.id, userId));
