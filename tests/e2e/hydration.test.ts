import { expect, test } from "vitest";
import { standbyExplanations } from "#app/lib/standby-reasons.ts";
import { findAxeViolations } from "#tests/support/axe.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { readPageText } from "#tests/support/html.ts";

const club = openClub();
const visit = openBrowser();

test("hydrates a route that asks for it", async () => {
  await visit({}, async (page) => {
    await page.goto(`${club.url}/dev/components`);
    const opener = page.getByRole("button", { name: "Open the dialog" });
    const dialog = page.getByRole("dialog", { name: "Details" });
    await expect.poll(() => page.evaluate(() => "__remixRouter" in window)).toBe(true);

    await opener.click();
    expect(await dialog.isVisible()).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    expect(await dialog.isVisible()).toBe(false);
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);

    await opener.click();
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(await dialog.isVisible()).toBe(false);
  });
});

test("shows the parts of every screen on the components page", async () => {
  const text = await readPageText(await club.fetch("/dev/components"));
  for (const title of ["City menu", "Street plan", "Event cards", "Place of a table", "Standby"])
    expect(text).toContain(title);
  for (const sentence of Object.values(standbyExplanations)) expect(text).toContain(sentence);
});
