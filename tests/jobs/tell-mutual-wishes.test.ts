import { eq, inArray, or } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { openDatabase } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/account.ts";
import { mutualWishes } from "#app/db/schema/feedback.ts";
import { feedback, outbox, wishes } from "#app/db/schema.ts";
import { sendDueEmails } from "#app/emails/send-emails.server.ts";
import { deleteExpired } from "#app/jobs/clean-up.server.ts";
import { jobs } from "#app/jobs/jobs.server.ts";
import { dayMs, hourMs } from "#app/lib/time-units.ts";
import { addAvoidance } from "#app/models/account/avoidances.server.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { saveFeedback } from "#app/models/feedback/feedback.server.ts";
import { openClub } from "#tests/support/club.ts";
import { CrashError, crashAtCall } from "#tests/support/crashing-database.ts";
import { emailEnv, readOutbox } from "#tests/support/emails.ts";
import { createCity } from "#tests/support/events.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { dineTogether, type PastDiner, twoDaysAgo } from "#tests/support/past-dinners.ts";
import { waitForEmails } from "#tests/support/seated-diners.ts";

const club = openClub();

/**
 * A dinner two evenings ago: asked about the next day at 10:00 UTC, and told from 17:00 UTC. Lagos is an hour before UTC
 * all year. The club drops emails of more than a week ago.
 */
const dinner = twoDaysAgo();
const nextDayStartMs = Math.floor(dinner.getTime() / dayMs + 1) * dayMs;
const nextDay = (time: string) => new Date(nextDayStartMs + Date.parse(`1970-01-01T${time}:00Z`));
let lagos = "";
beforeAll(async () => {
  lagos = await createCity(club, { timeZone: "Africa/Lagos" });
});
const later = (days: number, date: Date) => new Date(date.getTime() + days * dayMs);

interface Said {
  contact?: string | null;
  sameTable?: boolean;
  not?: PastDiner[];
}

const wish = (
  who: PastDiner,
  whom: PastDiner[],
  at: Date,
  { contact = null, sameTable = false, not = [] }: Said = {},
) =>
  saveFeedback(
    club.db,
    { bookingId: who.bookingId, date: dinner },
    {
      rating: null,
      note: null,
      contact,
      wished: whom.map(({ bookingId }) => bookingId),
      wantsSameTable: sameTable,
      avoided: not.map(({ bookingId }) => bookingId),
      takenBack: [],
    },
    at,
  );

const dine = async <Name extends string>(names: readonly Name[], options = {}) =>
  (await dineTogether(club, names, { date: dinner, cityId: lagos, ...options })).diners;

const tell = (now: Date) => runJob("tellMutualWishes", createJobContext(club), now);

const findCity = async ({ bookingId }: PastDiner) =>
  (await club.binding
    .prepare("SELECT city_id FROM bookings JOIN events ON events.id = event_id WHERE bookings.id = ?")
    .bind(bookingId)
    .first<string>("city_id")) ?? "";

const readTold = async (...diners: PastDiner[]) => {
  const ids = diners.map(({ bookingId }) => bookingId);
  return club.db
    .select()
    .from(mutualWishes)
    .where(or(inArray(mutualWishes.bookingId, ids), inArray(mutualWishes.otherBookingId, ids)));
};

const readEmails = async (...diners: PastDiner[]) =>
  (await readOutbox(club)).filter(
    ({ kind, to }) => kind === "meet-again" && diners.some(({ email }) => email === to),
  );

test("tells both at once, in the evening, each with what the other chose to give", async () => {
  const { Anna, Bence, Cili } = await dine(["Anna", "Bence", "Cili"]);
  await wish(Anna, [Bence, Cili], nextDay("11:00"), { contact: "@anna on Signal", sameTable: true });
  await wish(Bence, [Anna], nextDay("12:00"), { sameTable: true });
  for (const time of ["12:01", "16:59", "16:59"]) await tell(nextDay(time));
  expect(await readEmails(Anna, Bence, Cili)).toEqual([]);
  await Promise.all(Array.from({ length: 20 }, () => tell(nextDay("17:00"))));
  for (const time of ["17:01", "18:59"]) await tell(nextDay(time));
  await tell(later(1, nextDay("17:00")));

  const [toAnna, ...others] = await readEmails(Anna);
  const [toBence, ...more] = await readEmails(Bence);
  expect([others, more, await readEmails(Cili)]).toEqual([[], [], []]);
  expect(toAnna?.subject).toBe("You and Bence both said yes");
  expect(toAnna?.text).toContain(`\n\n${Bence.email}\n\n`);
  expect(toBence?.text).toContain("\n\n@anna on Signal\n\n");
  expect(toBence?.text).not.toContain(Anna.email);
  for (const email of [toAnna, toBence]) {
    expect(email?.text).toContain("we may seat you together");
    // Who runs the club has the same name.
    expect(email?.text.replace("Cili, who runs Öten", "")).not.toContain("Cili");
    expect(email?.html).not.toMatch(/avatars/);
  }
  const rows = await club.db
    .select()
    .from(outbox)
    .where(inArray(outbox.bookingId, [Anna.bookingId, Bence.bookingId]));
  const told = rows.filter(({ kind }) => kind === "meet-again");
  expect(
    new Set(told.map(({ createdAt, dueAt, priority }) => `${createdAt} ${dueAt} ${priority}`)).size,
  ).toBe(1);
  expect(await readTold(Anna)).toMatchObject([{ wantSameTable: true }]);
});

test("a wish after the hour waits for the next day, however late the job runs", async () => {
  const { Anna, Bence } = await dine(["Anna", "Bence"]);
  await wish(Anna, [Bence], nextDay("11:00"));
  await wish(Bence, [Anna], new Date(nextDay("17:00").getTime() + 1));
  await tell(nextDay("17:05"));
  await tell(nextDay("18:30"));
  expect(await readTold(Anna)).toEqual([]);
  await tell(later(1, nextDay("17:00")));
  expect(await readTold(Anna)).toHaveLength(1);
});

test("when no job ran at the hour, pairs are told the next day, not at night", async () => {
  const { Anna, Bence } = await dine(["Anna", "Bence"]);
  await wish(Anna, [Bence], nextDay("11:00"));
  await wish(Bence, [Anna], nextDay("12:00"));
  expect(await jobs.tellMutualWishes.findItems(createJobContext(club), nextDay("19:00"))).toEqual([]);
  // A task that waited in the queue, or is tried again.
  const cityId = await findCity(Anna);
  for (const time of [nextDay("19:00"), nextDay("23:00"), later(1, nextDay("16:59"))])
    await jobs.tellMutualWishes.run(createJobContext(club), cityId, time, { isRetry: true });
  await tell(later(1, nextDay("02:00")));
  expect(await readTold(Anna)).toEqual([]);
  await tell(later(3, nextDay("17:30")));
  expect(await readTold(Anna)).toHaveLength(1);
});

test("answers may be two weeks apart, and nothing of long ago is told", async () => {
  const { Anna, Bence } = await dine(["Anna", "Bence"]);
  await wish(Anna, [Bence], nextDay("10:00"));
  await wish(Bence, [Anna], later(14, nextDay("09:59")));
  await tell(later(14, nextDay("17:00")));
  expect(await readTold(Anna)).toHaveLength(1);

  const { Cili, Dani } = await dine(["Cili", "Dani"]);
  await wish(Cili, [Dani], nextDay("10:00"));
  await wish(Dani, [Cili], later(1, nextDay("10:00")));
  await tell(later(40, nextDay("17:00")));
  expect(await readTold(Cili)).toEqual([]);
});

test.each([
  ["Asia/Tokyo", "09:00"],
  ["America/Lima", "23:00"],
])("by the clock of the city: %s at %s UTC", async (timeZone, time) => {
  const cityId = await createCity(club, { timeZone });
  const { Anna, Bence } = await dine(["Anna", "Bence"], { cityId });
  const day = timeZone === "Asia/Tokyo" ? later(1, nextDay(time)) : nextDay(time);
  const before = new Date(day.getTime() - hourMs);
  await wish(Anna, [Bence], before);
  await wish(Bence, [Anna], before);
  await tell(new Date(day.getTime() - 1));
  expect(await readTold(Anna)).toEqual([]);
  await tell(day);
  expect(await readTold(Anna)).toHaveLength(1);
});

test("tells nobody who avoids the other, who took it back, or whose wish is not returned", async () => {
  const avoiding = await dine(["Anna", "Bence"]);
  await wish(avoiding.Anna, [avoiding.Bence], nextDay("11:00"));
  await wish(avoiding.Bence, [avoiding.Anna], nextDay("11:00"));
  await addAvoidance(club.db, [avoiding.Bence.userId, avoiding.Anna.userId], dinner);
  const ownAvoiding = await dine(["Anna", "Bence"]);
  await wish(ownAvoiding.Anna, [ownAvoiding.Bence], nextDay("11:00"));
  await wish(ownAvoiding.Bence, [], nextDay("11:00"), { not: [ownAvoiding.Anna] });
  const changed = await dine(["Anna", "Bence"]);
  await wish(changed.Anna, [changed.Bence], nextDay("11:00"));
  await wish(changed.Bence, [changed.Anna], nextDay("12:00"));
  await wish(changed.Bence, [], nextDay("13:00"));
  const oneSided = await dine(["Anna", "Bence"]);
  await wish(oneSided.Anna, [oneSided.Bence], nextDay("11:00"));
  const circle = await dine(["Anna", "Bence", "Cili"]);
  await wish(circle.Anna, [circle.Bence], nextDay("11:00"));
  await wish(circle.Bence, [circle.Cili], nextDay("11:00"));
  await wish(circle.Cili, [circle.Anna], nextDay("11:00"));
  for (const days of [0, 1, 5]) await tell(later(days, nextDay("17:00")));
  for (const { Anna, Bence } of [avoiding, ownAvoiding, changed, oneSided, circle]) {
    expect(await readTold(Anna, Bence)).toEqual([]);
    expect(await readEmails(Anna, Bence)).toEqual([]);
  }
});

test("answers that are sent again keep a wish of which both know, unless the diner avoids the other now", async () => {
  const { Anna, Bence, Cili } = await dine(["Anna", "Bence", "Cili"]);
  await wish(Anna, [Bence, Cili], nextDay("11:00"), { sameTable: true });
  await wish(Bence, [Anna], nextDay("11:00"));
  await tell(nextDay("17:00"));
  const readWishes = async () =>
    (await club.db.select().from(wishes).where(eq(wishes.bookingId, Anna.bookingId))).map(
      ({ otherBookingId, wantsSameTable }) => ({ otherBookingId, wantsSameTable }),
    );
  // The form has no field for whom both know of.
  await wish(Anna, [], later(1, nextDay("11:00")));
  expect(await readWishes()).toEqual([{ otherBookingId: Bence.bookingId, wantsSameTable: false }]);
  await wish(Anna, [], later(1, nextDay("12:00")), { sameTable: true });
  expect(await readWishes()).toEqual([{ otherBookingId: Bence.bookingId, wantsSameTable: true }]);
  await wish(Anna, [], later(1, nextDay("13:00")), { not: [Bence] });
  expect(await readWishes()).toEqual([]);
  expect(await readTold(Anna)).toHaveLength(1);
});

test("where one deletes the account before the email leaves, nothing is sent", async () => {
  const { Anna, Bence } = await dine(["Anna", "Bence"]);
  await wish(Anna, [Bence], nextDay("11:00"));
  await wish(Bence, [Anna], nextDay("11:00"), { contact: "@bence" });
  await tell(nextDay("17:00"));
  expect(await readEmails(Anna)).toHaveLength(1);
  await eraseAccount(club.db, Bence.userId, nextDay("17:01"));
  expect(await readEmails(Anna, Bence)).toEqual([]);
  expect(await readTold(Anna)).toEqual([]);
  expect(await club.db.select().from(wishes).where(eq(wishes.otherBookingId, Bence.bookingId))).toEqual([]);
});

test("an email whose other diner is gone is dropped when its turn comes", async () => {
  const { Anna, Bence } = await dine(["Anna", "Bence"]);
  // The club sends after it has answered, and would send this one too.
  await waitForEmails(club);
  await wish(Anna, [Bence], nextDay("11:00"));
  await wish(Bence, [Anna], nextDay("11:00"));
  await tell(nextDay("17:00"));
  await club.db.delete(users).where(eq(users.id, Bence.userId));
  await sendDueEmails(
    { db: club.db, env: { ...emailEnv, APP_ENV: "local" } as Env },
    nextDay("17:02"),
    1_000,
  );
  const rows = await club.db.select().from(outbox).where(eq(outbox.bookingId, Anna.bookingId));
  expect(rows.filter(({ kind }) => kind === "meet-again")).toMatchObject([
    { sentAt: null, parkedAt: null, lastError: "no longer true" },
  ]);
});

test("a worker that dies leaves either both emails or none, and the next one finishes", async () => {
  for (const callNumber of [1, 2, 3, 4])
    for (const isCallDone of [false, true]) {
      const { Anna, Bence } = await dine(["Anna", "Bence"]);
      await wish(Anna, [Bence], nextDay("11:00"));
      await wish(Bence, [Anna], nextDay("11:00"));
      const db = openDatabase(crashAtCall(club.binding, { callNumber, isCallDone }));
      await runJob("tellMutualWishes", { db, env: emailEnv }, nextDay("17:00")).catch((error) => {
        if (!String(error.cause ?? error).includes("died") && !(error instanceof CrashError)) throw error;
      });
      const count = (await readEmails(Anna, Bence)).length;
      expect(count).toBe(2 * (await readTold(Anna)).length);
      await tell(nextDay("17:01"));
      expect(await readEmails(Anna, Bence)).toHaveLength(2);
      expect(await readTold(Anna)).toHaveLength(1);
    }
});

test("a wish is deleted after 60 days, and what was chosen to give once it is shown no more", async () => {
  const { Anna, Bence, Cili } = await dine(["Anna", "Bence", "Cili"]);
  const at = nextDay("11:00");
  await wish(Anna, [Bence, Cili], at, { contact: "@anna" });
  await wish(Bence, [Anna], later(13, at), { contact: "@bence" });
  await tell(later(13, nextDay("17:00")));
  const clean = (now: Date) => deleteExpired.run(createJobContext(club), "all", now, { isRetry: false });
  const countWishes = async (who: PastDiner) =>
    (await club.db.select().from(wishes).where(eq(wishes.bookingId, who.bookingId))).length;
  const readContact = async ({ bookingId }: PastDiner) =>
    (await club.db.select().from(feedback).where(eq(feedback.bookingId, bookingId)))[0]?.contact;
  await clean(new Date(later(60, at).getTime() - 1));
  expect([await countWishes(Anna), await countWishes(Bence)]).toEqual([2, 1]);
  await clean(later(60, at));
  expect([await countWishes(Anna), await countWishes(Bence)]).toEqual([0, 1]);
  // Bence still sees it on the page of the booking.
  expect([await readContact(Anna), await readContact(Bence)]).toEqual(["@anna", "@bence"]);
  await clean(later(74, at));
  expect([await readContact(Anna), await readContact(Bence)]).toEqual([null, null]);
  expect(await readTold(Anna)).toHaveLength(1);
});
