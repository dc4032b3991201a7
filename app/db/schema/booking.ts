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
import { flag, id, idOf, timestamp } from "#app/db/columns.ts";
import { changeMakers } from "#app/lib/booking/booking-states.ts";
import { standbyReasons } from "#app/lib/booking/standby-reasons.ts";
import { userId } from "./account.ts";
import { events } from "./event.ts";
import { venues } from "./venue.ts";

export const tables = sqliteTable(
  "tables",
  {
    id: id(),
    eventId: idOf(() => events.id),
    venueId: idOf(() => venues.id),
    number: integer().notNull(),
    /** Sentences about what the diners share. None of them reveals the answer of a single diner. */
    shares: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** For each marked answer, the bookings that are told of company; emptied when somebody joins, and a day after the dinner. */
    company: text({ mode: "json" }).$type<Record<string, string[]>>().notNull().default({}),
    /** How well its diners fitted when it was made, in points from 0 to 100; null for tables that were added later. */
    score: real(),
    /** Closed by an operator or a host: nobody is seated there unless the host opens it again. */
    closedAt: timestamp(),
    /** Set if the table closed by itself. It still counts as one of its venue's tables for the event, and no other replaces it. */
    keepsPlace: flag(),
    /** How many of its bookings are not canceled; triggers of `bookings` update it. */
    taken: integer().notNull().default(0),
    /** Set if a host lets nobody new sit there. Diners who already sit there stay. */
    closedToNewcomersAt: timestamp(),
    /** A seat became free, and nothing has tried to fill it yet. */
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

/** The row is deleted with its booking. */
export const bookingId = () => idOf(() => bookings.id, { onDelete: "cascade" });

export const bookings = sqliteTable(
  "bookings",
  {
    id: id(),
    userId: userId(),
    eventId: idOf(() => events.id),
    /** The name that the table saw, if the diner changed it after the dinner. */
    firstName: text(),
    confirmed: flag(),
    canceled: flag(),
    createdAt: timestamp().notNull(),
    canceledAt: timestamp(),
    tableId: text().references(() => tables.id),
    /** The diner had no seat when tables were made, and has priority for a free seat and at the next event. */
    standby: flag(),
    standbyReason: text({ enum: standbyReasons }),
    remindedAt: timestamp(),
    askedAt: timestamp(),
    /** Increases with every change that calendars have to show. */
    sequence: integer().notNull().default(0),
    /** Decided a day after the event from the reports; null counts as attended. */
    attendance: text({ enum: ["attended", "no-show"] }),
    /** Canceling by the club costs the diner nothing, however late it is. */
    canceledByClub: flag(),
    /** When the club last moved the diner to another venue, or took their seat. Canceling is free from then on. */
    movedAt: timestamp(),
    /** The id of the venue at which they had a seat until it dropped out. The venue may be gone. */
    leftVenueId: text(),
    /** In a club in which only a paid deposit holds a seat, the seat waits until this time for the deposit. */
    payBy: timestamp(),
    /** The id of a pair that both diners have agreed to. Bookings of an event with the same id sit at one table. */
    togetherId: text(),
    /** What the event asked for when it was booked; later it asks for no more. A trigger takes it from there. */
    deposit: integer(),
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
    // Always true: SQLite then takes the index above for all queries but the one that says the same.
    index("bookings_by_user_and_age").on(table.userId, table.createdAt).where(sql`${table.createdAt} > 0`),
    check(
      "bookings_on_standby_have_a_reason",
      sql`${table.standby} = 0 or ${table.canceled} = 1 or ${table.standbyReason} is not null`,
    ),
  ],
);

/**
 * Two bookings of an event that ask for one table. Each of the two has a row. One row alone is a link with which its diner asks a
 * friend, who is not known yet; the id of the pair is then the one in the link, which is signed.
 */
export const pairs = sqliteTable(
  "pairs",
  {
    /** Both rows have the same id. */
    pairId: text().notNull(),
    bookingId: bookingId(),
    /** When an operator or the other diner asked this one; null for a diner who asked the other. */
    askedAt: timestamp(),
    /** The pair has no effect until both have agreed. */
    agreedAt: timestamp(),
    /** Set in both rows when one diner canceled or withdrew, or an operator ended the pair. */
    endedAt: timestamp(),
  },
  (table) => [
    primaryKey({ columns: [table.pairId, table.bookingId] }),
    uniqueIndex("pairs_one_a_booking").on(table.bookingId).where(sql`${table.endedAt} is null`),
    index("pairs_by_booking").on(table.bookingId),
  ],
);

/** Lets table-mates ask not to meet a diner again who has deleted their account, as long as the form is open. */
export const erasedSeats = sqliteTable(
  "erased_seats",
  {
    /** The id of the deleted booking. */
    id: text().primaryKey(),
    /** The deleted account, or the account with which the person has returned. */
    userId: text().notNull(),
    tableId: idOf(() => tables.id),
    keptUntil: timestamp().notNull(),
  },
  (table) => [
    index("erased_seats_by_user").on(table.userId),
    index("erased_seats_by_table").on(table.tableId),
    index("erased_seats_by_end").on(table.keptUntil),
  ],
);

/** What changed after the tables were made. The event's diners can read it. */
export const tableChanges = sqliteTable(
  "table_changes",
  {
    id: id(),
    eventId: idOf(() => events.id),
    at: timestamp().notNull(),
    madeBy: text({ enum: changeMakers }).notNull(),
    /** The text names nobody. */
    what: text().notNull(),
  },
  (table) => [index("table_changes_by_event").on(table.eventId, table.at)],
);
