import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { clubMessages } from "#app/db/schema/message.ts";
import { outbox, tables } from "#app/db/schema.ts";
import { insertWhere, jsonList } from "#app/db/statements.ts";
import { deleteUnsentMessage } from "#app/models/outbox/manage-outbox.server.ts";
import { queueBookingEmails } from "#app/models/outbox/queue-emails.server.ts";

/** Whom a message of the club is for. All belong to one event. */
export type Recipients =
  | { to: "booking"; bookingId: string }
  | { to: "table"; tableId: string }
  | { to: "venue"; venueId: string }
  | { to: "seated" | "standby" | "everybody" };

/** A condition on bookings. */
function isRecipient(eventId: string, recipients: Recipients): SQL {
  const isBooked = sql`${bookings.eventId} = ${eventId} and ${bookings.canceled} = 0`;
  switch (recipients.to) {
    case "booking":
      return sql`${isBooked} and ${bookings.id} = ${recipients.bookingId}`;
    case "table":
      return sql`${isBooked} and ${bookings.tableId} = ${recipients.tableId}`;
    case "venue":
      return sql`${isBooked} and ${bookings.tableId} in (select ${tables.id} from ${tables}
        where ${tables.eventId} = ${eventId} and ${tables.venueId} = ${recipients.venueId})`;
    case "seated":
      return sql`${isBooked} and ${bookings.tableId} is not null`;
    case "standby":
      return sql`${isBooked} and ${bookings.standby} = 1 and ${bookings.confirmed} = 0`;
    case "everybody":
      return isBooked;
  }
}

export const listRecipients = (db: Database, eventId: string, recipients: Recipients) =>
  db
    .select({ bookingId: bookings.id, userId: bookings.userId })
    .from(bookings)
    .where(isRecipient(eventId, recipients))
    .orderBy(bookings.id);

interface ClubMessage {
  id: string;
  eventId: string;
  recipients: Recipients;
  operator: string;
  toWhom: string;
  subject: string;
  text: string;
  dueAt: Date;
  now: Date;
}

/** Emails everybody whom it is for, once. Returns to how many it goes, or undefined if it was saved before. */
export async function sendClubMessage(db: Database, message: ClubMessage): Promise<number | undefined> {
  const { id, eventId, recipients, now, dueAt, ...said } = message;
  const isFor = isRecipient(eventId, recipients);
  const isNew = sql`not exists (select 1 from ${clubMessages} where ${clubMessages.id} = ${id})`;
  const { last } = await db.batch([
    queueBookingEmails(
      db,
      { kind: "club-message", data: { messageId: id } },
      now,
      sql`${isFor} and ${isNew}`,
      dueAt,
    ),
    insertWhere(
      db,
      clubMessages,
      {
        ...said,
        id,
        eventId,
        recipients: sql`(select count(*) from ${bookings} where ${isFor})`,
        sentAt: now,
        dueAt,
      },
      isNew,
    ).returning({ count: clubMessages.recipients }),
  ]);
  return last[0]?.count;
}

/** Takes back what has not left. Returns how many emails that were, or undefined if there is no such message. */
export async function takeBackClubMessage(db: Database, id: string, now: Date): Promise<number | undefined> {
  const [found] = await db
    .select({ id: clubMessages.id })
    .from(clubMessages)
    .where(and(eq(clubMessages.id, id), isNull(clubMessages.takenBackAt)));
  if (!found) return undefined;
  const { last } = await db.batch([
    db.update(clubMessages).set({ takenBackAt: now }).where(eq(clubMessages.id, id)),
    deleteUnsentMessage(db, id),
  ]);
  return last.length;
}

export async function findClubMessage(db: Database, id: string) {
  const [found] = await db
    .select({
      id: clubMessages.id,
      eventId: clubMessages.eventId,
      subject: clubMessages.subject,
      toWhom: clubMessages.toWhom,
      recipients: clubMessages.recipients,
    })
    .from(clubMessages)
    .where(eq(clubMessages.id, id));
  return found;
}

/** The newest first, of all events or of these. */
export const listClubMessages = (
  db: Database,
  { eventIds, limit }: { eventIds?: string[] | undefined; limit: number },
) =>
  db
    .select({
      ...{ id: clubMessages.id, eventId: clubMessages.eventId, operator: clubMessages.operator },
      ...{ toWhom: clubMessages.toWhom, subject: clubMessages.subject, text: clubMessages.text },
      recipients: clubMessages.recipients,
      sentAt: clubMessages.sentAt,
      dueAt: clubMessages.dueAt,
      takenBackAt: clubMessages.takenBackAt,
      unsent: sql<number>`(select count(*) from ${outbox} where kind = 'club-message'
        and ${outbox.data} ->> 'messageId' = ${clubMessages.id} and sent_at is null)`.as("unsent"),
    })
    .from(clubMessages)
    .where(eventIds && sql`${clubMessages.eventId} in ${jsonList(eventIds)}`)
    .orderBy(desc(clubMessages.sentAt))
    .limit(limit);
