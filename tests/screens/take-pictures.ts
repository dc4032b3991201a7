import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "#app/cli/launch-browser.ts";
import { root } from "#app/cli/project.mjs";
import { startClub } from "#tests/support/start-club.ts";
import { writeContactSheet } from "./contact-sheet.ts";
import { renderEmails, renderSampleReport } from "./documents.ts";
import { takeReadmePictures } from "./readme-pictures.ts";
import { openScreen } from "./screen.ts";
import { clubOptions, eachScreen, type ScreenListName } from "./screens.ts";
import { type Sizes, themes, widths } from "./sizes.ts";

/** Beside each other: a machine with two cores is busy with them. */
const clubs: ScreenListName[][] = [
  ["visitors", "newClub", "quiz"],
  ["bookings", "evenings"],
];

/** That of the club's diners. */
const { timeZone } = clubOptions;

const usage = `npm run make:screenshots -- [--only PATTERN] [--widths 390,1440] [--themes light] [--folder FOLDER] [--readme]`;

async function takePictures(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      widths: { type: "string", default: widths.join() },
      themes: { type: "string", default: themes.join() },
      folder: { type: "string", default: join(root, "screenshots") },
      readme: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(usage);
  const browser = await launchBrowser();
  try {
    if (values.readme) await takeReadmePictures(browser);
    else
      await takeAll(browser, {
        only: values.only,
        folder: values.folder,
        widths: widths.filter((width) => values.widths.split(",").includes(String(width))),
        themes: themes.filter((theme) => values.themes.split(",").includes(theme)),
      });
  } finally {
    await browser.close();
  }
}

interface Wanted extends Sizes {
  only: string;
  folder: string;
}

async function takeAll(browser: Browser, { only, folder, ...sizes }: Wanted): Promise<void> {
  const startedAt = Date.now();
  const pattern = new RegExp(only);
  const taken: string[] = [];
  const failed: string[] = [];
  const tell = (name: string) =>
    console.log(`${Math.round((Date.now() - startedAt) / 1000)} s  ${taken.length}  ${name}`);

  async function take(page: Page, name: string, open: () => Promise<unknown>): Promise<void> {
    const isWanted = pattern.test(name);
    try {
      // Later screens may need what earlier ones did.
      await open();
      if (isWanted) await photograph(page, join(folder, name), sizes);
    } catch (error) {
      failed.push(`${name}: ${(error as Error).message}`);
    }
    if (!isWanted) return;
    taken.push(name);
    tell(name);
  }

  async function takeClubs(names: ScreenListName[]): Promise<void> {
    for (const name of names) {
      const club = await startClub(clubOptions);
      const page = await openPage(browser);
      await eachScreen(club, name, (screen) =>
        take(page, screen.name, () => openScreen(page, club, screen, timeZone)),
      );
      await page.context().close();
      await club.worker.dispose();
    }
  }

  async function takeDocuments(): Promise<void> {
    const club = await startClub(clubOptions);
    const page = await openPage(browser);
    await page.goto(`${club.url}/about`);
    for (const { name, html } of [...renderEmails(club.url), renderSampleReport()])
      if (pattern.test(name)) await take(page, name, () => page.setContent(html));
    await page.context().close();
    await club.worker.dispose();
  }

  const [first = [], second = []] = clubs;
  await Promise.all([takeClubs(first), takeClubs(second).then(takeDocuments)]);
  if (taken.length === 0) {
    console.error(`No screen has a name like ${only}: tests/screens/ lists them.`);
    process.exitCode = 1;
    return;
  }
  writeContactSheet(folder, taken.toSorted(), sizes);
  console.log(`${taken.length} screens in ${join(folder, "index.html")}`);
  for (const line of failed) console.error(`Failed: ${line}`);
  if (failed.length > 0) process.exitCode = 1;
}

const openPage = async (browser: Browser) =>
  (await browser.newContext({ reducedMotion: "reduce", bypassCSP: true, timezoneId: timeZone })).newPage();

/** As long as the page is. */
async function photograph(page: Page, file: string, sizes: Sizes): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  for (const width of sizes.widths) {
    await page.setViewportSize({ width, height: width < 800 ? 844 : 1000 });
    await loadLazyPictures(page);
    await page.evaluate(moveDocksToTheEnd);
    for (const colorScheme of sizes.themes) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        path: `${file}-${width}-${colorScheme}.jpg`,
        type: "jpeg",
        quality: 80,
        fullPage: true,
      });
    }
  }
}

const loadLazyPictures = (page: Page) =>
  page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
    scrollTo(0, 0);
  });

/** Runs in the page: what stays at the bottom of the view would cover the middle of a picture of the whole page. */
function moveDocksToTheEnd(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-moved]")) {
    element.style.cssText = "";
    delete element.dataset.moved;
  }
  const height = document.documentElement.scrollHeight;
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    if (getComputedStyle(element).position !== "fixed" || element.closest("dialog")) continue;
    const { bottom } = element.getBoundingClientRect();
    if (bottom < innerHeight / 2) continue;
    element.dataset.moved = "";
    element.style.bottom = `${Number.parseFloat(getComputedStyle(element).bottom) + innerHeight - height}px`;
  }
}

await takePictures();
