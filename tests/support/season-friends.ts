import { and, asc, eq, sql } from "drizzle-orm";
import { loadBatched } from "#app/db/batches.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { linePlaces } from "#app/db/schema/line.ts";
import { pairs } from "#app/db/schema.ts";
import type { JobContext } from "#app/job-context.ts";
import { acceptFriendLink, makeFriendLink } from "#app/models/booking/friend-links.server.ts";
import { endPair, isFriendLink } from "#app/models/booking/pairs.server.ts";
import { book, bookInBatch } from "#app/models/booking/transitions.server.ts";
import { joinLine, leaveLine } from "#app/models/line/line.server.ts";
import type { Random } from "./random.ts";

/** Diners who bring a friend, part again, wait for a full event, and take the seat that they are offered. */
export function simulateFriends(random: Random, diners: string[]) {
  const counts = { links: 0, friends: 0, parted: 0, waited: 0, offersTaken: 0 };

  async function bringFriends({ db }: JobContext, now: Date) {
    const active = await db
      .select({ id: bookings.id, eventId: bookings.eventId })
      .from(bookings)
      .innerJoin(events, eq(events.id, bookings.eventId))
      .where(sql`${bookings.canceled} = 0 and ${events.closesAt} > ${now.getTime()}`)
      .orderBy(asc(bookings.createdAt), asc(bookings.id));
    for (const { id, eventId } of active.filter(() => random.happens(0.1))) {
      await makeFriendLink(db, id, now);
      const [link] = await db
        .select({ id: pairs.pairId })
        .from(pairs)
        .where(and(eq(pairs.bookingId, id), isFriendLink(sql`pairs`)));
      if (!link) continue;
      counts.links++;
      // Two use it at once: one of them is the friend.
      const friends = [random.pick(diners), random.pick(diners)];
      const joined = await Promise.all(
        friends.map((userId) => comeAlong(db, link.id, { userId, eventId, now })),
      );
      counts.friends += joined.filter(Boolean).length;
      if (random.happens(0.1) && (await endPair(db, id, { by: "diner", now }))) counts.parted++;
    }
  }

  /** As the page does it: the booking and the pair in one batch. */
  async function comeAlong(
    db: JobContext["db"],
    linkId: string,
    { userId, eventId, now }: { userId: string; eventId: string; now: Date },
  ) {
    const context = { db };
    const acceptance = { linkId, userId: sql`${userId}`, obstacle: undefined, from: "", now };
    const [, link] = await Promise.all([
      loadBatched(context, bookInBatch(db, { userId, eventId, friendLinkId: linkId, now })),
      loadBatched(context, acceptFriendLink(db, acceptance)),
    ]);
    return link?.hasJoined;
  }

  async function wait({ db }: JobContext, now: Date) {
    const full = await db
      .select({ id: events.id })
      .from(events)
      .where(sql`${events.closesAt} > ${now.getTime()} and ${events.taken} >= ${events.capacity}`)
      .orderBy(asc(events.date));
    for (const { id: eventId } of full) {
      const userIds = Array.from({ length: 4 }, () => random.pick(diners));
      const places = await Promise.all(userIds.map((userId) => joinLine(db, { userId, eventId, now })));
      counts.waited += places.filter(Boolean).length;
      const [place] = places;
      if (place && random.happens(0.2)) await leaveLine(db, place);
    }
  }

  async function takeOffers({ db }: JobContext, now: Date) {
    const offers = await db
      .select({ userId: linePlaces.userId, eventId: linePlaces.eventId })
      .from(linePlaces)
      .where(sql`${linePlaces.offeredUntil} > ${now.getTime()}`)
      .orderBy(asc(linePlaces.joinedAt), asc(linePlaces.id));
    for (const { userId, eventId } of offers.filter(() => random.happens(0.6)))
      if (await book(db, { userId, eventId, now })) counts.offersTaken++;
  }

  return { counts, bringFriends, wait, takeOffers };
}
