import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { hostLinkWorks, isGuestOfHost } from "#app/db/conditions.ts";
import { events, eventVenues, hostLinks, hostMessages, venues } from "#app/db/schema.ts";
import { findEventIds, insertWhere, jsonList } from "#app/db/statements.ts";
import { eventTimes } from "#app/lib/event/event-times.ts";
import { queueBookingEmails, queueHostLinkEmails } from "#app/models/outbox/queue-emails.server.ts";

const columns = {
  id: hostLinks.id,
  eventId: hostLinks.eventId,
  venueId: hostLinks.venueId,
  venueName: venues.name,
  email: hostLinks.email,
  createdAt: hostLinks.createdAt,
  mailedAt: hostLinks.mailedAt,
  revokedAt: hostLinks.revokedAt,
};

export const listHostLinks = async (db: Database, eventId: string) =>
  db
    .select(columns)
    .from(hostLinks)
    .innerJoin(venues, eq(venues.id, hostLinks.venueId))
    .where(eq(hostLinks.eventId, eventId))
    .orderBy(asc(venues.name), asc(hostLinks.createdAt));

interface NewHostLink {
  eventId: string;
  venueId: string;
  email: string | null;
  now: Date;
}

/** Returns the id of the link for this venue and address: a new one, or the one that there is. */
export async function addHostLink(
  db: Database,
  { eventId, venueId, email, now }: NewHostLink,
): Promise<string> {
  const isSame = and(
    eq(hostLinks.eventId, eventId),
    eq(hostLinks.venueId, venueId),
    sql`${hostLinks.email} is ${email}`,
    isNull(hostLinks.revokedAt),
  );
  const { last } = await db.batch([
    insertWhere(
      db,
      hostLinks,
      { eventId, venueId, email, createdAt: now },
      sql`not exists (select 1 from ${hostLinks} where ${isSame})`,
    ),
    db.select({ id: hostLinks.id }).from(hostLinks).where(isSame).limit(1),
  ]);
  const [link] = last;
  if (!link) throw new Error("The host link was not saved");
  return link.id;
}

/** Returns false if it was revoked before. */
export async function revokeHostLink(db: Database, id: string, now: Date): Promise<boolean> {
  const revoked = await db
    .update(hostLinks)
    .set({ revokedAt: now })
    .where(and(eq(hostLinks.id, id), isNull(hostLinks.revokedAt)))
    .returning({ id: hostLinks.id });
  return revoked.length === 1;
}

/** A statement for the batch that blocks these users: the links that were made for their addresses end. */
export const revokeHostLinksOf = (db: Database, userIds: SQL, now: Date) =>
  db
    .update(hostLinks)
    .set({ revokedAt: now })
    .where(
      sql`${hostLinks.email} is not null and ${hostLinks.revokedAt} is null
        and lower(${hostLinks.email}) in (select email from users where id in ${userIds})`,
    );

/** The venue may have left the event in the meantime. */
const isUnmailed = sql`${hostLinks.email} is not null and ${hostLinks.mailedAt} is null and ${hostLinks.revokedAt} is null
  and exists (select 1 from ${eventVenues} where ${eventVenues.eventId} = ${hostLinks.eventId}
    and ${eventVenues.venueId} = ${hostLinks.venueId})`;

/** From when a link works until the event is over by hours; then it is of no use to send it. */
const isOnTheDay = (now: Date) =>
  sql`${events.canceledAt} is null and ${events.date} <= ${now.getTime() + eventTimes.hostLinkFromBeforeMs}
    and ${events.date} > ${now.getTime() - eventTimes.checkInUntilAfterMs}`;

export const findEventsToMailHosts = (db: Database, now: Date): Promise<string[]> =>
  findEventIds(
    db,
    sql`${isOnTheDay(now)} and exists (select 1 from ${hostLinks}
      where ${hostLinks.eventId} = ${events.id} and ${isUnmailed})`,
  );

/** Sends each link once. */
export async function mailHostLinks(db: Database, eventId: string, now: Date): Promise<void> {
  const condition = sql`${hostLinks.eventId} = ${eventId} and ${isUnmailed}
    and exists (select 1 from ${events} where ${events.id} = ${eventId} and ${isOnTheDay(now)})`;
  await db.batch([
    queueHostLinkEmails(db, now, condition),
    db.update(hostLinks).set({ mailedAt: now }).where(condition),
  ]);
}

/** Sends each venue's link, again if it was sent before. Without an address, the venue's last one gets a new link. */
export function resendHostLinks(
  db: Database,
  { eventId, venueIds, now }: { eventId: string; venueIds: string[]; now: Date },
  condition: SQL,
) {
  const isSent = sql`email is not null and revoked_at is null`;
  const isTheirs = sql`${hostLinks.eventId} = ${eventId} and ${hostLinks.venueId} in ${jsonList(venueIds)} and ${isSent}`;
  return [
    db.update(hostLinks).set({ mailedAt: null }).where(sql`${isTheirs} and ${condition}`),
    insertWhere(
      db,
      hostLinks,
      {
        id: sql`lower(hex(randomblob(16)))`,
        eventId,
        venueId: hostLinks.venueId,
        email: hostLinks.email,
        createdAt: now,
      },
      sql`${hostLinks.venueId} in ${jsonList(venueIds)} and ${isSent} and ${condition}
        and not exists (select 1 from ${hostLinks} here where here.event_id = ${eventId}
          and here.venue_id = ${hostLinks.venueId} and here.email is not null and here.revoked_at is null)
        and not exists (select 1 from ${hostLinks} later where later.venue_id = ${hostLinks.venueId}
          and later.email is not null and later.revoked_at is null
          and (later.created_at, later.id) > (${hostLinks.createdAt}, ${hostLinks.id}))`,
      hostLinks,
    ),
  ];
}

/** Which of these venues have no address, of this event or an earlier one. */
export async function listVenuesWithoutHost(db: Database, venueIds: string[]): Promise<string[]> {
  const known = await db
    .selectDistinct({ id: hostLinks.venueId })
    .from(hostLinks)
    .where(
      sql`${hostLinks.venueId} in ${jsonList(venueIds)} and ${hostLinks.email} is not null and ${hostLinks.revokedAt} is null`,
    );
  return venueIds.filter((venueId) => !known.some(({ id }) => id === venueId));
}

/** The limit for each venue of an event, whatever the link. */
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
  const { last } = await db.batch([
    queueBookingEmails(
      db,
      { kind: "host-message", data: { messageId: id } },
      now,
      sql`${isGuestOfHost(linkId)} and ${condition}`,
    ),
    insertWhere(db, hostMessages, { id, linkId, text, sentAt: now }, condition),
    db
      .select({ id: hostMessages.id })
      .from(hostMessages)
      .where(sql`${hostMessages.id} = ${id} and ${hostMessages.linkId} = ${linkId}`),
  ]);
  return last.length > 0;
}
