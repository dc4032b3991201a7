import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookings } from "#app/db/schema/booking.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { buildMatchInput } from "#app/models/seating/match-input.server.ts";
import { openClub } from "#tests/support/club.ts";
import { openHostLink } from "#tests/support/evenings.ts";
import { book, createEvent, type Diner, signUpDiner } from "#tests/support/events.ts";
import { findLinks, parsePage, readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { firstAnswers, goodAnswers, laterQuestionIds, loadAnswers } from "#tests/support/quiz.ts";

const club = openClub();
const line = /small questions? for your table/;

const findLine = async (diner: Diner, path: string) => {
  const [link] = findLinks(await parsePage(await diner.get(path)), line);
  return link && [link.textContent?.replace(/\s+/g, " "), link.getAttribute("href")];
};

/** Where the answer leads. */
const answer = async (diner: Diner, id: number, fields: Record<string, string>, search: string) =>
  (await diner.post(`/quiz?only=${search}`, { question: String(id), ...fields })).headers.get("Location");

async function answerAll(diner: Diner) {
  for (const id of laterQuestionIds)
    await answer(diner, id, { answer: String(goodAnswers[id]?.[0]) }, String(laterQuestionIds));
}

const thanks = async (diner: Diner) => `/events?booked=${await book(diner, await createEvent(club))}`;

test("the quiz is done without six small questions, which are offered after a booking and in the settings until they are answered", async () => {
  const diner = await signUpDiner(club);
  expect(await loadAnswers(club, diner.email)).toEqual(firstAnswers);
  expect((await diner.get("/onboarding")).headers.get("Location")).toBe("/dashboard");
  expect((await diner.get("/quiz")).headers.get("Location")).toBe("/identity");

  const [path, answers] = [await thanks(diner), "/dashboard/settings/answers"];
  const all = "/quiz?only=7,13,17,18,20,23";
  expect(await findLine(diner, path)).toEqual(["6 more small questions for your table", all]);
  expect(await findLine(diner, answers)).toEqual([
    "6 more small questions for your table",
    `${all}&from=settings`,
  ]);
  const first = await parsePage(await diner.get(all));
  expect(first.querySelector("[role=progressbar]")?.getAttribute("aria-valuemax")).toBe("6");

  expect(await answer(diner, 7, { answer: "3" }, "7,13")).toBe("/quiz?only=7%2C13&question=13");
  expect(await answer(diner, 13, { skip: "" }, "7,13")).toBe("/dashboard/bookings");
  expect(await findLine(diner, path)).toEqual([
    "4 more small questions for your table",
    "/quiz?only=17,18,20,23",
  ]);
  const fromSettings = "17,18,20,23&from=settings";
  expect(await answer(diner, 17, { answer: "1" }, fromSettings)).toBe(
    "/quiz?only=17%2C18%2C20%2C23&from=settings&question=18",
  );
  await answer(diner, 18, { answer: "1" }, fromSettings);
  await answer(diner, 20, { answer: "Hungary" }, "17,18,20,23");
  expect((await findLine(diner, answers))?.[0]).toBe("One more small question for your table");
  expect(await answer(diner, 23, { answer: "2" }, "23&from=settings")).toBe(answers);
  expect(await findLine(diner, path)).toBeUndefined();
  expect(await findLine(diner, answers)).toBeUndefined();
  expect(await loadAnswers(club, diner.email)).toEqual({
    ...firstAnswers,
    ...{ 7: [3], 13: [], 17: [1], 18: [1], 20: ["Hungary"], 23: [2] },
  });
});

test("the quiz itself does not ask them of who is on the way in, and asks all when somebody takes it again", async () => {
  const newcomer = await signUpDiner(club, { quizDone: false });
  const done = await signUpDiner(club);
  const readTotal = async (diner: Diner, path: string) =>
    (await parsePage(await diner.get(path)))
      .querySelector("[role=progressbar]")
      ?.getAttribute("aria-valuemax");
  expect(await readTotal(newcomer, "/quiz")).toBe("20");
  expect(await readTotal(newcomer, "/quiz?only=7")).toBe("20");
  expect(await readTotal(done, "/quiz?question=1")).toBe("26");
  expect((await newcomer.post("/quiz", { question: "7", answer: "1" })).status).toBe(400);
});

test("who had answered them before sees no difference", async () => {
  const diner = await signUpDiner(club);
  await answerAll(diner);
  expect(await loadAnswers(club, diner.email)).toEqual(goodAnswers);
  expect(await findLine(diner, await thanks(diner))).toBeUndefined();
  expect((await diner.get("/onboarding")).headers.get("Location")).toBe("/dashboard");
  expect(await readPageText(await diner.get("/dashboard/settings/answers"))).not.toContain("Not answered");
});

test("a club that leaves no question for later asks all in the quiz, and never shows the line", async () => {
  await club.binding.exec("UPDATE quiz_questions SET asked = 'always', optional = 0 WHERE asked = 'later'");
  const diner = await signUpDiner(club, { quizDone: false });
  await diner.post("/quiz", { question: "11", consent: "yes" });
  const finish = async (answers: object) =>
    (
      await diner.post("/quiz", { question: "24", answer: "1", unsaved: JSON.stringify(answers) })
    ).headers.get("Location");
  expect(await finish(firstAnswers)).toBe(`/quiz?only=${laterQuestionIds}`);
  expect(await finish(goodAnswers)).toBe("/identity");
  expect(await findLine(diner, await thanks(diner))).toBeUndefined();
  expect(await findLine(diner, "/dashboard/settings/answers")).toBeUndefined();
  await club.binding.exec(
    `UPDATE quiz_questions SET asked = 'later', optional = 1 WHERE id IN (${laterQuestionIds})`,
  );
});

test("diners who left them out are seated with those who answered them, whose answers count", async () => {
  const eventId = await createEvent(club, { hoursFromNow: 60, diets: [1, 2, 3, 4, 5, 6, 7] });
  const diners = await Promise.all(Array.from({ length: 10 }, () => signUpDiner(club)));
  const seats: { diner: Diner; id: string }[] = [];
  for (const [i, diner] of diners.entries()) {
    if (i % 2) await answerAll(diner);
    seats.push({ diner, id: await book(diner, eventId) });
  }
  await runJob("makeTables", createJobContext(club), new Date(Date.now() + 13 * 3_600_000));
  const booked = await club.db.select().from(bookings).where(eq(bookings.eventId, eventId));
  expect(booked.filter(({ confirmed }) => confirmed)).toHaveLength(10);

  const data = await loadMatchData(club.db, eventId);
  if (!data) throw new Error("no match data");
  const { questions, diners: matched } = buildMatchInput(eventId, data, {} as Env);
  for (const id of laterQuestionIds) {
    expect(questions.find((question) => question.id === id)?.weight, `${id}`).toBeGreaterThan(0);
    expect(matched.filter(({ answers }) => answers[id]?.length)).toHaveLength(5);
  }

  for (const { diner, id } of seats) {
    const read = (path: string) => diner.get(`/dashboard/bookings/${id}${path}`);
    expect(await readPageText(await read(""))).toMatch(/\b(You all|Most of you) /);
    for (const path of ["/receipt", "/receipt.json"]) expect((await read(path)).status, path).toBe(200);
  }
  expect((await (await openHostLink(club, eventId)).get()).status).toBe(200);
});
