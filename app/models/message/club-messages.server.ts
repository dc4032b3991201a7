import { and, count, desc, eq, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { isBlocked } from "#app/db/conditions.ts";
import { profiles } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { cities } from "#app/db/schema/city.ts";
import { events } from "#app/db/schema/event.ts";
import { clubMessages } from "#app/db/schema/message.ts";
import { consents } from "#app/db/schema/quiz.ts";
import { outbox, tables } from "#app/db/schema.ts";
import { insertWhere, jsonList } from "#app/db/statements.ts";
import { deleteUnsentMessage } from "#app/models/outbox/manage-outbox.server.ts";
import { queueBookingEmails, queueNews } from "#app/models/outbox/queue-emails.server.ts";
import { noteReaders } from "#app/models/security/security-notes.server.ts";

/** Whom a message of the club is for. All belong to one event. */
export type Recipients =
  | { to: "booking"; bookingId: string }
  | { to: "table"; tableId: string }
  | { to: "venue"; venueId: string }
  | { to: "seated" | "standby" | "everybody" };

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
      { kind: "club-message", data: { messageId: id, ...recipients } },
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

interface Readers {
  /** Those who have dined in this city, or booked there; everybody without it. */
  cityId: string | null;
  now: Date;
}

/** Who asked for news by then and still wants it: rows of `consents`. */
const isReader = ({ cityId, now }: Readers) =>
  sql`${consents.withdrawnAt} is null and ${consents.topic} = 'news' and ${consents.givenAt} <= ${now.getTime()}
    and not ${isBlocked(sql`${consents.userId}`, now)}
    ${cityId === null ? sql`` : sql`and exists (select 1 from ${bookings} join ${events} on ${events.id} = ${bookings.eventId} where ${bookings.userId} = ${consents.userId} and ${events.cityId} = ${cityId})`}`;

export const countReaders = (db: Database, readers: Readers) => db.$count(consents, isReader(readers));

export async function findReader(db: Database, readers: Readers): Promise<string | undefined> {
  const [first] = await db
    .select({ firstName: profiles.firstName })
    .from(consents)
    .innerJoin(profiles, eq(profiles.id, consents.userId))
    .where(isReader(readers))
    .orderBy(consents.userId)
    .limit(1);
  return first?.firstName;
}

type News = Readers & Omit<ClubMessage, "eventId" | "recipients">;

/** Saves the news. The emails are written once it can't be taken back at once. */
export async function sendNews(db: Database, { now, ...news }: News): Promise<number> {
  const recipients = await countReaders(db, { cityId: news.cityId, now });
  await db.insert(clubMessages).values({ ...news, recipients, sentAt: now, writtenUpTo: "" });
  return recipients;
}

const isToWrite = (now: Date) =>
  and(isNotNull(clubMessages.writtenUpTo), isNull(clubMessages.takenBackAt), lte(clubMessages.dueAt, now));

export const findNewsToWrite = async (db: Database, now: Date): Promise<string[]> =>
  (await db.select({ id: clubMessages.id }).from(clubMessages).where(isToWrite(now))).map(({ id }) => id);

const newsPageSize = 1_000;

/** Writes the emails to the next readers, and notes it in their history. Returns false once all are written. */
export async function writeNextNews(db: Database, id: string, now: Date): Promise<boolean> {
  const [news] = await db
    .select()
    .from(clubMessages)
    .where(and(eq(clubMessages.id, id), isToWrite(now)));
  if (!news) return false;
  const { writtenUpTo, cityId, sentAt, operator } = news;
  const isNext = sql`exists (select 1 from ${clubMessages} where ${clubMessages.id} = ${id}
    and ${clubMessages.writtenUpTo} = ${writtenUpTo} and ${clubMessages.takenBackAt} is null)`;
  const readers = sql`(select ${consents.id} as consent_id, ${consents.userId} as user_id from ${consents}
    where ${isReader({ cityId, now: sentAt })} and ${consents.userId} > ${writtenUpTo} order by ${consents.userId} limit ${newsPageSize})`;
  await db.batch([
    queueNews(db, { messageId: id, readers }, now, isNext),
    noteReaders(db, { readers, command: "message send", operator, now }, isNext),
    db
      .update(clubMessages)
      .set({
        writtenUpTo: sql`(select iif(count(*) = ${newsPageSize}, max(reader.user_id), null) from ${readers} reader)`,
      })
      .where(and(eq(clubMessages.id, id), isNext)),
  ]);
  return true;
}

/** A statement for the batch that restores a backup: who was written to since is not known. */
export const stopWritingNews = (db: Database) =>
  db.update(clubMessages).set({ writtenUpTo: null }).where(isNotNull(clubMessages.writtenUpTo));

/** Takes back what has not left. Returns how many emails that were, or undefined if there is no such message. */
export async function takeBackClubMessage(db: Database, id: string, now: Date): Promise<number | undefined> {
  const [found] = await db
    .select({ recipients: clubMessages.recipients, writtenUpTo: clubMessages.writtenUpTo })
    .from(clubMessages)
    .where(and(eq(clubMessages.id, id), isNull(clubMessages.takenBackAt)));
  if (!found) return undefined;
  const [deleted, , [left]] = await db.batch([
    deleteUnsentMessage(db, id),
    db
      .update(clubMessages)
      .set({ takenBackAt: now })
      .where(
        sql`${clubMessages.id} = ${id} and ${clubMessages.takenBackAt} is null
          and (changes() > 0 or ${clubMessages.writtenUpTo} is not null)`,
      ),
    db
      .select({ count: count().as("left_count") })
      .from(outbox)
      .where(isOfMessage(sql`${id}`)),
  ]);
  return found.writtenUpTo === null ? deleted.meta.changes : found.recipients - (left?.count ?? 0);
}

/** The index has the expression word for word. */
const isOfMessage = (id: SQL | typeof clubMessages.id) =>
  sql`${outbox.data} ->> 'messageId' is not null and ${outbox.data} ->> 'messageId' = ${id}`;

export const findClubMessage = (db: Database, id: string) =>
  db
    .select({
      id: clubMessages.id,
      eventId: clubMessages.eventId,
      citySlug: cities.slug,
      subject: clubMessages.subject,
      toWhom: clubMessages.toWhom,
      recipients: clubMessages.recipients,
      takenBackAt: clubMessages.takenBackAt,
    })
    .from(clubMessages)
    .leftJoin(cities, eq(cities.id, clubMessages.cityId))
    .where(eq(clubMessages.id, id))
    .get();

/** The newest first: all, or those of these events and cities. */
export const listClubMessages = (
  db: Database,
  {
    eventIds,
    citySlugs = [],
    limit,
  }: { eventIds?: string[] | undefined; citySlugs?: string[]; limit: number },
) =>
  db
    .select({
      ...{ id: clubMessages.id, eventId: clubMessages.eventId, operator: clubMessages.operator },
      ...{ toWhom: clubMessages.toWhom, subject: clubMessages.subject, text: clubMessages.text },
      recipients: clubMessages.recipients,
      sentAt: clubMessages.sentAt,
      dueAt: clubMessages.dueAt,
      takenBackAt: clubMessages.takenBackAt,
      unsent:
        sql<number>`iif(${clubMessages.writtenUpTo} is null, (select count(*) from ${outbox} where ${isOfMessage(clubMessages.id)}
        and sent_at is null), ${clubMessages.recipients})`.as("unsent"),
    })
    .from(clubMessages)
    .where(
      eventIds &&
        sql`(${clubMessages.eventId} in ${jsonList(eventIds)} or ${clubMessages.cityId} in (select ${cities.id} from ${cities} where ${cities.slug} in ${jsonList(citySlugs)}))`,
    )
    .orderBy(desc(clubMessages.sentAt))
    .limit(limit);
