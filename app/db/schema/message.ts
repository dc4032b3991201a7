import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/db/columns.ts";
import { events } from "./event.ts";

/** What the club wrote to its diners. */
export const clubMessages = sqliteTable(
  "club_messages",
  {
    id: id(),
    eventId: text()
      .notNull()
      .references(() => events.id),
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
  },
  (table) => [
    index("club_messages_by_event").on(table.eventId),
    index("club_messages_by_age").on(table.sentAt),
  ],
);
