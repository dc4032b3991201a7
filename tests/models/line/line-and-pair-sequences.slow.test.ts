import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { loadBatched, runNamed } from "#app/db/batches.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { linePlaces } from "#app/db/schema/line.ts";
import { outbox, pairs } from "#app/db/schema.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import {
  acceptFriendLink,
  makeFriendLink,
  takeBackFriendLink,
} from "#app/models/booking/friend-links.server.ts";
import { agreeToPair, askPair, endPair } from "#app/models/booking/pairs.server.ts";
import { book, bookInBatch, cancel } from "#app/models/booking/transitions.server.ts";
import { joinLine, leaveLine, offerSeats } from "#app/models/line/line.server.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvent, insertDiners } from "#tests/support/events.ts";
import { inParallel } from "#tests/support/in-parallel.ts";
import { createRandom, drawSeed, type Random } from "#tests/support/random.ts";

const club = openClub();

/** `SEQUENCES=10000 npm test -- FILE` plays many. */
const count = Number(process.env.SEQUENCES ?? 20);
const steps = 24;
const diners = 7;

interface Play {
  random: Random;
  eventId: string;
  userIds: string[];
  now: Date;
  /** Who sits with whom, by the id of the pair. */
  together: Map<string, string[]>;
  /** Pairs of which one canceled, or asked to part. */
  mayEnd: Set<string>;
}

async function readState(eventId: string) {
  const ofEvent = sql`in (select id from bookings where event_id = ${eventId})`;
  const { evening, booked, line, offers, partners } = await runNamed(club.db, {
    evening: club.db.select().from(events).where(eq(events.id, eventId)),
    booked: club.db
      .select({ id: bookings.id, userId: bookings.userId, togetherId: bookings.togetherId })
      .from(bookings)
      .where(sql`event_id = ${eventId} and canceled = 0`),
    line: club.db
      .select()
      .from(linePlaces)
      .where(eq(linePlaces.eventId, eventId))
      .orderBy(linePlaces.joinedAt, linePlaces.id),
    offers: club.db
      .select({ placeId: sql<string>`data ->> 'linkId'`.as("place_id") })
      .from(outbox)
      .where(sql`kind = 'seat-offered'`),
    partners: club.db.select().from(pairs).where(sql`${pairs.bookingId} ${ofEvent} and ended_at is null`),
  });
  const [{ taken, capacity } = { taken: 0, capacity: 0 }] = evening;
  const pairOf = (id: string) => partners.find(({ bookingId }) => bookingId === id)?.pairId ?? "";
  return { taken, capacity, booked, line, offers, partners, pairOf };
}

/** A friend comes along as the page does it: the booking and the pair in one batch. */
async function comeAlong({ random, eventId, now }: Play, linkId: string, userId: string): Promise<void> {
  const context = { db: club.db };
  await Promise.all([
    loadBatched(context, bookInBatch(club.db, { userId, eventId, friendLinkId: linkId, now })),
    loadBatched(
      context,
      acceptFriendLink(club.db, {
        linkId,
        userId: sql`${userId}`,
        obstacle: random.happens(0.1) ? "language" : undefined,
        from: "",
        now,
      }),
    ),
  ]);
}

async function step(play: Play): Promise<void> {
  const { random, eventId, userIds, now, mayEnd } = play;
  const userId = random.pick(userIds);
  const { booked, line, partners, pairOf } = await readState(eventId);
  const own = booked.find((booking) => booking.userId === userId);
  const place = line.find((each) => each.userId === userId);
  switch (random.integerBelow(12)) {
    case 0:
    case 1: {
      const [first] = line.filter(({ offeredUntil }) => offeredUntil === null);
      const bookingId = await book(club.db, { userId, eventId, now });
      // Nobody overtakes a diner who waits.
      if (bookingId && !own && first) expect(place?.offeredUntil ?? null, "an offer").not.toBeNull();
      return;
    }
    case 2:
    case 3:
      if (!own) return;
      mayEnd.add(pairOf(own.id));
      await cancel(club.db, { id: own.id, userId, now });
      return;
    case 4:
      if (place && random.happens(0.5)) await leaveLine(club.db, place.id);
      return;
    case 5:
    case 6:
      if (booked.length > 0) await makeFriendLink(club.db, random.pick(booked).id, now);
      return;
    case 7:
    case 8: {
      // Mostly a link that nobody has used.
      const links = partners.filter(({ askedAt }) => !askedAt);
      const some = links.length > 0 && random.happens(0.9) ? links : partners;
      if (some.length > 0) await comeAlong(play, random.pick(some).pairId, userId);
      return;
    }
    case 9: {
      if (booked.length < 2) return;
      const one = random.pick(booked).id;
      const other = random.pick(booked.filter(({ id }) => id !== one)).id;
      await askPair(club.db, {
        bookingIds: [one, other],
        agreed: random.happens(0.3) ? "They called." : undefined,
        now,
      });
      if (random.happens(0.7)) await agreeToPair(club.db, one, { from: "", now });
      await agreeToPair(club.db, other, { from: "", now });
      return;
    }
    case 10:
      if (!own) return;
      // Only ends a link that nobody has used.
      if (random.happens(0.5)) return void (await takeBackFriendLink(club.db, own.id, now));
      mayEnd.add(pairOf(own.id));
      await endPair(club.db, own.id, { by: "diner", now });
      return;
    default:
      await joinLine(club.db, { userId, eventId, now });
  }
}

async function check({ eventId, now, together, mayEnd }: Play): Promise<void> {
  const { taken, capacity, booked, line, offers, partners } = await readState(eventId);
  expect(taken).toBe(booked.length);
  expect(new Set(booked.map(({ userId }) => userId)).size, "one diner has two seats").toBe(taken);
  expect(taken, "a seat is sold twice").toBeLessThanOrEqual(capacity);
  expect(line.filter(({ userId }) => booked.some((booking) => booking.userId === userId))).toEqual([]);
  const offered = line.filter(({ offeredUntil }) => offeredUntil !== null);
  expect(taken + offered.length, "a seat is offered twice").toBeLessThanOrEqual(capacity);
  if (offered.length < line.length) expect(taken + offered.length, "an offer is lost").toBe(capacity);
  for (const { offeredUntil } of offered) expect(offeredUntil?.getTime()).toBeGreaterThan(now.getTime());
  const isOffered = line.map(({ offeredUntil }) => offeredUntil !== null);
  expect(isOffered, "in another order").toEqual(isOffered.toSorted((a, b) => Number(b) - Number(a)));
  for (const { id } of offered)
    expect(offers.filter(({ placeId }) => placeId === id).length, "emails of an offer").toBe(1);

  const agreed = Map.groupBy(
    partners.filter(({ agreedAt }) => agreedAt),
    ({ pairId }) => pairId,
  );
  const toIds = (rows: { bookingId: string }[]) => rows.map(({ bookingId }) => bookingId).sort();
  const agreedPairs = new Map(
    [...agreed].filter(([, rows]) => rows.length === 2).map(([pairId, rows]) => [pairId, toIds(rows)]),
  );
  for (const [pairId, ids] of together)
    if (!mayEnd.has(pairId)) expect(agreedPairs.get(pairId), "a pair is parted").toEqual(ids);
  const byTogetherId = Map.groupBy(
    booked.filter(({ togetherId }) => togetherId),
    ({ togetherId }) => togetherId,
  );
  expect(
    // A diner who is left of a pair keeps its id, which then means nothing.
    new Map(
      [...byTogetherId]
        .filter(([, rows]) => rows.length > 1)
        .map(([pairId, rows]) => [pairId, rows.map(({ id }) => id).sort()]),
    ),
    "the tables know other pairs",
  ).toEqual(agreedPairs);
  for (const [pairId, ids] of agreedPairs) together.set(pairId, ids);
}

test(
  `in ${count} random sequences, no seat is sold or offered twice, no offer is lost, and no pair is parted`,
  async () => {
    const seed = drawSeed();
    let pairCount = 0;
    await inParallel(
      Array.from({ length: count }, (_, i) => i),
      async (i) => {
        const random = createRandom(seed + i);
        const eventId = await createEvent(club, { capacity: 2 + random.integerBelow(4), hoursFromNow: 300 });
        const userIds = await insertDiners(club, diners);
        const play: Play = {
          random,
          eventId,
          userIds,
          now: new Date(),
          together: new Map(),
          mayEnd: new Set(),
        };
        for (let n = 0; n < steps; n++) {
          if (random.happens(0.5)) await step(play);
          else await Promise.all([step(play), step(play)]);
          if (random.happens(0.05))
            await club.db.update(events).set({ capacity: sql`capacity + 1` }).where(eq(events.id, eventId));
          // Of two who join in one millisecond, neither was first.
          play.now = new Date(play.now.getTime() + (1 + random.integerBelow(100)) * minuteMs);
          // A task may come twice.
          await Promise.all([offerSeats(club.db, eventId, play.now), offerSeats(club.db, eventId, play.now)]);
          await check(play);
        }
        pairCount += play.together.size;
        // Each check reads all emails.
        await club.db.delete(linePlaces).where(eq(linePlaces.eventId, eventId));
        await club.db.delete(outbox).where(
          sql`(booking_id is null and data ->> 'linkId' not in (select id from line_places))
          or ${inArray(outbox.bookingId, club.db.select({ id: bookings.id }).from(bookings).where(eq(bookings.eventId, eventId)))}`,
        );
      },
    );
    expect(pairCount, "pairs made").toBeGreaterThan(count / 2);
  },
  300_000 + 1_000 * count,
);
