import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { devices, users } from "#app/db/schema/account.ts";
import { bookings } from "#app/db/schema/booking.ts";
import { consents, userAnswers } from "#app/db/schema/quiz.ts";
import { outbox } from "#app/db/schema.ts";
import { hasOldAnswers, saveAnswers } from "#app/models/quiz/answers.server.ts";
import { giveConsent } from "#app/models/quiz/quiz.server.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvent, insertDiners } from "#tests/support/events.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { questionIdsWithConsent } from "#tests/support/quiz.ts";

const club = openClub();
const dayMs = 86_400_000;
const start = new Date("2027-01-10T17:42:00Z");
const after = (days: number) => new Date(start.getTime() + days * dayMs);
const runOn = (days: number) => runJob("forgetOldAnswers", createJobContext(club), after(days));

test("people who have not come for two years are asked, and a month later their answers about health are deleted", async () => {
  const names = ["gone", "back", "dining", "seen", "young"] as const;
  const ids = await insertDiners(club, names.length);
  const idOf = (name: (typeof names)[number]) => ids[names.indexOf(name)] ?? "";
  for (const id of ids) {
    await giveConsent(club.db, id, id === idOf("young") ? after(1) : start);
    await saveAnswers(club.db, id, { [questionIdsWithConsent[0] ?? 0]: [2], 1: [1] });
  }
  const isGone = eq(consents.userId, idOf("gone"));
  // A consent to an older text counts no more, and the answers are still there.
  await club.db.update(consents).set({ version: 1 }).where(isGone);
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  const signIn = (name: (typeof names)[number], at: Date) =>
    club.db.insert(devices).values({ userId: idOf(name), tokenHash: name, createdAt: at, lastUsedAt: at });
  await club.binding
    .prepare("UPDATE events SET date = ?1, closes_at = ?1 - 1 WHERE id = ?2")
    .bind(after(2).getTime(), eventId)
    .run();
  await club.db
    .insert(bookings)
    .values({ userId: idOf("dining"), eventId, confirmed: true, createdAt: start });
  await signIn("seen", after(500));

  const listAsked = async () => {
    const rows = await club.db
      .select({ id: users.id })
      .from(outbox)
      .innerJoin(users, eq(users.email, outbox.to))
      .where(eq(outbox.kind, "old-answers"));
    return rows.map(({ id }) => names[ids.indexOf(id)]).sort();
  };
  const listAnswered = async () => {
    const rows = await club.db
      .select()
      .from(userAnswers)
      .where(eq(userAnswers.questionId, questionIdsWithConsent[0] ?? 0));
    return rows
      .filter(({ answerIds }) => answerIds.length > 0)
      .map(({ userId }) => names[ids.indexOf(userId)])
      .sort();
  };
  await runOn(729);
  const night = new Date("2029-01-10T02:00:00Z");
  await runJob("forgetOldAnswers", createJobContext(club), night);
  expect(await listAsked()).toEqual([]);
  await Promise.all([runOn(730), runOn(730)]);
  expect(await listAsked()).toEqual(["back", "gone"]);
  await club.db
    .update(consents)
    .set({ checkAt: after(0) })
    .where(isGone);
  expect(await hasOldAnswers(club.db, after(730)), "asked by an older version").toBe(false);
  await signIn("back", after(740));
  await runOn(759);
  expect(await listAnswered()).toEqual([...names].sort());
  await runOn(760);
  expect(await listAnswered()).toEqual(names.filter((name) => name !== "gone").sort());
  expect(await listAsked()).toEqual(["back", "dining", "gone", "young"]);
  const [consent] = await club.db.select().from(consents).where(isGone);
  expect(consent?.withdrawnAt).toEqual(after(760));
  expect(await club.db.$count(userAnswers, eq(userAnswers.userId, idOf("gone")))).toBeGreaterThan(1);

  // Where no job ran in time, nothing is deleted without another question.
  await runOn(900);
  expect(await listAnswered()).toEqual(names.filter((name) => name !== "gone").sort());
  expect((await listAsked()).filter((name) => name === "young")).toHaveLength(2);
  await runOn(930);
  expect(await listAnswered()).toEqual(["back", "seen"]);
});
