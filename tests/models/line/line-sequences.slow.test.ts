import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "#app/db/schema/event.ts";
import { linePlaces } from "#app/db/schema/line.ts";
import { outbox } from "#app/db/schema.ts";
import { minuteMs } from "#app/lib/time-units.ts";
import { book, cancel } from "#app/models/booking/transitions.server.ts";
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
}

const readState = async (eventId: string) => {
  const [event] = await club.db.select().from(events).where(eq(events.id, eventId));
  const booked = await club.db.all<{ id: string; userId: string }>(
    sql`select id, user_id as userId from bookings where event_id = ${eventId} and canceled = 0`,
  );
  const line = await club.db
    .select()
    .from(linePlaces)
    .where(eq(linePlaces.eventId, eventId))
    .orderBy(linePlaces.joinedAt, linePlaces.id);
  return { taken: event?.taken ?? 0, capacity: event?.capacity ?? 0, booked, line };
};

async function step({ random, eventId, userIds, now }: Play): Promise<void> {
  const userId = random.pick(userIds);
  const { booked, line } = await readState(eventId);
  const own = booked.find((booking) => booking.userId === userId);
  const place = line.find((each) => each.userId === userId);
  switch (random.integerBelow(7)) {
    case 0:
    case 1: {
      const [first] = line.filter(({ offeredUntil }) => offeredUntil === null);
      const bookingId = await book(club.db, { userId, eventId, now });
      // Nobody overtakes whoever waits.
      if (bookingId && !own && first) expect(place?.offeredUntil ?? null, "an offer").not.toBeNull();
      return;
    }
    case 2:
    case 3:
      if (own) await cancel(club.db, { id: own.id, userId, now });
      return;
    case 4:
      if (place && random.happens(0.5)) await leaveLine(club.db, place.id);
      return;
    default:
      await joinLine(club.db, { userId, eventId, now });
  }
}

async function check({ eventId, now }: Play): Promise<void> {
  const { taken, capacity, booked, line } = await readState(eventId);
  expect(taken).toBe(booked.length);
  expect(taken, "a seat is sold twice").toBeLessThanOrEqual(capacity);
  expect(line.filter(({ userId }) => booked.some((booking) => booking.userId === userId))).toEqual([]);
  const offered = line.filter(({ offeredUntil }) => offeredUntil !== null);
  expect(taken + offered.length, "a seat is offered twice").toBeLessThanOrEqual(capacity);
  if (offered.length < line.length) expect(taken + offered.length, "an offer is lost").toBe(capacity);
  for (const { offeredUntil } of offered) expect(offeredUntil?.getTime()).toBeGreaterThan(now.getTime());
  const isOffered = line.map(({ offeredUntil }) => offeredUntil !== null);
  expect(isOffered, "in another order").toEqual(isOffered.toSorted((a, b) => Number(b) - Number(a)));
  for (const { id } of offered) {
    const emails = await club.db.$count(outbox, sql`kind = 'seat-offered' and data ->> 'linkId' = ${id}`);
    expect(emails, "emails of an offer").toBe(1);
  }
}

test(`in ${count} random sequences, no seat is sold or offered twice, and no offer is lost`, async () => {
  const seed = drawSeed();
  await inParallel(
    Array.from({ length: count }, (_, i) => i),
    async (i) => {
      const random = createRandom(seed + i);
      const eventId = await createEvent(club, { capacity: 2 + random.integerBelow(2), hoursFromNow: 300 });
      const play: Play = { random, eventId, userIds: await insertDiners(club, diners), now: new Date() };
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
      // Each check reads all emails.
      await club.db.delete(linePlaces).where(eq(linePlaces.eventId, eventId));
      const isOver = sql`booking_id in (select id from bookings where event_id = ${eventId})
        or (booking_id is null and data ->> 'linkId' not in (select id from line_places))`;
      await club.db.delete(outbox).where(isOver);
    },
  );
});
