import { asc, eq, sql } from "drizzle-orm";
import { type Database, openDatabase } from "#app/db/client.server.ts";
import { avoidances, bookings, deposits, events, outbox } from "#app/db/schema.ts";
import { sendOneBatch } from "#app/emails/send-emails.server.ts";
import { openEvents } from "#app/jobs/open-events.server.ts";
import { jobs } from "#app/jobs/run-jobs.server.ts";
import type { EmailKind } from "#app/lib/email-kinds.ts";
import type { JobContext } from "#app/load-context.ts";
import { match } from "#app/matching/solve.ts";
import { book, cancel } from "#app/models/booking/transitions.server.ts";
import { addSchedule } from "#app/models/event/schedules.server.ts";
import { loadMatchRecord } from "#app/models/matching/match-records.server.ts";
import { hasDueEmails } from "#app/models/outbox/outbox.server.ts";
import { Crashed, crashing } from "./crashing-database.ts";
import { emptyEmail } from "./emails.ts";
import { type EmailFault, startFakeResend } from "./fake-resend.ts";
import { createRandom } from "./random.ts";
import { simulatePayments } from "./season-payments.ts";

const hour = 3_600_000;
const day = 24 * hour;
const capacity = 30;

/** All that a season needs of a club. */
export interface SeasonClub {
  binding: D1Database;
  db: Database;
}

interface Season {
  diners: string[];
  venueIds: string[];
  weeks: number;
  seed: number;
}

/** What the cron does, in its order; but mails go second by second, and a season misses nothing that is swept away. */
const due = Object.entries(jobs).filter(([name]) => name !== "sendEmails" && !name.startsWith("delete"));

/** When somebody looks, in hours from Monday noon: more often around what is due on Wednesday, Thursday and Friday. */
const moments = [0, 24, 46, 54, 57, 70, 80, 94, 99, 103, 112, 128, 150];

/** The weeks one after the other. */
export async function simulateSeason(club: SeasonClub, { diners, venueIds, weeks, seed }: Season) {
  const chance = createRandom(seed);
  const start = new Date("2026-10-12T10:00:00Z"); // A Monday noon in Budapest, two weeks before winter time.
  const end = new Date(start.getTime() + weeks * 7 * day);
  let mailFaults = 0;
  const resend = await startFakeResend(() => {
    const fault = chance.pick<EmailFault>([...mailFaultKinds, ...Array(15).fill("none")]);
    if (fault !== "none") mailFaults++;
    return fault;
  });
  const money = await simulatePayments(chance);
  const env = {
    ...resend.vars,
    ...money.vars,
    SITE_URL: "https://oten.example",
    SESSION_SECRET: "a season of secrets",
    MAIL_FROM: "Öten <hello@oten.example>",
  } as Env;
  const state = { crashes: 0, mostSeats: 0, sizesWhenMade: [] as number[] };

  for (const venueId of venueIds) {
    await addSchedule(club.db, { venueId, weekday: 5, time: "19:00", capacity, weeks: 3 }, start);
  }
  await openEvents({ db: club.db, env }, start);
  for (let i = 0; i < 60; i++) {
    const [userId = "", otherId = ""] = [chance.pick(diners), chance.pick(diners)];
    if (userId !== otherId) {
      await club.db.insert(avoidances).values({ userId, otherId, createdAt: start }).onConflictDoNothing();
    }
  }

  async function strike(now: Date) {
    for (const [name, job] of due) {
      const wasMatched = name === "makeTables" ? await matched() : [];
      const times = chance.happens(0.1) ? 3 : 1;
      await Promise.all(Array.from({ length: times }, () => attempt(job, now)));
      if (name === "makeTables") await noteSizes(wasMatched);
    }
    await deliver(now);
  }

  async function deliver(now: Date) {
    for (let second = 0; await hasDueEmails(club.db, later(now, second)); second += 1_000) {
      await attempt(sendOneBatch, later(now, second));
    }
  }

  async function attempt(job: (context: JobContext, now: Date) => Promise<void>, now: Date) {
    const dies = chance.happens(0.2);
    const crash = { at: 1 + chance.integerBelow(8), done: chance.happens(0.5) };
    const db = dies ? openDatabase(crashing(club.binding, crash)) : club.db;
    try {
      await job({ db, env }, now);
    } catch (error) {
      if (!isCrash(error)) throw error;
      state.crashes++;
    }
  }

  const matched = async () =>
    (await club.db.select({ id: events.id }).from(events).where(sql`${events.matchedAt} is not null`)).map(
      ({ id }) => id,
    );

  async function noteSizes(before: string[]) {
    const made = await club.db.all<{ n: number }>(
      sql`select count(*) as n from bookings where table_id is not null and event_id not in
        (select value from json_each(${JSON.stringify(before)})) group by table_id`,
    );
    state.sizesWhenMade.push(...made.map(({ n }) => n));
  }

  async function live(now: Date) {
    const open = await club.db
      .select({ id: events.id })
      .from(events)
      .where(sql`${events.closesAt} > ${now.getTime()}`)
      .orderBy(asc(events.date));
    const uniqueEmail = <Kind extends EmailKind>(kind: Kind) => ({
      ...emptyEmail(kind),
      text: crypto.randomUUID(),
    });
    await Promise.all(
      Array.from({ length: 24 }, () => {
        const eventId = chance.pick(open.slice(0, 4))?.id;
        const userId = chance.pick(diners);
        return (
          eventId && book(club.db, { userId, eventId, now, email: () => uniqueEmail("booking-received") })
        );
      }),
    );
    const mine = await club.db
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
    // Somebody who has paid always thinks better of it late, so that no season is without.
    const late = chance.pick(mine.filter(({ closesAt, deposit }) => closesAt <= now && deposit === "paid"));
    for (const { id, userId } of mine.filter((each) => each === late || chance.happens(0.015))) {
      await cancel(club.db, { userId, id, now, email: uniqueEmail("booking-canceled") });
    }
    const [most] = await club.db.all<{ n: number }>(
      sql`select count(*) as n from bookings where canceled = 0 group by event_id order by n desc limit 1`,
    );
    state.mostSeats = Math.max(state.mostSeats, most?.n ?? 0);
    money.unsettle(now);
    for (const act of [money.pay, money.hear, money.missDinners]) await attempt(act, now);
  }

  for (let week = 0; week < weeks; week++) {
    for (const moment of moments) {
      const now = later(start, week * 7 * day + moment * hour);
      await live(now);
      // Sometimes the cron does not come for hours.
      if (!chance.happens(0.1)) await strike(now);
    }
  }
  for (let i = 0; i < 4; i++) await strike(later(end, i * 7 * hour));
  // What met a fault in the last of them is tried again.
  for (let i = 28; i < 76; i++) await deliver(later(end, i * hour));

  const nights = await matched();
  const receiptsThatDontFit: string[] = [];
  for (const id of nights) {
    const night = await loadMatchRecord(club.db, id);
    if (!night?.isIntact || match(night.input).hash !== night.resultHash) receiptsThatDontFit.push(id);
  }
  const [written] = await club.db.select({ n: sql<number>`count(*)` }).from(outbox);
  const payments = await money.payments(club.db);
  resend.close();
  money.close();
  return {
    ...state,
    moneyFaults: money.met.faults,
    payments,
    capacity,
    end,
    mailFaults,
    written: written?.n ?? 0,
    delivered: resend.taken.size,
    doubledMails: resend.doubled(),
    receiptsThatDontFit,
  };
}

const mailFaultKinds: EmailFault[] = ["500 before", "500 after", "429", "cut before", "cut after"];

const later = (now: Date, by: number) => new Date(now.getTime() + by);

const isCrash = (error: unknown): boolean =>
  error instanceof Crashed || (error instanceof Error && error.cause !== undefined && isCrash(error.cause));
