import { expect, test } from "vitest";
import { openClub } from "#tests/support/club.ts";
import { book, createEvent, type Diner, signUpDiner } from "#tests/support/events.ts";
import { findButtons, findLinks, parsePage, readHeading } from "#tests/support/html.ts";
import { loadAnswers } from "#tests/support/quiz.ts";

const club = openClub();
let lastId = 100;

/** Adds a question right after the one with this position, as a migration of a later version does. */
async function addQuestion(afterPosition: number, { optional = false } = {}): Promise<number> {
  const id = ++lastId;
  await club.binding
    .prepare(
      "INSERT INTO quiz_questions (id, position, question, choices, category, optional) VALUES (?, ?, ?, ?, 'food', ?)",
    )
    .bind(id, afterPosition + (lastId % 10), `New question ${id}?`, '["Yes","No"]', optional ? 1 : 0)
    .run();
  return id;
}

const removeNewQuestions = () =>
  club.binding.batch([
    club.binding.prepare("DELETE FROM user_answers WHERE question_id > 100"),
    club.binding.prepare("DELETE FROM quiz_questions WHERE id > 100"),
  ]);

/** Where a form of the page without JavaScript sends an answer. */
async function answerOnPage(
  diner: Diner,
  path: string,
  answer: Record<string, string>,
): Promise<string | null> {
  const page = await parsePage(await diner.get(path));
  const form = page.querySelector("main form");
  const action = form?.getAttribute("action")?.replaceAll("&amp;", "&") ?? path;
  const question = page.querySelector("input[name=question]")?.getAttribute("value") ?? "";
  return (await diner.post(action, { question, ...answer })).headers.get("Location");
}

test("asks finished diners only the questions that were added later, in their order", async () => {
  const diner = await signUpDiner(club);
  const second = await addQuestion(60);
  const first = await addQuestion(20);
  expect((await diner.get("/onboarding")).headers.get("Location")).toBe("/quiz");
  expect((await diner.get("/quiz")).headers.get("Location")).toBe(`/quiz?only=${first},${second}`);

  const page = await parsePage(await diner.get(`/quiz?only=${first},${second}`));
  expect(readHeading(page)).toBe(`New question ${first}?`);
  expect(page.querySelector("[role=progressbar]")?.getAttribute("aria-valuemax")).toBe("2");
  expect(findLinks(page, "Back")[0]?.getAttribute("href")).toBe("/dashboard");

  const next = await answerOnPage(diner, `/quiz?only=${first},${second}`, { answer: "1" });
  expect(next).toBe(`/quiz?only=${first}%2C${second}&question=${second}`);
  const [back] = findLinks(await parsePage(await diner.get(next ?? "")), "Back");
  expect(back?.getAttribute("href")).toContain(`question=${first}`);
  expect(await answerOnPage(diner, next ?? "", { answer: "2" })).toBe("/dashboard/bookings");

  expect(await loadAnswers(club, diner.email)).toMatchObject({ [first]: [1], [second]: [2] });
  expect((await diner.get("/onboarding")).headers.get("Location")).toBe("/dashboard");
  expect((await diner.get("/quiz")).headers.get("Location")).toBe("/identity");
  await removeNewQuestions();
});

test("does not ask an optional new question again after it was skipped", async () => {
  const diner = await signUpDiner(club);
  const id = await addQuestion(30, { optional: true });
  const page = await parsePage(await diner.get(`/quiz?only=${id}`));
  expect(findButtons(page, /skip/i)).toHaveLength(1);
  expect(await answerOnPage(diner, `/quiz?only=${id}`, { skip: "1" })).toBe("/dashboard/bookings");
  expect((await diner.get("/quiz")).headers.get("Location")).toBe("/identity");
  await removeNewQuestions();
});

test("keeps bookings, and takes new ones, while a new question is not answered", async () => {
  const diner = await signUpDiner(club);
  const before = await book(diner, await createEvent(club));
  await addQuestion(40);
  expect((await diner.get(`/dashboard/bookings/${before}`)).status).toBe(200);

  const response = await diner.post("/events", { event: await createEvent(club, { hoursFromNow: 200 }) });
  const path = response.headers.get("Location") ?? "";
  expect(path).toContain("booked=");
  const thankYou = await parsePage(await diner.get(path));
  expect(findLinks(thankYou, /Answer the new questions/)[0]?.getAttribute("href")).toBe("/quiz");
  const settings = await parsePage(await diner.get("/dashboard/settings"));
  expect(findLinks(settings, "Answer the new question")).toHaveLength(1);
  await removeNewQuestions();
  expect(findLinks(await parsePage(await diner.get("/dashboard/settings")), /new question/)).toEqual([]);
});

test("asks a diner in the middle of the quiz the questions in their new order", async () => {
  const diner = await signUpDiner(club, { quizDone: false });
  await diner.post("/quiz", { question: "1", answer: "1" });
  const id = await addQuestion(10);
  expect(readHeading(await parsePage(await diner.get("/quiz")))).toBe(`New question ${id}?`);
  const answered = await diner.post("/quiz", { question: String(id), answer: "1" });
  expect(answered.headers.get("Location")).toBe("/quiz?question=2");
  await removeNewQuestions();
});

test.each(["", "0", "999", "abc", "1,1,1", "1,".repeat(2_000), "%00", "-1"])(
  "shows a quiz page for ?only=%s",
  async (only) => {
    const diner = await signUpDiner(club);
    const response = await diner.get(`/quiz?only=${only}`);
    expect([200, 302]).toContain(response.status);
  },
);
