import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { signUp } from "#tests/support/accounts.ts";
import { findAxeViolations } from "#tests/support/axe.ts";
import { openBrowser, waitForScripts } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies, writeCookie } from "#tests/support/cookies.ts";
import { createPhoto } from "#tests/support/hostile-images.ts";
import {
  breakAnswerSaving,
  finishQuiz,
  firstAnswers,
  firstQuestionIds,
  loadAnswers,
  questionIdsWithConsent,
} from "#tests/support/quiz.ts";
import {
  agree,
  answerQuestion,
  expectFocusOnQuestion,
  expectQuestion,
  findQuestion,
  goBack,
  openQuiz,
} from "#tests/support/quiz-page.ts";

const club = openClub();
const visit = openBrowser();
const { newEmail, startQuiz, expectSaved } = openQuiz(club, visit);

describe.each([true, false])("with JavaScript %s", (javaScriptEnabled) => {
  test("answers all questions, adds a photo and reaches the events", async () => {
    const phone = {
      javaScriptEnabled,
      viewport: { width: 390, height: 844 },
      expectedConsoleErrors: /status of 400/,
    };
    await startQuiz(phone, async (page, email) => {
      for (const id of firstQuestionIds) {
        await expectQuestion(page, id);
        if (id === questionIdsWithConsent[0]) await agree(page);
        await answerQuestion(page, id);
      }
      await page.getByRole("heading", { name: "Show your best self!" }).waitFor();
      expect(await loadAnswers(club, email)).toEqual(firstAnswers);

      await page.getByLabel("Name").fill("");
      await page.getByRole("button", { name: "Looks good" }).click();
      const error = page.getByText("Please enter your first name.");
      await error.waitFor();
      await page.getByLabel("Name").fill("Lili");
      if (javaScriptEnabled) {
        await expect.poll(() => error.isVisible()).toBe(false);
        await page.getByLabel("Name").fill("");
        await page.getByRole("button", { name: "Looks good" }).click();
        await error.waitFor();
        await page.getByLabel("Name").fill("Lili");
        await waitForScripts(page);
      }
      await page.getByLabel("Add a photo").setInputFiles({
        name: "me.png",
        mimeType: "image/png",
        buffer: await createPhoto().png().toBuffer(),
      });
      if (javaScriptEnabled) {
        await expect.poll(() => page.getByAltText("Your photo").getAttribute("src")).toMatch(/^blob:/);
      }
      await page.getByRole("button", { name: "Looks good" }).click();
      await page.waitForURL(`${club.url}/events`);
      await page.goto(`${club.url}/identity`);
      const savedPhoto = page.getByAltText("Your photo");
      expect(
        await savedPhoto.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
      ).toEqual(javaScriptEnabled ? [320, 320] : [48, 48]);
    });
  });

  test("skips the questions that need consent, and asks again with Back", async () => {
    await startQuiz({ javaScriptEnabled }, async (page, email) => {
      await page.goto(`${club.url}/quiz?question=10`);
      await answerQuestion(page, 10);
      await expectQuestion(page, 11);
      await expect.poll(() => findQuestion(page).textContent()).toBe("May we ask what you can eat?");
      if (javaScriptEnabled) await expectFocusOnQuestion(page);
      await page.getByRole("button", { name: "Skip these questions" }).click();
      await expectQuestion(page, 14);
      await answerQuestion(page, 14);
      await expectQuestion(page, 15);
      await expectSaved(email, { 10: [1], 11: [], 12: [], 14: [1], 16: [], 25: [] });

      await page.goto(`${club.url}/quiz?question=14`);
      await goBack(page);
      await expectQuestion(page, 25);
      await agree(page);
      await expectQuestion(page, 11);
      await expect.poll(() => findQuestion(page).textContent()).toContain("follow a diet");
      if (javaScriptEnabled) await expectFocusOnQuestion(page);
      await answerQuestion(page, 11);
      await expectQuestion(page, 12);
      await expectSaved(email, { 10: [1], 11: [1], 12: [], 14: [1], 16: [], 25: [] });
    });
  });

  test("loses and duplicates no answer with Back, the browser's Back and reload", async () => {
    await startQuiz({ javaScriptEnabled }, async (page, email) => {
      await answerQuestion(page, 1);
      await expectQuestion(page, 2);
      await answerQuestion(page, 2);
      await expectQuestion(page, 3);
      await page.reload();
      await expectQuestion(page, 3);
      await page.goBack();
      await expectQuestion(page, 2);
      expect(await page.getByRole("button", { name: "7" }).getAttribute("aria-pressed")).toBe("true");
      await goBack(page);
      await expectQuestion(page, 1);
      await page.getByRole("button", { name: "Meeting someone very different from me" }).click();
      await expectQuestion(page, 2);
      await expectSaved(email, { 1: [3], 2: [7] });
    });
  });

  test("reports an answer that could not be saved and saves it with the next", async () => {
    await startQuiz({ javaScriptEnabled, expectedConsoleErrors: /status of 503/ }, async (page, email) => {
      const repair = await breakAnswerSaving(club);
      await answerQuestion(page, 1);
      await expectQuestion(page, 2);
      await page.getByText("Your answer could not be saved. Please try again!").waitFor();
      expect(await loadAnswers(club, email)).toEqual({});
      await repair();
      await answerQuestion(page, 2);
      await expectQuestion(page, 3);
      await expectSaved(email, { 1: [1], 2: [7] });
      await expect.poll(() => page.getByText("could not be saved").count()).toBe(0);
      expect((await club.takeLoggedErrors()).length).toBeGreaterThan(0);
    });
  });

  test("moves to the error, which goes away with the next choice", async () => {
    const phone = { javaScriptEnabled, viewport: { width: 390, height: 500 } };
    await startQuiz(phone, async (page) => {
      await page.goto(`${club.url}/quiz?question=3`);
      const error = page.locator("#error");
      for (const _ of ["once", "again"]) {
        await page.getByRole("button", { name: "Next" }).click();
        await error.getByText("Choose at least one.").waitFor();
        await expect
          .poll(() => error.evaluate((banner) => banner.contains(document.activeElement)))
          .toBe(true);
        const box = await error.boundingBox();
        expect(box?.y, "above the view").toBeGreaterThanOrEqual(0);
        expect((box?.y ?? 0) + (box?.height ?? 0), "below the view").toBeLessThanOrEqual(500);
      }
      if (!javaScriptEnabled) return;
      await page.getByRole("checkbox").first().check();
      expect(await error.count()).toBe(0);
    });
  });

  test("leads back from the first question to where somebody came from who has done the quiz", async () => {
    const cookie = await signUp(club, newEmail());
    await finishQuiz(club, cookie);
    await visit({ javaScriptEnabled }, async (page) => {
      await addCookies(page, cookie, club.url);
      await page.goto(`${club.url}/dashboard/settings`);
      await page.getByRole("link", { name: "Quiz answers", exact: true }).click();
      await page.getByRole("link", { name: "Take the whole quiz again" }).click();
      await expectQuestion(page, 1);
      await page.getByRole("link", { name: "Back" }).first().click();
      await page.waitForURL(`${club.url}/dashboard/settings/answers`);
      await page.goto(`${club.url}/quiz?only=3`, { referer: `${club.url}/login` });
      await page.getByRole("link", { name: "Back" }).first().click();
      await page.waitForURL(`${club.url}/dashboard/bookings`);
    });
    await startQuiz({ javaScriptEnabled }, async (page) => {
      expect(await page.getByRole("link", { name: "Back" }).count()).toBe(0);
    });
  });

  test("changes one answer in the settings, and shows the list again", async () => {
    const cookie = await signUp(club, newEmail());
    await finishQuiz(club, cookie);
    await visit({ javaScriptEnabled }, async (page) => {
      await addCookies(page, cookie, club.url);
      await page.goto(`${club.url}/dashboard/settings`);
      await page.getByRole("link", { name: "Quiz answers", exact: true }).click();
      const row = page.getByRole("listitem").filter({ hasText: "What makes a good evening?" });
      await row.getByText("Laughing until it hurts").waitFor();
      await row.getByRole("link").click();
      await expectQuestion(page, 1);
      expect(await page.getByText("still to answer").count()).toBe(0);
      await page.getByRole("button", { name: "One deep conversation" }).click();
      await page.waitForURL(`${club.url}/dashboard/settings/answers`);
      await page.getByText("Saved.").waitFor();
      await row.getByText("One deep conversation").waitFor();
    });
  });

  test("answers some of the questions that waited, and the others another day", async () => {
    const waiting = (count: number) => `${count} more small questions for your table`;
    const answerSome = async (page: Page, email: string) => {
      await page.getByRole("link", { name: waiting(6) }).click();
      await page.getByText("An extra question, if you like.").waitFor();
      await answerQuestion(page, 7);
      await expect.poll(() => findQuestion(page).textContent()).toContain("How spicy");
      await page.getByRole("button", { name: "Skip" }).click();
      await expect.poll(() => findQuestion(page).textContent()).toContain("Your own plate");
      await expectSaved(email, { ...firstAnswers, 7: [1], 13: [] });

      await page.goto(`${club.url}/dashboard/settings/answers`);
      await page.getByRole("link", { name: waiting(4) }).click();
      for (const [id, name] of Object.entries({ 17: "plate", 18: "cooks", 20: "country", 23: "the week" })) {
        await expect.poll(() => findQuestion(page).textContent()).toContain(name);
        await answerQuestion(page, Number(id));
      }
      await page.waitForURL(`${club.url}/dashboard/settings/answers`);
      await page.getByText("Saved.").waitFor();
      expect(await page.getByText("more small question").count()).toBe(0);
      await expectSaved(email, {
        ...firstAnswers,
        7: [1],
        13: [],
        17: [1],
        18: [1],
        20: ["Hungary"],
        23: [1],
      });
    };
    await startQuiz({ javaScriptEnabled }, answerSome, "/dashboard/settings/answers");
  });

  test("stays on the question when the answer is invalid", async () => {
    await startQuiz({ javaScriptEnabled }, async (page) => {
      await page.goto(`${club.url}/quiz?question=19`);
      await page.getByLabel("Year").fill("2024");
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("everybody at the table is at least 18.").waitFor();
      expect(await page.getByLabel("Year").inputValue()).toBe("2024");
      await page.goto(`${club.url}/quiz?question=26`);
      expect(await page.getByRole("button", { name: "Skip" }).count()).toBe(0);
      await page.getByRole("button", { name: "I’d rather not say" }).click();
      await expectQuestion(page, 21);
    });
  });
});

test("asks again where consent was withdrawn in another tab, and saves the other answers", async () => {
  await startQuiz({ expectedConsoleErrors: /status of 403/ }, async (page, email) => {
    await page.goto(`${club.url}/quiz?question=11`);
    await agree(page);
    await page.getByLabel("Vegan").check();
    await page.request.post(`${club.url}/quiz`, {
      form: { question: "11", consent: "no" },
      headers: { Origin: club.url },
    });
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("heading", { name: "May we ask what you can eat?" }).waitFor();
    await page.goto(`${club.url}/quiz?question=1`);
    await answerQuestion(page, 1);
    await expectQuestion(page, 2);
    await expectSaved(email, { 1: [1], 11: [], 12: [], 16: [], 25: [] });
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});

test("refuses an unreadable photo when it is selected", async () => {
  await startQuiz({}, async (page) => {
    await page.goto(`${club.url}/identity`);
    await page.waitForLoadState("networkidle");
    const input = page.getByLabel("Add a photo");
    await input.setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: Buffer.from("ftypheic") });
    await page.getByText("Choose a JPEG, PNG or WebP picture.").waitFor();
    expect(await page.getByAltText("Your photo").count()).toBe(0);
    expect(await input.evaluate((field: HTMLInputElement) => field.files?.length)).toBe(0);
  });
});

test("unchecks choices that exclude each other", async () => {
  await startQuiz({}, async (page) => {
    await page.goto(`${club.url}/quiz?question=11`);
    await page.waitForLoadState("networkidle");
    await agree(page);
    await page.getByLabel("Vegan").check();
    await page.getByLabel("I eat everything").check();
    expect(await page.getByLabel("Vegan").isChecked()).toBe(false);
    await page.getByLabel("Halal").check();
    expect(await page.getByLabel("I eat everything").isChecked()).toBe(false);
  });
});

test("answers with number keys and moves with arrow keys", async () => {
  await startQuiz({}, async (page, email) => {
    await expectFocusOnQuestion(page);
    await page.keyboard.press("2");
    await expectQuestion(page, 2);
    await expectFocusOnQuestion(page);
    await page.keyboard.press("0");
    await expectQuestion(page, 3);
    await expectFocusOnQuestion(page);
    await page.keyboard.press("1");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await expectQuestion(page, 4);
    await expectSaved(email, { 1: [2], 2: [10], 3: [1, 2] });
  });
});

describe("where motion is welcome", () => {
  const withMotion = { reducedMotion: "no-preference" } as const;
  /** Whether the answer was seen as chosen while its question was still shown. */
  const watchChoice = (page: Page, value: string) =>
    page.evaluate((value) => {
      const title = document.querySelector("h1")?.textContent;
      const seen = new Promise((resolve) => {
        const look = () => {
          if (document.querySelector("h1")?.textContent !== title) finish(false);
          else if (document.querySelector(`button[value="${value}"][aria-pressed=true]`)) finish(true);
        };
        const observer = new MutationObserver(look);
        const finish = (isSeen: boolean) => {
          observer.disconnect();
          resolve(isSeen);
        };
        const changes = { childList: true, characterData: true, attributeFilter: ["aria-pressed"] };
        observer.observe(document, { subtree: true, ...changes });
      });
      Object.assign(window, { seen });
    }, value);
  const readSeen = (page: Page) =>
    page.evaluate(() => (window as unknown as { seen: Promise<boolean> }).seen);

  test.each([
    ["a tap", (page: Page) => page.locator('button[value="2"]').click()],
    ["Enter", (page: Page) => page.locator('button[value="2"]').press("Enter")],
    ["a number key", (page: Page) => page.keyboard.press("2")],
  ])("shows what was chosen with %s, and then the next question", async (_, choose) => {
    await startQuiz(withMotion, async (page, email) => {
      await expectFocusOnQuestion(page);
      await watchChoice(page, "2");
      await choose(page);
      expect(await readSeen(page)).toBe(true);
      await expectQuestion(page, 2);
      await expectFocusOnQuestion(page);
      await expectSaved(email, { 1: [2] });
    });
  });

  test("counts every key that is typed quickly, each for its own question", async () => {
    await startQuiz(withMotion, async (page, email) => {
      await expectFocusOnQuestion(page);
      await page.evaluate(() => {
        for (const key of ["2", "7", "1"]) dispatchEvent(new KeyboardEvent("keydown", { key }));
      });
      await expectQuestion(page, 3);
      await expect.poll(() => page.getByRole("checkbox").first().isChecked()).toBe(true);
      await expectSaved(email, { 1: [2], 2: [7] });
      await page.getByRole("button", { name: "Next" }).click();
      await expectQuestion(page, 4);
      await expectSaved(email, { 1: [2], 2: [7], 3: [1] });
    });
  });

  test("takes the second of two quick choices, at once", async () => {
    await startQuiz(withMotion, async (page, email) => {
      await expectFocusOnQuestion(page);
      await page.evaluate(() => {
        for (const value of [1, 3]) document.querySelector<HTMLElement>(`button[value="${value}"]`)?.click();
      });
      await expectQuestion(page, 2);
      await expectSaved(email, { 1: [3] });
      await page.getByRole("link", { name: "Back" }).first().click();
      await expectQuestion(page, 1);
    });
  });
});

test("waits for nothing where motion is reduced", async () => {
  await startQuiz({}, async (page) => {
    await expectFocusOnQuestion(page);
    // Time stands still, so a wait would never end.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.locator('button[value="2"]').click();
    await expectQuestion(page, 2);
  });
});

test("finds a country by typing and selects it by keyboard or click", async () => {
  const findCountry = async (page: Page, email: string) => {
    const box = page.getByRole("combobox", { name: "Country" });
    await box.fill("uk");
    expect(await page.getByRole("option").first().textContent()).toBe("United Kingdom");
    await box.fill("Atlantis");
    await page.getByText("We don’t know a country with this name.").waitFor();
    await box.fill("turk");
    await page.getByRole("option", { name: "Türkiye" }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await box.fill("hu");
    expect(await page.getByRole("option").allTextContents()).toEqual(["Hungary", "Bhutan", "Lithuania"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    expect(await box.inputValue()).toBe("Bhutan");
    await box.fill("hun");
    await page.getByRole("option", { name: "Hungary" }).click();
    expect(await box.inputValue()).toBe("Hungary");
    await page.getByRole("button", { name: "Next" }).click();
    await expect.poll(() => findQuestion(page).textContent()).toContain("during the week");
    await expectSaved(email, { ...firstAnswers, 20: ["Hungary"] });
  };
  await startQuiz({}, findCountry, "/quiz?only=20,23");
});

test("keeps the newest answer from two tabs", async () => {
  await startQuiz({}, async (page, email) => {
    const other = await page.context().newPage();
    await other.goto(`${club.url}/quiz`);
    await answerQuestion(page, 1);
    await expectQuestion(page, 2);
    await other.getByRole("button", { name: "Meeting someone very different from me" }).click();
    await expectQuestion(other, 2);
    await answerQuestion(other, 2);
    await expectQuestion(other, 3);
    await page.reload();
    await expectSaved(email, { 1: [3], 2: [7] });
  });
});

test("shows the question before one whose form could not be saved", async () => {
  await startQuiz({ expectedConsoleErrors: /status of 503/ }, async (page) => {
    await page.goto(`${club.url}/quiz?question=11`, { waitUntil: "networkidle" });
    await expectQuestion(page, 11);
    const repair = await breakAnswerSaving(club);
    await page.getByRole("button", { name: "Skip these questions" }).click();
    await page.getByText("Your answer could not be saved. Please try again!").waitFor();
    await repair();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expectQuestion(page, 14);
    await page.getByRole("link", { name: "Back" }).filter({ visible: true }).click();
    await expectQuestion(page, 25);
    expect((await club.takeLoggedErrors()).length).toBeGreaterThan(0);
  });
});

test("takes the notice away with the next question, and does not show it again with Back", async () => {
  await startQuiz({}, async (page) => {
    await addCookies(page, writeCookie("notice", "signed-in"), club.url);
    await page.goto(`${club.url}/quiz?question=1`, { waitUntil: "networkidle" });
    const notice = page.getByText("Sign in successful!");
    expect(await notice.count()).toBe(1);
    await answerQuestion(page, 1);
    await expectQuestion(page, 2);
    expect(await notice.count()).toBe(0);
    await page.goBack();
    await expectQuestion(page, 1);
    expect(await notice.count()).toBe(0);
  });
});

test("shows a question that was added while the page was open", async () => {
  const addQuestion = (id: number) =>
    club.binding
      .prepare(
        "INSERT INTO quiz_questions (id, position, question, choices, category) VALUES (?, ?, ?, '[\"Yes\",\"No\"]', 'food')",
      )
      .bind(id, id, `New question ${id}?`)
      .run();
  const email = newEmail();
  const cookie = await signUp(club, email);
  await finishQuiz(club, cookie);
  await addQuestion(1_001);
  await visit({}, async (page) => {
    await addCookies(page, cookie, club.url);
    await page.goto(`${club.url}/quiz`);
    await expect.poll(() => findQuestion(page).textContent()).toBe("New question 1001?");
    await addQuestion(1_002);
    await page.getByRole("button", { name: "Yes" }).click();
    await expect.poll(() => findQuestion(page).textContent()).toBe("New question 1002?");
    await page.getByRole("button", { name: "No" }).click();
    await page.waitForURL(/\/dashboard\/bookings/);
    await page.getByText("Saved.", { exact: true }).waitFor();
  });
  await expectSaved(email, { ...firstAnswers, 1001: [1], 1002: [2] });
  await club.binding.exec("DELETE FROM user_answers WHERE question_id > 1000");
  await club.binding.exec("DELETE FROM quiz_questions WHERE id > 1000");
});

test.each([true, false])(
  "a scale is one row within the page, whose stops say what they mean, with JavaScript %s",
  async (javaScriptEnabled) => {
    await startQuiz({ javaScriptEnabled, viewport: { width: 390, height: 844 } }, async (page) => {
      await page.goto(`${club.url}/quiz?question=2`);
      const stops = page.locator("button[name=answer]");
      const measure = () =>
        stops.evaluateAll((all) => {
          const boxes = all.map((stop) => stop.getBoundingClientRect());
          return {
            rows: new Set(boxes.map(({ top }) => top)).size,
            sizes: [...new Set(boxes.map(({ width, height }) => `${Math.round(width)} × ${height}`))],
            sideways: document.documentElement.scrollWidth - innerWidth,
          };
        });
      expect(await measure()).toEqual({ rows: 1, sizes: ["39 × 80"], sideways: 0 });
      for (const name of [
        "1 Mostly listen",
        "2 Closer to “Mostly listen”",
        "5 In between",
        "9 Closer to “Mostly talk”",
        "10 Mostly talk",
      ])
        expect(await page.getByRole("button", { name, exact: true }).count(), name).toBe(1);
      const said = page.getByText("Closer to “Mostly talk”").nth(2);
      const isSeen = () => said.evaluate((text) => text.checkVisibility({ opacityProperty: true }));
      expect(await isSeen()).toBe(false);
      await stops.nth(7).focus();
      await page.keyboard.press("Tab");
      await expect.poll(isSeen).toBe(true);
      await page.setViewportSize({ width: 320, height: 844 });
      expect((await measure()).rows).toBe(1);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      expect(await measure()).toMatchObject({ rows: 2, sideways: 0 });
    });
  },
);
