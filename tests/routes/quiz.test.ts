import type { AppLoadContext } from "@remix-run/cloudflare";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Loading } from "#app/components/progress.tsx";
import { openDatabase } from "#app/db/client.server.ts";
import { openCookies } from "#app/http/cookies.ts";
import { loader as onboarding } from "#app/routes/onboarding.tsx";
import { newEmail, signUp } from "#tests/support/accounts.ts";
import { openClub } from "#tests/support/club.ts";
import { emailEnv } from "#tests/support/emails.ts";
import {
  findButtons,
  findLinks,
  parsePage,
  readAlerts,
  readHeading,
  readInputValue,
  readText,
} from "#tests/support/html.ts";
import {
  answerConsent,
  breakAnswerSaving,
  createAnswerRequest,
  finishQuiz,
  firstAnswers,
  lastQuestionId,
  loadAnswers,
} from "#tests/support/quiz.ts";
import { wrapDatabase } from "#tests/support/wrap-database.ts";

const club = openClub();

async function createDiner() {
  const email = newEmail();
  const cookie = await signUp(club, email);
  return {
    email,
    cookie,
    get: (path: string) => club.fetch(path, { headers: { Cookie: cookie } }),
    readPage: async (path: string) => parsePage(await club.fetch(path, { headers: { Cookie: cookie } })),
    send: (init: RequestInit, path = "/quiz") => club.fetch(path, { ...init, headers: { Cookie: cookie } }),
  };
}

test("says at the last question that it is the last", async () => {
  const { readPage } = await createDiner();
  const isLast = async (id: number) =>
    readText(await readPage(`/quiz?question=${id}`)).includes("The last one");
  expect(await isLast(lastQuestionId)).toBe(true);
  expect(await isLast(1)).toBe(false);
});

test("names each question in the title of its page", async () => {
  const { readPage } = await createDiner();
  const readTitle = async (path: string) => (await readPage(path)).querySelector("title")?.textContent;
  expect(await readTitle("/quiz")).toBe("Question 1 · Quiz · Öten");
  expect(await readTitle("/quiz?question=3")).toMatch(/^Question \d+ · Quiz · Öten$/);
  expect(await readTitle("/quiz?question=3")).not.toBe(await readTitle("/quiz?question=4"));
});

test("onboarding says that it is loading where the database takes long, and asks again by itself", async () => {
  const { cookie } = await createDiner();
  const silent = wrapDatabase(club.binding, () => new Promise<never>(() => {}));
  const request = new Request(`${club.url}/onboarding`, { headers: { Cookie: cookie } });
  const context = {
    env: emailEnv,
    db: openDatabase(silent),
    now: new Date(),
    cookies: await openCookies(request, emailEnv),
  } as unknown as AppLoadContext;
  const response = await onboarding({ request, context, params: {} });
  expect(response.status).toBe(200);
  expect(response.headers.get("Refresh")).toBe("1");
  expect(renderToStaticMarkup(createElement(Loading))).toContain("Loading...");
});

test("redirects from onboarding to the quiz until it is done, then to the dashboard", async () => {
  const { get, cookie } = await createDiner();
  expect((await get("/onboarding")).headers.get("Location")).toBe("/quiz");
  expect((await finishQuiz(club, cookie)).headers.get("Location")).toBe("/identity");
  expect((await get("/onboarding")).headers.get("Location")).toBe("/dashboard");
  expect((await get("/quiz")).headers.get("Location")).toBe("/identity");
  expect((await get("/quiz?question=3")).status).toBe(200);
});

test("inserts an answer once and updates it later, however often it is sent", async () => {
  const { email, send } = await createDiner();
  const sent = await Promise.all(Array.from({ length: 20 }, () => send(createAnswerRequest(1, [2]))));
  for (const response of sent) expect(response.headers.get("Location")).toBe("/quiz?question=2");
  expect(await loadAnswers(club, email)).toEqual({ 1: [2] });
  await send(createAnswerRequest(1, [4]));
  expect(await loadAnswers(club, email)).toEqual({ 1: [4] });
});

test("resumes after the highest answered question and shows earlier answers", async () => {
  const { send, readPage } = await createDiner();
  await send(createAnswerRequest(1, [2]));
  await send(createAnswerRequest(2, [7]));
  expect(readHeading(await readPage("/quiz"))).toBe("What makes you laugh?");
  const first = await readPage("/quiz?question=1");
  const pressed = first.querySelectorAll('[name=answer][aria-pressed="true"]');
  expect(pressed.map((button) => button.getAttribute("value"))).toEqual(["2"]);
  expect([...findLinks(first, "Back"), ...findButtons(first, "Back")]).toEqual([]);
  expect(findLinks(await readPage("/quiz?question=3"), "Back")).not.toEqual([]);
});

test("goes on by position, also where an id says otherwise", async () => {
  const { cookie, send, readPage } = await createDiner();
  await answerConsent(club, cookie, "yes");
  const readNext = async () =>
    (await readPage("/quiz")).querySelector("[name=question]")?.getAttribute("value");
  const shown: (string | undefined)[] = [];
  for (const id of [12, 25, 14]) {
    await send(createAnswerRequest(id, [1]));
    shown.push(await readNext());
  }
  expect(shown).toEqual(["25", "14", "15"]);
});

test.each([
  [3, [], "Choose at least one."],
  [1, [9], "Choose one."],
  [19, ["1850"], "Enter a year between"],
  [20, ["Atlantis"], "Choose a country from the list."],
])("refuses to answer question %i with %j", async (id, values, message) => {
  const { email, send } = await createDiner();
  // The country waits until the quiz is done.
  await club.binding.exec("UPDATE profiles SET is_quiz_done = 1");
  const refused = await send(createAnswerRequest(id, values));
  expect(refused.status).toBe(400);
  const page = await parsePage(refused);
  expect(readAlerts(page).join()).toContain(message);
  for (const value of values)
    if (typeof value === "string") expect(readInputValue(page, "answer")).toBe(value);
  expect(await loadAnswers(club, email)).toEqual({});
});

test("says what is wrong with a form also to somebody who has done the quiz", async () => {
  const { cookie, send, get } = await createDiner();
  await finishQuiz(club, cookie);
  const cases = [
    { sent: 1, message: "Choose one.", shown: 1 },
    { sent: 999, message: "Something got lost on the way.", shown: lastQuestionId },
  ];
  for (const { sent, message, shown } of cases) {
    const refused = await send(createAnswerRequest(sent, [99]));
    expect(refused.status).toBe(400);
    const page = await parsePage(refused);
    expect(readAlerts(page).join()).toMatch(message);
    expect(readInputValue(page, "question")).toBe(String(shown));
    expect(page.querySelectorAll("form button[name=answer]").length).toBeGreaterThan(1);
  }
  expect((await get("/quiz")).headers.get("Location")).toBe("/identity");
});

test("returns from the last question to one that was left out", async () => {
  const { cookie, send, readPage } = await createDiner();
  await answerConsent(club, cookie, "yes");
  const { 6: _, ...others } = firstAnswers;
  const finished = await send(createAnswerRequest(lastQuestionId, [1], { unsaved: JSON.stringify(others) }));
  expect(finished.headers.get("Location")).toBe("/quiz?only=6");
  expect(readHeading(await readPage("/quiz?only=6"))).toBe(
    "Someone at the table says something you think is wrong. What do you do?",
  );
  const answered = await send(createAnswerRequest(6, [1]), "/quiz?only=6");
  expect(answered.headers.get("Location")).toBe("/identity");
});

test("sends an answer that could not be saved again with the next one", async () => {
  const { email, send } = await createDiner();
  const repair = await breakAnswerSaving(club);
  const failed = await send(createAnswerRequest(1, [2]));
  expect(failed.status).toBe(503);
  const page = await parsePage(failed);
  expect(readAlerts(page)).toEqual(["Your answer could not be saved. Please try again!"]);
  expect(readHeading(page)).toContain("do you listen or talk?");
  const unsaved = readInputValue(page, "unsaved") ?? "";
  expect(JSON.parse(unsaved)).toEqual({ 1: [2] });
  const again = await parsePage(await send(createAnswerRequest(2, [7], { unsaved })));
  expect(readInputValue(again, "unsaved")).toBe('{"1":[2],"2":[7]}');
  await repair();
  expect(await club.takeLoggedErrors()).toHaveLength(2);
  await send(createAnswerRequest(3, [1, 3], { unsaved: '{"1":[2],"2":[7]}' }));
  expect(await loadAnswers(club, email)).toEqual({ 1: [2], 2: [7], 3: [1, 3] });
});

test("saves unsaved answers when the diner goes back", async () => {
  const { email, send } = await createDiner();
  const back = await send(createAnswerRequest(3, [], { back: "", unsaved: '{"2":[7]}' }));
  expect(back.headers.get("Location")).toBe("/quiz?question=2");
  expect(await loadAnswers(club, email)).toEqual({ 2: [7] });
});

test("saves answers in the background and refuses invalid ones", async () => {
  const { email, send } = await createDiner();
  const save = (unsaved: string) =>
    send({ method: "POST", body: new URLSearchParams({ unsaved }) }, "/quiz/answers");
  expect((await save('{"1":[2],"19":[1992]}')).status).toBe(204);
  expect(await loadAnswers(club, email)).toEqual({ 1: [2], 19: [1992] });
  expect((await save('{"1":[99]}')).status).toBe(400);
  expect((await save("{")).status).toBe(400);
  const repair = await breakAnswerSaving(club);
  expect((await save('{"1":[3]}')).status).toBe(503);
  await repair();
  expect(await club.takeLoggedErrors()).toHaveLength(1);
  expect((await club.fetch("/quiz/answers", { method: "POST" })).status).toBe(401);
});

test("ignores a user id in the form", async () => {
  const [one, other] = [await createDiner(), await createDiner()];
  await one.send(createAnswerRequest(1, [2], { userId: other.email }));
  expect(await loadAnswers(club, other.email)).toEqual({});
});
