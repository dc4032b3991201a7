import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, idOf, timestamp } from "#app/db/columns.ts";
import { tables } from "./booking.ts";
import { events } from "./event.ts";
import { venues } from "./venue.ts";

/** A link to the page of the person who welcomes the diners of an event at one venue. Its signature is not stored. */
export const hostLinks = sqliteTable(
  "host_links",
  {
    id: id(),
    eventId: idOf(() => events.id),
    venueId: idOf(() => venues.id),
    /** Where the link is sent on the day; null if it is not sent. */
    email: text(),
    createdAt: timestamp().notNull(),
    mailedAt: timestamp(),
    revokedAt: timestamp(),
  },
  (table) => [
    index("host_links_by_event").on(table.eventId, table.venueId),
    index("host_links_by_venue").on(table.venueId),
    index("host_links_with_email").on(table.createdAt).where(sql`${table.email} is not null`),
    index("host_links_unmailed")
      .on(table.eventId)
      .where(sql`${table.email} is not null and ${table.mailedAt} is null and ${table.revokedAt} is null`),
  ],
);

/** What a host wrote to all diners of a venue. */
export const hostMessages = sqliteTable(
  "host_messages",
  {
    id: id(),
    linkId: idOf(() => hostLinks.id),
    text: text().notNull(),
    sentAt: timestamp().notNull(),
  },
  (table) => [
    index("host_messages_by_link").on(table.linkId),
    index("host_messages_by_age").on(table.sentAt),
  ],
);

/** Somebody without an account who took an empty seat at the door. Nobody else is seated there. */
export const walkIns = sqliteTable(
  "walk_ins",
  {
    id: id(),
    tableId: idOf(() => tables.id, { onDelete: "cascade" }),
    firstName: text().notNull(),
    at: timestamp().notNull(),
    /** Who seated them. */
    operator: text().notNull(),
  },
  (table) => [index("walk_ins_by_table").on(table.tableId), index("walk_ins_by_age").on(table.at)],
);
