import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { findViolationsInAllLayouts } from "#tests/support/axe.ts";
import { openBrowser } from "#tests/support/browser.ts";
import { openClub } from "#tests/support/club.ts";
import { readPageText } from "#tests/support/html.ts";
import { createJobContext, runJob } from "#tests/support/jobs.ts";
import { measureScripts } from "#tests/support/measure-scripts.ts";
import { connectOps } from "#tests/support/ops.ts";
import { addPastSeason } from "#tests/support/past-season.ts";

const club = openClub({ vars: { SHOW_FIGURES: "yes" } });
const ops = connectOps(club);
const visit = openBrowser();
const path = "/how-it-goes";
const dayMs = 86_400_000;

let askedCount = 0;
/** With another address each time, which is not cached. */
const fetchPage = () => club.fetch(`${path}?${askedCount++}`);

test("below twenty dinners the page shows no figures", async () => {
  const promised = "After 20 dinners, you read here how many people met";
  const first = await readPageText(await fetchPage());
  expect(first).toContain("Our first 20 dinners");
  expect(first).toContain(promised);
  const { diners } = await addPastSeason(club, { dinners: 19, lastDaysAgo: 27, now: new Date() });
  await runJob("countFigures", createJobContext(club), new Date());
  const text = await readPageText(await fetchPage());
  expect(text).toContain("19 of 20 dinners so far");
  expect(text).toContain(promised);
  expect(text).not.toMatch(/%|people came|pairs of people|Counted on/);
  expect(await readPageText(await club.fetch(`/?${askedCount++}`))).not.toContain("So far");
  await addPastSeason(club, { dinners: 1, lastDaysAgo: 20, now: new Date(), diners });
  await runJob("countFigures", createJobContext(club), new Date(Date.now() + dayMs));
});

test("from twenty on it shows each figure with its n, and when it was counted", async () => {
  const response = await fetchPage();
  const text = await readPageText(response);
  expect(response.status).toBe(200);
  expect(text).toMatch(/20 dinners took place/);
  expect(text).toMatch(/40 people came/);
  expect(text).toMatch(/320 pairs of people sat together/);
  expect(text).toMatch(/33% would meet somebody again/);
  expect(text).toMatch(/Of the \d+ people who answered/);
  expect(text).toMatch(/from 0 to 100.*scored lowest of all got 60\.3\./);
  expect(text).toMatch(/The floor of that evening was 62\.0\. 9 of 40 tables were below their floor\./);
  expect(text).toMatch(/Counted on \w+ \d+, \d{4}\./);
  expect(text).toContain("Nothing here is estimated.");
});

test("the landing page says the same in a line", async () => {
  const text = await readPageText(await club.fetch(`/?${askedCount++}`));
  expect(text).toContain(
    "So far: 20 dinners and 40 people. 33% of those who answered would meet somebody again.",
  );
});

test("the footer, the about page and the sitemap lead to it", async () => {
  await visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(`${club.url}/about`);
    expect(
      await page.getByRole("main").getByRole("link", { name: "See our numbers" }).getAttribute("href"),
    ).toBe(path);
    await page.getByRole("contentinfo").getByRole("link", { name: "Our Numbers" }).click();
    await page.waitForURL(club.url + path);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Our numbers");
  });
  expect(await (await club.fetch("/sitemap.xml")).text()).toContain(`${club.url}${path}</loc>`);
});

test("the page loads less than 2 kB of JavaScript", async () => {
  await visit({}, async (page) => {
    expect(await measureScripts(page, club.url + path, 2)).toBeLessThan(2_000);
  });
});

test.each([["of the club"], ["of a sample", "--sample"]])(
  "a report %s asks for nothing, scrolls nowhere sideways, passes axe, and has no small text",
  async (_, ...options) => {
    const file = join(tmpdir(), `oten-report-${process.pid}.html`);
    await ops.json("report", file, "--weeks", "30", "--force", ...options);
    await visit({}, async (page) => {
      const requests: string[] = [];
      page.on("request", (request) => requests.push(request.url()));
      const address = pathToFileURL(file).href;
      await page.goto(address);
      expect(requests.filter((url) => url !== address && !url.startsWith("data:"))).toEqual([]);
      for (const width of [320, 390, 768, 1440, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(findLayoutProblems), `${width} px`).toEqual([]);
      }
      await page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      expect(await findViolationsInAllLayouts(page)).toEqual([]);
    });
    rmSync(file);
  },
);

/** Runs in the page. */
function findLayoutProblems(): string[] {
  const found: string[] = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push("scrolls sideways");
  for (const element of document.querySelectorAll("main *")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (hasText && Number.parseFloat(getComputedStyle(element).fontSize) < 14)
      found.push(`small: ${element.textContent}`);
    const { left, right, height } = element.getBoundingClientRect();
    if (element.tagName === "SUMMARY" && height < 44) found.push("a low control");
    if (element.tagName === "text" && (left < 0 || right > innerWidth))
      found.push(`outside: ${element.textContent}`);
  }
  return found;
}
