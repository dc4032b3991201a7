import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { signUp } from "#tests/support/accounts.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies } from "#tests/support/cookies.ts";
import { firstAnswers, lastQuestionId, loadAnswers } from "#tests/support/quiz.ts";
import {
  agree,
  answerQuestion,
  expectFocusOnQuestion,
  expectQuestion,
  findQuestion,
  openQuiz,
} from "#tests/support/quiz-page.ts";

const club = openClub();
const visit = openBrowser();
const { newEmail, startQuiz, expectSaved } = openQuiz(club, visit);

test("shows the next question before the answer is saved and survives a reload", async () => {
  // What a service worker passes on can't be held back here.
  await startQuiz(
    { serviceWorkers: "block", expectedConsoleErrors: /registration blocked/ },
    async (page, email) => {
      await page.route("**/quiz/answers", () => {});
      await answerQuestion(page, 1);
      await expectQuestion(page, 2);
      await expectFocusOnQuestion(page);
      await answerQuestion(page, 2);
      await expectQuestion(page, 3);
      expect(await loadAnswers(club, email)).toEqual({});
      await page.unroute("**/quiz/answers");
      await page.reload();
      await expectQuestion(page, 3);
      await expectSaved(email, { 1: [1], 2: [7] });
    },
  );
});

test("continues offline and saves the answers once online", async () => {
  await startQuiz({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED/ }, async (page, email) => {
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await answerQuestion(page, 1);
    await expectQuestion(page, 2);
    await page.getByText("Your answer is saved on this device.").waitFor();
    await expectFocusOnQuestion(page);
    await page.context().setOffline(false);
    await expectSaved(email, { 1: [1] });
  });
});

describe("answers that were given offline, when the tab was closed", () => {
  const isStored = (page: Page) => page.evaluate(() => "unsaved-answers" in localStorage);
  const answerOffline = (
    journey: (page: Page, email: string, stored: string) => Promise<void>,
    expectedConsoleErrors?: RegExp,
  ) =>
    startQuiz({ expectedConsoleErrors }, async (page, email) => {
      const context = page.context();
      await page.waitForLoadState("networkidle");
      // After `setOffline` Chromium itself tries what failed again while it closes the page.
      await page.evaluate(() => {
        window.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
      });
      await answerQuestion(page, 1);
      await page.getByText("Your answer is saved on this device.").waitFor();
      await answerQuestion(page, 2);
      await expectQuestion(page, 3);
      const stored = await page.evaluate(() => localStorage["unsaved-answers"] as string);
      await page.close();
      expect(await loadAnswers(club, email)).toEqual({});
      await journey(await context.newPage(), email, stored);
    });

  test("are there again, and sent", async () => {
    await answerOffline(async (page, email) => {
      await page.goto(`${club.url}/quiz`);
      await expectSaved(email, { 1: [1], 2: [7] });
      await expect.poll(() => isStored(page)).toBe(false);
      await page.goto(`${club.url}/quiz?question=2`);
      await page.locator('button[value="7"][aria-pressed=true]').waitFor();
    });
  });

  test("are sent by any page of their owner", async () => {
    await answerOffline(async (page, email) => {
      await page.goto(`${club.url}/dashboard/settings`);
      await expectSaved(email, { 1: [1], 2: [7] });
      await expect.poll(() => isStored(page)).toBe(false);
    });
  });

  test("say on the page that sends them where consent was withdrawn meanwhile, and the others are saved", async () => {
    await answerOffline(async (page, email, stored) => {
      const kept = JSON.parse(stored);
      await page.goto(`${club.url}/about`);
      await expectSaved(email, { 1: [1], 2: [7] });
      const answers = { ...kept.answers, 1: [2], 11: [1] };
      await page.evaluate(
        (text) => localStorage.setItem("unsaved-answers", text),
        JSON.stringify({ ...kept, answers }),
      );
      await page.goto(`${club.url}/dashboard/settings`);
      await page.getByRole("alert").getByText("because you’ve withdrawn your consent").waitFor();
      await expectSaved(email, { 1: [2], 2: [7] });
      await expect.poll(() => isStored(page)).toBe(false);
    }, /status of 403/);
  });

  test("stay where a page does not know whose it is", async () => {
    await answerOffline(async (page, email) => {
      await club.binding.exec("ALTER TABLE sessions RENAME TO away");
      await page.goto(`${club.url}/dashboard/settings`, { waitUntil: "networkidle" });
      await club.binding.exec("ALTER TABLE away RENAME TO sessions");
      expect(await club.takeLoggedErrors()).not.toEqual([]);
      expect(await isStored(page)).toBe(true);
      await page.goto(`${club.url}/dashboard/settings`);
      await expectSaved(email, { 1: [1], 2: [7] });
    }, /status of 500/);
  });

  test("stay until the club has answered, and not only something on the way to it", async () => {
    await answerOffline(async (page, email) => {
      await page.route("**/quiz/answers", (route) => route.fulfill({ status: 405 }));
      await page.goto(`${club.url}/dashboard/settings`, { waitUntil: "networkidle" });
      expect(await isStored(page)).toBe(true);
      await page.unroute("**/quiz/answers");
      await page.reload();
      await expectSaved(email, { 1: [1], 2: [7] });
    }, /status of 405/);
  });

  test("are gone after a day, with signing out, and for another account", async () => {
    await answerOffline(async (page, email, stored) => {
      const store = (text: string) =>
        page.evaluate((text) => localStorage.setItem("unsaved-answers", text), text);
      const day = 24 * 60 * 60_000;
      expect(JSON.parse(stored).until).toBeLessThanOrEqual(Date.now() + day);

      await page.goto(`${club.url}/healthz`);
      await store(JSON.stringify({ ...JSON.parse(stored), until: Date.now() - 1 }));
      await page.goto(`${club.url}/quiz`);
      await expect.poll(() => isStored(page)).toBe(false);

      await page.goto(`${club.url}/about`, { waitUntil: "networkidle" });
      await store(stored);
      await page.getByRole("button", { name: "Logout" }).first().click();
      await page.waitForURL(`${club.url}/`);
      await expect.poll(() => isStored(page)).toBe(false);

      await store(stored);
      const otherEmail = newEmail();
      await addCookies(page, await signUp(club, otherEmail), club.url);
      await page.goto(`${club.url}/quiz`);
      await expectQuestion(page, 1);
      await expect.poll(() => isStored(page)).toBe(false);
      expect(await loadAnswers(club, otherEmail)).toEqual({});
      expect(await loadAnswers(club, email)).toEqual({});
    });
  });
});

test("keeps the last answer offline, and has done the quiz once it is online again", async () => {
  await startQuiz({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED/ }, async (page, email) => {
    const { [lastQuestionId]: _, ...others } = firstAnswers;
    await page.goto(`${club.url}/quiz?question=11`);
    await agree(page);
    await expect.poll(() => findQuestion(page).textContent()).toContain("follow a diet");
    await page.request.post(`${club.url}/quiz/answers`, {
      form: { unsaved: JSON.stringify(others) },
      headers: { Origin: club.url },
    });
    await page.goto(`${club.url}/quiz`);
    await page.waitForLoadState("networkidle");
    await expectQuestion(page, lastQuestionId);
    await page.context().setOffline(true);
    await answerQuestion(page, lastQuestionId);
    await page.getByText("Your answer is saved on this device.").waitFor();
    await page.context().setOffline(false);
    await page.getByRole("heading", { name: "Show your best self!" }).waitFor();
    await expectSaved(email, firstAnswers);
  });
});
