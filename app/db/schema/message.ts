import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/db/columns.ts";
import { cities } from "./city.ts";
import { events } from "./event.ts";

/** What the club wrote to its diners. */
export const clubMessages = sqliteTable(
  "club_messages",
  {
    id: id(),
    /** Null in news, which is for a city or for everybody. */
    eventId: text().references(() => events.id),
    cityId: text().references(() => cities.id),
    operator: text().notNull(),
    /** To whom, in words: "table 3". */
    toWhom: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    recipients: integer().notNull(),
    sentAt: timestamp().notNull(),
    /** The emails leave then. */
    dueAt: timestamp().notNull(),
    takenBackAt: timestamp(),
    /** The last reader of the news, by id, whose email is written; null once all are. */
    writtenUpTo: text(),
  },
  (table) => [
    index("club_messages_by_event").on(table.eventId),
    index("club_messages_by_city").on(table.cityId),
    index("club_messages_by_age").on(table.sentAt),
    index("club_messages_to_write")
      .on(table.dueAt)
      .where(sql`${table.writtenUpTo} is not null and ${table.takenBackAt} is null`),
  ],
);
