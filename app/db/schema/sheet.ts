import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, idOf, timestamp } from "#app/db/columns.ts";
import type { SheetContent } from "#app/lib/event/sheet.ts";
import { events } from "./event.ts";
import { venues } from "./venue.ts";

/** What a restaurant was told of an event, and what it answered. */
export const sheets = sqliteTable(
  "sheets",
  {
    id: id(),
    eventId: idOf(() => events.id),
    venueId: idOf(() => venues.id),
    /** In the address of its page, signed. A revoked link gives way to another one. */
    linkId: text().notNull(),
    createdAt: timestamp().notNull(),
    /** When it is compared next with how things are. */
    checkAt: timestamp().notNull(),
    /** What the last email said; null before the first. */
    content: text({ mode: "json" }).$type<SheetContent>(),
    sentAt: timestamp(),
    /** What the email before that said. */
    previous: text({ mode: "json" }).$type<SheetContent>(),
    previousAt: timestamp(),
    answer: text({ enum: ["yes", "no"] }),
    answeredAt: timestamp(),
    /** The operator who heard it by phone; null if the restaurant answered itself. */
    answeredBy: text(),
    /** Why they can't. */
    answerNote: text(),
  },
  (table) => [
    uniqueIndex("sheets_once_an_event_and_venue").on(table.eventId, table.venueId),
    uniqueIndex("sheets_by_link").on(table.linkId),
    index("sheets_by_venue").on(table.venueId),
    index("sheets_by_age").on(table.createdAt),
  ],
);
