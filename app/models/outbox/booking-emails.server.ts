import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { insertRows } from "#app/db/insert-where.ts";
import { chunk } from "#app/db/json-list.ts";
import { bookings, outbox } from "#app/db/schema.ts";
import type { EmailKind } from "#app/lib/email-kinds.ts";
import type { Email } from "./outbox.server.ts";

export interface BookingEmail<Kind extends EmailKind = EmailKind> {
  bookingId: string;
  email: Email<Kind>;
}

/** Rendered emails of up to 20 kB each have to fit into D1's 2 MB for a value. */
const emailsPerStatement = 50;

/** Statements for a batch: each email is queued only where the condition holds for its booking. */
export const queueBookingEmails = (
  db: Database,
  emails: readonly BookingEmail[],
  now: Date,
  condition: SQL,
) =>
  chunk(emails, emailsPerStatement).map((some) =>
    insertRows(
      db,
      outbox,
      some.map(({ email }) => ({ ...email, createdAt: now, dueAt: now })),
      sql`exists (select 1 from ${bookings} where ${bookings.id} = value ->> 'bookingId' and ${condition})`,
      some.map(({ bookingId }) => ({ bookingId })),
    ),
  );
