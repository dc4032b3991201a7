import { asc, eq, sql } from "drizzle-orm";
import { type Database, openDatabase } from "#app/db/client.server.ts";
import { avoidances } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { deposits } from "#app/db/schema/deposit.ts";
import { events } from "#app/db/schema/event.ts";
import { outbox } from "#app/db/schema/outbox.ts";
import type { JobContext } from "#app/job-context.ts";
import { runCron } from "#app/jobs/run-cron.server.ts";
import type { TaskMessage } from "#app/jobs/tasks.server.ts";
import { dayMs, hourMs, minuteMs } from "#app/lib/time-units.ts";
import { match } from "#app/matching/solve.ts";
import { book, cancel } from "#app/models/booking/transitions.server.ts";
import { changeEventVenue } from "#app/models/event/event-venues.server.ts";
import { findEvent } from "#app/models/event/events.server.ts";
import { addSchedule } from "#app/models/event/schedules.server.ts";
import { isUnsent } from "#app/models/outbox/email-conditions.server.ts";
import { loadMatchRecord } from "#app/models/seating/match-records.server.ts";
import { CrashError, type CrashPoint, crashAtCall } from "./crashing-database.ts";
import { countDoubled, type EmailFault, startFakeResend } from "./fake-resend.ts";
import { runJob } from "./jobs.ts";
import { createRandom } from "./random.ts";
import { planDropOut } from "./reseating.ts";
import { simulateEvenings } from "./season-evenings.ts";
import { simulateFriends } from "./season-friends.ts";
import { simulatePayments } from "./season-payments.ts";
import { createSeasonQueue } from "./season-queue.ts";
import { simulateRestaurants } from "./season-restaurants.ts";

export interface SeasonClub {
  binding: D1Database;
  bucket: R2Bucket;
  db: Database;
}

interface SeasonCity {
  id: string;
  venueIds: string[];
}

interface SeasonOptions {
  diners: string[];
  cities: SeasonCity[];
  weeks: number;
  seed: number;
}

/**
 * Hours from Monday noon, denser around what is due on Wednesday and Thursday, at dinner on Friday and on the day after, in
 * Tokyo eight hours earlier.
 */
const hoursOfWeek = [
  0, 24, 46, 49, 54, 57, 70, 80, 88, 94, 97, 102, 104.5, 112, 119.5, 121, 127.5, 128.5, 150,
];

/** On Thursday: a day before dinner in Tokyo, and a little more in Europe. */
const hourOfLoss = 70;

/** Some runs after the last tables are made, and before the next reminders are due: what a crash leaves is tried again. */
export const hoursAfterEnd = 238;

/** What failed is tried again within the hour. */
const retryTimesMs = [0, 2, 7, 20].map((minutes) => minutes * 60_000);

const emailFaults: EmailFault[] = ["500 before", "500 after", "429", "cut before", "cut after"];

const addMs = (time: Date, ms: number) => new Date(time.getTime() + ms);

/** Books, pays, cancels and runs the jobs for some weeks, with crashes and faults, and returns what to check. */
export async function simulateSeason(club: SeasonClub, { diners, cities, weeks, seed }: SeasonOptions) {
  const random = createRandom(seed);
  const start = new Date("2026-10-12T10:00:00Z"); // Monday noon in Budapest, two weeks before summer time ends.
  const end = addMs(start, weeks * 7 * dayMs);
  let emailFaultCount = 0;
  let isCalm = false;
  const resend = await startFakeResend({
    pauseSeconds: 0.05,
    nextFault: () => {
      if (isCalm) return "none";
      const fault = random.pick<EmailFault>([...emailFaults, ...Array(6).fill("none")]);
      if (fault !== "none") emailFaultCount++;
      return fault;
    },
  });
  const queue = createSeasonQueue(random);
  const payments = await simulatePayments(random);
  const evenings = simulateEvenings(random, club, diners, payments.noShows);
  const friends = simulateFriends(random, diners);
  const restaurants = simulateRestaurants(random);
  const env = {
    ...resend.vars,
    ...payments.vars,
    SITE_URL: "https://oten.example",
    SESSION_SECRET: "a season of secrets",
    MAIL_FROM: "Öten <hello@oten.example>",
    EMAIL_REQUESTS_PER_SECOND: "1000",
    OPERATOR_EMAIL: "desk@oten.example",
    TASKS: queue.producer,
    AVATARS: club.bucket,
  } as Env;
  const observed = { crashes: 0, oversold: 0, venuesLost: 0, tablesMoved: 0, newTableSizes: [] as number[] };

  for (const { id: cityId, venueIds } of cities) {
    const venues = venueIds.map((venueId) => ({ venueId, tables: 2 }));
    await addSchedule(club.db, { cityId, weekday: 5, time: "19:00", weeks: 3, venues }, start);
  }
  await runJob("openEvents", { db: club.db, env }, start);
  await addRandomAvoidances();

  async function addRandomAvoidances() {
    for (let i = 0; i < 60; i++) {
      const [userId = "", otherId = ""] = [random.pick(diners), random.pick(diners)];
      if (userId !== otherId) {
        await club.db.insert(avoidances).values({ userId, otherId, createdAt: start }).onConflictDoNothing();
      }
    }
  }

  /** The cron may run three times at once, and die; so may each worker that the queue calls. */
  async function runSeasonJobs(now: Date) {
    const times = random.happens(0.1) ? 3 : 1;
    await Promise.all(Array.from({ length: times }, () => runCron(createCrashingContext(), now)));
    let matchedBefore = await listMatchedEvents();
    await queue.deliverAll(createCrashingContext, async ({ job }: TaskMessage) => {
      if (job === "makeTables") await recordTableSizes(matchedBefore);
      matchedBefore = await listMatchedEvents();
    });
    await queue.parkDead({ db: club.db, env });
  }

  /** Its Worker dies at a random call of the database, in one case of five. */
  function createCrashingContext(): JobContext {
    const crash: CrashPoint = {
      callNumber: 1 + random.integerBelow(8),
      isCallDone: random.happens(0.5),
      onCrash: () => {
        observed.crashes++;
      },
    };
    const db = random.happens(0.2) ? openDatabase(crashAtCall(club.binding, crash)) : club.db;
    return { db, env };
  }

  async function runWithCrashes(run: (context: JobContext, now: Date) => Promise<void>, now: Date) {
    try {
      await run(createCrashingContext(), now);
    } catch (error) {
      if (!isCrash(error)) throw error;
    }
  }

  const listMatchedEvents = async () =>
    (await club.db.select({ id: events.id }).from(events).where(sql`${events.matchedAt} is not null`)).map(
      ({ id }) => id,
    );

  async function recordTableSizes(matchedBefore: string[]) {
    const sizes = await club.db.all<{ n: number }>(
      sql`select count(*) as n from bookings where table_id is not null and event_id not in
        (select value from json_each(${JSON.stringify(matchedBefore)})) group by table_id`,
    );
    observed.newTableSizes.push(...sizes.map(({ n }) => n));
  }

  async function bookRandomEvents(now: Date) {
    const open = await club.db
      .select({ id: events.id })
      .from(events)
      .where(sql`${events.closesAt} > ${now.getTime()}`)
      .orderBy(asc(events.date));
    await Promise.all(
      Array.from({ length: 24 }, () => {
        const eventId = random.pick(open.slice(0, 4))?.id;
        const userId = random.pick(diners);
        return eventId && book(club.db, { userId, eventId, now });
      }),
    );
  }

  /** Always includes a late cancellation with a paid deposit, if there can be one, so that every season keeps one. */
  async function cancelRandomBookings(now: Date) {
    const active = await club.db
      .select({
        id: bookings.id,
        userId: bookings.userId,
        closesAt: events.closesAt,
        deposit: deposits.state,
      })
      .from(bookings)
      .innerJoin(events, eq(events.id, bookings.eventId))
      .leftJoin(deposits, eq(deposits.bookingId, bookings.id))
      .where(sql`${bookings.canceled} = 0 and ${events.date} > ${now.getTime()}`)
      .orderBy(asc(bookings.createdAt));
    const late = random.pick(active.filter(({ closesAt, deposit }) => closesAt <= now && deposit === "paid"));
    for (const { id, userId } of active.filter((booking) => booking === late || random.happens(0.015))) {
      await cancel(club.db, { userId, id, now });
    }
  }

  async function simulateDiners(now: Date) {
    await bookRandomEvents(now);
    await cancelRandomBookings(now);
    // Once the tables are made, a venue may be lost, and then its diners wait for a seat.
    const oversold = await club.db.all(
      sql`select e.id from events e where e.matched_at is null
        and (select count(*) from bookings b where b.event_id = e.id and b.canceled = 0)
          + (select count(*) from line_places l where l.event_id = e.id and l.offered_until > ${now.getTime()}) > e.capacity`,
    );
    observed.oversold += oversold.length;
    payments.planFaults(now);
    await payments.markNoShow(club, now);
    for (const run of [
      payments.payDeposits,
      payments.deliverWebhooks,
      payments.markAttendance,
      evenings.play,
      friends.bringFriends,
      friends.wait,
      friends.takeOffers,
      restaurants.answer,
    ])
      await runWithCrashes(run, now);
  }

  /** A day before dinner, one venue of each second event can't have us, mostly one that says so, if any does; sometimes another one lends tables. */
  async function loseRandomVenues(now: Date) {
    const soon = await club.db
      .select({ id: events.id })
      .from(events)
      .where(
        sql`${events.matchedAt} is not null and ${events.date} > ${now.getTime()}
          and ${events.date} < ${now.getTime() + 36 * hourMs}`,
      )
      .orderBy(asc(events.date));
    // One each week does, where another venue has room for its tables; chance alone left a season without any.
    let isFirst = true;
    let isFirstDeclined = true;
    for (const { id } of soon) {
      const event = await findEvent(club.db, id);
      const leavesDeclined = !isFirstDeclined && random.happens(0.5);
      const isWanted = ({ venueId }: { venueId: string }) =>
        !leavesDeclined && restaurants.hasDeclined(id, venueId);
      const [lost, other] = (event?.venues ?? []).toSorted((a, b) => +isWanted(b) - +isWanted(a));
      if (!event || !lost || !other || event.venues.length < 3) continue;
      if (!isFirst && !isWanted(lost) && random.happens(0.3)) continue;
      if (isWanted(lost)) isFirstDeclined = false;
      if (isFirst || random.happens(0.7)) {
        const venue = { venueId: other.venueId, tables: other.tables + 2 };
        await changeEventVenue(club.db, { event, venue, previousTables: other.tables, now });
      }
      isFirst = false;
      const { plan, apply } = await planDropOut(club.db, id, lost.venueId, now);
      if (await apply()) observed.tablesMoved += plan.places.filter(({ is }) => is === "moved").length;
      observed.venuesLost++;
    }
  }

  for (let week = 0; week < weeks; week++) {
    for (const hours of hoursOfWeek) {
      const now = addMs(start, week * 7 * dayMs + hours * hourMs);
      await simulateDiners(now);
      if (hours === hourOfLoss) await loseRandomVenues(now);
      const isCronDown = random.happens(0.1);
      if (!isCronDown) for (const ms of retryTimesMs) await runSeasonJobs(addMs(now, ms));
      await restaurants.look(club.db, now);
    }
  }
  for (let i = 0; i < 4; i++) await runSeasonJobs(addMs(end, i * 7 * hourMs));
  // Deposits are settled for three days after the last dinner, those of no-shows for a week more, and what then failed is tried
  // for a day.
  for (let hours = 28; hours < hoursAfterEnd; hours += 4) {
    // Without faults for the last day, so that every email has been tried as long as it may be.
    isCalm = hours > hoursAfterEnd - 30;
    // What is contested last, or whose answer a crash has swallowed, is answered afterwards.
    const play = hours < 150 ? evenings.playContests : evenings.answerContests;
    if (hours < 160) await runWithCrashes(play, addMs(end, hours * hourMs));
    await runSeasonJobs(addMs(end, hours * hourMs));
  }
  // The last restaurants are told a run after their tables are made, and the operator of late emails: these leave minutes later.
  const isWaiting = sql`${isUnsent} and expires_at > ${addMs(end, hoursAfterEnd * hourMs).getTime()}`;
  for (let minutes = 2; minutes < 60 && (await club.db.$count(outbox, isWaiting)) > 0; minutes += 2)
    await runSeasonJobs(addMs(end, (hoursAfterEnd - 2) * hourMs + minutes * minuteMs));

  const wrongMatchRecords: string[] = [];
  for (const eventId of await listMatchedEvents()) {
    const record = await loadMatchRecord(club, eventId);
    const isSameSeating =
      record && (record.erasedCount > 0 || match(record.input).hash === record.seatingHash);
    if (!record?.isIntact || !isSameSeating) wrongMatchRecords.push(eventId);
  }
  const result = {
    ...observed,
    stripeFaults: payments.countFaults(),
    payments: await payments.listPayments(club.db),
    end,
    emailFaults: emailFaultCount,
    delivered: resend.delivered,
    doubled: countDoubled(resend.delivered),
    taskRetries: queue.countRetries(),
    evenings: evenings.counts,
    friends: friends.counts,
    restaurants: { ...restaurants, counts: restaurants.count() },
    learnedOfErased: evenings.countLearnedOfErased(),
    wrongMatchRecords,
  };
  resend.close();
  payments.close();
  return result;
}

const isCrash = (error: unknown): boolean =>
  error instanceof CrashError ||
  (error instanceof Error && error.cause !== undefined && isCrash(error.cause));
