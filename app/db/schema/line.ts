import { sql } from "drizzle-orm";
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { idOf, timestamp } from "#app/db/columns.ts";
import { userId } from "./account.ts";
import { events } from "./event.ts";

/** People who wait for a seat of a full event. A row goes when they book or leave, when their offer or booking itself ends. */
export const linePlaces = sqliteTable(
  "line_places",
  {
    /** Links contain it with its signature. */
    id: text().primaryKey(),
    eventId: idOf(() => events.id, { onDelete: "cascade" }),
    userId: userId(),
    joinedAt: timestamp().notNull(),
    /** Until then a seat is held for them. Null while they wait. */
    offeredUntil: timestamp(),
  },
  (table) => [
    uniqueIndex("line_places_once").on(table.eventId, table.userId),
    index("line_places_in_order").on(table.eventId, table.joinedAt, table.id),
    index("line_places_offered").on(table.offeredUntil).where(sql`${table.offeredUntil} is not null`),
    index("line_places_by_user").on(table.userId),
  ],
);
