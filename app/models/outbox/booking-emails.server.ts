import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { chunk } from "#app/db/json-list.ts";
import { bookings, outbox } from "#app/db/schema.ts";
import type { Email } from "./outbox.server.ts";

/** What one diner is told of their booking. */
export interface BookingEmail {
  bookingId: string;
  email: Email;
}

/** So many letters make less than the two megabytes that a value may be. */
const envelope = 50;

/** One statement for all of them, each only while its booking is as it was. */
export function queueBookingEmails(db: Database, letters: BookingEmail[], now: Date, open: SQL) {
  const rows = letters.map(({ bookingId, email }) => ({ id: crypto.randomUUID(), bookingId, ...email }));
  const pieces = rows.length === 0 ? [rows] : chunk(rows, envelope);
  const every = sql.join(
    pieces.map((piece) => sql`select value from json_each(${JSON.stringify(piece)})`),
    sql` union all `,
  );
  const at = now.getTime();
  return db.insert(outbox).select(
    sql`select value ->> 'id', value ->> 'kind', value ->> 'to', value ->> 'subject', value ->> 'html', value ->> 'text',
      ${at}, ${at}, 0, null, null, null, null from (${every})
      where exists (select 1 from ${bookings} where ${bookings.id} = value ->> 'bookingId' and ${open})`,
  );
}

export const jsonList = (ids: string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;
