import { expect, test } from "vitest";
import { findKeyboardProblems, findOverflow } from "#tests/screens/check-layout.ts";
import { renderEmails, renderSampleReport } from "#tests/screens/documents.ts";
import { clubOptions } from "#tests/screens/screens.ts";
import { findViolationsInAllLayouts } from "#tests/support/axe.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { borrowClub, returnClub } from "#tests/support/club.ts";

const visit = openBrowser();

test("nothing is wrong on the screens of emails and of the report", async () => {
  const club = await borrowClub(clubOptions);
  const found: string[] = [];
  const seenParts = new Set<string>();
  try {
    await visit({ bypassCSP: true }, async (page) => {
      await page.goto(`${club.url}/about`);
      for (const { name, html } of [...renderEmails(club.url), renderSampleReport()]) {
        await page.setContent(html);
        const isEmail = name.startsWith("emails/");
        const problems = [
          ...(await findOverflow(page)),
          ...(await findViolationsInAllLayouts(page, { isAgain: true, isEmail, seenParts })),
          // In an email, the program shows where the focus is.
          ...(isEmail ? [] : await findKeyboardProblems(page)),
        ];
        found.push(...problems.map((problem) => `${name}: ${problem}`));
      }
    });
  } finally {
    await returnClub(club);
  }
  expect(found).toEqual([]);
});
