import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { avoidances, blocks, profiles, users } from "#app/db/schema/account.ts";
import { bookings, pairs } from "#app/db/schema/booking.ts";
import { events } from "#app/db/schema/event.ts";
import { userAnswers } from "#app/db/schema/quiz.ts";
import { accountActions } from "#app/db/schema/security.ts";
import { outbox } from "#app/db/schema.ts";
import { eraseAccount } from "#app/models/account/erase-account.server.ts";
import { endUnpaid } from "#app/models/booking/event-transitions.server.ts";
import { makeFriendLink } from "#app/models/booking/friend-links.server.ts";
import { offerSeats } from "#app/models/line/line.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { buildMatchInput } from "#app/models/seating/match-input.server.ts";
import { confirm, findLinkToken, newEmail, readCookies, register } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { emailEnv, readOutbox } from "#tests/support/emails.ts";
import {
  book,
  bookForDiners,
  countBookings,
  createEvent,
  type Diner,
  signUpDiner,
} from "#tests/support/events.ts";
import { findButtons, parsePage, readHeading, readPageText } from "#tests/support/html.ts";
import { connectOps } from "#tests/support/ops.ts";
import { finishQuiz } from "#tests/support/quiz.ts";

const club = openClub();
const ops = connectOps(club);
const diets = [1, 2, 3, 4, 5, 6];
/** Dinners of one diner are four hours apart. */
let eventCount = 0;

let [anna, bence, cili] = [] as unknown as [Diner, Diner, Diner];
beforeAll(async () => {
  [anna, bence, cili] = await Promise.all([signUpDiner(club), signUpDiner(club), signUpDiner(club)]);
  for (const [diner, firstName] of [
    [anna, "Anna"],
    [bence, "Bence"],
    [cili, "Cili"],
  ] as const)
    await club.db
      .update(profiles)
      .set({ firstName })
      .where(eq(profiles.id, await idOf(diner)));
});

const idOf = async ({ email }: Diner) =>
  (await club.db.select({ id: users.id }).from(users).where(eq(users.email, email)))[0]?.id ?? "";

const together = (bookingId: string) => `/bookings/${bookingId}/together`;

async function makeLink(diner: Diner, bookingId: string): Promise<string> {
  await diner.post(together(bookingId), { answer: "make link" });
  return readLink(diner, bookingId);
}

const readLink = async (diner: Diner, bookingId: string) =>
  new URL(
    (await parsePage(await diner.get(together(bookingId))))
      .querySelector("[data-share]")
      ?.getAttribute("data-share") ?? "/none",
    "http://x",
  ).pathname;

/** Anna has booked an evening of her own, and made a link. */
async function ask() {
  await club.db.delete(accountActions);
  // A diner can book only so often a day.
  await club.db.update(bookings).set({ createdAt: new Date(Date.now() - 48 * 3_600_000) });
  const eventId = await createEvent(club, { diets, hoursFromNow: 150 + 24 * eventCount++ });
  const bookingId = await book(anna, eventId);
  return { eventId, bookingId, link: await makeLink(anna, bookingId) };
}

const comeAlong = (diner: Diner, link: string) => diner.post(link, { answer: "yes" });
const headingOf = async (response: Response) => readHeading(await parsePage(response));
const countRows = (bookingId: string) =>
  club.db.$count(
    pairs,
    sql`pair_id in (select pair_id from pairs where booking_id = ${bookingId}) and ended_at is null`,
  );
const visitor = {
  get: (path: string) => club.fetch(path),
  post: (path: string, fields: Record<string, string>) =>
    club.fetch(path, { method: "POST", body: new URLSearchParams(fields) }),
};
const listMails = async (kind: string) =>
  (await readOutbox(club))
    .filter((email) => email.kind === kind)
    .map(({ to, subject }) => `${to}: ${subject}`);

async function readTogether(eventId: string) {
  const data = await loadMatchData(club.db, eventId);
  return data && buildMatchInput(eventId, data, emailEnv).together;
}

test("a friend who comes along is booked, asks for one table with who asked, and both are told once", async () => {
  const { eventId, bookingId, link } = await ask();
  const page = await readPageText(await visitor.get(link));
  for (const text of [
    "Come to dinner with Anna?",
    "Budapest",
    "3000 HUF",
    "about 3 minutes",
    "Anna never sees",
  ])
    expect(page).toContain(text);
  const answers = await Promise.all([comeAlong(bence, link), comeAlong(bence, link), comeAlong(bence, link)]);
  const paths = answers.map((answer) => answer.headers.get("Location"));
  const booked = paths.find((path) => path !== link) ?? "";
  expect(booked).toMatch(/^\/events\?booked=/);
  expect(await readPageText(await bence.get(booked))).toContain("You come with Anna");
  expect(await readPageText(await anna.get(`/dashboard/bookings/${bookingId}`))).toContain(
    "You come with Bence",
  );
  expect(await countRows(bookingId)).toBe(2);
  expect((await readTogether(eventId))?.[0]).toHaveLength(2);
  expect((await listMails("friend-joined")).sort()).toEqual(
    [
      `${anna.email}: You and Bence are coming together`,
      `${bence.email}: You and Anna are coming together`,
    ].sort(),
  );
  // Again, by the friend and by somebody else.
  expect((await bence.get(link)).headers.get("Location")).toMatch(/^\/dashboard\/bookings\//);
  await comeAlong(cili, link);
  expect(await headingOf(await cili.get(link))).toBe("This link has been used");
  expect(await countBookings(club, eventId)).toBe(2);
  // Either comes alone again, and both hear it.
  await bence.post(together(booked.split("=")[1] ?? ""), { answer: "no" });
  expect(await readTogether(eventId)).toEqual([]);
  expect(await listMails("together-ended")).toHaveLength(2);
  expect(await countBookings(club, eventId)).toBe(2);
  expect(await headingOf(await cili.get(link))).toBe("This link has been used");
});

test("of two friends who come along at once one does, and the other is not booked", async () => {
  const { eventId, bookingId, link } = await ask();
  await Promise.all([bence, cili, bence, cili].map((diner) => comeAlong(diner, link)));
  expect(await countRows(bookingId)).toBe(2);
  expect(await countBookings(club, eventId)).toBe(2);
});

test("a booking has one open link, which can be taken back and made again", async () => {
  const { bookingId, link } = await ask();
  await Promise.all([1, 2, 3].map(() => anna.post(together(bookingId), { answer: "make link" })));
  expect(await readLink(anna, bookingId)).toBe(link);
  expect(await countRows(bookingId)).toBe(1);
  for (const _ of [1, 2])
    expect((await anna.post(together(bookingId), { answer: "take back link" })).status).toBe(302);
  expect(await headingOf(await visitor.get(link))).toBe("This link no longer works");
  const another = await makeLink(anna, bookingId);
  expect(another).not.toBe(link);
  expect((await bence.post(together(bookingId), { answer: "make link" })).status).toBe(404);
});

test("says kindly why a link doesn’t work: its own diner, after closing, after a cancellation, forged", async () => {
  const { eventId, bookingId, link } = await ask();
  expect(await headingOf(await anna.get(link))).toBe("This is your own link");
  await comeAlong(anna, link);
  expect(await countRows(bookingId)).toBe(1);
  for (const forged of [
    `${link}x`,
    link.slice(0, -1),
    "/friend/x",
    link.replace(/friend\/../, "friend/AA"),
  ]) {
    expect((await visitor.get(forged)).status, forged).toBe(404);
    expect((await visitor.post(forged, { answer: "no" })).status).toBe(404);
  }
  expect((await visitor.post(link, { answer: "maybe" })).status).toBe(400);
  const { closesAt } = (await club.db.select().from(events).where(eq(events.id, eventId)))[0] ?? {};
  await club.db.update(events).set({ closesAt: new Date() }).where(eq(events.id, eventId));
  expect((await comeAlong(bence, link)).headers.get("Location")).toBe(link);
  expect(await headingOf(await bence.get(link))).toBe("Booking has ended");
  await club.db.update(events).set({ closesAt }).where(eq(events.id, eventId));
  await anna.post(`/dashboard/bookings/${bookingId}/cancel`, {});
  await comeAlong(bence, link);
  expect(await headingOf(await bence.get(link))).toBe("This link no longer works");
  expect(await countBookings(club, eventId)).toBe(0);
});

test.each(["kept apart", "blocked"])("who is %s learns nothing: the link looks taken back", async (why) => {
  const friend = why === "blocked" ? await signUpDiner(club) : bence;
  const read = async (path: string, response: Response) =>
    [response.status, response.headers.get("Location"), await response.text()]
      .join("\n")
      .replaceAll(path, "LINK")
      .replaceAll(/nonce="[^"]*"|"nonce":"[^"]*"|\d{2,}/g, "");
  const listAnswers = async (prepare: (asked: Awaited<ReturnType<typeof ask>>) => Promise<unknown>) => {
    const asked = await ask();
    await prepare(asked);
    const { link, eventId } = asked;
    const answers = [
      await read(link, await comeAlong(friend, link)),
      await read(link, await friend.get(link)),
      await read(link, await visitor.get(link)),
    ];
    expect(await countBookings(club, eventId)).toBe(1);
    expect(await readLink(anna, asked.bookingId)).toBe("/none");
    return answers;
  };
  const takenBack = await listAnswers(({ bookingId }) =>
    anna.post(together(bookingId), { answer: "take back link" }),
  );
  const [userId, otherId] = [await idOf(friend), await idOf(anna)];
  const refused = await listAnswers(() =>
    why === "blocked"
      ? club.db.insert(blocks).values({ userId, createdAt: new Date(), reason: "rude" })
      : club.db.insert(avoidances).values({ userId, otherId, createdAt: new Date() }),
  );
  expect(refused).toEqual(takenBack);
  expect(takenBack[1]).toContain("This link no longer works");
  await club.db.delete(avoidances);
});

test("“Not this time” is told to who asked, once, and names nobody", async () => {
  await club.db.run(sql`delete from outbox`);
  const { bookingId, link } = await ask();
  for (const _ of [1, 2]) await visitor.post(link, { answer: "no" });
  expect(await headingOf(await visitor.get(`${link}?declined`))).toBe("Maybe another time");
  // A link can be passed on with that ending, and the friend may have canceled since.
  expect(await readPageText(await visitor.get(`${link}?declined`))).not.toContain("still goes");
  expect(await listMails("friend-declined")).toEqual([`${anna.email}: Your friend can’t come this time`]);
  expect(await makeLink(anna, bookingId)).not.toBe(link);
});

test.each(["keeps them apart", "is kept apart by them", "is blocked"])(
  "who asked a friend who %s hears the same, and as soon, as of one who says no",
  async (why) => {
    const friend = await signUpDiner(club);
    const [theirs, annas] = [await idOf(friend), await idOf(anna)];
    const [userId, otherId] = why === "is kept apart by them" ? [annas, theirs] : [theirs, annas];
    await (why === "is blocked"
      ? club.db.insert(blocks).values({ userId, createdAt: new Date(), reason: "rude" })
      : club.db.insert(avoidances).values({ userId, otherId, createdAt: new Date() }));
    const listHeard = async (say: (link: string) => Promise<unknown>) => {
      // Without a response, which would send what comes soon after it.
      const eventId = await createEvent(club, { diets, hoursFromNow: 150 + 24 * eventCount++ });
      const [bookingId = ""] = await bookForDiners(club, [await idOf(anna)], eventId);
      await makeFriendLink(club.db, bookingId, new Date());
      const link = await readLink(anna, bookingId);
      await club.db.run(sql`delete from outbox`);
      for (const _ of [1, 2]) await say(link);
      expect(await readLink(anna, bookingId)).toBe("/none");
      expect((await countRows(bookingId)) === 0 && (await headingOf(await visitor.get(link)))).toBe(
        "This link no longer works",
      );
      await expect.poll(() => club.db.$count(outbox, sql`sent_at is null`), { timeout: 5000 }).toBe(0);
      return (await readOutbox(club)).map(({ to, kind, subject, text }) => [
        to,
        kind,
        subject,
        // The dinners are on several days.
        text.replaceAll(/https?:\S+|\w+day, \w+ \d+/g, ""),
      ]);
    };
    const heard = await listHeard((link) => comeAlong(friend, link));
    expect(heard).toHaveLength(1);
    expect(heard[0]?.slice(0, 3)).toEqual([
      anna.email,
      "friend-declined",
      "Your friend can’t come this time",
    ]);
    expect(await listHeard((link) => visitor.post(link, { answer: "no" }))).toEqual(heard);
    await club.db.delete(avoidances);
  },
);

test("on standby a diner can come without their friend, who is told, until dinner begins", async () => {
  const { eventId, bookingId, link } = await ask();
  await comeAlong(cili, link);
  const changeEvent = (fields: Partial<typeof events.$inferInsert>) =>
    club.db.update(events).set(fields).where(eq(events.id, eventId));
  await changeEvent({ matchedAt: new Date(), closesAt: new Date(Date.now() - 1000) });
  await anna.post(together(bookingId), { answer: "no" });
  expect(await countRows(bookingId)).toBe(2);

  await club.db
    .update(bookings)
    .set({ standby: true, standbyReason: "left over" })
    .where(eq(bookings.eventId, eventId));
  const date = (await club.db.select().from(events).where(eq(events.id, eventId)))[0]?.date;
  await changeEvent({ date: new Date(Date.now() - 1000) });
  await anna.post(together(bookingId), { answer: "no" });
  expect(await countRows(bookingId)).toBe(2);
  await changeEvent({ date });

  expect(await readPageText(await anna.get(together(bookingId)))).toContain(
    "Apart, each of you can get a single seat.",
  );
  await club.db.run(sql`delete from outbox`);
  for (const _ of [1, 2]) await anna.post(together(bookingId), { answer: "no" });
  expect(await countRows(bookingId)).toBe(0);
  expect(await club.db.$count(bookings, sql`event_id = ${eventId} and together_id is not null`)).toBe(0);
  expect(await listMails("together-ended")).toHaveLength(2);
});

/** Where the browser is led next. */
async function giveName(Cookie: string) {
  const form = new FormData();
  form.set("name", "Dóra");
  const encoded = new Response(form);
  const named = await club.fetch("/identity", {
    method: "POST",
    body: await encoded.arrayBuffer(),
    headers: { Cookie, "Content-Type": encoded.headers.get("Content-Type") ?? "" },
  });
  return named.headers.get("Location");
}

test("a newcomer comes back to the friend after the email, the quiz and the photo, in another browser too", async () => {
  const { eventId, link } = await ask();
  const first = await visitor.post(link, { answer: "yes" });
  expect(first.headers.get("Location")).toBe(`/register?${new URLSearchParams({ next: link })}`);
  const email = newEmail();
  await register(club, email, {}, { Cookie: readCookies(first) });
  const token = await findLinkToken(club, email);
  const mail = (await readOutbox(club)).find(({ to }) => to === email);
  const text = mail?.text.replaceAll(/\s+/g, " ");
  expect(text).toMatch(/A friend asks you along to the dinner on \w+day, /);
  expect(text).not.toContain("Anna");
  const path = /\/auth\/confirm\?\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  const opened = await club.fetch(path);
  const cookies = readCookies(opened);
  const confirmed = await confirm(club, token, cookies);
  const Cookie = `${cookies}; ${readCookies(confirmed)}`;
  await finishQuiz(club, Cookie);
  expect(await giveName(Cookie)).toBe(link);
  const headers = { Cookie };
  await club.fetch(link, { method: "POST", headers, body: new URLSearchParams({ answer: "yes" }) });
  expect((await readTogether(eventId))?.[0]).toHaveLength(2);
});

test("who presses Next on the dinner of the friend before the quiz comes back to the friend after it, and on another does not", async () => {
  const { eventId, link } = await ask();
  const another = await createEvent(club, { diets });
  const { cookie } = await signUpDiner(club, { quizDone: false });
  const asked = await club.fetch(link, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams({ answer: "yes" }),
  });
  let cookies = `${cookie}; ${readCookies(asked)}`;
  const next = async (event: string) => {
    const chosen = await club.fetch("/events", {
      method: "POST",
      headers: { Cookie: cookies },
      body: new URLSearchParams({ event }),
    });
    expect(chosen.headers.get("Location")).toBe("/quiz");
    cookies = `${cookie}; ${readCookies(chosen)}`;
  };
  await next(eventId);
  const afterFriends = cookies;
  await next(another);
  await finishQuiz(club, cookie);
  expect(await giveName(afterFriends)).toBe(link);
  expect(await giveName(cookies)).toBe("/events");
});

test("two who can’t sit at one table read why, and come each on their own or stay together", async () => {
  const { bookingId, link, eventId } = await ask();
  const userId = await idOf(bence);
  const language = sql`${userAnswers.userId} = ${userId} and ${userAnswers.questionId} = (select id from quiz_questions where role = 'language')`;
  const [before] = await club.db.select().from(userAnswers).where(language);
  await club.db
    .update(userAnswers)
    .set({ answerIds: [2] })
    .where(language);
  const booked = await comeAlong(bence, link);
  const why = "you two told us no language that you both speak";
  const thanks = await readPageText(await bence.get(booked.headers.get("Location") ?? ""));
  expect(thanks).toContain(`You come with Anna, but ${why}`);
  expect(thanks).not.toContain("you stay together");
  expect(await readPageText(await anna.get(`/dashboard/bookings/${bookingId}`))).toContain(
    `You come with Bence, but ${why}`,
  );
  const page = await parsePage(await anna.get(together(bookingId)));
  expect(findButtons(page, "Come without Bence")).toHaveLength(1);
  expect((await readOutbox(club)).find(({ kind }) => kind === "friend-joined")?.text).toContain(why);
  await anna.post(together(bookingId), { answer: "no" });
  expect([await readTogether(eventId), await countBookings(club, eventId)]).toEqual([[], 2]);
  await club.db
    .update(userAnswers)
    .set({ answerIds: before?.answerIds ?? [] })
    .where(language);
});

test("where no restaurant suits one of two even alone, neither reads that it is because of both", async () => {
  const { bookingId, link, eventId } = await ask();
  await club.db.run(
    sql`update venues set diets = '[]' where id in (select venue_id from event_venues where event_id = ${eventId})`,
  );
  const userId = await idOf(bence);
  const diet = sql`${userAnswers.userId} = ${userId} and ${userAnswers.questionId} = (select id from quiz_questions where role = 'diet')`;
  const [before] = await club.db.select().from(userAnswers).where(diet);
  await club.db
    .update(userAnswers)
    .set({ answerIds: [1] })
    .where(diet);
  const booked = (await comeAlong(bence, link)).headers.get("Location")?.split("=")[1] ?? "";
  const why = "so far no restaurant of this dinner suits one of you, together or alone.";
  for (const [diner, id, friend] of [
    [anna, bookingId, "Bence"],
    [bence, booked, "Anna"],
  ] as const)
    expect(await readPageText(await diner.get(together(id)))).toContain(
      `You come with ${friend}, but ${why}`,
    );
  await club.db
    .update(userAnswers)
    .set({ answerIds: before?.answerIds ?? [] })
    .where(diet);
});

test("the page of a friend says what the evening is, its prices in words, and that the link holds no seat", async () => {
  const { eventId, link } = await ask();
  await club.db.run(
    sql`update venues set price_level = 2 where id in (select venue_id from event_venues where event_id = ${eventId})`,
  );
  const page = await readPageText(await bence.get(link));
  for (const text of [
    "A table of five in a restaurant: you two, and three others",
    "Mid-range prices. You pay for what you eat there.",
    "You both get seats at one table, or you’re both on standby.",
    "The link holds no seat for you.",
  ])
    expect(page).toContain(text);
});

test("a full dinner can’t be booked by the link before those who wait, but its line can be joined there", async () => {
  const { eventId, link } = await ask();
  await club.db.update(events).set({ capacity: 1 }).where(eq(events.id, eventId));
  const listButtons = async () => {
    const page = await parsePage(await bence.get(link));
    return ["Tell me if a seat opens", "Come along"].filter((name) => findButtons(page, name).length > 0);
  };
  expect(await listButtons()).toEqual(["Tell me if a seat opens"]);
  const place = (await bence.post("/events", { line: eventId })).headers.get("Location");
  expect(place).toMatch(/^\/line\//);
  // A seat that is free, but not offered yet, is no visitor’s.
  await club.db.update(events).set({ capacity: 2 }).where(eq(events.id, eventId));
  expect(await listButtons()).toEqual(["Tell me if a seat opens"]);
  await offerSeats(club.db, eventId, new Date());
  expect(await listButtons()).toEqual(["Come along"]);
  await comeAlong(bence, link);
  expect((await readTogether(eventId))?.[0]).toHaveLength(2);
});

test("a browser forgets a link that doesn’t work any longer as soon as it sees it, but no other", async () => {
  const { bookingId, link } = await ask();
  const Cookie = readCookies(await visitor.post(link, { answer: "yes" }));
  const seeWithCookie = async (path: string) =>
    (await club.fetch(path, { headers: { Cookie } })).headers.getSetCookie().join();
  expect(await seeWithCookie(link)).not.toContain("dinner=;");
  await anna.post(together(bookingId), { answer: "take back link" });
  const { link: another, bookingId: anothersBooking } = await ask();
  await anna.post(together(anothersBooking), { answer: "take back link" });
  expect(await seeWithCookie(another)).not.toContain("dinner=;");
  expect(await seeWithCookie(link)).toContain("dinner=;");
});

test.each(["cancels", "is canceled by the club", "does not pay", "deletes the account"])(
  "where one %s, the other keeps their booking and is told",
  async (how) => {
    const { eventId, bookingId, link } = await ask();
    const friend = how === "deletes the account" ? await signUpDiner(club) : cili;
    const bookedPath = (await comeAlong(friend, link)).headers.get("Location") ?? "";
    const theirs = bookedPath.split("=")[1] ?? "";
    await club.db.run(sql`delete from outbox`);
    if (how === "cancels") {
      expect(await readPageText(await friend.get(`/dashboard/bookings/${theirs}/cancel`))).toContain(
        "We’ll tell Anna, who keeps the booking.",
      );
      await friend.post(`/dashboard/bookings/${theirs}/cancel`, {});
      const canceled = (await readOutbox(club)).find(({ kind }) => kind === "booking-canceled");
      expect(canceled?.text.replaceAll(/\s+/g, " ")).toContain("We’ll tell Anna, who keeps the booking.");
      expect(await readPageText(await friend.get(link))).toContain(
        "You came along with it, and that booking",
      );
    }
    if (how === "is canceled by the club") await ops.json("booking", "cancel", theirs, "--yes");
    if (how === "does not pay") {
      await club.db
        .update(bookings)
        .set({ payBy: new Date(0) })
        .where(eq(bookings.id, theirs));
      await endUnpaid(club.db, eventId, new Date());
    }
    if (how === "deletes the account") await eraseAccount(club.db, await idOf(friend), new Date());
    const name = how === "deletes the account" ? "Your friend" : "Cili";
    expect(await listMails("friend-not-coming")).toEqual([`${anna.email}: ${name} can’t come`]);
    const [told] = (await readOutbox(club)).filter(({ kind }) => kind === "friend-not-coming");
    expect(told?.text).toContain("Would somebody else like to come along?");
    expect(told?.text).toContain(together(bookingId));
    expect(await countBookings(club, eventId)).toBe(1);
    expect(await countRows(bookingId)).toBe(0);
    expect(await headingOf(await visitor.get(link))).not.toContain("Anna");
  },
);

test("an operator can pair who has an open link, which ends, and a link is no pair for anybody else", async () => {
  const { eventId, bookingId, link } = await ask();
  const theirs = await book(bence, eventId);
  expect((await ops.run("booking", "list", eventId)).out).not.toContain("together with");
  expect((await ops.run("booking", "apart", bookingId, "--yes")).code).toBe(4);
  expect(
    (await ops.run("booking", "together", bookingId, theirs, "--yes", "--agreed", "They said so.")).code,
  ).toBe(0);
  expect(await headingOf(await cili.get(link))).toBe("This link no longer works");
  expect((await readTogether(eventId))?.[0]).toHaveLength(2);
});
