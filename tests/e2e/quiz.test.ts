import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { signUp } from "#tests/support/accounts.ts";
import { findAxeViolations } from "#tests/support/axe.ts";
import { openBrowser, type VisitOptions } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { addCookies, writeCookie } from "#tests/support/cookies.ts";
import { createPhoto } from "#tests/support/hostile-images.ts";
import {
  breakAnswerSaving,
  finishQuiz,
  goodAnswers,
  lastQuestionId,
  loadAnswers,
  questionIds,
  questionIdsWithConsent,
} from "#tests/support/quiz.ts";

const club = openClub();
const visit = openBrowser();
let count = 0;

/** Opens the first question as a new diner. */
async function startQuiz<T>(options: VisitOptions, journey: (page: Page, email: string) => Promise<T>) {
  const email = `diner${++count}@oten.example`;
  const cookie = await signUp(club, email);
  return visit(options, async (page) => {
    await addCookies(page, cookie, club.url);
    await page.goto(`${club.url}/quiz`);
    return journey(page, email);
  });
}

const findQuestion = (page: Page) => page.getByRole("heading", { level: 1 });

async function agree(page: Page) {
  const button = page.getByRole("button", { name: "I agree" });
  await button.click();
  await button.waitFor({ state: "detached" });
}

async function answerQuestion(page: Page, id: number) {
  const [first = 1, ...others] = goodAnswers[id] ?? [];
  const text = page.locator("main input[name=answer]:not([type=checkbox])");
  if (await text.count()) await text.fill(String(first));
  else if (await page.getByRole("checkbox").count()) {
    for (const position of [first, ...others])
      await page
        .getByRole("checkbox")
        .nth(Number(position) - 1)
        .check();
  } else return page.locator(`button[name=answer][value="${first}"]`).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Next" }).click();
}

const expectQuestion = (page: Page, id: number) =>
  expect
    .poll(() => page.getByRole("progressbar").first().getAttribute("aria-valuenow"))
    .toBe(String(questionIds.indexOf(id) + 1));

const goBack = (page: Page) =>
  page
    .getByRole("link", { name: "Back" })
    .or(page.getByRole("button", { name: "Back" }))
    .first()
    .click();

/** With the focus the question is read aloud and its keys work. */
const expectFocusOnQuestion = (page: Page) =>
  expect.poll(() => findQuestion(page).evaluate((heading) => heading === document.activeElement)).toBe(true);

const expectSaved = (email: string, answers: Record<number, unknown>) =>
  expect.poll(() => loadAnswers(club, email)).toEqual(answers);

describe.each([true, false])("with JavaScript %s", (javaScriptEnabled) => {
  test("answers all questions, adds a photo and reaches the events", async () => {
    const phone = {
      javaScriptEnabled,
      viewport: { width: 390, height: 844 },
      expectedConsoleErrors: /status of 400/,
    };
    await startQuiz(phone, async (page, email) => {
      for (const id of questionIds) {
        await expectQuestion(page, id);
        if (id === questionIdsWithConsent[0]) await agree(page);
        await answerQuestion(page, id);
      }
      await page.getByRole("heading", { name: "Show your best self!" }).waitFor();
      expect(await loadAnswers(club, email)).toEqual(goodAnswers);

      await page.getByLabel("Name").fill("");
      await page.getByRole("button", { name: "Looks good" }).click();
      const error = page.getByText("Please enter your first name.");
      await error.waitFor();
      await page.getByLabel("Name").fill("Lili");
      if (javaScriptEnabled) {
        expect(await error.isVisible()).toBe(false);
        await page.getByLabel("Name").fill("");
        await page.getByRole("button", { name: "Looks good" }).click();
        await error.waitFor();
        await page.getByLabel("Name").fill("Lili");
      }
      await page.getByLabel("Change your photo").setInputFiles({
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
      await expectQuestion(page, 13);
      await answerQuestion(page, 13);
      await expectQuestion(page, 14);
      await expectSaved(email, { 10: [1], 11: [], 12: [], 13: [1], 16: [], 25: [] });

      await page.goto(`${club.url}/quiz?question=13`);
      await goBack(page);
      await expectQuestion(page, 25);
      await agree(page);
      await expectQuestion(page, 11);
      await expect.poll(() => findQuestion(page).textContent()).toContain("follow a diet");
      if (javaScriptEnabled) await expectFocusOnQuestion(page);
      await answerQuestion(page, 11);
      await expectQuestion(page, 12);
      await expectSaved(email, { 10: [1], 11: [1], 12: [], 13: [1], 16: [], 25: [] });
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
    const cookie = await signUp(club, `again${++count}@oten.example`);
    await finishQuiz(club, cookie);
    await visit({ javaScriptEnabled }, async (page) => {
      await addCookies(page, cookie, club.url);
      await page.goto(`${club.url}/dashboard/settings`);
      await page.getByRole("link", { name: "Change quiz answers" }).click();
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
    const cookie = await signUp(club, `one${++count}@oten.example`);
    await finishQuiz(club, cookie);
    await visit({ javaScriptEnabled }, async (page) => {
      await addCookies(page, cookie, club.url);
      await page.goto(`${club.url}/dashboard/settings`);
      await page.getByRole("link", { name: "Change quiz answers" }).click();
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

  test("stays on the question when the answer is invalid", async () => {
    await startQuiz({ javaScriptEnabled }, async (page) => {
      await page.goto(`${club.url}/quiz?question=19`);
      await page.getByLabel("Year").fill("2024");
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("Enter a year between").waitFor();
      expect(await page.getByLabel("Year").inputValue()).toBe("2024");
      await page.goto(`${club.url}/quiz?question=20`);
      await page.getByRole("button", { name: "Skip" }).click();
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

test("shows the next question before the answer is saved and survives a reload", async () => {
  await startQuiz({}, async (page, email) => {
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
  });
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
      const otherEmail = `diner${++count}@oten.example`;
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
    const { [lastQuestionId]: _, ...others } = goodAnswers;
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
    await expectSaved(email, goodAnswers);
  });
});

test("refuses an unreadable photo when it is selected", async () => {
  await startQuiz({}, async (page) => {
    await page.goto(`${club.url}/identity`);
    await page.waitForLoadState("networkidle");
    const input = page.getByLabel("Change your photo");
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
  await startQuiz({}, async (page, email) => {
    await page.goto(`${club.url}/quiz?question=20`);
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
    await expectQuestion(page, 21);
    await expectSaved(email, { 20: ["Hungary"] });
  });
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
    await expectQuestion(page, 13);
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
  const email = `diner${++count}@oten.example`;
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
  await expectSaved(email, { ...goodAnswers, 1001: [1], 1002: [2] });
  await club.binding.exec("DELETE FROM user_answers WHERE question_id > 1000");
  await club.binding.exec("DELETE FROM quiz_questions WHERE id > 1000");
});
