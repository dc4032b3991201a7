import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { events, eventVenues } from "#app/db/schema/event.ts";
import { tableTerms } from "#app/db/schema/seating.ts";
import { venues } from "#app/db/schema/venue.ts";
import { makeTables } from "#app/jobs/make-tables.server.ts";
import { rulesVersion } from "#app/matching/solve.ts";
import { addAvoidance } from "#app/models/account/avoidances.server.ts";
import { book, cancel } from "#app/models/booking/transitions.server.ts";
import { claimEvent, releaseClaim } from "#app/models/event/claims.server.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { buildMatchInput } from "#app/models/seating/match-input.server.ts";
import { saveMatchRecord } from "#app/models/seating/match-records.server.ts";
import { beVerified, signUp } from "#tests/support/accounts.ts";
import { type Club, openClub } from "#tests/support/club.ts";
import { type Answer, crawlClub } from "#tests/support/crawl.ts";
import { emailEnv, readOutbox } from "#tests/support/emails.ts";
import {
  addTestCity,
  insertDiners,
  newVenue,
  seatTogether,
  testCity,
  venueOf,
} from "#tests/support/events.ts";
import { describeDifference, normalizeAnswers } from "#tests/support/normalize-answers.ts";
import { goodAnswers } from "#tests/support/quiz.ts";

/** Two clubs that differ in one thing: who comes to the two dinners that Anna has booked. */
const clubs = { known: openClub(), strangers: openClub() };

const hourMs = 3_600_000;
const start = Math.floor(Date.now() / hourMs) * hourMs;
const hours = (count: number) => new Date(start + count * hourMs);
const closing = hours(-1);

/** Those who avoid Anna, whom she avoids, and whom she has met; and people who have nothing to do with her. */
const knownNames = ["Bertalan", "Cecilia", "Dorottya"];
const strangerNames = ["Szilvia", "Tamara", "Ubul"];

/** Diners of one group answer alike, so the best tables are the groups. */
const groupAnswers = [
  { ...goodAnswers, 1: [1], 4: [10], 5: [1, 2], 6: [1], 11: [7] },
  { ...goodAnswers, 1: [4], 4: [1], 5: [3, 4], 6: [4], 11: [7] },
];

async function saveDiner(club: Club, id: string, name: string, group: number): Promise<void> {
  await club.binding.batch([
    club.binding
      .prepare("UPDATE users SET first_name = ?2, created_at = 0, email_confirmed_at = 0 WHERE id = ?1")
      .bind(id, name),
    club.binding
      .prepare("UPDATE profiles SET first_name = ?2, is_quiz_done = 1, avatar_url = ?3 WHERE id = ?1")
      .bind(id, name, `${id}/${crypto.randomUUID()}.jpg`),
    ...Object.entries(groupAnswers[group] ?? {}).map(([question, answer]) =>
      club.binding
        .prepare("INSERT INTO user_answers (user_id, question_id, answer_ids) VALUES (?, ?, ?)")
        .bind(id, Number(question), JSON.stringify(answer)),
    ),
  ]);
}

async function addDiners(club: Club, names: string[], group: number): Promise<string[]> {
  const ids = await insertDiners(club, names.length);
  for (const [i, id] of ids.entries()) await saveDiner(club, id, names[i] ?? "", group);
  return ids;
}

async function addEvent(club: Club, id: string, date: Date): Promise<string> {
  const venueId = venueOf(id);
  await addTestCity(club);
  await club.db.insert(venues).values(newVenue(venueId, { name: `Vendéglő ${id}` }));
  await club.db
    .insert(events)
    .values({ id, cityId: testCity.id, date, scheduledFor: date, closesAt: hours(1), available: true });
  await club.db.insert(eventVenues).values({ eventId: id, venueId, tables: 10 });
  return id;
}

async function bookInOrder(club: Club, eventId: string, userIds: string[]): Promise<Map<string, string>> {
  const bookings = new Map<string, string>();
  for (const [i, userId] of userIds.entries()) {
    const now = new Date(start - 100_000 + i);
    bookings.set(userId, (await book(club.db, { userId, eventId, now })) ?? "");
  }
  await club.binding.exec("DELETE FROM outbox");
  return bookings;
}

interface Scene {
  club: Club;
  cookie: string;
  annaId: string;
  /** Anna's bookings: of a dinner long ago, of one where she gets a seat, and of one where she is on standby. */
  bookings: { past: string; seated: string; standby: string };
  /** At the dinner of `seated`, in another group: Bertalan, or a stranger. */
  other: { id: string; userId: string };
}

/** Anna avoids Bertalan, Cecilia avoids Anna, and Dorottya sat at a table with her; so twice, for the two dinners to come. */
async function arrange(club: Club, who: "known" | "strangers"): Promise<Scene> {
  // Its sentences are left out at random.
  await club.db.update(tableTerms).set({ company: 0 });
  const cookie = await signUp(club, "anna@oten.example");
  const annaId =
    (await club.binding
      .prepare("SELECT id FROM users WHERE email = 'anna@oten.example'")
      .first<string>("id")) ?? "";
  await saveDiner(club, annaId, "Anna", 0);
  const known = [await addDiners(club, knownNames, 1), await addDiners(club, knownNames, 1)];
  const strangers = [await addDiners(club, strangerNames, 1), await addDiners(club, strangerNames, 1)];
  for (const [avoided = "", avoiding = ""] of known) {
    await addAvoidance(club.db, [annaId, avoided], hours(-2));
    await addAvoidance(club.db, [avoiding, annaId], hours(-2));
  }
  const pastId = await addEvent(club, "event-past", hours(20));
  const met = known.map(([, , id = ""]) => id);
  const past = await bookInOrder(club, pastId, [annaId, ...met]);
  await seatTogether(club, pastId, [...past.values()]);
  await club.binding.exec(
    `UPDATE tables SET number = 1; UPDATE events SET date = ${hours(-200).getTime()}, closes_at = ${hours(-248).getTime()}, matched_at = ${hours(-248).getTime()}`,
  );

  const coming = who === "known" ? known : strangers;
  const seatedId = await addEvent(club, "event-seated", hours(30));
  const seated = await bookInOrder(club, seatedId, [
    annaId,
    ...(await addDiners(club, ["Mici", "Mona", "Mór", "Márk"], 0)),
    ...(coming[0] ?? []),
    ...(await addDiners(club, ["Nóra", "Noé"], 1)),
  ]);
  const standbyId = await addEvent(club, "event-standby", hours(40));
  const standby = await bookInOrder(club, standbyId, [
    ...(await addDiners(club, ["Lili", "Lajos", "Lea", "Lóránt", "Levente"], 0)),
    ...(coming[1] ?? []),
    ...(await addDiners(club, ["Petra", "Péter"], 1)),
    annaId,
  ]);
  const otherId = coming[0]?.[0] ?? "";
  return {
    club,
    cookie,
    annaId,
    bookings: {
      past: past.get(annaId) ?? "",
      seated: seated.get(annaId) ?? "",
      standby: standby.get(annaId) ?? "",
    },
    other: { id: seated.get(otherId) ?? "", userId: otherId },
  };
}

const toMatch = ["event-seated", "event-standby"];

async function endBooking({ club }: Scene): Promise<void> {
  await club.db.run(sql`UPDATE events SET closes_at = ${closing.getTime()} WHERE matched_at IS NULL`);
}

/** As far as a worker gets that is stopped before the matcher has run. */
async function saveRecords({ club }: Scene): Promise<void> {
  for (const eventId of toMatch) {
    const claim = await claimEvent(club.db, eventId, { now: hours(0) });
    const data = await loadMatchData(club.db, eventId);
    if (!claim || !data) throw new Error("The event is not due");
    const input = buildMatchInput(eventId, data, emailEnv);
    await saveMatchRecord(club.db, claim, input, { rulesVersion, now: hours(0) });
    await releaseClaim(club.db, claim);
  }
}

async function makeAllTables({ club }: Scene): Promise<void> {
  for (const eventId of toMatch)
    await makeTables.run({ db: club.db, env: emailEnv }, eventId, hours(0), { isRetry: false });
}

/** Which table has which number depends on random ids: hers is the first. */
const numberTables = ({ club, bookings }: Scene) =>
  club.binding.batch([
    club.binding.prepare("UPDATE tables SET number = number + 10 WHERE event_id = 'event-seated'"),
    club.binding
      .prepare("UPDATE tables SET number = 1 WHERE id = (SELECT table_id FROM bookings WHERE id = ?)")
      .bind(bookings.seated),
    club.binding.prepare("UPDATE tables SET number = 2 WHERE event_id = 'event-seated' AND number > 10"),
  ]);

const readSeats = ({ club, bookings, other }: Scene) =>
  club.binding
    .prepare(
      `SELECT seated.table_id IS NOT NULL AS hasSeat, standby.standby AS isOnStandby,
          other.table_id IS NOT NULL AND other.table_id <> seated.table_id AS otherSitsElsewhere
        FROM bookings seated, bookings standby, bookings other
        WHERE seated.id = ? AND standby.id = ? AND other.id = ?`,
    )
    .bind(bookings.seated, bookings.standby, other.id)
    .first();

/** Each stage goes on from the one before. */
const stages: [string, (scene: Scene) => Promise<unknown>][] = [
  ["before booking ends", async () => {}],
  ["after booking has ended", endBooking],
  ["when the record is saved and no table made", saveRecords],
  [
    "when she is seated at one dinner and on standby for another",
    async (scene) => {
      await makeAllTables(scene);
      await numberTables(scene);
      expect(await readSeats(scene)).toEqual({ hasSeat: 1, isOnStandby: 1, otherSitsElsewhere: 1 });
    },
  ],
  ["after somebody else has canceled", ({ club, other }) => cancel(club.db, { ...other, now: hours(0) })],
];

interface Person {
  first_name: string;
  avatar_url: string;
}

const listIdsOfOthers = async ({ club, annaId }: Scene) =>
  (
    await club.db.all<{ id: string }>(
      sql`SELECT id FROM users WHERE id <> ${annaId} UNION SELECT id FROM bookings WHERE user_id <> ${annaId}`,
    )
  ).map(({ id }) => id);

const listPeople = async ({ binding }: Club) =>
  (await binding.prepare("SELECT first_name, avatar_url FROM profiles").all<Person>()).results;

async function crawl({ club, cookie, bookings }: Scene): Promise<Answer[]> {
  // Her data is behind her password.
  await beVerified(club, cookie);
  const emails = (await readOutbox(club)).filter(({ to }) => to === "anna@oten.example");
  const files = (await listPeople(club)).map(({ avatar_url }) => avatar_url.split("/")[1] ?? "");
  return crawlClub(club, {
    cookie,
    ids: Object.values(bookings),
    files,
    emails: emails.map(({ subject, html, text }) => `${subject}\n${html}\n${text}`).sort(),
  });
}

const normalizeAll = (answers: Answer[], { club, bookings, annaId }: Scene) =>
  normalizeAnswers(answers, club, { ...bookings, anna: annaId });

async function expectNothingAboutOthers(answers: Answer[], scene: Scene): Promise<void> {
  const ids = await listIdsOfOthers(scene);
  const people = (await listPeople(scene.club)).filter(({ first_name }) =>
    [...knownNames, ...strangerNames].includes(first_name),
  );
  for (const { path, text } of answers) {
    const showsPast = path.includes(scene.bookings.past) || /^\/dashboard\/bookings(\?|$)/.test(path);
    const pastTableMates = showsPast ? ["Dorottya"] : [];
    const facts = people
      .filter(({ first_name }) => !pastTableMates.includes(first_name))
      .flatMap(({ first_name, avatar_url }) => [first_name, avatar_url.split("/")[1] ?? ""]);
    expect(
      [...ids, ...facts].filter((fact) => text.includes(fact)),
      path,
    ).toEqual([]);
  }
}

const scenes: Partial<Record<keyof typeof clubs, Scene>> = {};

test.each(stages)("Anna learns nothing about who else comes: %s", async (_, proceed) => {
  const normalized: string[][] = [];
  for (const who of ["known", "strangers"] as const) {
    scenes[who] ??= await arrange(clubs[who], who);
    const scene = scenes[who];
    await proceed(scene);
    const answers = await crawl(scene);
    normalized.push(normalizeAll(answers, scene));
    await expectNothingAboutOthers(answers, scene);
  }
  const [known = [], strangers = []] = normalized;
  expect(known.length).toBeGreaterThan(150);
  expect(known.length).toBe(strangers.length);
  expect(known.flatMap((answer, i) => describeDifference(answer, strangers[i] ?? ""))).toEqual([]);
});
