import { expect, test } from "vitest";
import { signUp } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import {
  breakAnswerSaving,
  createAnswerRequest,
  finishQuiz,
  goodAnswers,
  loadAnswers,
} from "#tests/support/quiz.ts";

const club = openClub();
let count = 0;
const someone = () => `quiz${++count}@oten.example`;

const asked = (html: string) => /<h1[^>]*>([^<]+)</.exec(html)?.[1];

async function diner() {
  const email = someone();
  const cookie = await signUp(club, email);
  return {
    email,
    cookie,
    see: async (path: string) => (await club.fetch(path, { headers: { Cookie: cookie } })).text(),
    go: (path: string) => club.fetch(path, { headers: { Cookie: cookie } }),
    say: (init: RequestInit, path = "/quiz") => club.fetch(path, { ...init, headers: { Cookie: cookie } }),
  };
}

test("signing in leads to the quiz until it is done, and to the dashboard from then on", async () => {
  const { go, cookie } = await diner();
  expect((await go("/onboarding")).headers.get("Location")).toBe("/quiz");
  expect((await finishQuiz(club, cookie)).headers.get("Location")).toBe("/identity");
  expect((await go("/onboarding")).headers.get("Location")).toBe("/dashboard");
  expect((await go("/quiz")).headers.get("Location")).toBe("/identity");
  expect((await go("/quiz?question=3")).status).toBe(200);
});

test("an answer is inserted once and changed after, however often it arrives", async () => {
  const { email, say } = await diner();
  const sent = await Promise.all(Array.from({ length: 20 }, () => say(createAnswerRequest(1, [2]))));
  for (const answer of sent) expect(answer.headers.get("Location")).toBe("/quiz?question=2");
  expect(await loadAnswers(club, email)).toEqual({ 1: [2] });
  await say(createAnswerRequest(1, [4]));
  expect(await loadAnswers(club, email)).toEqual({ 1: [4] });
});

test("the quiz resumes after the highest answered, and shows what was answered before", async () => {
  const { say, see } = await diner();
  await say(createAnswerRequest(1, [2]));
  await say(createAnswerRequest(2, [7]));
  expect(asked(await see("/quiz"))).toBe("What makes you laugh?");
  const first = await see("/quiz?question=1");
  expect(first).toMatch(/value="2"[^>]*aria-pressed="true"|aria-pressed="true"[^>]*value="2"/);
  expect(first).not.toContain('aria-label="Back"');
  expect(await see("/quiz?question=3")).toContain('aria-label="Back"');
});

test.each([
  [3, [], "Please choose at least one."],
  [1, [9], "Please choose one."],
  [19, ["1850"], "Please enter a year between"],
  [20, ["Atlantis"], "Please choose a country from the list."],
])("question %i can't be answered with %j", async (id, values, sentence) => {
  const { email, say } = await diner();
  const refused = await say(createAnswerRequest(id, values));
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain(sentence);
  for (const value of values) if (typeof value === "string") expect(html).toContain(`value="${value}"`);
  expect(await loadAnswers(club, email)).toEqual({});
});

test("past the last question one that was left out is asked again", async () => {
  const { say, see } = await diner();
  const { 7: _, ...others } = goodAnswers;
  const finished = await say(createAnswerRequest(24, [1], { unsaved: JSON.stringify(others) }));
  expect(finished.headers.get("Location")).toBe("/quiz");
  expect(asked(await see("/quiz"))).toBe("How far ahead is your week planned?");
  await say(createAnswerRequest(7, [5]));
  expect((await say(createAnswerRequest(24, [1]))).headers.get("Location")).toBe("/identity");
});

test("an answer that could not be saved travels along, and is saved with the next", async () => {
  const { email, say } = await diner();
  const mend = await breakAnswerSaving(club);
  const failed = await say(createAnswerRequest(1, [2]));
  const html = await failed.text();
  expect(failed.status).toBe(503);
  expect(html).toContain("Your answer could not be saved. Please try again!");
  expect(asked(html)).toContain("do you listen or talk?");
  const unsaved = /name="unsaved" value="([^"]+)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "";
  expect(JSON.parse(unsaved)).toEqual({ 1: [2] });
  const again = await (await say(createAnswerRequest(2, [7], { unsaved }))).text();
  expect(again).toContain("{&quot;1&quot;:[2],&quot;2&quot;:[7]}");
  await mend();
  expect(club.takeFaults()).toHaveLength(2);
  await say(createAnswerRequest(3, [1, 3], { unsaved: '{"1":[2],"2":[7]}' }));
  expect(await loadAnswers(club, email)).toEqual({ 1: [2], 2: [7], 3: [1, 3] });
});

test("a step back takes along what is not saved yet", async () => {
  const { email, say } = await diner();
  const back = await say(createAnswerRequest(3, [], { back: "", unsaved: '{"2":[7]}' }));
  expect(back.headers.get("Location")).toBe("/quiz?question=2");
  expect(await loadAnswers(club, email)).toEqual({ 2: [7] });
});

test("behind the page answers are saved without a page", async () => {
  const { email, say } = await diner();
  const save = (unsaved: string) =>
    say({ method: "POST", body: new URLSearchParams({ unsaved }) }, "/quiz/answers");
  expect((await save('{"1":[2],"20":["Hungary"]}')).status).toBe(204);
  expect(await loadAnswers(club, email)).toEqual({ 1: [2], 20: ["Hungary"] });
  expect((await save('{"1":[99]}')).status).toBe(400);
  expect((await save("{")).status).toBe(400);
  const mend = await breakAnswerSaving(club);
  expect((await save('{"1":[3]}')).status).toBe(503);
  await mend();
  expect(club.takeFaults()).toHaveLength(1);
  expect((await club.fetch("/quiz/answers", { method: "POST" })).status).toBe(401);
});

test("nobody answers for another", async () => {
  const [one, other] = [await diner(), await diner()];
  await one.say(createAnswerRequest(1, [2], { userId: other.email }));
  expect(await loadAnswers(club, other.email)).toEqual({});
});
