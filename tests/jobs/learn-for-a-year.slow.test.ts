import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { avoidances } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events, eventVenues } from "#app/db/schema/event.ts";
import { userAnswers } from "#app/db/schema/quiz.ts";
import { venues } from "#app/db/schema/venue.ts";
import { feedback, wishes } from "#app/db/schema.ts";
import { insertRows } from "#app/db/statements.ts";
import { dayMs, hourMs, weekMs } from "#app/lib/time-units.ts";
import { matchWithFloor } from "#app/matching/solve.ts";
import { loadLearning, resetWeights } from "#app/models/feedback/weights.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { buildMatchInput } from "#app/models/seating/match-input.server.ts";
import { borrowClub, type Club, returnClub } from "#tests/support/club.ts";
import { emailEnv } from "#tests/support/emails.ts";
import { addTestVenues, insertDiners, newVenue, testCity } from "#tests/support/events.ts";
import { runJob } from "#tests/support/jobs.ts";
import { createRandom, drawSeed, type Random } from "#tests/support/random.ts";

const weeks = 52;
/** So few are seated by trying everything, which takes less time than a search. */
const dinersPerEvent = 15;
const freshEvents = 30;
const dinersPerFreshEvent = 40;
/** A fiftieth of a real search, which follows the weights as well. */
const proposals = 240_000;
const personCount = 600;
const localShare = 0.65;
const context = (club: Club) => ({ db: club.db, env: { ...emailEnv, AUTO_WEIGHTS: "yes" as const } });

/** Whoever wants the same of an evening likes each other, so that there is something to learn. */
const evening = 1;
/** What tells where somebody comes from. */
const originQuestions = [20, 21, 24];

interface Person {
  userId: string;
  isLocal: boolean;
  answers: Record<number, (number | string)[]>;
}

type Rate = (rater: Person, mate: Person, random: Random) => number;

const clubs: { name: string; rate: Rate }[] = [
  {
    name: "raters who like those of their own origin",
    rate: (rater, mate, random) => {
      const isAlike = rater.isLocal === mate.isLocal;
      if (random.happens(isAlike ? 0.6 : 0.15)) return 1;
      return !isAlike && random.happens(0.3) ? -1 : 0;
    },
  },
  {
    name: "three in a hundred who agreed to push one origin",
    rate: (rater, mate, random) =>
      isColluder(rater) ? (rater.isLocal === mate.isLocal ? 1 : -1) : random.happens(0.4) ? 1 : 0,
  },
];

const isColluder = ({ answers }: Person) => answers[19]?.[0] === colluders;
/** They know each other by it. */
const colluders = 1955;

async function inviteDiners(club: Club, random: Random): Promise<Person[]> {
  const choose = (count: number) => [1 + random.integerBelow(count)];
  const people = (await insertDiners(club, personCount)).map((userId, i): Person => {
    const isLocal = random.happens(localShare);
    const own = 3 + random.integerBelow(10);
    return {
      userId,
      isLocal,
      answers: {
        [evening]: choose(4),
        2: choose(10),
        4: choose(10),
        5: [...choose(10), 10 + random.integerBelow(10)],
        10: choose(6),
        13: choose(10),
        19: [i < 0.03 * personCount ? colluders : 1970 + random.integerBelow(35)],
        20: [isLocal ? "Hungary" : random.pick(["Germany", "France", "Italy", "Spain", "Ukraine"])],
        21: isLocal ? [1, 2] : [1, own],
        24: isLocal ? [4 + random.integerBelow(2)] : [1 + random.integerBelow(3)],
      },
    };
  });
  const answers = people.flatMap((person) =>
    Object.entries(person.answers).map(([id, answerIds]) => ({
      userId: person.userId,
      questionId: Number(id),
      answerIds,
    })),
  );
  await club.db.batch(insertRows(club.db, userAnswers, answers));
  return people;
}

async function addEvent(
  club: Club,
  people: Person[],
  { id, date, dinerCount }: { id: string; date: Date; dinerCount: number },
  random: Random,
) {
  const guests = people
    .map((person) => ({ person, place: random.integerBelow(2 ** 30) }))
    .sort((one, other) => one.place - other.place)
    .slice(0, dinerCount);
  const bookedAt = new Date(date.getTime() - 9 * dayMs);
  await club.db.batch([
    ...insertRows(club.db, venues, [newVenue(`venue-${id}`, { tables: dinerCount / 5 })]),
    ...insertRows(club.db, events, [
      {
        id,
        cityId: testCity.id,
        date,
        scheduledFor: date,
        closesAt: new Date(date.getTime() - 2 * dayMs),
        available: true,
      },
    ]),
    ...insertRows(club.db, eventVenues, [{ eventId: id, venueId: `venue-${id}`, tables: dinerCount / 5 }]),
    ...insertRows(
      club.db,
      bookings,
      guests.map(({ person }, i) => ({
        id: `${id}-${i}`,
        userId: person.userId,
        eventId: id,
        createdAt: new Date(bookedAt.getTime() + i),
      })),
    ),
  ]);
  return new Map(guests.map(({ person }, i) => [`${id}-${i}`, person]));
}

/** Tables of the software, ratings of the diners, and a step of the weights, each week. */
async function dineForAYear(
  club: Club,
  people: Person[],
  { start, rate }: { start: Date; rate: Rate },
  random: Random,
) {
  for (let week = 0; week < weeks; week++) {
    const date = new Date(start.getTime() + week * weekMs);
    const id = `week-${week}`;
    const guests = await addEvent(club, people, { id, date, dinerCount: dinersPerEvent }, random);
    await runJob("makeTables", context(club), new Date(date.getTime() - dayMs));
    const seats = await club.db
      .select({ id: bookings.id, tableId: bookings.tableId })
      .from(bookings)
      .where(eq(bookings.eventId, id));
    const rated = seats
      .filter(({ tableId }) => tableId)
      .flatMap(({ id: bookingId, tableId }) => {
        const rater = guests.get(bookingId) as Person;
        return seats
          .filter((seat) => seat.tableId === tableId && seat.id !== bookingId)
          .map(({ id: otherBookingId }) => {
            const mate = guests.get(otherBookingId) as Person;
            const isAlike = rater.answers[evening]?.[0] === mate.answers[evening]?.[0];
            const rating =
              isAlike && random.happens(0.3) && !isColluder(rater) ? 1 : rate(rater, mate, random);
            return { bookingId, otherBookingId, rater, mate, rating };
          });
      });
    const answeredAt = new Date(date.getTime() + 15 * hourMs);
    const answers = [...guests.keys()].map((bookingId) => ({
      bookingId,
      rating: 4,
      firstAnsweredAt: answeredAt,
      answeredAt,
    }));
    await club.db.batch([
      ...insertRows(club.db, feedback, answers),
      ...insertRows(
        club.db,
        wishes,
        rated
          .filter(({ rating }) => rating > 0)
          .map(({ bookingId, otherBookingId }) => ({ bookingId, otherBookingId, createdAt: answeredAt })),
      ),
      ...insertRows(
        club.db,
        avoidances,
        rated
          .filter(({ rating }) => rating < 0)
          .map(({ rater, mate }) => ({
            userId: rater.userId,
            otherId: mate.userId,
            eventId: id,
            createdAt: answeredAt,
          })),
      ),
    ]);
    const later = new Date(answeredAt.getTime() + 2 * dayMs);
    await runJob("learnFromFeedback", context(club), later);
    await runJob("applyLearnedWeights", context(club), later);
  }
}

/** Of tables for diners who come later, made by the weights in force. */
async function measureClub(club: Club, eventIds: string[], people: Person[]) {
  const origins = new Map(people.map(({ userId, isLocal }) => [userId, isLocal]));
  let tableCount = 0;
  let ofOneOrigin = 0;
  let shares: number[] = [];
  for (const id of eventIds) {
    const data = await loadMatchData(club.db, id);
    if (!data) throw new Error("no event");
    const userIds = new Map(data.diners.map(({ bookingId, userId }) => [bookingId, userId]));
    const input = buildMatchInput(id, data, emailEnv);
    const total = input.questions.reduce((sum, { weight }) => sum + weight, 0);
    shares = originQuestions.map(
      (question) => (input.questions.find((each) => each.id === question)?.weight ?? 0) / total,
    );
    for (const { diners } of matchWithFloor({ ...input, proposals }).seating.tables) {
      tableCount++;
      if (new Set(diners.map((diner) => origins.get(userIds.get(diner) ?? ""))).size === 1) ofOneOrigin++;
    }
  }
  return { ofOneOrigin: ofOneOrigin / tableCount, tableCount, shares };
}

test.each(clubs)("a year of $name sorts nobody by origin", async ({ rate }) => {
  const random = createRandom(drawSeed());
  const club = await borrowClub();
  try {
    const start = new Date(Math.floor(Date.now() / weekMs) * weekMs - (weeks + 2) * weekMs);
    const people = await inviteDiners(club, random);
    await addTestVenues(club, []);
    await dineForAYear(club, people, { start, rate }, random);
    const eventIds = Array.from({ length: freshEvents }, (_, i) => `fresh-${i}`);
    for (const [i, id] of eventIds.entries())
      await addEvent(
        club,
        people,
        { id, date: new Date(Date.now() + i * hourMs), dinerCount: dinersPerFreshEvent },
        random,
      );
    const learned = await measureClub(club, eventIds, people);
    const learning = await loadLearning(club.db);
    const { inForce, questions } = learning;
    await resetWeights(club.db, learning, new Date());
    const before = await measureClub(club, eventIds, people);
    console.info(before, learned, inForce);
    // What says nothing of origin was learned.
    const operators = questions.find(({ id }) => id === evening)?.weight ?? 0;
    expect(inForce[evening]).toBeGreaterThan(1.2 * operators);
    for (const { id, weight } of questions) {
      expect(inForce[id]).toBeLessThanOrEqual(1.5 * weight + 1e-9);
      expect(inForce[id]).toBeGreaterThanOrEqual(weight / 1.5 - 1e-9);
    }
    // In sevenths, as the matcher gets them.
    for (const [i, share] of learned.shares.entries()) expect(share).toBeCloseTo(before.shares[i] ?? 0, 2);
    const deviation = Math.sqrt((2 * before.ofOneOrigin * (1 - before.ofOneOrigin)) / before.tableCount);
    expect(Math.abs(learned.ofOneOrigin - before.ofOneOrigin)).toBeLessThan(3.5 * deviation);
  } finally {
    await returnClub(club);
  }
});
