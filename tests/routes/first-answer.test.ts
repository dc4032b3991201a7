import { expect, test } from "vitest";
import { readCookies } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { signUpDiner } from "#tests/support/events.ts";
import { findButtons, parsePage, readHeading, readPageText } from "#tests/support/html.ts";
import { createAnswerRequest, loadAnswers } from "#tests/support/quiz.ts";

const club = openClub();
const [first, second] = ["What makes a good evening?", "With new people, do you listen or talk?"];

const send = (fields: Record<string, string>) =>
  club.fetch("/register", { method: "POST", body: new URLSearchParams(fields) });

const answerBefore = async () => readCookies(await send({ question: "1", answer: "3" }));

async function openQuiz(answerCookie: string) {
  const diner = await signUpDiner(club, { quizDone: false });
  const headers = { Cookie: `${diner.cookie}; ${answerCookie}` };
  return { diner, headers, response: await club.fetch("/quiz", { headers }) };
}

test("the landing page asks the first question, whose answer is in the quiz after signing up", async () => {
  const landing = await parsePage(await club.fetch("/"));
  const form = landing.querySelector("form[action='/register']");
  expect(form?.querySelector("legend")?.textContent).toBe(first);
  const [choice] = findButtons(landing, "Meeting someone very different from me");
  const response = await send({
    question: form?.querySelector("[name=question]")?.getAttribute("value") ?? "",
    [choice?.getAttribute("name") ?? ""]: choice?.getAttribute("value") ?? "",
  });
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/register"]);
  const cookie = readCookies(response);
  expect(await readPageText(await club.fetch("/register", { headers: { Cookie: cookie } }))).toContain(
    "Your first answer is in.",
  );

  const { diner, headers, response: quiz } = await openQuiz(cookie);
  const page = await parsePage(quiz);
  expect(readHeading(page)).toBe(second);
  const unsaved = page.querySelector("form [name=unsaved]")?.getAttribute("value") ?? "";
  await club.fetch("/quiz", { ...createAnswerRequest(2, [7], { unsaved }), headers });
  expect(await loadAnswers(club, diner.email)).toEqual({ 1: [3], 2: [7] });
  const next = await club.fetch("/quiz", { headers });
  expect(next.headers.getSetCookie().join()).toMatch(/answer=;.*Max-Age=0/);
});

test.each([
  { question: "1", answer: "5" },
  { question: "1", answer: "" },
  { question: "1", answer: "__proto__" },
  { question: "999", answer: "1" },
  { question: "11", answer: "1" },
  { answer: "1" },
])("an answer that fits no question is not kept: %o", async (fields) => {
  const response = await send(fields as Record<string, string>);
  expect([response.status, response.headers.get("Location")]).toEqual([302, "/register"]);
  expect(response.headers.getSetCookie()).toEqual([]);
});

test("a changed cookie, and one of a question that has changed, count as no answer", async () => {
  const cookie = await answerBefore();
  const forged = `answer=${encodeURIComponent(btoa('"[1,4,\\"What makes a good evening?\\"]"'))}`;
  for (const hostile of [cookie.replace(/answer=./, "answer=x"), cookie.slice(0, -4), forged, "answer=%00"]) {
    const { response } = await openQuiz(hostile);
    expect(response.status, hostile).toBe(200);
    expect(readHeading(await parsePage(response)), hostile).toBe(first);
  }
  const rename = (text: string) =>
    club.binding.prepare("UPDATE quiz_questions SET question = ? WHERE id = 1").bind(text).run();
  await rename("What ruins an evening?");
  const { response } = await openQuiz(cookie);
  expect(response.headers.getSetCookie().join()).toMatch(/answer=;.*Max-Age=0/);
  expect(readHeading(await parsePage(response))).toBe("What ruins an evening?");
  await rename(first as string);
});
