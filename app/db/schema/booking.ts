import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { flag, id, timestamp } from "#app/db/columns.ts";
import { standbyReasons } from "#app/lib/booking/standby-reasons.ts";
import { userId } from "./account.ts";
import { events } from "./event.ts";
import { venues } from "./venue.ts";

export const tables = sqliteTable(
  "tables",
  {
    id: id(),
    eventId: text()
      .notNull()
      .references(() => events.id),
    venueId: text()
      .notNull()
      .references(() => venues.id),
    number: integer().notNull(),
    /** Sentences on what the diners share, none of which reveals one diner's answer. */
    shares: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** By marked answer, the bookings that are told of company; empty once somebody has joined, and a day after the dinner. */
    company: text({ mode: "json" }).$type<Record<string, string[]>>().notNull().default({}),
    /** How well its diners fit when it was made, in points from 0 to 100; null for tables that are added later. */
    score: real(),
    /** Closed by an operator or a host: nobody is seated there unless the host opens it again. */
    closedAt: timestamp(),
    /** Closed by itself: it still is one of the tables that its venue has for the event, and no other takes its place. */
    keepsPlace: flag(),
    /** How many of its bookings are not canceled; triggers of `bookings` keep it so. */
    taken: integer().notNull().default(0),
    /** A host lets nobody new sit there; who sits there stays. */
    closedToNewcomersAt: timestamp(),
    /** A seat became free, and it was not tried yet to fill it. */
    seatFreedAt: timestamp(),
  },
  (table) => [
    uniqueIndex("tables_once_an_event").on(table.eventId, table.number),
    index("tables_to_refill").on(table.eventId).where(sql`${table.seatFreedAt} is not null`),
    index("tables_with_free_seat")
      .on(table.eventId)
      .where(sql`${table.closedAt} is null and ${table.taken} between 1 and 4`),
    index("tables_by_venue").on(table.venueId),
  ],
);

export const bookings = sqliteTable(
  "bookings",
  {
    id: id(),
    userId: userId(),
    eventId: text()
      .notNull()
      .references(() => events.id),
    /** As the table saw it, where the diner took another name after the dinner. */
    firstName: text(),
    confirmed: flag(),
    canceled: flag(),
    createdAt: timestamp().notNull(),
    canceledAt: timestamp(),
    tableId: text().references(() => tables.id),
    /** Had no seat when tables were made; has priority for a free seat and at the next event. */
    standby: flag(),
    standbyReason: text({ enum: standbyReasons }),
    remindedAt: timestamp(),
    /** When the diner was asked how the dinner was. */
    askedAt: timestamp(),
    /** Rises with every change that calendars have to show. */
    sequence: integer().notNull().default(0),
    /** Decided a day after the event from what was reported; null counts as attended. */
    attendance: text({ enum: ["attended", "no-show"] }),
    /** Then it costs the diner nothing, however late. */
    canceledByClub: flag(),
    /** When the club last moved the diner to another venue, or took their seat: from then on canceling costs nothing. */
    movedAt: timestamp(),
    /** In a club where only a paid deposit holds a seat: until then the seat waits for it. */
    payBy: timestamp(),
    /** The same for bookings of an event that sit at one table: the id of a pair of which both have agreed. */
    togetherId: text(),
  },
  (table) => [
    uniqueIndex("bookings_one_seat_a_diner")
      .on(table.userId, table.eventId)
      .where(sql`${table.canceled} = 0`),
    index("bookings_by_event").on(table.eventId),
    index("bookings_taken").on(table.eventId).where(sql`${table.canceled} = 0`),
    index("bookings_unseated").on(table.eventId).where(sql`${table.confirmed} = 0 and ${table.canceled} = 0`),
    index("bookings_unreminded")
      .on(table.eventId)
      .where(sql`${table.remindedAt} is null and ${table.confirmed} = 1 and ${table.canceled} = 0`),
    index("bookings_unasked")
      .on(table.eventId)
      .where(sql`${table.askedAt} is null and ${table.confirmed} = 1 and ${table.canceled} = 0`),
    index("bookings_to_pay")
      .on(table.payBy)
      .where(sql`${table.payBy} is not null and ${table.confirmed} = 0 and ${table.canceled} = 0`),
    index("bookings_by_table").on(table.tableId),
    index("bookings_by_user").on(table.userId, table.eventId),
    check(
      "bookings_on_standby_have_a_reason",
      sql`${table.standby} = 0 or ${table.canceled} = 1 or ${table.standbyReason} is not null`,
    ),
  ],
);

/** Two bookings of an event that ask for one table: a row for each of both. */
export const pairs = sqliteTable(
  "pairs",
  {
    /** The same in both rows. */
    pairId: text().notNull(),
    bookingId: text()
      .notNull()
      .references(() => bookings.id, { onDelete: "cascade" }),
    /** When an operator, or the other one, asked this diner; null for a diner who asked the other one. */
    askedAt: timestamp(),
    /** Until both have, nothing follows from it. */
    agreedAt: timestamp(),
    /** For both at once: one of them canceled or took it back, or an operator did. */
    endedAt: timestamp(),
  },
  (table) => [
    primaryKey({ columns: [table.pairId, table.bookingId] }),
    uniqueIndex("pairs_one_a_booking").on(table.bookingId).where(sql`${table.endedAt} is null`),
    index("pairs_by_booking").on(table.bookingId),
  ],
);

/**
 * Of diners who have deleted the account since: those who sat beside them can still say that they would rather not again. Here as
 * long as the form can be answered.
 */
export const erasedSeats = sqliteTable(
  "erased_seats",
  {
    /** Of the booking that is gone. */
    id: text().primaryKey(),
    /** The deleted account, or the one with which the person has come back. */
    userId: text().notNull(),
    tableId: text()
      .notNull()
      .references(() => tables.id),
    keptUntil: timestamp().notNull(),
  },
  (table) => [
    index("erased_seats_by_user").on(table.userId),
    index("erased_seats_by_table").on(table.tableId),
    index("erased_seats_by_end").on(table.keptUntil),
  ],
);
