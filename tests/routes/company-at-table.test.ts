import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { quizQuestions, userAnswers } from "#app/db/schema/quiz.ts";
import { tableTerms } from "#app/db/schema/seating.ts";
import { outbox, tables } from "#app/db/schema.ts";
import { decideAttendance } from "#app/models/event/decide-attendance.server.ts";
import { listCompanyPhrases } from "#app/models/seating/company.server.ts";
import { openClub } from "#tests/support/club.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { startSession } from "#tests/support/seated-diners.ts";

const club = openClub();
const hourMs = 3_600_000;

const live = (userId: string, choice: number) =>
  club.db
    .insert(userAnswers)
    .values({ userId, questionId: 24, answerIds: [choice] })
    .onConflictDoUpdate({
      target: [userAnswers.userId, userAnswers.questionId],
      set: { answerIds: [choice] },
    });

/** A table of five, of whom the first ones are only visiting; the sixth diner is on standby. */
async function seatTable(visitorCount: number) {
  const eventId = await createEvent(club, { hoursFromNow: 60, diets: [1, 2, 3, 4, 5, 6] });
  const userIds = await insertDinersWithAnswers(club, 6);
  for (const [i, userId] of userIds.entries()) await live(userId, i < visitorCount ? 1 : 3);
  await bookForDiners(club, userIds, eventId);
  await runJob("makeTables", createJobContext(club), new Date(Date.now() + 13 * hourMs));
  const rows = await club.db.select().from(bookings).where(eq(bookings.eventId, eventId));
  const [table] = await club.db.select().from(tables).where(eq(tables.eventId, eventId));
  const diners = await Promise.all(
    userIds.slice(0, 5).map(async (userId) => ({
      userId,
      bookingId: rows.find((row) => row.userId === userId)?.id ?? "",
      cookie: await startSession(club, { userId }),
    })),
  );
  return { eventId, tableId: table?.id ?? "", diners };
}

/** Whether it is said is a matter of chance, so tables are made until one of both is told. */
async function seatTold() {
  for (let tries = 0; tries < 10; tries++) {
    const seated = await seatTable(2);
    const told = await listTold(seated.diners);
    expect([0, 1]).toEqual(expect.arrayContaining(told));
    if (told.length > 0) return { ...seated, told };
  }
  throw new Error("Nobody was told at ten tables.");
}

type Seated = Awaited<ReturnType<typeof seatTable>>["diners"][number];

const readPage = async ({ bookingId, cookie }: Seated) =>
  readPageText(await club.fetch(`/dashboard/bookings/${bookingId}`, { headers: { Cookie: cookie } }));

const listShares = async (tableId: string) =>
  (await club.db.select().from(tables).where(eq(tables.id, tableId)))[0]?.shares ?? [];

const sentence = "Somebody else is only visiting, too.";

async function listTold(diners: Seated[]): Promise<number[]> {
  const pages = await Promise.all(diners.map(readPage));
  return pages.flatMap((page, i) => (page.includes(sentence) ? [i] : []));
}

test("who is only visiting may be told that they are not the only one, and nobody else is", async () => {
  await seatTold();
  const emails = await club.db.select().from(outbox);
  expect(JSON.stringify(emails)).not.toContain("the only one who");
});

test("whoever leaves or joins the table, it is no longer said, and so tells nothing of them", async () => {
  for (const leaving of [1, 4]) {
    const { diners, tableId } = await seatTold();
    const before = await listShares(tableId);
    const left = diners[leaving] as Seated;
    await club.fetch(`/dashboard/bookings/${left.bookingId}/cancel`, {
      method: "POST",
      headers: { Cookie: left.cookie },
    });
    const stay = diners.filter((diner) => diner !== left);
    expect(await listTold(stay)).toEqual([]);
    await runJob("refillTables", createJobContext(club), new Date(Date.now() + 14 * hourMs));
    const seated = await club.db.select().from(bookings).where(eq(bookings.tableId, tableId));
    expect(seated.filter(({ canceled }) => !canceled)).toHaveLength(5);
    expect(await listTold(stay)).toEqual([]);
    // Another sentence of the same question would say what the newcomer and the one before answered.
    expect(before).toEqual(expect.arrayContaining(await listShares(tableId)));
  }
});

test("nobody finds out the answers of others by changing their own afterwards", async () => {
  const { diners, told } = await seatTold();
  await live(diners[3]?.userId ?? "", 1);
  expect(await listTold(diners)).toEqual(told);
});

test("nobody is told of an answer that needs consent", async () => {
  const told = await club.db
    .select({ says: quizQuestions.companySays })
    .from(quizQuestions)
    .where(eq(quizQuestions.needsConsent, true));
  expect(told.length).toBeGreaterThan(2);
  expect(told.filter(({ says }) => Object.keys(says ?? {}).length > 0)).toEqual([]);
  // Nor where an older quiz still says something of one.
  await club.db
    .update(quizQuestions)
    .set({ company: "all", companySays: { 1: "doesn’t drink" } })
    .where(eq(quizQuestions.needsConsent, true));
  expect(await listCompanyPhrases(club.db)).not.toContain("doesn’t drink");
  expect(await listCompanyPhrases(club.db)).not.toEqual([]);
});

test("the only visitor is told nothing", async () => {
  const { diners } = await seatTable(1);
  expect(await listTold(diners)).toEqual([]);
});

test("a first dinner is told as that", async () => {
  const first = "Somebody else is here for the first time, too.";
  const isSaid = async () =>
    (await Promise.all((await seatTable(0)).diners.map(readPage))).some((page) => page.includes(first));
  await expect.poll(isSaid).toBe(true);
});

test("a day after the dinner nothing has it any longer", async () => {
  const { eventId, tableId } = await seatTold();
  expect(await decideAttendance(club.db, eventId, new Date(Date.now() + 85 * hourMs))).toBe(true);
  const [table] = await club.db.select().from(tables).where(eq(tables.id, tableId));
  expect(table?.company).toEqual({});
});

test("while company is not in force, no page says it or that it may be said", async () => {
  const mayBeSaid = "the only one who is only visiting, is new in town or is here for the first time.";
  const { diners } = await seatTold();
  const headers = { Cookie: diners[0]?.cookie ?? "" };
  const readPrivacy = async () => readPageText(await club.fetch("/privacy", { headers }));
  expect(await readPrivacy()).toContain(mayBeSaid);
  await club.db.update(tableTerms).set({ company: 0 });
  expect(await listTold(diners)).toEqual([]);
  expect(await readPrivacy()).not.toContain("is only visiting");
  const { tableId } = await seatTable(2);
  const [table] = await club.db.select().from(tables).where(eq(tables.id, tableId));
  expect(table?.company).toEqual({});
});
