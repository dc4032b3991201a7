import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions, signInAttempts, tokens, users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { entryKeys, matchRecords } from "#app/db/schema/seating.ts";
import { outbox, tables } from "#app/db/schema.ts";
import { insertRows } from "#app/db/statements.ts";
import { signUp } from "#app/models/account/sign-up.server.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import { addTestVenues, insertDiners, insertDinersWithAnswers } from "#tests/support/events.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";

const club = openClub();

test("deletes expired sessions and no others, however many cron runs overlap", async () => {
  // An hour ahead, because the Worker's own clock counts too.
  const now = new Date(Date.now() + 3_600_000);
  const [userId = ""] = await insertDiners(club, 1);
  const createSession = (tokenHash: string, expiresAt: Date) => ({
    tokenHash,
    userId,
    createdAt: new Date(0),
    lastSeenAt: new Date(0),
    expiresAt,
  });
  await club.db
    .insert(sessions)
    .values([
      createSession("expired a second ago", new Date(now.getTime() - 1_000)),
      createSession("expires now", now),
      createSession("expires in a second", new Date(now.getTime() + 1_000)),
    ]);

  expect(await Promise.all([runCron(club, now), runCron(club, now), runCron(club, now)])).toMatchObject([
    { outcome: "ok" },
    { outcome: "ok" },
    { outcome: "ok" },
  ]);

  const remaining = await club.db.select({ tokenHash: sessions.tokenHash }).from(sessions);
  expect(remaining).toEqual([{ tokenHash: "expires in a second" }]);
});

const dayMs = 86_400_000;
const start = new Date("2026-12-01T12:00:00Z");
const daysLater = (days: number) => new Date(start.getTime() + days * dayMs);
const deleteExpired = (now: Date) => runJob("deleteExpired", createJobContext(club), now);

/** As the form does, with a link that works for a day. */
async function signUpAt(name: string, now: Date): Promise<void> {
  const email = `${name.toLowerCase()}@oten.example`;
  const linkId = `${name} ${now.getTime()}`;
  await signUp(club.db, {
    email,
    firstName: name,
    lastName: "Kiss",
    passwordHash: "hash",
    linkId,
    linkExpiresAt: new Date(now.getTime() + dayMs),
    deviceHash: "device",
    now,
    confirmation: { kind: "confirm-email", to: email, data: { linkId } },
  });
}

async function listNames(): Promise<string[]> {
  const found = await club.db.select({ name: users.firstName }).from(users).orderBy(users.firstName);
  return found.map(({ name }) => name);
}

test("deletes accounts that nobody confirmed within a week, with their emails and attempts, and no others", async () => {
  await club.db.delete(users);
  await club.db.delete(outbox);
  for (const name of ["Confirmed", "Forgotten", "Repeated", "Resent"]) await signUpAt(name, start);
  await club.db.update(users).set({ emailConfirmedAt: start }).where(eq(users.firstName, "Confirmed"));
  await signUpAt("Repeated", daysLater(3));
  await signUpAt("Young", daysLater(1));
  const [resent] = await club.db.select().from(users).where(eq(users.firstName, "Resent"));
  await club.db.insert(tokens).values({
    id: "resent",
    purpose: "confirm",
    userId: resent?.id ?? "",
    email: "resent@oten.example",
    createdAt: daysLater(6.9),
    expiresAt: daysLater(7.9),
  });
  await club.db.insert(signInAttempts).values({ email: "forgotten@oten.example", at: daysLater(7) });

  await deleteExpired(new Date(daysLater(7).getTime() - 1));
  expect(await listNames()).toEqual(["Confirmed", "Forgotten", "Repeated", "Resent", "Young"]);
  await Promise.all([deleteExpired(daysLater(7)), deleteExpired(daysLater(7))]);
  expect(await listNames()).toEqual(["Confirmed", "Repeated", "Resent", "Young"]);
  const emails = await club.db.select({ to: outbox.to }).from(outbox);
  expect(emails.map(({ to }) => to).sort()).toEqual([
    "confirmed@oten.example",
    "repeated@oten.example",
    "repeated@oten.example",
    "resent@oten.example",
    "young@oten.example",
  ]);
  expect(await club.db.select().from(signInAttempts)).toEqual([]);

  await deleteExpired(daysLater(8));
  expect(await listNames()).toEqual(["Confirmed", "Repeated"]);
  await deleteExpired(daysLater(10));
  expect(await listNames()).toEqual(["Confirmed"]);
});

test("deletes any number of unconfirmed accounts in portions, and none that has booked", async () => {
  await club.db.delete(users);
  const ids = JSON.stringify(Array.from({ length: 1_200 }, (_, i) => `unconfirmed-${i}`));
  await club.binding.batch([
    club.binding
      .prepare(
        "INSERT INTO users (id, email, first_name, last_name, user_name, created_at) SELECT value, value || '@x.y', value, 'B', 'A', 0 FROM json_each(?)",
      )
      .bind(ids),
    club.binding.prepare(
      "INSERT INTO cities (id, slug, name, time_zone, currency, price, deposit) VALUES ('c', 'c', 'C', 'UTC', 'huf', 0, 1)",
    ),
    club.binding
      .prepare(
        "INSERT INTO events (id, city_id, date, scheduled_for, closes_at) VALUES ('e', 'c', ?1, ?1, ?1 - 1)",
      )
      .bind(daysLater(0).getTime()),
    club.binding.prepare(
      "INSERT INTO bookings (id, user_id, event_id, created_at) VALUES ('b', 'unconfirmed-7', 'e', 0)",
    ),
  ]);
  await deleteExpired(start);
  expect(await listNames()).toEqual(["unconfirmed-7"]);
});

test("removes what can be read of a match record a year after its event, and keeps the hashes", async () => {
  const diners = await insertDinersWithAnswers(club, 41);
  const rows = Array.from({ length: 4_100 }, (_, i) => ({
    id: `entry-${i}`,
    userId: diners[i % 41] ?? "",
    eventId: "e",
    createdAt: start,
    canceled: true,
  }));
  await club.db.batch([
    ...insertRows(club.db, bookings, rows),
    ...insertRows(
      club.db,
      entryKeys,
      rows.map(({ id }) => ({ bookingId: id, key: "key" })),
    ),
    ...insertRows(club.db, matchRecords, [
      {
        eventId: "e",
        entryCount: 4_100,
        entriesHash: "hash",
        rulesVersion: 1,
        mayMeetAgain: false,
        writtenAt: start,
      },
    ]),
  ]);
  const countReadable = () => club.db.$count(entryKeys);
  // Of a dinner on whose guests nothing was decided, whom its tables told of company.
  await addTestVenues(club, ["v"]);
  await club.db
    .insert(tables)
    .values({ id: "t", eventId: "e", venueId: "v", number: 1, company: { first: ["b"] } });
  const findCompany = async () => (await club.db.select().from(tables).where(eq(tables.id, "t")))[0]?.company;
  await deleteExpired(new Date(daysLater(365).getTime() - 1));
  expect(await countReadable()).toBe(4_100);
  expect(await findCompany()).toEqual({ first: ["b"] });
  await deleteExpired(daysLater(365));
  expect(await countReadable()).toBe(0);
  expect(await findCompany()).toEqual({});
  expect(await club.db.select().from(matchRecords)).toMatchObject([{ entriesHash: "hash" }]);
});

test("deletes emails 30 days after they were sent, parked or expired, and none that waits", async () => {
  await club.db.delete(outbox);
  const ends = {
    sent: { sentAt: start },
    parked: { parkedAt: start },
    expired: { expiredAt: start },
    waits: {},
  };
  const rows = Object.entries(ends).map(([id, end]) => ({
    ...({ id, kind: "confirm-email", to: `${id}@oten.example`, data: { linkId: id }, priority: 1 } as const),
    ...{ createdAt: start, dueAt: daysLater(40), expiresAt: daysLater(50), ...end },
  }));
  await club.db.insert(outbox).values(rows);
  const list = async () => (await club.db.select().from(outbox)).map(({ id }) => id).sort();
  await deleteExpired(new Date(daysLater(30).getTime() - 1));
  expect(await list()).toEqual(["expired", "parked", "sent", "waits"]);
  await deleteExpired(daysLater(30));
  expect(await list()).toEqual(["waits"]);
});
