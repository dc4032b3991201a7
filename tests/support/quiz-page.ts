import type { Page } from "playwright-core";
import { expect } from "vitest";
import { signUp } from "./accounts.ts";
import type { openBrowser, VisitOptions } from "./browser.ts";
import type { Club } from "./club.ts";
import { addCookies } from "./cookies.ts";
import { finishQuiz, firstQuestionIds, goodAnswers, loadAnswers } from "./quiz.ts";

/** The quiz of a club, for a test file of the browser. */
export function openQuiz(club: Club, visit: ReturnType<typeof openBrowser>) {
  let count = 0;
  const newEmail = () => `diner${++count}@oten.example`;

  /** Opens the first question as a new diner, or other questions as one who has done the quiz. */
  async function startQuiz<T>(
    options: VisitOptions,
    journey: (page: Page, email: string) => Promise<T>,
    pathWhenDone?: string,
  ) {
    const email = newEmail();
    const cookie = await signUp(club, email);
    if (pathWhenDone) await finishQuiz(club, cookie);
    return visit(options, async (page) => {
      await addCookies(page, cookie, club.url);
      await page.goto(`${club.url}${pathWhenDone ?? "/quiz"}`);
      return journey(page, email);
    });
  }

  const expectSaved = (email: string, answers: Record<number, unknown>) =>
    expect.poll(() => loadAnswers(club, email)).toEqual(answers);

  return { newEmail, startQuiz, expectSaved };
}

export const findQuestion = (page: Page) => page.getByRole("heading", { level: 1 });

export async function agree(page: Page) {
  const button = page.getByRole("button", { name: "I agree" });
  await button.click();
  await button.waitFor({ state: "detached" });
}

export async function answerQuestion(page: Page, id: number) {
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

export const expectQuestion = (page: Page, id: number) =>
  expect
    .poll(() => page.getByRole("progressbar").first().getAttribute("aria-valuenow"))
    .toBe(String(firstQuestionIds.indexOf(id) + 1));

export const goBack = (page: Page) =>
  page
    .getByRole("link", { name: "Back" })
    .or(page.getByRole("button", { name: "Back" }))
    .first()
    .click();

/** With the focus the question is read aloud and its keys work. */
export const expectFocusOnQuestion = (page: Page) =>
  expect.poll(() => findQuestion(page).evaluate((heading) => heading === document.activeElement)).toBe(true);
