import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { signUp } from "#tests/support/accounts.ts";
import { findAxeViolations, findViolationsInAllLayouts } from "#tests/support/axe.ts";
import { openBrowser, type VisitOptions } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { createPhoto } from "#tests/support/hostile-images.ts";
import { breakAnswerSaving, goodAnswers, loadAnswers } from "#tests/support/quiz.ts";

const club = openClub();
const visit = openBrowser();
let count = 0;

/** Somebody new, at the first question. */
async function beginQuiz<T>(options: VisitOptions, journey: (page: Page, email: string) => Promise<T>) {
  const email = `guest${++count}@oten.example`;
  const [name = "", value = ""] = (await signUp(club, email)).split("=");
  return visit(options, async (page) => {
    await page.context().addCookies([{ name, value, url: club.url }]);
    await page.goto(`${club.url}/quiz`);
    return journey(page, email);
  });
}

const question = (page: Page) => page.getByRole("heading", { level: 1 });

/** Answers the question that is shown, by its kind. */
async function answer(page: Page, id: number) {
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

const isAt = (page: Page, number: number) =>
  expect.poll(() => page.getByRole("progressbar").first().getAttribute("aria-valuenow")).toBe(String(number));

/** The question is read out, and hears its keys. */
const hasFocus = (page: Page) =>
  expect.poll(() => question(page).evaluate((heading) => heading === document.activeElement)).toBe(true);

/** What is answered is saved, sooner or later. */
const isSaved = (email: string, answers: Record<number, unknown>) =>
  expect.poll(() => loadAnswers(club, email)).toEqual(answers);

describe.each([true, false])("with JavaScript %s", (javaScriptEnabled) => {
  test("from the first question to the dinners, with a face", async () => {
    const phone = { javaScriptEnabled, viewport: { width: 390, height: 844 }, complains: /status of 400/ };
    await beginQuiz(phone, async (page, email) => {
      for (let id = 1; id <= 24; id++) {
        await isAt(page, id);
        await answer(page, id);
      }
      await page.getByRole("heading", { name: "Show your best self!" }).waitFor();
      expect(await loadAnswers(club, email)).toEqual(goodAnswers);

      await page.getByLabel("Name").fill("");
      await page.getByRole("button", { name: "Looks good" }).click();
      await page.getByText("Please enter your first name.").waitFor();
      await page.getByLabel("Name").fill("Lili");
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
      const face = page.getByAltText("Your photo");
      expect(
        await face.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
      ).toEqual(javaScriptEnabled ? [512, 512] : [64, 48]);
    });
  });

  test("Back, the browser's Back and reload neither lose nor double an answer", async () => {
    await beginQuiz({ javaScriptEnabled }, async (page, email) => {
      await answer(page, 1);
      await isAt(page, 2);
      await answer(page, 2);
      await isAt(page, 3);
      await page.reload();
      await isAt(page, 3);
      await page.goBack();
      await isAt(page, 2);
      expect(await page.getByRole("button", { name: "7" }).getAttribute("aria-pressed")).toBe("true");
      await page
        .getByRole("link", { name: "Back" })
        .or(page.getByRole("button", { name: "Back" }))
        .first()
        .click();
      await isAt(page, 1);
      await page.getByRole("button", { name: "Meeting someone quite unlike me" }).click();
      await isAt(page, 2);
      await isSaved(email, { 1: [3], 2: [7] });
    });
  });

  test("an answer that could not be saved is told of, and saved with the next", async () => {
    await beginQuiz({ javaScriptEnabled, expectedConsoleErrors: /status of 503/ }, async (page, email) => {
      const mend = await breakAnswerSaving(club);
      await answer(page, 1);
      await isAt(page, 2);
      await page.getByText("Your answer could not be saved. Please try again!").waitFor();
      expect(await loadAnswers(club, email)).toEqual({});
      await mend();
      await answer(page, 2);
      await isAt(page, 3);
      await isSaved(email, { 1: [1], 2: [7] });
      await expect.poll(() => page.getByText("could not be saved").count()).toBe(0);
      expect(club.takeFaults().length).toBeGreaterThan(0);
    });
  });

  test("nothing chosen, or nothing sensible, goes nowhere", async () => {
    await beginQuiz({ javaScriptEnabled }, async (page) => {
      await page.goto(`${club.url}/quiz?question=3`);
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("Please choose at least one.").waitFor();
      await page.goto(`${club.url}/quiz?question=19`);
      await page.getByLabel("Year").fill("2024");
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("Please enter a year between").waitFor();
      expect(await page.getByLabel("Year").inputValue()).toBe("2024");
      await page.goto(`${club.url}/quiz?question=20`);
      await page.getByRole("button", { name: "Skip" }).click();
      await isAt(page, 21);
    });
  });
});

test.each([1, 2, 5, 11, 19, 20])(
  "axe finds nothing at question %i, and nothing scrolls sideways",
  async (id) => {
    await beginQuiz({}, async (page) => {
      await page.goto(`${club.url}/quiz?question=${id}`);
      expect(await findViolationsInAllLayouts(page)).toEqual([]);
    });
  },
);

test("the next question is there before the answer has arrived, and a reload meanwhile loses nothing", async () => {
  await beginQuiz({}, async (page, email) => {
    await page.route("**/quiz/answers", () => {});
    await answer(page, 1);
    await isAt(page, 2);
    await hasFocus(page);
    await answer(page, 2);
    await isAt(page, 3);
    expect(await loadAnswers(club, email)).toEqual({});
    await page.unroute("**/quiz/answers");
    await page.reload();
    await isAt(page, 3);
    await isSaved(email, { 1: [1], 2: [7] });
  });
});

test("offline the quiz goes on, and catches up", async () => {
  await beginQuiz({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED/ }, async (page, email) => {
    await page.context().setOffline(true);
    await answer(page, 1);
    await isAt(page, 2);
    await page.getByText("Your answer could not be saved. Please try again!").waitFor();
    await page.context().setOffline(false);
    await isSaved(email, { 1: [1] });
  });
});

test("offline at the last question, the answer stays in hand and is sent when pressed again", async () => {
  await beginQuiz({ expectedConsoleErrors: /ERR_INTERNET_DISCONNECTED/ }, async (page, email) => {
    const { 24: _, ...others } = goodAnswers;
    await page.request.post(`${club.url}/quiz/answers`, {
      form: { unsaved: JSON.stringify(others) },
      headers: { Origin: club.url },
    });
    await page.reload();
    await page.waitForLoadState("networkidle");
    await isAt(page, 24);
    await page.context().setOffline(true);
    await answer(page, 24);
    await page.getByText("Your answer could not be saved. Please try again!").waitFor();
    await page.context().setOffline(false);
    await answer(page, 24);
    await page.getByRole("heading", { name: "Show your best self!" }).waitFor();
    await isSaved(email, goodAnswers);
  });
});

test("a picture the browser can't read is refused as it is chosen, and the former one stays", async () => {
  await beginQuiz({}, async (page) => {
    await page.goto(`${club.url}/identity`);
    await page.waitForLoadState("networkidle");
    const input = page.getByLabel("Change your photo");
    await input.setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: Buffer.from("ftypheic") });
    await page.getByText("Please choose a JPEG, PNG or WebP picture.").waitFor();
    expect(await page.getByAltText("Your photo").count()).toBe(0);
    expect(await input.evaluate((field: HTMLInputElement) => field.files?.length)).toBe(0);
  });
});

test("what excludes the others unticks them", async () => {
  await beginQuiz({}, async (page) => {
    await page.goto(`${club.url}/quiz?question=11`);
    await page.waitForLoadState("networkidle");
    await page.getByLabel("Vegan").check();
    await page.getByLabel("I eat everything").check();
    expect(await page.getByLabel("Vegan").isChecked()).toBe(false);
    await page.getByLabel("Halal").check();
    expect(await page.getByLabel("I eat everything").isChecked()).toBe(false);
  });
});

test("keys answer: numbers press, arrows walk", async () => {
  await beginQuiz({}, async (page, email) => {
    await hasFocus(page);
    await page.keyboard.press("2");
    await isAt(page, 2);
    await hasFocus(page);
    await page.keyboard.press("0");
    await isAt(page, 3);
    await hasFocus(page);
    await page.keyboard.press("1");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await isAt(page, 4);
    await isSaved(email, { 1: [2], 2: [10], 3: [1, 2] });
  });
});

test("a country is found by what is typed, and chosen by key or by finger", async () => {
  await beginQuiz({}, async (page, email) => {
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
    await isAt(page, 21);
    await isSaved(email, { 20: ["Hungary"] });
  });
});

test("two tabs don't fight", async () => {
  await beginQuiz({}, async (page, email) => {
    const other = await page.context().newPage();
    await other.goto(`${club.url}/quiz`);
    await answer(page, 1);
    await isAt(page, 2);
    await other.getByRole("button", { name: "Meeting someone quite unlike me" }).click();
    await isAt(other, 2);
    await answer(other, 2);
    await isAt(other, 3);
    await page.reload();
    await isSaved(email, { 1: [3], 2: [7] });
  });
});
