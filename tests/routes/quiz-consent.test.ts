import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { consentText, consentVersion } from "#app/lib/account/consent.ts";
import { loadMatchData } from "#app/models/seating/match-data.server.ts";
import { buildMatchInput } from "#app/models/seating/match-input.server.ts";
import { openClub } from "#tests/support/club.ts";
import { book, createEvent, type Diner, signUpDiner } from "#tests/support/events.ts";
import { findButtons, findLinks, parsePage, readAlerts, readHeading, readText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import {
  answerConsent,
  createAnswerRequest,
  firstAnswers,
  lastQuestionId,
  loadAnswers,
  questionIdsWithConsent,
} from "#tests/support/quiz.ts";

const club = openClub();
const [dietId = 0, allergyId = 0, , drinkId = 0] = questionIdsWithConsent;
const heading = "May we ask what you can eat?";
const otherAnswers = Object.fromEntries(
  Object.entries(firstAnswers).filter(([id]) => !questionIdsWithConsent.includes(Number(id))),
);
const skipped = Object.fromEntries(questionIdsWithConsent.map((id) => [id, []]));

const listConsents = async ({ email }: Diner) =>
  await club.db.all(sql`SELECT topic, version, given_at IS NOT NULL AS given, withdrawn_at IS NOT NULL AS withdrawn
          FROM consents JOIN users ON users.id = user_id WHERE email = ${email} ORDER BY given_at`);

const send = (diner: Diner, init: RequestInit, path = "/quiz") =>
  club.fetch(path, { ...init, headers: { Cookie: diner.cookie } });

const saveInBackground = (diner: Diner, answers: object) =>
  diner.post("/quiz/answers", { unsaved: JSON.stringify(answers) });

/** As a diner who had finished the quiz before consent was asked for. */
const forgetConsents = () => club.binding.exec("DELETE FROM consents");

test("asks for consent before the answers of the first question that needs it", async () => {
  const diner = await signUpDiner(club, { quizDone: false });
  const page = await parsePage(await diner.get(`/quiz?question=${dietId}`));
  expect(readHeading(page)).toBe(heading);
  for (const paragraph of consentText) expect(readText(page)).toContain(paragraph);
  expect(page.querySelectorAll("[name=answer]")).toEqual([]);
  expect(page.querySelector("[role=progressbar]")?.getAttribute("aria-valuenow")).toBe("10");
  expect(findLinks(page, "Back")).not.toEqual([]);

  const [agree] = findButtons(page, "I agree");
  expect([agree?.getAttribute("name"), agree?.getAttribute("value")]).toEqual(["consent", "yes"]);
  const agreed = await answerConsent(club, diner.cookie, "yes");
  expect(agreed.headers.get("Location")).toBe(`/quiz?question=${dietId}`);
  const question = await parsePage(await diner.get(`/quiz?question=${dietId}`));
  expect(readHeading(question)).toBe("Do you follow a diet?");
  expect(question.querySelectorAll("[name=answer]").length).toBeGreaterThan(5);
  expect(readText(question)).toContain("The restaurant only gets numbers for each table.");
  expect(await listConsents(diner)).toEqual([
    { topic: "food-and-health", version: consentVersion, given: 1, withdrawn: 0 },
  ]);
});

test("a refusal counts for all questions that need consent, and Back asks again", async () => {
  const diner = await signUpDiner(club, { quizDone: false });
  await answerConsent(club, diner.cookie, "no");
  const before = await send(diner, createAnswerRequest(drinkId - 1, firstAnswers[drinkId - 1] ?? []));
  expect(before.headers.get("Location")).toBe("/quiz?question=19");
  const body = new URLSearchParams({ question: "19", back: "", unsaved: "{}" });
  const back = await send(diner, { method: "POST", body });
  expect(back.headers.get("Location")).toBe(`/quiz?question=${drinkId}`);
});

test("who needs nothing special agrees and answers what has a “none” in one tap", async () => {
  const diner = await signUpDiner(club, { quizDone: false });
  const page = await parsePage(await diner.get(`/quiz?question=${dietId}`));
  const [button] = findButtons(page, "Agreed, nothing special for me");
  const response = await diner.post("/quiz", {
    question: String(dietId),
    [button?.getAttribute("name") ?? ""]: button?.getAttribute("value") ?? "",
  });
  expect(response.headers.get("Location")).toBe("/quiz?question=14");
  expect(await loadAnswers(club, diner.email)).toEqual({ [dietId]: [7], [allergyId]: [13], 25: [2] });
  expect(await listConsents(diner)).toEqual([
    { topic: "food-and-health", version: consentVersion, given: 1, withdrawn: 0 },
  ]);
});

test("keeps one consent, however often it is sent", async () => {
  const diner = await signUpDiner(club, { quizDone: false });
  await Promise.all(Array.from({ length: 10 }, () => answerConsent(club, diner.cookie, "yes")));
  expect(await listConsents(diner)).toHaveLength(1);
});

test("refuses to save an answer without consent, on the page and in the background", async () => {
  const diner = await signUpDiner(club, { quizDone: false });
  const refused = await send(diner, createAnswerRequest(dietId, [2]));
  expect(refused.status).toBe(403);
  const page = await parsePage(refused);
  expect(readAlerts(page)).toEqual(["Agree first, or skip these questions."]);
  expect(readHeading(page)).toBe(heading);

  const inBackground = await saveInBackground(diner, { 1: [2], [allergyId]: [4] });
  expect(inBackground.status).toBe(403);
  expect(await inBackground.text()).toBe("Agree first, or skip these questions.");
  expect(await loadAnswers(club, diner.email)).toEqual({ 1: [2] });

  const all = await send(
    diner,
    createAnswerRequest(lastQuestionId, [1], { unsaved: JSON.stringify(firstAnswers) }),
  );
  expect(all.status).toBe(403);
  expect(await loadAnswers(club, diner.email)).toEqual(otherAnswers);
});

test("refuses a decision that is neither", async () => {
  const diner = await signUpDiner(club, { quizDone: false });
  const response = await diner.post("/quiz", { question: String(dietId), consent: "perhaps" });
  expect(response.status).toBe(400);
  expect(readAlerts(await parsePage(response))).toEqual(["Choose one."]);
  expect(await listConsents(diner)).toEqual([]);
});

test.each([0, 1])(
  "finishes the quiz without consent, where the questions are optional: %i",
  async (optional) => {
    const setOptional = (value: number) =>
      club.db.run(sql`UPDATE quiz_questions SET optional = ${value} WHERE needs_consent = 1`);
    await setOptional(optional);
    const diner = await signUpDiner(club, { quizDone: false });
    for (const id of [1, 2]) await send(diner, createAnswerRequest(id, firstAnswers[id] ?? []));
    const refused = await answerConsent(club, diner.cookie, "no");
    expect(refused.headers.get("Location")).toBe("/quiz?question=14");
    expect(await loadAnswers(club, diner.email)).toEqual({ 1: [1], 2: [7], ...skipped });
    expect(await listConsents(diner)).toEqual([]);

    // It resumes after the last question that was really answered.
    expect(readHeading(await parsePage(await diner.get("/quiz")))).toBe("What makes you laugh?");
    const unsaved = JSON.stringify(otherAnswers);
    const finished = await send(diner, createAnswerRequest(lastQuestionId, [1], { unsaved }));
    expect(finished.headers.get("Location")).toBe("/identity");
    expect((await diner.get("/onboarding")).headers.get("Location")).toBe("/dashboard");
    expect(await book(diner, await createEvent(club))).not.toBe("");
    await setOptional(1);
  },
);

test("passes the questions that were skipped, and asks again with Back", async () => {
  const diner = await signUpDiner(club, { quizDone: false });
  await saveInBackground(
    diner,
    Object.fromEntries(Object.entries(firstAnswers).filter(([id]) => Number(id) <= 10)),
  );
  await answerConsent(club, diner.cookie, "no");
  const page = await parsePage(await diner.get("/quiz"));
  expect(readHeading(page)).toBe("There’s a dish on the menu you’ve never heard of. Do you order it?");
  const [back] = findLinks(page, "Back");
  expect(readHeading(await parsePage(await diner.get(back?.getAttribute("href") ?? "")))).toBe(heading);
});

test("asks those who skipped the questions only when they come back to them", async () => {
  const diner = await signUpDiner(club, { quizDone: false });
  await answerConsent(club, diner.cookie, "no");
  const unsaved = JSON.stringify(otherAnswers);
  await send(diner, createAnswerRequest(lastQuestionId, [1], { unsaved }));
  const settings = await parsePage(await diner.get("/dashboard/settings"));
  expect(readText(settings)).toContain(
    "You haven’t agreed to questions about diet, drinks, allergies and step-free access",
  );
  const only = findLinks(settings, "Answer them")[0]?.getAttribute("href") ?? "";
  expect(only).toBe(`/quiz?only=${questionIdsWithConsent}`);
  expect(readHeading(await parsePage(await diner.get(only)))).toBe(heading);

  const agreed = await diner.post(only, { question: String(dietId), consent: "yes" });
  expect(agreed.headers.get("Location")).toBe(
    `/quiz?only=${encodeURIComponent(String(questionIdsWithConsent))}&question=${dietId}`,
  );
  for (const id of questionIdsWithConsent)
    await send(diner, createAnswerRequest(id, firstAnswers[id] ?? []), only);
  expect(await loadAnswers(club, diner.email)).toEqual(firstAnswers);
  expect((await diner.get("/quiz")).headers.get("Location")).toBe("/identity");
});

test("withdraws consent, says what that means, and deletes the answers and their copies", async () => {
  const diner = await signUpDiner(club);
  const eventId = await createEvent(club, { hoursFromNow: 60, diets: [1] });
  await book(diner, eventId);
  await runJob("makeTables", createJobContext(club), new Date(Date.now() + 13 * 3_600_000));
  const countEntries = () =>
    club.binding
      .prepare("SELECT count(*) AS n FROM entry_keys JOIN bookings ON id = booking_id WHERE event_id = ?")
      .bind(eventId)
      .first("n");
  expect(await countEntries()).toBe(1);

  const settings = await parsePage(await diner.get("/dashboard/settings"));
  expect(readText(settings)).toMatch(/Given on \w+ \d+, \d{4}\..*You agreed to questions/s);
  expect(readText(settings)).toContain(
    "the restaurant won’t know your diet, your allergies or whether you need step-free access",
  );
  const [button] = findButtons(settings, "Withdraw and delete");
  expect([button?.getAttribute("name"), button?.getAttribute("value")]).toEqual([
    "intent",
    "withdraw-consent",
  ]);

  const withdrawn = await diner.post("/dashboard/settings", { intent: "withdraw-consent" });
  expect(withdrawn.headers.get("Location")).toBe("/dashboard/settings#top");
  expect(await loadAnswers(club, diner.email)).toEqual({ ...firstAnswers, ...skipped });
  expect(await listConsents(diner)).toMatchObject([{ given: 1, withdrawn: 1 }]);
  expect(await countEntries()).toBe(0);
  const afterwards = await parsePage(await diner.get("/dashboard/settings"));
  expect(findButtons(afterwards, "Withdraw and delete")).toEqual([]);
  expect((await diner.get("/onboarding")).headers.get("Location")).toBe("/dashboard");

  const data = await loadMatchData(club.db, eventId);
  const [matched] = data ? buildMatchInput(eventId, data, {} as Env).diners : [];
  expect(matched?.diets).toBe(0);
  expect(questionIdsWithConsent.map((id) => matched?.answers[id])).toEqual(
    questionIdsWithConsent.map(() => []),
  );
  expect((await saveInBackground(diner, { [dietId]: [1] })).status).toBe(403);

  await answerConsent(club, diner.cookie, "yes");
  expect(await listConsents(diner)).toMatchObject([
    { given: 1, withdrawn: 1 },
    { given: 1, withdrawn: 0 },
  ]);
  expect((await saveInBackground(diner, { [dietId]: [1] })).status).toBe(204);
});

test("keeps answers that were given before consent was asked for, and asks for it", async () => {
  const diner = await signUpDiner(club);
  const other = await signUpDiner(club);
  await forgetConsents();
  expect((await diner.get("/onboarding")).headers.get("Location")).toBe("/quiz");
  const only = `/quiz?only=${questionIdsWithConsent}`;
  expect((await diner.get("/quiz")).headers.get("Location")).toBe(only);
  const settings = await parsePage(await diner.get("/dashboard/settings"));
  expect(readText(settings)).toContain("before we asked for your consent.");
  expect(findLinks(settings, "Decide")[0]?.getAttribute("href")).toBe(only);
  expect(findLinks(settings, /new question/)).toEqual([]);
  expect(await loadAnswers(club, diner.email)).toEqual(firstAnswers);

  await diner.post(only, { question: String(dietId), consent: "yes" });
  expect((await diner.get("/onboarding")).headers.get("Location")).toBe("/dashboard");
  expect(await loadAnswers(club, diner.email)).toEqual(firstAnswers);

  const refused = await other.post(only, { question: String(dietId), consent: "no" });
  expect(refused.headers.get("Location")).toBe("/dashboard/bookings");
  expect(await loadAnswers(club, other.email)).toEqual({ ...firstAnswers, ...skipped });
  expect((await other.get("/onboarding")).headers.get("Location")).toBe("/dashboard");
});

test("asks again for consent that was given for another text", async () => {
  const diner = await signUpDiner(club);
  await club.binding.exec("UPDATE consents SET version = 0");
  expect((await diner.get("/onboarding")).headers.get("Location")).toBe("/quiz");
  expect((await saveInBackground(diner, { [drinkId]: [2] })).status).toBe(403);
  await answerConsent(club, diner.cookie, "yes");
  expect((await diner.get("/onboarding")).headers.get("Location")).toBe("/dashboard");
});

test("asks nobody for consent where no question needs it", async () => {
  await club.binding.exec("UPDATE quiz_questions SET role = NULL, needs_consent = 0 WHERE needs_consent = 1");
  const diner = await signUpDiner(club, { quizDone: false });
  const settings = await parsePage(await diner.get("/dashboard/settings"));
  expect(readText(settings)).not.toContain("Your consent");
  expect((await send(diner, createAnswerRequest(dietId, [2]))).status).toBe(302);
  await club.binding
    .prepare(`UPDATE quiz_questions SET needs_consent = 1 WHERE id IN (${questionIdsWithConsent})`)
    .run();
});
