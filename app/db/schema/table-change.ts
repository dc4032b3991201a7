import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/db/columns.ts";
import { changeMakers } from "#app/lib/booking/booking-states.ts";
import { events } from "./event.ts";

/** What changed after the tables were made. The event's diners can read it. */
export const tableChanges = sqliteTable(
  "table_changes",
  {
    id: id(),
    eventId: text()
      .notNull()
      .references(() => events.id),
    at: timestamp().notNull(),
    madeBy: text({ enum: changeMakers }).notNull(),
    /** The text names nobody. */
    what: text().notNull(),
  },
  (table) => [index("table_changes_by_event").on(table.eventId, table.at)],
);
