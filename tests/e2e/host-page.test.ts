import { expect, test } from "vitest";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { createEvening, listReports, openHostLink, report } from "#tests/support/evenings.ts";

const club = openClub();
const visit = openBrowser();

test("the count below the guests follows each tick and each tick taken away", async () => {
  const evening = await createEvening(club, [[3]]);
  const bence = evening.guests[1];
  if (bence) await report(club, bence, "diner", true);
  const { path } = await openHostLink(club, evening.eventId);
  await visit({ viewport: { width: 390, height: 844 } }, async (page) => {
    await page.goto(club.url + path);
    const count = page.locator("[data-count]");
    const saved = page.locator("[data-saved]");
    expect(await count.innerText()).toBe("1 of 3 here");
    expect(await saved.innerText()).toBe("");
    const anna = page.getByRole("checkbox", { name: "Anna" });
    await anna.check();
    expect(await count.innerText()).toBe("2 of 3 here");
    expect(await saved.innerText()).toBe("Not saved yet");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    expect(await count.innerText()).toBe("2 of 3 here");
    // The address says it no longer, so a reload does not say it again.
    await expect.poll(() => page.url()).toBe(club.url + path);
    await page.reload();
    expect(await page.getByText("Saved.", { exact: true }).count()).toBe(0);
    expect(await page.getByText(/^Saved at /).count()).toBe(1);
    await anna.uncheck();
    await expect.poll(() => count.innerText()).toBe("1 of 3 here");
  });
});

test.each([true, false])(
  "nobody is marked as missing without a tick, with JavaScript: %s",
  async (javaScriptEnabled) => {
    const evening = await createEvening(club, [[3]], { minutesFromNow: -20 });
    const { path } = await openHostLink(club, evening.eventId);
    await visit({ javaScriptEnabled }, async (page) => {
      await page.goto(club.url + path);
      await page.getByRole("button", { name: "Who didn’t come?" }).click();
      const report = page.getByRole("button", { name: "They didn’t come" });
      await page.getByRole("button", { name: "Mark who is missing" }).click();
      await page.getByText("Nobody was marked.").waitFor();
      expect(await listReports(club, evening)).toEqual([]);
      await page.getByRole("checkbox", { name: "Clara" }).check();
      await report.click();
      await page.getByText("Saved.").waitFor();
      expect(await listReports(club, evening)).toEqual(["Clara host 0"]);
    });
  },
);
