import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { accountOrigins, blocks, users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { linePlaces } from "#app/db/schema/line.ts";
import { outbox } from "#app/db/schema.ts";
import { offerSeats } from "#app/models/line/line.server.ts";
import { listEmailsTo } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { runCron } from "#tests/support/cron.ts";
import { book, countBookings, createEvent, type Diner, signUpDiner } from "#tests/support/events.ts";
import { findButtons, findLinks, parsePage, readPageText, readText } from "#tests/support/html.ts";

const club = openClub();

const userOf = async ({ email }: Diner) =>
  (await club.db.select({ id: users.id }).from(users).where(eq(users.email, email)))[0]?.id ?? "";

const signUpDiners = (count: number) => Promise.all(Array.from({ length: count }, () => signUpDiner(club)));

/** An event of these seats that are all booked. */
async function fill(capacity: number, options = {}) {
  const eventId = await createEvent(club, { capacity, ...options });
  const seated = await signUpDiners(capacity);
  const ids = [];
  for (const diner of seated) ids.push(await book(diner, eventId));
  return { eventId, seated, ids };
}

const join = (diner: Diner, eventId: string) => diner.post("/events", { line: eventId });

async function joinAll(diners: Diner[], eventId: string): Promise<string[]> {
  const paths = [];
  for (const diner of diners) paths.push((await join(diner, eventId)).headers.get("Location") ?? "");
  return paths;
}

const cancel = (diner: Diner, id: string | undefined) => diner.post(`/dashboard/bookings/${id}/cancel`, {});

const read = async (path: string | undefined) => readPageText(await club.fetch(path ?? ""));

test("a full event says so, and one tap puts a diner in line, once", async () => {
  const { eventId } = await fill(2);
  const [anna, bea] = (await signUpDiners(2)) as [Diner, Diner];
  const page = await parsePage(await anna.get(`/events?event=${eventId}`));
  expect(readText(page)).toContain("All seats are taken");
  expect(findButtons(page, /^Tell me if a seat opens on/)).toHaveLength(1);
  const [first, again, second] = await joinAll([anna, anna, bea], eventId);
  expect(again).toBe(first);
  expect(await read(first)).toContain("You’re first in line");
  expect(await read(second)).toContain("You’re second in line");
  expect(await read(second)).toContain("All 2 seats are taken. One person waits before you.");
  expect(
    findLinks(await parsePage(await anna.get(`/events?event=${eventId}`)), /^You’re in line/),
  ).toHaveLength(1);
  expect(await readPageText(await bea.get("/dashboard/bookings"))).toContain("You’re second in line:");
});

test("a seat that opens is held for the first in line, whom an email tells, and nobody overtakes", async () => {
  const { eventId, seated, ids } = await fill(2);
  const [anna, bea, cili] = (await signUpDiners(3)) as [Diner, Diner, Diner];
  const [first, second] = await joinAll([anna, bea], eventId);
  await cancel(seated[0] as Diner, ids[0]);
  expect((await cili.post("/events", { event: eventId })).status).toBe(409);
  expect((await bea.post("/events", { event: eventId })).status).toBe(409);
  await runCron(club);
  const offered = await club.db.select().from(outbox).where(eq(outbox.kind, "seat-offered"));
  expect(offered.map(({ to }) => to)).toEqual([anna.email]);
  const [email] = await listEmailsTo(club, anna.email);
  expect(email?.text).toMatch(/\n\nWe hold it for you until \p{L}+day, [\s\S]+\n\nPrice: .+, paid there\n/u);
  expect(await read(first)).toContain("A seat opened, and you’re next");
  expect(await read(second)).toContain("You’re first in line");
  expect((await cili.post("/events", { event: eventId })).status).toBe(409);
  await runCron(club);
  expect(await club.db.select().from(outbox).where(eq(outbox.kind, "seat-offered"))).toHaveLength(1);

  const post = (path: string | undefined, intent: string) =>
    club.fetch(path ?? "", { method: "POST", body: new URLSearchParams({ intent }) });
  const answers = await Promise.all([post(first, "take"), post(first, "take")]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await countBookings(club, eventId)).toBe(2);
  const userId = await userOf(anna);
  expect(
    await club.db
      .select()
      .from(bookings)
      .where(and(eq(bookings.userId, userId), eq(bookings.canceled, false))),
  ).toHaveLength(1);
  expect(await read(first)).toContain("You’re not in this line");
});

const readOfferedUntil = async (eventId: string) => {
  const places = await club.db.select().from(linePlaces).where(eq(linePlaces.eventId, eventId));
  return Math.max(...places.map(({ offeredUntil }) => offeredUntil?.getTime() ?? 0));
};

test.each([
  ["12:00", "14:00"],
  ["19:59", "21:59"],
  ["20:00", "10:00"],
  ["00:30", "10:00"],
  ["07:59", "10:00"],
  ["08:01", "10:01"],
])("a seat that opens at %s is held until %s", async (opens, ends) => {
  const { eventId, seated, ids } = await fill(1, { hoursFromNow: 200 });
  const [anna] = (await signUpDiners(1)) as [Diner];
  await joinAll([anna], eventId);
  await cancel(seated[0] as Diner, ids[0]);
  const clock = (ms: number) =>
    new Date(ms).toLocaleTimeString("en-GB", {
      timeZone: "Europe/Budapest",
      hour: "2-digit",
      minute: "2-digit",
    });
  const minutes = Array.from({ length: 24 * 60 }, (_, i) => Math.ceil(Date.now() / 60_000 + i) * 60_000);
  await offerSeats(club.db, eventId, new Date(minutes.find((ms) => clock(ms) === opens) ?? 0));
  expect(clock(await readOfferedUntil(eventId))).toBe(ends);
});

test("an offer that is left, or not taken within two hours, goes to the next", async () => {
  const { eventId, seated, ids } = await fill(2);
  const [anna, bea, cili] = (await signUpDiners(3)) as [Diner, Diner, Diner];
  const [first, second, third] = await joinAll([anna, bea, cili], eventId);
  await cancel(seated[0] as Diner, ids[0]);
  await runCron(club);
  await club.fetch(first ?? "", { method: "POST", body: new URLSearchParams({ intent: "leave" }) });
  await runCron(club);
  expect(await read(second)).toContain("A seat opened, and you’re next");
  await offerSeats(club.db, eventId, new Date((await readOfferedUntil(eventId)) + 1_000));
  expect(await read(second)).toContain("You’re not in this line");
  expect(await read(third)).toContain("A seat opened, and you’re next");
  expect(
    (await club.fetch(second ?? "", { method: "POST", body: new URLSearchParams({ intent: "take" }) }))
      .status,
  ).toBe(200);
  expect(await countBookings(club, eventId)).toBe(1);
});

test("the email with an offer is worth sending for as long as the offer lasts", async () => {
  const { eventId } = await fill(1);
  const [anna] = (await signUpDiners(1)) as [Diner];
  await joinAll([anna], eventId);
  await club.db.update(events).set({ capacity: 2 }).where(eq(events.id, eventId));
  const night = new Date();
  night.setUTCHours(23, 0, 0, 0);
  await offerSeats(club.db, eventId, night);
  const [email] = await club.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.kind, "seat-offered"), eq(outbox.to, anna.email)));
  expect(email?.expiresAt.getTime()).toBe(await readOfferedUntil(eventId));
});

test("more seats are offered at once to as many as there are, and none twice", async () => {
  const { eventId } = await fill(2);
  const waiting = await signUpDiners(4);
  const paths = await joinAll(waiting, eventId);
  await club.db.update(events).set({ capacity: 5 }).where(eq(events.id, eventId));
  const now = new Date();
  await Promise.all([offerSeats(club.db, eventId, now), offerSeats(club.db, eventId, now)]);
  const isOffered = await Promise.all(
    paths.map(async (path) => (await read(path)).includes("A seat opened")),
  );
  expect(isOffered).toEqual([true, true, true, false]);
  const to = waiting.map(({ email }) => email);
  const emails = await club.db
    .select()
    .from(outbox)
    .where(
      sql`${outbox.kind} = 'seat-offered' and "to" in (select value from json_each(${JSON.stringify(to)}))`,
    );
  expect(emails).toHaveLength(3);
});

test("the line ends with booking, and who still waits is told", async () => {
  const { eventId } = await fill(1);
  const [anna] = (await signUpDiners(1)) as [Diner];
  const [place] = await joinAll([anna], eventId);
  const [event] = await club.db.select().from(events).where(eq(events.id, eventId));
  await offerSeats(club.db, eventId, new Date((event?.closesAt.getTime() ?? 0) + 1));
  expect(await read(place)).toContain("You’re not in this line");
  const told = await club.db
    .select()
    .from(outbox)
    .where(sql`${outbox.kind} = 'line-ended' and "to" = ${anna.email}`);
  expect(told).toHaveLength(1);
  expect(await club.db.select().from(linePlaces).where(eq(linePlaces.eventId, eventId))).toEqual([]);
});

test("nobody waits who could not book, who has booked, or for a dinner that has a seat or is over", async () => {
  const { eventId, seated } = await fill(1);
  const open = await createEvent(club, { capacity: 5 });
  const closed = await fill(1);
  await club.db.update(events).set({ available: false }).where(eq(events.id, closed.eventId));
  const [anna, blocked] = (await signUpDiners(2)) as [Diner, Diner];
  await club.db.insert(blocks).values({ userId: await userOf(blocked), createdAt: new Date(), reason: "x" });
  const newcomer = await signUpDiner(club, { quizDone: false });
  for (const [diner, id] of [
    [anna, open],
    [anna, closed.eventId],
    [anna, "nobody"],
    [blocked, eventId],
    [seated[0] as Diner, eventId],
  ] as const)
    expect([id, (await join(diner, id)).status]).toEqual([id, 409]);
  expect((await join(newcomer, eventId)).headers.get("Location")).toBe("/quiz");
  const visitor = await club.fetch("/events", {
    method: "POST",
    body: new URLSearchParams({ line: eventId }),
  });
  expect(visitor.headers.get("Location")).toBe("/register?next=/events");
  expect(await club.db.select().from(linePlaces).where(eq(linePlaces.eventId, eventId))).toEqual([]);
});

test("of the accounts that may be one person's two wait, and nobody waits for more than five dinners", async () => {
  const { eventId } = await fill(1);
  const crowd = await signUpDiners(4);
  for (const diner of crowd)
    await club.db
      .insert(accountOrigins)
      .values({ userId: await userOf(diner), browser: "b", madeAt: new Date(), crowdId: "crowd" })
      .onConflictDoUpdate({ target: accountOrigins.userId, set: { crowdId: "crowd" } });
  const answers = [];
  for (const diner of crowd) answers.push((await join(diner, eventId)).status);
  expect(answers).toEqual([302, 302, 409, 409]);
  const [greedy] = (await signUpDiners(1)) as [Diner];
  const statuses = [];
  for (let i = 0; i < 6; i++)
    statuses.push((await join(greedy, (await fill(1, { hoursFromNow: 200 + 10 * i })).eventId)).status);
  expect(statuses).toEqual([302, 302, 302, 302, 302, 409]);
});

test("a guessed address shows nothing, and one that was passed on leaves or takes only that place", async () => {
  const { eventId } = await fill(1);
  const [anna] = (await signUpDiners(1)) as [Diner];
  const [place = ""] = await joinAll([anna], eventId);
  for (const path of [`${place.slice(0, -1)}x`, `${place}x`, "/line/x", `/line/${"A".repeat(65)}`])
    expect((await club.fetch(path)).status).toBe(404);
  expect(
    (await club.fetch(place, { method: "POST", body: new URLSearchParams({ intent: "x" }) })).status,
  ).toBe(400);
  expect(await read(place)).not.toContain(anna.email);
});
