import { sql } from "drizzle-orm";
import { runBatch } from "#app/db/batches.ts";
import type { Database } from "#app/db/client.server.ts";
import { hostLinkWorks, isGuestOfHost } from "#app/db/conditions.ts";
import { insertWhere } from "#app/db/insert-where.ts";
import { events, hostLinks, hostMessages } from "#app/db/schema.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { keptMs } from "#app/lib/privacy/kept-times.ts";
import { queueBookingEmails } from "#app/models/outbox/queue-emails.server.ts";

/** For each venue of an event, whatever the link. */
export const maxHostMessages = 3;

export const maxMessageLength = 500;

/** Of all links to the same venue of the same event. */
const countMessages = (linkId: string) =>
  sql<number>`(select count(*) from ${hostMessages} sent join ${hostLinks} its on its.id = sent.link_id
    join ${hostLinks} own on own.event_id = its.event_id and own.venue_id = its.venue_id where own.id = ${linkId})`;

interface HostMessage {
  linkId: string;
  /** Of the form, so that a message that arrives twice is sent once. */
  id: string;
  text: string;
  now: Date;
}

/** Sends a message to everybody who has a seat at the host's venue. False where it was not saved: there were three, or the link has ended. */
export async function sendHostMessage(
  db: Database,
  { linkId, id, text, now }: HostMessage,
): Promise<boolean> {
  const condition = sql`${hostLinkWorks(linkId, now)} and ${countMessages(linkId)} < ${maxHostMessages}
    and not exists (select 1 from ${hostMessages} where ${hostMessages.id} = ${id})`;
  const [saved] = await runBatch(
    db,
    [
      queueBookingEmails(
        db,
        { kind: "host-message", data: { messageId: id } },
        now,
        sql`${isGuestOfHost(linkId)} and ${condition}`,
      ),
      insertWhere(db, hostMessages, { id, linkId, text, sentAt: now }, condition),
    ],
    db
      .select({ id: hostMessages.id })
      .from(hostMessages)
      .where(sql`${hostMessages.id} = ${id} and ${hostMessages.linkId} = ${linkId}`),
  );
  return saved !== undefined;
}

/** Messages are written until a link ends, so an older event has no younger ones. */
export async function deleteOldMessages(db: Database, now: Date): Promise<void> {
  const before = now.getTime() - keptMs.host;
  await db.delete(hostMessages).where(
    sql`${hostMessages.sentAt} <= ${before + eventTimes.hostLinkUntilAfterMs}
      and exists (select 1 from ${hostLinks} join ${events} on ${events.id} = ${hostLinks.eventId}
        where ${hostLinks.id} = ${hostMessages.linkId} and ${events.date} <= ${before})`,
  );
}
