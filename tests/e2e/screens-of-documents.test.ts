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

test("what is wrong in a second state alone is found, though the rest of the page was seen before", async () => {
  const page = (
    button: string,
    style = "",
  ) => `<!doctype html><html lang="en"><head><title>Club</title></head>
    <body><main><h1>Club</h1><p>Seen before</p><form><button ${style}>${button}</button></form></main></body></html>`;
  await visit({}, async (tab) => {
    const seenParts = new Set<string>();
    // Only a page with an address has the browser's hashes.
    await tab.goto(import.meta.url);
    const findAgain = async (html: string) => {
      await tab.setContent(html);
      return (await findViolationsInAllLayouts(tab, { isAgain: true, seenParts })).join();
    };
    await tab.setContent(page("Book"));
    expect(await findViolationsInAllLayouts(tab, { seenParts })).toEqual([]);
    expect(await findAgain(page("Cancel"))).toBe("");
    expect(await findAgain(page(""))).toContain("button-name");
    expect(await findAgain(page("Pale", 'style="color: #ddd; background: #fff"'))).toContain(
      "color-contrast",
    );
  });
});
