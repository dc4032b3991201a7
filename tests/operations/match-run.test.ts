import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { loadBatched } from "#app/db/batches.ts";
import { ratingSums } from "#app/db/schema/feedback.ts";
import { userAnswers } from "#app/db/schema/quiz.ts";
import { matchRecords } from "#app/db/schema/seating.ts";
import { outbox } from "#app/db/schema.ts";
import type { MatchQuestion } from "#app/matching/match-input.ts";
import { usualPoints } from "#app/matching/terms/diner-terms.ts";
import { book } from "#app/models/booking/transitions.server.ts";
import { findEvent } from "#app/models/event/events.server.ts";
import { readBookability } from "#app/models/event/upcoming-events.server.ts";
import { makeScales, rateDinners } from "#tests/matching/rated-dinners.ts";
import { openClub } from "#tests/support/club.ts";
import {
  bookForDiners,
  createEvent,
  insertDiners,
  insertDinersWithAnswers,
  signUpDiner,
} from "#tests/support/events.ts";
import { connectOps } from "#tests/support/ops.ts";

const club = openClub();
const ops = connectOps(club);

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test("nobody can book once match run has made the tables as if it were later", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  await bookForDiners(club, await insertDinersWithAnswers(club, 7), eventId);
  const { code, out, err } = await ops.run("match", "run", eventId, "--yes", "--now", inHours(170));
  expect([code, err, out]).toEqual([0, "", expect.stringContaining("Made 1 table")]);
  const now = new Date();
  expect((await findEvent(club.db, eventId))?.closesAt.getTime()).toBeLessThanOrEqual(now.getTime());
  const [userId = ""] = await insertDiners(club, 1);
  expect(await book(club.db, { userId, eventId, now })).toBe(undefined);
  const diner = await signUpDiner(club);
  const page = await (await diner.get("/events")).text();
  expect(page).toContain("Sold Out");
  expect(page).not.toContain("Available");
});

test("nobody can book an event whose tables are made, whenever its booking would have ended", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 200 });
  await bookForDiners(club, await insertDinersWithAnswers(club, 5), eventId);
  await ops.json("job", "run", "makeTables", "--now", inHours(170), "--yes");
  const now = new Date();
  const event = await findEvent(club.db, eventId);
  expect(event?.matchedAt).not.toBe(null);
  expect(event?.closesAt.getTime()).toBeGreaterThan(now.getTime());
  const [userId = ""] = await insertDiners(club, 1);
  expect(await book(club.db, { userId, eventId, now })).toBe(undefined);
  expect(await loadBatched(club, readBookability(club.db, eventId, now))).toMatchObject({ isOpen: false });
  expect((await ops.run("event", "show", eventId)).out).not.toContain("Next: booking ends");
});

test("match run and match preview compare two settings in words before anybody is told, and match show says what became of it", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 220, diets: [] });
  const ids = await insertDinersWithAnswers(club, 10);
  const answer = (questionId: number, some: readonly string[], choice: number) =>
    club.db
      .insert(userAnswers)
      .values(some.map((userId) => ({ userId, questionId, answerIds: [choice] })))
      .onConflictDoUpdate({
        target: [userAnswers.userId, userAnswers.questionId],
        set: { answerIds: [choice] },
      });
  // Two sorts of five, and in each one who does not drink.
  await answer(16, ids, 2);
  for (const question of [2, 4]) await answer(question, ids, 5);
  await answer(8, ids, 1);
  await answer(8, ids.slice(5), 2);
  await answer(16, [ids[0] ?? "", ids[9] ?? ""], 1);
  await club.binding.exec("UPDATE quiz_questions SET weight = 0 WHERE id = 16");
  await bookForDiners(club, ids, eventId);
  const { out } = await ops.run("match", "preview", eventId, "--with", "company=0");
  const line = out.split("\n").find((each) => each.includes("“No alcohol”")) ?? "";
  expect(line).toMatch(/none of 2 diners sit alone with it\s+2 of 2 diners sit alone with it/);
  expect(out).toContain("No other tables of these diners are better: all were compared.");
  expect(out).toMatch(/Scores of pairs alone: \d.+With others: \d/);
  const wrongLists = ["company", "company=21", "near-years=0", "compny=1", "wish=-1", "wish=1,wish=2"];
  for (const wrong of [...wrongLists, "weights=mine", "weights=learned,weights=operator", "x".repeat(500)])
    expect((await ops.run("match", "preview", eventId, "--with", wrong)).code, wrong).toBe(2);
  const before = await ops.hashRows();
  for (const flag of ["--dry-run", "--yes"])
    expect((await ops.run("match", "run", eventId, "--with", "company=0", flag)).out).toBe(
      `Nothing is changed: --with only compares.\n${out}`,
    );
  // Everybody is of one age, and both columns count by the years of both.
  const years = (await ops.run("match", "preview", eventId, "--with", "near-years=3")).out;
  for (const near of [10, 3])
    expect(years).toMatch(
      new RegExp(`within ${near} years of age +none of 10 diners have nobody +none of 10 diners have nobody`),
    );
  expect(await ops.hashRows()).toBe(before);

  await ops.run("weights", "set", "company", "0.01");
  // A learned weight moves by half at most, which decides here.
  await club.binding.exec(
    "UPDATE quiz_questions SET weight = 10 WHERE id = 16; UPDATE quiz_questions SET weight = 3 WHERE id = 8",
  );
  const [scale] = makeScales([5]) as [MatchQuestion];
  const sums = rateDinners([{ ...scale, id: 8 }], [0, 0, 0, 0, 0, 0, 0, -10], 300);
  await club.db.insert(ratingSums).values({ id: 1, sums, version: 1, savedBy: "x", updatedAt: new Date() });
  const compare = async (weights: string) => {
    const compared = (await ops.run("match", "run", eventId, "--dry-run", "--with", `weights=${weights}`))
      .out;
    expect(compared).toMatch(
      /alone, by the weights in force: \d.+\nScores of pairs alone, by the other weights: \d/,
    );
    return /“No alcohol”.+\?\) +(.+)\n/
      .exec(compared)?.[1]
      ?.replaceAll(" diners sit alone with it", "")
      .split(/ {2,}/);
  };
  expect(await compare("learned")).toEqual(["2 of 2", "none of 2"]);
  await club.binding.exec("UPDATE quiz_questions SET learned_weight = 0 WHERE id = 8");
  expect(await compare("operator")).toEqual(["none of 2", "2 of 2"]);
  await club.binding.exec(
    "DELETE FROM rating_sums; UPDATE quiz_questions SET learned_weight = NULL, weight = 4 WHERE id = 8; UPDATE quiz_questions SET weight = 0 WHERE id = 16",
  );
  await ops.run("weights", "set", "company", String(usualPoints.company));
  expect(await listEmails()).toEqual([]);
  await ops.run("match", "run", eventId, "--yes", "--now", inHours(190));
  const shown = (await ops.run("match", "show", eventId)).out;
  expect(shown).toMatch(
    /“No alcohol” \(What do you drink with dinner\?\)\s+none of 2 diners sit alone with it/,
  );
  const [record] = await club.db.select().from(matchRecords).where(eq(matchRecords.eventId, eventId));
  expect(record?.keptTerms?.company).toContainEqual({ question: 16, answer: 1, diners: 2, alone: 0 });
  expect(shown).toContain(
    "As they were made: No other tables of these diners are better: all were compared.",
  );
  expect(shown).toContain("compared.\nterm ");

  // Whatever the operator and the diners change later.
  const promisesOf = (text: string) => text.slice(text.indexOf("\nterm "));
  expect(promisesOf(shown)).toMatch(
    new RegExp(
      `^\\nterm +value +meaning\\ncompany +${usualPoints.company} +lost for each marked answer[^]+\\nage +${usualPoints.age.alone} [^]+\\nnear-years +10 [^]+\\nwish +${usualPoints.wish} `,
    ),
  );
  await ops.run("weights", "set", "company", "0");
  await ops.run("weights", "set", "near-years", "3");
  await club.binding.exec("UPDATE quiz_questions SET company = '[]' WHERE id = 16");
  await answer(16, [ids[0] ?? ""], 2);
  expect(promisesOf((await ops.run("match", "show", eventId)).out)).toBe(promisesOf(shown));
  await ops.run("user", "erase", `${ids[0]}@x.y`, "--yes");
  expect(
    promisesOf((await ops.run("match", "show", eventId)).out).replace(
      "as the tables were made",
      "at these tables",
    ),
  ).toBe(promisesOf(shown));
  await ops.run("weights", "set", "company", String(usualPoints.company));
  await ops.run("weights", "set", "near-years", "10");
  await club.binding.exec("UPDATE quiz_questions SET company = '[1]' WHERE id = 16");
  await club.binding.exec("UPDATE quiz_questions SET weight = 4 WHERE id = 16");

  async function listEmails() {
    const rows = await club.db.select().from(outbox);
    return rows.filter(({ to }) => ids.some((userId) => to === `${userId}@x.y`));
  }
});
