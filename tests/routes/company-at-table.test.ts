import { eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings, outbox, tables, userAnswers } from "#app/db/schema.ts";
import { withdrawConsent } from "#app/models/quiz/consents.server.ts";
import { openClub } from "#tests/support/club.ts";
import { bookForDiners, createEvent, insertDinersWithAnswers } from "#tests/support/events.ts";
import { readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { startSession } from "#tests/support/seated-diners.ts";

const club = openClub();
const hourMs = 3_600_000;

const drink = (userId: string, choice: number) =>
  club.db
    .insert(userAnswers)
    .values({ userId, questionId: 16, answerIds: [choice] })
    .onConflictDoUpdate({
      target: [userAnswers.userId, userAnswers.questionId],
      set: { answerIds: [choice] },
    });

/** A table of five, of whom the first ones don't drink; the sixth diner is on standby. */
async function seatTable(soberCount: number, togetherCount = 0) {
  const eventId = await createEvent(club, { hoursFromNow: 60, diets: [1, 2, 3, 4, 5, 6] });
  const userIds = await insertDinersWithAnswers(club, 6);
  for (const [i, userId] of userIds.entries()) await drink(userId, i < soberCount ? 1 : 2);
  const booked = await bookForDiners(club, userIds, eventId);
  if (togetherCount > 0) {
    await club.db
      .update(bookings)
      .set({ togetherId: eventId })
      .where(inArray(bookings.id, booked.slice(0, togetherCount)));
  }
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

type Seated = Awaited<ReturnType<typeof seatTable>>["diners"][number];

const readPage = async ({ bookingId, cookie }: Seated) =>
  readPageText(await club.fetch(`/dashboard/bookings/${bookingId}`, { headers: { Cookie: cookie } }));

const sentence = "You’re not the only one who doesn’t drink.";

async function listTold(diners: Seated[]): Promise<number[]> {
  const pages = await Promise.all(diners.map(readPage));
  return pages.flatMap((page, i) => (page.includes(sentence) ? [i] : []));
}

test("two who don’t drink are each told that they are not the only one, and nobody else is", async () => {
  const { diners } = await seatTable(2);
  expect(await listTold(diners)).toEqual([0, 1]);
  const emails = await club.db.select().from(outbox);
  expect(JSON.stringify(emails)).not.toContain("the only one who");
});

test("whoever leaves or joins the table, it is no longer said, and so tells nothing of them", async () => {
  for (const leaving of [1, 4]) {
    const { diners, tableId } = await seatTable(2);
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
  }
});

test("nobody finds out the answers of others by changing their own afterwards", async () => {
  const { diners } = await seatTable(2);
  await drink(diners[3]?.userId ?? "", 1);
  expect(await listTold(diners)).toEqual([0, 1]);
});

test("once one of them has withdrawn the consent, nothing is said of it at that table", async () => {
  const { diners } = await seatTable(2);
  await withdrawConsent(club.db, diners[0]?.userId ?? "", new Date());
  expect(await listTold(diners)).toEqual([]);
});

test("at a table with three who booked together it is not said, since the fourth would be known", async () => {
  const { diners } = await seatTable(2, 3);
  expect(await listTold(diners)).toEqual([]);
});

test("the only one who doesn’t drink is told nothing", async () => {
  const { diners } = await seatTable(1);
  expect(await listTold(diners)).toEqual([]);
});

test("everybody’s first dinner is told as that, and the second one is not", async () => {
  const { diners } = await seatTable(0);
  for (const diner of diners)
    expect(await readPage(diner)).toContain("You’re not the only one who is here for the first time.");
});
