import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, id, timestamp } from "#app/db/columns.ts";
import { venues } from "./venue.ts";

/** A weekly event; a job opens those of the coming weeks. */
export const schedules = sqliteTable(
  "schedules",
  {
    id: id(),
    venueId: text()
      .notNull()
      .references(() => venues.id),
    /** 1 is Monday, 7 is Sunday. */
    weekday: integer().notNull(),
    /** Local time: "19:00". */
    time: text().notNull(),
    capacity: integer().notNull(),
    /** How many weeks ahead events are open. */
    weeks: integer().notNull(),
    createdAt: timestamp().notNull(),
    endedAt: timestamp(),
  },
  (table) => [
    uniqueIndex("schedules_once_an_hour_and_venue")
      .on(table.venueId, table.weekday, table.time)
      .where(sql`${table.endedAt} is null`),
    check("rules_know_their_weekday", sql`${table.weekday} between 1 and 7`),
    check("rules_seat_someone", sql`${table.capacity} > 0`),
  ],
);

export const events = sqliteTable(
  "events",
  {
    id: id(),
    venueId: text()
      .notNull()
      .references(() => venues.id),
    date: timestamp().notNull(),
    closesAt: timestamp().notNull(),
    capacity: integer().notNull(),
    available: flag(),
    /** When the tables were made. */
    matchedAt: timestamp(),
    /** The worker that is making the tables. */
    claimedBy: text(),
    claimedAt: timestamp(),
    canceledAt: timestamp(),
    /** When the club last changed its time or venue. */
    movedAt: timestamp(),
    /** The schedule that opened it, for this time; the event may have been moved since. */
    scheduleId: text().references(() => schedules.id),
    scheduledFor: timestamp(),
  },
  (table) => [
    uniqueIndex("events_once_a_schedule_and_date").on(table.scheduleId, table.scheduledFor),
    index("events_to_match").on(table.closesAt).where(sql`${table.matchedAt} is null`),
    uniqueIndex("events_once_a_venue_and_date").on(table.venueId, table.date),
    index("events_by_date").on(table.date),
    check("events_close_before_dinner", sql`${table.closesAt} < ${table.date}`),
    check("events_seat_someone", sql`${table.capacity} > 0`),
  ],
);
