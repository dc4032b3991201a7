import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, timestamp } from "#app/db/columns.ts";
import { events } from "./event.ts";

/** What an operator changed after the tables were made; the event's diners may read it. */
export const operatorChanges = sqliteTable(
  "operator_changes",
  {
    id: id(),
    eventId: text()
      .notNull()
      .references(() => events.id),
    at: timestamp().notNull(),
    /** Names nobody. */
    what: text().notNull(),
  },
  (table) => [index("operator_changes_by_event").on(table.eventId, table.at)],
);
