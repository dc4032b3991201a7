import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, idOf, timestamp, unsetTime } from "#app/db/columns.ts";
import { cities } from "./city.ts";
import { venues } from "./venue.ts";

/** A weekly event of a city. A job opens the events of the coming weeks. */
export const schedules = sqliteTable(
  "schedules",
  {
    id: id(),
    cityId: idOf(() => cities.id),
    /** 1 is Monday, 7 is Sunday. */
    weekday: integer().notNull(),
    /** Local time: "19:00". */
    time: text().notNull(),
    /** How many weeks ahead events are open. */
    weeks: integer().notNull(),
    createdAt: timestamp().notNull(),
    endedAt: timestamp(),
    /** When its events are opened next. */
    planAt: unsetTime(),
    /** 2 for every other week, counted from `firstAt`. */
    every: integer().notNull().default(1),
    /** One of its dates, if it is not every week; none is earlier. */
    firstAt: timestamp(),
    skipped: text({ mode: "json" }).$type<number[]>().notNull().default([]),
    /** Dates before this time are not opened; diners read why. */
    pausedUntil: timestamp(),
    pausedBecause: text(),
  },
  (table) => [
    index("schedules_to_plan").on(table.planAt).where(sql`${table.endedAt} is null`),
    uniqueIndex("schedules_once_an_hour_and_city")
      .on(table.cityId, table.weekday, table.time)
      .where(sql`${table.endedAt} is null`),
    check("schedules_repeat", sql`${table.every} between 1 and 52`),
    check("schedules_know_their_weekday", sql`${table.weekday} between 1 and 7`),
  ],
);

/** The venues that a new event of the schedule starts with. */
export const scheduleVenues = sqliteTable(
  "schedule_venues",
  {
    scheduleId: idOf(() => schedules.id),
    venueId: idOf(() => venues.id),
    tables: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scheduleId, table.venueId] }),
    index("schedule_venues_by_venue").on(table.venueId),
    check("schedule_venues_have_tables", sql`${table.tables} > 0`),
  ],
);

export const events = sqliteTable(
  "events",
  {
    id: id(),
    cityId: idOf(() => cities.id),
    date: timestamp().notNull(),
    closesAt: timestamp().notNull(),
    /** Five seats for each table of its venues; triggers of `event_venues` update it. */
    capacity: integer().notNull().default(0),
    /** How many of its bookings are not canceled; triggers of `bookings` update it. */
    taken: integer().notNull().default(0),
    available: flag(),
    /** When the tables were made. */
    matchedAt: timestamp(),
    /** The worker that is making the tables. */
    claimedBy: text(),
    claimedAt: timestamp(),
    canceledAt: timestamp(),
    /** When it was decided who came. */
    attendanceDecidedAt: timestamp(),
    /** When the club last changed its time. */
    movedAt: timestamp(),
    scheduleId: text().references(() => schedules.id),
    /** The time it was first planned for. A schedule opens no other event for that time. */
    scheduledFor: timestamp().notNull(),
    /** When the entries of its match record were erased, a year after it. */
    entriesErasedAt: timestamp(),
    /** In the smallest unit that Stripe counts; 0 for none. A trigger takes that of the city where none is given. */
    deposit: integer(),
  },
  (table) => [
    uniqueIndex("events_once_a_schedule_and_date").on(table.scheduleId, table.scheduledFor),
    index("events_to_match")
      .on(table.closesAt)
      .where(sql`${table.matchedAt} is null and ${table.canceledAt} is null`),
    index("events_to_decide")
      .on(table.date)
      .where(
        sql`${table.attendanceDecidedAt} is null and ${table.matchedAt} is not null and ${table.canceledAt} is null`,
      ),
    index("events_with_tables").on(table.date).where(sql`${table.matchedAt} is not null`),
    index("events_to_erase").on(table.date).where(sql`${table.entriesErasedAt} is null`),
    index("events_by_city").on(table.cityId, table.date),
    index("events_by_first_time").on(table.cityId, table.scheduledFor),
    index("events_by_date").on(table.date),
    index("events_with_open_seats")
      .on(table.date)
      .where(
        sql`${table.available} = 1 and ${table.canceledAt} is null and ${table.matchedAt} is null and ${table.taken} < ${table.capacity}`,
      ),
    check("events_close_before_dinner", sql`${table.closesAt} < ${table.date}`),
    check("events_have_amounts", sql`${table.deposit} >= 0`),
  ],
);

/** The restaurants of an event, and how many tables each has for it. */
export const eventVenues = sqliteTable(
  "event_venues",
  {
    eventId: idOf(() => events.id),
    venueId: idOf(() => venues.id),
    tables: integer().notNull(),
    /** Tables were added after the tables of the event were made, and nothing has tried yet to seat diners on standby there. */
    tablesAddedAt: timestamp(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.venueId] }),
    index("event_venues_by_venue").on(table.venueId),
    index("event_venues_to_try").on(table.eventId).where(sql`${table.tablesAddedAt} is not null`),
    check("event_venues_have_tables", sql`${table.tables} > 0`),
  ],
);
