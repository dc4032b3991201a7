import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { launchBrowser } from "#app/cli/launch-browser.ts";
import { root } from "#app/cli/prepare.mjs";
import { startClub } from "#tests/support/start-club.ts";
import { writeContactSheet } from "./contact-sheet.ts";
import { renderEmails, renderSampleReport } from "./documents.ts";
import { takeReadmePictures } from "./readme-pictures.ts";
import { openScreen } from "./screen.ts";
import { clubOptions, createScreens, type ScreenListName } from "./screens.ts";
import { themes, widths } from "./sizes.ts";

/** Beside each other: a machine with two cores is busy with them. */
const clubs: ScreenListName[][] = [["visitors", "newClub", "quiz"], ["diners"]];

const usage = `npm run make:screenshots -- [--only PATTERN] [--folder FOLDER] [--readme]`;

async function takePictures(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string", default: "" },
      folder: { type: "string", default: join(root, "screenshots") },
      readme: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return console.log(usage);
  const browser = await launchBrowser();
  try {
    if (values.readme) await takeReadmePictures(browser);
    else await takeAll(browser, values);
  } finally {
    await browser.close();
  }
}

interface Wanted {
  only: string;
  folder: string;
}

async function takeAll(browser: Browser, { only, folder }: Wanted): Promise<void> {
  const startedAt = Date.now();
  const pattern = new RegExp(only);
  const taken: string[] = [];
  const failed: string[] = [];
  const tell = (name: string) =>
    console.log(`${Math.round((Date.now() - startedAt) / 1000)} s  ${taken.length}  ${name}`);

  async function takeEach<Item extends { name: string }>(
    page: Page,
    items: Item[],
    open: (item: Item) => Promise<unknown>,
  ): Promise<void> {
    for (const item of items) {
      const isWanted = pattern.test(item.name);
      try {
        await open(item);
        if (isWanted) await photograph(page, join(folder, item.name));
      } catch (error) {
        failed.push(`${item.name}: ${(error as Error).message}`);
      }
      if (!isWanted) continue;
      taken.push(item.name);
      tell(item.name);
    }
  }

  async function takeClubs(names: ScreenListName[]): Promise<void> {
    for (const name of names) {
      const club = await startClub(clubOptions);
      const page = await openPage(browser);
      const screens = await createScreens(club, name);
      // Later screens may need what earlier ones did.
      const last = screens.findLastIndex((screen) => pattern.test(screen.name));
      await takeEach(page, screens.slice(0, last + 1), async (screen) => {
        await openScreen(page, club, screen).finally(() => screen.tidy?.());
      });
      await page.context().close();
      await club.worker.dispose();
    }
  }

  async function takeDocuments(): Promise<void> {
    const club = await startClub(clubOptions);
    const page = await openPage(browser);
    await page.goto(`${club.url}/about`);
    const documents = [...renderEmails(club.url), renderSampleReport()];
    await takeEach(
      page,
      documents.filter(({ name }) => pattern.test(name)),
      ({ html }) => page.setContent(html),
    );
    await page.context().close();
    await club.worker.dispose();
  }

  const [first = [], second = []] = clubs;
  await Promise.all([takeClubs(first), takeClubs(second).then(takeDocuments)]);
  writeContactSheet(folder, taken.toSorted());
  console.log(`${taken.length} screens in ${join(folder, "index.html")}`);
  for (const line of failed) console.error(`Failed: ${line}`);
  if (failed.length > 0) process.exitCode = 1;
}

const openPage = async (browser: Browser) =>
  (await browser.newContext({ reducedMotion: "reduce", bypassCSP: true })).newPage();

/** Each width in both themes, as long as the page is. */
async function photograph(page: Page, file: string): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 800 ? 844 : 1000 });
    await loadLazyPictures(page);
    for (const colorScheme of themes) {
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

await takePictures();
