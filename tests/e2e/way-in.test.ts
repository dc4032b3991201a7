import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { findLinkToken, newEmail, password } from "#tests/support/accounts.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvent } from "#tests/support/events.ts";
import { firstQuestionIds, goodAnswers, questionIdsWithConsent } from "#tests/support/quiz.ts";
import { expectQuestion } from "#tests/support/quiz-page.ts";

const club = openClub();
const visit = openBrowser();

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
function countSteps(page: Page) {
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

test("leads from the landing page to a booking in few taps and words", async () => {
  await createEvent(club, { hoursFromNow: 120 });
  const email = newEmail();
  await visit({ viewport: { width: 390, height: 844 } }, async (page) => {
    const { count, words, tap, type, read } = countSteps(page);
    const main = page.getByRole("main");
    await page.goto(club.url);
    await read(
      "landing, up to its question",
      "main > section:has(~ section form) *, main > section:has(form) *",
    );
    await tap(main.getByRole("button", { name: "One deep conversation" }));
    await main.getByRole("heading", { name: "Register" }).waitFor();
    await read("register");
    for (const [label, value] of Object.entries({
      "First name": "Lili",
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
    for (const id of firstQuestionIds.filter((each) => each !== 1 && !needsNone.includes(each))) {
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
    await main.getByRole("heading", { name: "Select an Event" }).waitFor();
    await read("events");
    await tap(main.getByRole("button", { name: "Next" }));
    await main.getByRole("heading", { name: "Thank you for booking!" }).waitFor();
    await read("thanks");
    console.log(JSON.stringify({ ...count, each: words }));
    expect(count.taps).toBeLessThanOrEqual(35);
    expect(count.screens).toBeLessThanOrEqual(31);
    expect(count.words).toBeLessThanOrEqual(1_600);
  });
}, 120_000);
