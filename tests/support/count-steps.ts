import type { Locator, Page } from "playwright-core";
import { findLinkToken, newEmail, password } from "./accounts.ts";
import type { Club } from "./club.ts";
import { firstQuestionIds, goodAnswers, questionIdsWithConsent } from "./quiz.ts";
import { expectQuestion } from "./quiz-page.ts";

/** In the browser: of the text of these elements themselves, as far as it is seen. */
const countWords = (elements: Element[]) =>
  elements
    .filter((element) => element.checkVisibility({ opacityProperty: true }) && !element.closest(".sr-only"))
    .flatMap(({ childNodes }) => [...childNodes])
    .map((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "") : ""))
    .join(" ")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Counts what somebody does and reads; typing is no tap, but entering a field is, unless it has the focus. */
export function countSteps(page: Page) {
  const count = { taps: 0, screens: 0, words: 0 };
  const words: Record<string, number> = {};
  return {
    count,
    words,
    async tap(control: Locator) {
      count.taps++;
      await control.click();
    },
    async type(field: Locator, text: string) {
      if (!(await field.evaluate((input) => input === document.activeElement))) count.taps++;
      await field.fill(text);
    },
    /** All words that can be seen in the page without a tap. */
    async read(name: string, place = "main *") {
      words[name] = await page.locator(place).evaluateAll(countWords);
      count.screens++;
      count.words += words[name];
    },
  };
}

const [consentId] = questionIdsWithConsent;
/** Answered together with the consent: allergies and step-free access. */
const needsNone = [12, 25];

/** From the page to register to the page after the identity, of a newcomer who has answered some questions before. */
export async function registerByHand(
  club: Club,
  page: Page,
  { count, tap, type, read }: ReturnType<typeof countSteps>,
  { answered = [] as number[], firstName = "Lili" } = {},
) {
  const email = newEmail();
  const main = page.getByRole("main");
  await main.getByRole("heading", { name: "Register" }).waitFor();
  await read("register");
  for (const [label, value] of Object.entries({
    "First name": firstName,
    "Last name": "Nagy",
    Email: email,
    Password: password,
    "Repeat Password": password,
  }))
    await page.getByLabel(label, { exact: true }).fill(value);
  await tap(main.getByRole("button", { name: "Register" }));
  await main.getByRole("heading", { name: "Confirm your email" }).waitFor();
  await read("confirm your email");
  count.taps++;
  await page.goto(`${club.url}/auth/confirm?token=${await findLinkToken(club, email)}`);
  await read("email confirmed");
  await tap(main.getByRole("button", { name: "Take the Quiz" }));
  for (const id of firstQuestionIds.filter((each) => !answered.includes(each) && !needsNone.includes(each))) {
    await expectQuestion(page, id);
    if (id === consentId) {
      await read("consent");
      await tap(main.getByRole("button", { name: "Agreed, nothing special for me" }));
      continue;
    }
    await read(`question ${id}`);
    const field = main.locator("input[name=answer]:not([type=checkbox])");
    const box = main.getByRole("checkbox").first();
    if (await field.count()) await type(field, String(goodAnswers[id]?.[0]));
    else if (await box.count()) await tap(box.locator(".."));
    else {
      await tap(main.locator("button[name=answer]").first());
      continue;
    }
    await page.keyboard.press("Escape");
    await tap(main.getByRole("button", { name: "Next" }));
  }
  await main.getByRole("heading", { name: "Show your best self!" }).waitFor();
  await read("identity");
  await tap(main.getByRole("button", { name: "Looks good" }));
}
